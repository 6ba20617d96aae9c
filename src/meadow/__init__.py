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
    from meadow.errors import MeadowError
    from meadow.ingest import read
    from meadow.lab.evaluate import METRICS
    from meadow.model import Document
    from meadow.model.values import to_arrow, to_dicts, to_frame
    from meadow.pipeline import digest, explain, group, headline, propose_headlines, summarize, track
    from meadow.pipeline.answer import concepts, pack, report
    from meadow.pipeline.checks import check
    from meadow.pipeline.presets import make_recipe
    from meadow.recipe import Recipe
    from meadow.store.values import from_json, to_json
    from meadow.workspace import Workspace

# Names load on first use, so that `import meadow` is instant and a small command pays only for what it needs.
_HOMES = {
    "Document": "meadow.model",
    "METRICS": "meadow.lab.evaluate",
    "MeadowError": "meadow.errors",
    "Recipe": "meadow.recipe",
    "Workspace": "meadow.workspace",
    "check": "meadow.pipeline.checks",
    "concepts": "meadow.pipeline.answer",
    "digest": "meadow.pipeline",
    "explain": "meadow.pipeline",
    "from_json": "meadow.store.values",
    "group": "meadow.pipeline",
    "headline": "meadow.pipeline",
    "make_recipe": "meadow.pipeline.presets",
    "pack": "meadow.pipeline.answer",
    "propose_headlines": "meadow.pipeline",
    "read": "meadow.ingest",
    "report": "meadow.pipeline.answer",
    "summarize": "meadow.pipeline",
    "to_arrow": "meadow.model.values",
    "to_dicts": "meadow.model.values",
    "to_frame": "meadow.model.values",
    "to_json": "meadow.store.values",
    "track": "meadow.pipeline",
}

_PARTS = ("evaluate", "lab")

__all__ = [
    "METRICS",
    "Document",
    "MeadowError",
    "Recipe",
    "Workspace",
    "__version__",
    "check",
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
    "to_arrow",
    "to_dicts",
    "to_frame",
    "to_json",
    "track",
]


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return import_module(f"meadow.{name}")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'meadow' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
