"""Word ids to rows of terms in one pass, and the heaviest of each row: compiled twins of parts of `meadow.tracking`.

`count_terms` is that of `tracking.words`, `heaviest` that of `tracking.weighing`.
"""

from __future__ import annotations

import numpy as np

from meadow.kernels.compiling import kernel
from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray, IntArray


def count_terms(
    ids: IntArray, ends: Longs, term_of: IntArray, frequency: Longs
) -> tuple[Longs, IntArray, FloatArray, Longs]:
    """Return each text's terms in order of appearance: where texts end, terms, counts, and the texts met with each so far.

    `frequency` holds the number of texts with each term and goes on counting.
    """
    row_ends = np.zeros(len(ends) + 1, np.int64)
    terms, counts = np.empty(len(ids), np.int32), np.empty(len(ids))
    met = np.empty(len(ids), np.int64)
    size = _count(ids, ends, term_of, frequency, np.empty(len(frequency), np.int64), row_ends, terms, counts, met)
    return row_ends, terms[:size], counts[:size], met[:size]


@kernel
def _count(
    ids: IntArray,
    ends: Longs,
    term_of: IntArray,
    frequency: Longs,
    places: Longs,
    row_ends: Longs,
    terms: IntArray,
    counts: FloatArray,
    met: Longs,
) -> int:
    begin, size = 0, 0
    for text in range(len(ends)):
        first = size
        for word in ids[begin : ends[text]]:
            term = term_of[word]
            if term < 0:
                continue
            cell = places[term]
            # What stands in `places` counts only if that cell is of this text and holds this term: no need to clear it.
            if first <= cell < size and terms[cell] == term:
                counts[cell] += 1.0
                continue
            places[term], terms[size], counts[size] = size, term, 1.0
            frequency[term] += 1
            met[size] = frequency[term]
            size += 1
        begin = ends[text]
        row_ends[text + 1] = size
    return size


@kernel
def heaviest(weights: FloatArray, ends: Longs, most: int) -> Longs:
    """Return which cells are among so many heaviest of their row, in their order; of equal ones the first."""
    kept, size = np.empty(len(weights), np.int64), 0
    for row in range(len(ends) - 1):
        begin, end = ends[row], ends[row + 1]
        least, equal = -np.inf, 0
        if end - begin > most:
            least = np.partition(weights[begin:end], end - begin - most)[end - begin - most]
            equal = most - np.sum(weights[begin:end] > least)
        for cell in range(begin, end):
            if weights[cell] > least or (weights[cell] == least and equal > 0):
                equal -= weights[cell] == least
                kept[size] = cell
                size += 1
    return kept[:size]
