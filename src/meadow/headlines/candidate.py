"""A proposed headline with what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.model import SentenceRef


@dataclass(frozen=True, slots=True)
class Candidate:
    """A headline's text, the sentences it rests on, and how close it is to the story (for a shelf of candidates)."""

    text: str
    evidence: tuple[SentenceRef, ...]
    score: float
