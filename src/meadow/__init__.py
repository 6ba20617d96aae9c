r"""Many articles in, one story out, every sentence traceable to its source.

import meadow

documents = list(meadow.read("news/"))
for brief in meadow.digest(documents, words=60):
    print(brief.headline.text, brief.summary.text, sep="\n")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from meadow.version import __version__

if TYPE_CHECKING:
    from meadow.answer import concepts, pack, report
    from meadow.errors import MeadowError
    from meadow.evaluate import METRICS
    from meadow.ingest import read
    from meadow.model import Document
    from meadow.pipeline import digest, explain, group, headline, propose_headlines, summarize, track
    from meadow.presets import make_recipe
    from meadow.recipe import Recipe
    from meadow.values import from_json, to_json
    from meadow.workspace import Workspace

# Names load on first use, so that `import meadow` is instant and a small command pays only for what it needs.
_HOMES = {
    "Document": "meadow.model",
    "METRICS": "meadow.evaluate",
    "MeadowError": "meadow.errors",
    "Recipe": "meadow.recipe",
    "Workspace": "meadow.workspace",
    "concepts": "meadow.answer",
    "digest": "meadow.pipeline",
    "explain": "meadow.pipeline",
    "from_json": "meadow.values",
    "group": "meadow.pipeline",
    "headline": "meadow.pipeline",
    "make_recipe": "meadow.presets",
    "pack": "meadow.answer",
    "propose_headlines": "meadow.pipeline",
    "read": "meadow.ingest",
    "report": "meadow.answer",
    "summarize": "meadow.pipeline",
    "to_json": "meadow.values",
    "track": "meadow.pipeline",
}

__all__ = [
    "METRICS",
    "Document",
    "MeadowError",
    "Recipe",
    "Workspace",
    "__version__",
    "concepts",
    "digest",
    "explain",
    "from_json",
    "group",
    "headline",
    "make_recipe",
    "pack",
    "propose_headlines",
    "read",
    "report",
    "summarize",
    "to_json",
    "track",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'meadow' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
