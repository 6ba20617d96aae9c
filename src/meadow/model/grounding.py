"""Verdicts: is a sentence in its sources, and if not, what is different."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meadow.model.documents import SentenceRef
from meadow.model.values import Value

VerdictKind = Literal["supported", "changed", "partly", "not found", "wrong source", "no claim"]
ChangeKind = Literal[
    "number", "name", "role", "polarity", "modality", "tense", "day", "attribution", "quotation"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A sentence of a source that a verdict rests on; offsets are code points of the document's text."""

    ref: SentenceRef
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between a sentence and its source: its kind and both wordings; either may be empty."""

    kind: ChangeKind
    given: str
    source: str


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(Value):
    """Whether one sentence is in its sources.

    `start` and `end` are its place in the checked text. `uncovered` are its words that no source sentence accounts for,
    `sources` the sentences that it was compared with, the best one first. `chance` is how likely people would call it
    supported, from 0 to 1; `kind` is decided by rules, not by the chance.
    """

    index: int
    start: int
    end: int
    text: str
    kind: VerdictKind
    changes: tuple[Change, ...] = ()
    uncovered: tuple[str, ...] = ()
    sources: tuple[SourceSpan, ...] = ()
    chance: float = 0.0
    reason: str = ""

    @property
    def is_supported(self) -> bool:
        """Whether the sentence needs no correction: it is supported, or claims nothing."""
        return self.kind in ("supported", "no claim")
