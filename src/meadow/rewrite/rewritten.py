"""A sentence as it is printed, with every edit that led there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of the sentence that is not printed: why, and its offsets in the sentence."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is printed instead of a sentence; an empty text means that it has nothing to say and never goes in."""

    text: str
    cuts: tuple[Cut, ...] = ()
