"""Key concepts of the sample's stories as a reader lists them, and how many of them are found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import meadow
from meadow.ingest import read
from meadow.model import Concept, Document
from meadow.sample import gold_stories, sample_path
from meadow.text.stems import stem_words
from meadow.text.tokens import words


@dataclass(frozen=True, slots=True)
class GoldConcepts:
    """What a reader takes for the key concepts of a story: kind and names of each."""

    story: str
    language: str
    concepts: tuple[tuple[str, frozenset[tuple[str, ...]]], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many concepts were found, how many of those are right, and how many there are."""

    right: int
    found: int
    gold: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.found + other.found, self.gold + other.gold)


@cache
def gold_concepts() -> tuple[GoldConcepts, ...]:
    path = Path(str(sample_path())).parent / "gold" / "concepts.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(
        GoldConcepts(
            row["story"],
            row["language"],
            tuple(
                (each["kind"], frozenset(_key(name, row["language"]) for name in each["names"]))
                for each in row["concepts"]
            ),
        )
        for row in rows
    )


@cache
def documents_of(story: str) -> tuple[Document, ...]:
    ids = next(each.documents for each in gold_stories() if each.story == story)
    by_id = {document.id: document for document in read(sample_path())}
    return tuple(by_id[name] for name in ids)


def tally(gold: GoldConcepts, kinds: Sequence[str] = ("person", "organisation", "factor")) -> Tally:
    """Count the concepts of some kinds that are found; one is right if kind and any of its forms are the gold's."""
    found = [concept for concept in meadow.concepts(documents_of(gold.story)) if concept.kind in kinds]
    wanted = [(kind, names) for kind, names in gold.concepts if kind in kinds]
    right = sum(any(_matches(concept, kind, names, gold.language) for concept in found) for kind, names in wanted)
    return Tally(right, len(found), len(wanted))


def _matches(concept: Concept, kind: str, names: frozenset[tuple[str, ...]], language: str) -> bool:
    return concept.kind == kind and any(_key(form, language) in names for form in concept.aliases)


def _key(text: str, language: str) -> tuple[str, ...]:
    return tuple(stem_words(words(text, language), language))
