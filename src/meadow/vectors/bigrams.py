"""Bigrams: which pairs of neighbouring words stand in which sentence, and in how many documents each occurs.

Words are compared by their stems. A pair of two stop words says nothing and is left out. Pairs of different languages are
different pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.vectors.counts import LanguageRows
from meadow.vectors.local_terms import numbered_by_appearance
from meadow.vectors.view import StoryView
from meadow.vectors.vocabulary import STOP

Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Bigrams:
    """A 0/1 matrix of sentences × bigrams, and for each bigram the number of documents that hold it."""

    matrix: sparse.csr_array
    documents: Longs


def story_bigrams(view: StoryView) -> Bigrams:
    """Return the bigrams of a story, those of each language numbered by first appearance; no text is read again."""
    parts = [neighbour_pairs(part) for part in view.words("words")]
    rows = np.concatenate([np.empty(0, np.int64), *(rows for rows, _ in parts)])
    columns, width = [np.empty(0, np.int64)], 0
    for _, pairs in parts:
        numbers = numbered_by_appearance(pairs)
        columns.append(numbers + width)
        width += int(numbers.max(initial=-1)) + 1
    every = np.concatenate(columns)
    matrix = _zero_one(rows, every, (len(view), width))
    spread = _zero_one(view.document_of[rows], every, (len(view.documents), width))
    return Bigrams(matrix, np.bincount(spread.indices, minlength=width))


def neighbour_pairs(part: LanguageRows) -> tuple[Longs, Longs]:
    """Return the row and the code of each pair of neighbours that are not both stop words."""
    terms = part.vocabulary.term_of[part.ids].astype(np.int64)
    stops = terms == STOP
    # Content words go by their stem and stop words by themselves: even and odd codes, so that none is both.
    codes = np.where(stops, 2 * part.ids.astype(np.int64) + 1, 2 * terms)
    owners = np.repeat(part.rows, part.lengths)
    kept = (owners[:-1] == owners[1:]) & ~(stops[:-1] & stops[1:])
    return owners[:-1][kept], ((codes[:-1] << 32) | codes[1:])[kept]


def _zero_one(rows: NDArray[np.integer], columns: Longs, shape: tuple[int, int]) -> sparse.csr_array:
    matrix = sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
    matrix.sum_duplicates()
    matrix.data[:] = 1.0
    return matrix
