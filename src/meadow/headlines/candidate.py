"""A proposed headline with what it rests on, and the same on the shelf beside others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from meadow.model import Headline, Scores, SentenceRef
from meadow.vectors.view import StoryView

Rank = Callable[[StoryView], Scores]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A headline's text, the sentences it rests on, and how close it is to the story's centroid, from 0 to 1."""

    text: str
    evidence: tuple[SentenceRef, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """A headline on the shelf: with its closeness to the story, its length, and what a reader might stumble over."""

    headline: Headline
    similarity: float
    words: int
    characters: int
    flaws: tuple[str, ...] = ()
