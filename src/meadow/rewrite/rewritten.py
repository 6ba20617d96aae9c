"""A sentence as it is printed, with every edit that led there, and what a rewriter may know of where it comes from."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from types import FunctionType
from typing import Any


@dataclass(frozen=True, slots=True)
class Context:
    """Where a sentence comes from: when its document was published, and when the last one of its story was.

    `names` is what makes whole the surnames alone that nobody has introduced: before which offset of the sentence, and what.
    """

    published: datetime | None = None
    last: datetime | None = None
    names: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of the sentence that is not printed: why, and its offsets in the sentence."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text added to the words of the source: why, after which offset of the sentence, and the text in brackets."""

    kind: str
    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is printed instead of a sentence; an empty text means that it has nothing to say and never goes in."""

    text: str
    cuts: tuple[Cut, ...] = ()
    insertions: tuple[Insertion, ...] = ()


def takes_context(rewriter: Callable[..., Any]) -> bool:
    """Return whether a rewriter wants to know where a sentence comes from: its third parameter is called `context`."""
    function = getattr(rewriter, "function", rewriter)
    return _third_is_context(function) if isinstance(function, FunctionType) else _is_third_context(function)


def _is_third_context(function: Callable[..., Any]) -> bool:
    return list(inspect.signature(function).parameters)[2:3] == ["context"]


# Every summary asks, and a signature takes as long to read as a sentence to rewrite. What else can be called may not be
# known by its hash.
_third_is_context = lru_cache(maxsize=64)(_is_third_context)
