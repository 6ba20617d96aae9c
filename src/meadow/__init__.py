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
    from meadow.model import Document
    from meadow.pipeline import digest, explain, headline, summarize, track

# Names load on first use, so that `import meadow` is instant and a small command pays only for what it needs.
_HOMES = {
    "Document": "meadow.model",
    "MeadowError": "meadow.errors",
    "digest": "meadow.pipeline",
    "explain": "meadow.pipeline",
    "headline": "meadow.pipeline",
    "read": "meadow.ingest",
    "summarize": "meadow.pipeline",
    "track": "meadow.pipeline",
}

__all__ = [
    "Document",
    "MeadowError",
    "__version__",
    "digest",
    "explain",
    "headline",
    "read",
    "summarize",
    "track",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'meadow' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
