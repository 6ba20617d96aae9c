"""Sentences of several documents that share information."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.model.documents import Run, SentenceRef


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences of several documents that share information, in time order; the label is the one that speaks for them."""

    label: SentenceRef
    members: tuple[SentenceRef, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups of a story, the most important first, and the sentences that are in none."""

    groups: tuple[Group, ...]
    ungrouped: tuple[SentenceRef, ...]
    run: Run
