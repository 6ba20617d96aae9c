"""How often a report mentions the key concepts of its topic.

A concept is a list of aliases ("United Nations", "UN"). Aliases are matched on lower-cased lemmas as sequences of whole
words within a sentence: the longest alias of any concept takes its words first, equally long ones from left to right,
and a word that has been taken is not counted again.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 3.2.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from meadow.errors import InputError
from meadow.lab.evaluate.lemmas import Lemmas, sentence_lemmas

ConceptLike = str | Sequence[str]
Aliases = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ConceptCounts:
    """How often each concept is mentioned, and in how many words."""

    counts: tuple[int, ...]
    words: int

    @property
    def frequencies(self) -> tuple[float, ...]:
        """Mentions per word; 0 where there are no words."""
        return tuple(count / self.words if self.words else 0.0 for count in self.counts)

    def distance(self, other: ConceptCounts) -> float:
        """Return the Euclidean distance between the frequencies."""
        return math.dist(self.frequencies, other.frequencies)


def as_aliases(concepts: Sequence[ConceptLike]) -> Aliases:
    """Return each concept as its aliases; a concept given as one text has one alias."""
    if isinstance(concepts, str) or not concepts:
        raise InputError(
            f"Key concepts are a list of at least one concept, not {concepts!r:.60}.",
            given=repr(concepts),
            allowed='Each concept is a list of aliases: [["United Nations", "UN"], ["peace treaty"]].',
        )
    return tuple((concept,) if isinstance(concept, str) else tuple(concept) for concept in concepts)


@lru_cache(maxsize=256)
def count_concepts(
    texts: tuple[str, ...], concepts: Aliases, language: str, lemmas: Lemmas = "snowball"
) -> ConceptCounts:
    """Return the mentions of each concept in sentences."""
    table = _alias_table(concepts, language, lemmas)
    sentences = [sentence_lemmas(text, language, lemmas) for text in texts]
    counts = [0] * len(concepts)
    for sentence in sentences:
        for concept in _mentions(sentence, table):
            counts[concept] += 1
    return ConceptCounts(tuple(counts), sum(map(len, sentences)))


def _mentions(sentence: Sequence[str], table: Mapping[tuple[str, ...], int]) -> Iterator[int]:
    """Yield the number of the concept of each mention, longest aliases first."""
    free = [True] * len(sentence)
    for length in sorted({len(alias) for alias in table}, reverse=True):
        for start in range(len(sentence) - length + 1):
            span = slice(start, start + length)
            concept = table.get(tuple(sentence[span])) if all(free[span]) else None
            if concept is not None:
                free[span] = [False] * length
                yield concept


@lru_cache(maxsize=64)
def _alias_table(concepts: Aliases, language: str, lemmas: Lemmas) -> Mapping[tuple[str, ...], int]:
    """Return the concept of each sequence of lemmas."""
    table: dict[tuple[str, ...], int] = {}
    for number, aliases in enumerate(concepts):
        if not aliases:
            raise _unusable(f"Key concept {number} has no alias.", "Give each concept at least one alias.")
        for alias in aliases:
            form = sentence_lemmas(alias, language, lemmas)
            if not form:
                raise _unusable(f"The alias {alias!r} of key concept {number} holds no word.", "Write it in words.")
            if table.setdefault(form, number) != number:
                raise _unusable(
                    f"The alias {alias!r} is of the key concepts {concepts[table[form]][0]!r} and {aliases[0]!r}.",
                    "Join the two concepts, or drop the alias from one of them.",
                )
    return table


def _unusable(problem: str, advice: str) -> InputError:
    return InputError(problem, allowed="An alias is a text of at least one word, of one concept only.", advice=advice)
