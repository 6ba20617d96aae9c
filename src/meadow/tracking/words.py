"""Words to ids and ids to rows of terms; for words as bytes there is `kernels.intern`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, islice
from typing import Protocol

import numpy as np

from meadow.kernels.loops import terms as loops
from meadow.kernels.loops.types import run
from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray, IntArray
from meadow.text.tokens import words


class Words(Protocol):
    """A growing set of words with ids in order of first appearance."""

    def expect(self, texts: Sequence[str]) -> list[str]:
        """Return the words of texts that are to be interned soon, each once; known ones may be left out."""

    def intern(self, texts: Sequence[str]) -> tuple[IntArray, Longs]:
        """Return the ids of all words of the texts and, per text, where its ids end; new words join the set."""

    def words(self, start: int = 0) -> list[str]:
        """Return the words with ids from `start` on, in order of id."""


class WordDictionary:
    """The set in a dictionary, for any language."""

    def __init__(self, language: str, known: Sequence[str] = ()) -> None:
        self._language = language
        self._ids = {word: number for number, word in enumerate(known)}
        self._expected: dict[str, list[str]] = {}

    def expect(self, texts: Sequence[str]) -> list[str]:
        """Read texts that are to be interned soon, and return their words that are new, each once."""
        self._expected = {text: words(text, self._language) for text in texts}
        new = dict.fromkeys(word for row in self._expected.values() for word in row)
        return [word for word in new if word not in self._ids]

    def intern(self, texts: Sequence[str]) -> tuple[IntArray, Longs]:
        """Return the ids of all words of the texts and, per text, where its ids end; new words join the set."""
        ids = self._ids
        rows = [[ids.setdefault(word, len(ids)) for word in self._words_of(text)] for text in texts]
        flat = np.array([word for row in rows for word in row], np.int32)
        return flat, np.fromiter(accumulate(map(len, rows)), np.int64, len(rows))

    def words(self, start: int = 0) -> list[str]:
        """Return the words with ids from `start` on, in order of id."""
        return list(islice(self._ids, start, None))

    def _words_of(self, text: str) -> list[str]:
        expected = self._expected.pop(text, None)
        return words(text, self._language) if expected is None else expected


def count_terms(
    ids: IntArray, ends: Longs, term_of: IntArray, frequency: Longs
) -> tuple[Longs, IntArray, FloatArray, Longs]:
    """Return each text's terms in order of appearance: where texts end, terms, counts, and the texts met with each so far.

    `frequency` holds the number of texts with each term and goes on counting.
    """
    row_ends, places = np.zeros(len(ends) + 1, np.int64), np.empty(len(frequency), np.int64)
    terms, counts, met = np.empty(len(ids), np.int32), np.empty(len(ids)), np.empty(len(ids), np.int64)
    size = run(loops.count_terms, ids, ends, term_of, frequency, places, row_ends, terms, counts, met)
    return row_ends, terms[:size], counts[:size], met[:size]
