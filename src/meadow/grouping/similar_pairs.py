"""All pairs of sparse rows whose dot product reaches a threshold, without a matrix of all pairs.

Every row looks up its rarest terms only, so many that the rest of it is shorter than half the threshold. What a pair
shares in the rest cannot exceed that half (Cauchy and Schwarz), so a pair worth keeping shows at least the other half in
the terms looked up. Such pairs are few, and their whole products are computed. Frequent terms, whose look-ups would make
the cost quadratic, weigh least and are seldom looked up.

Source: Bayardo, Ma and Srikant (2007), "Scaling up all pairs similarity search".
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Longs = NDArray[np.int64]

_CHUNK_LOOKUPS = 2_000_000  # entries of the inverted index that are read at once: about 50 MB


def similar_pairs(rows: sparse.csr_array, *, least: float) -> tuple[Longs, Longs]:
    """Return the pairs of rows, `first < second`, whose product is `least` or more; rows have a length of at most 1."""
    spread = np.bincount(rows.indices, minlength=rows.shape[1])
    asked, index = _rarest(rows, spread, least / 2), rows.T.tocsr()
    found = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for start, stop in _chunks(asked, spread):
        partial = (asked[start:stop] @ index).tocoo()
        first, second = partial.row.astype(np.int64) + start, partial.col.astype(np.int64)
        likely = (partial.data >= least / 2) & (first != second)
        first, second = first[likely], second[likely]
        whole = np.asarray(rows[first].multiply(rows[second]).sum(axis=1)).ravel()
        found.append((first[whole >= least], second[whole >= least]))
    first, second = (np.concatenate(side) for side in zip(*found, strict=True))
    # One row of a pair finds the other, or both do. Every row is asked, so either way it is found.
    pairs = np.unique(np.column_stack([np.minimum(first, second), np.maximum(first, second)]), axis=0)
    return pairs[:, 0], pairs[:, 1]


def _rarest(rows: sparse.csr_array, spread: Longs, rest: float) -> sparse.csr_array:
    """Return the rows without their most frequent terms, as many as together stay below the length `rest`."""
    owner = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    order = np.lexsort((rows.indices, -spread[rows.indices], owner))
    squares = np.cumsum(rows.data[order] ** 2)
    before = np.concatenate([[0.0], squares])[rows.indptr[:-1]]
    kept = np.zeros(len(owner), dtype=bool)
    kept[order] = squares - before[owner[order]] >= rest**2
    return sparse.csr_array((rows.data[kept], (owner[kept], rows.indices[kept])), shape=rows.shape)


def _chunks(asked: sparse.csr_array, spread: Longs) -> Iterator[tuple[int, int]]:
    """Iterate over runs of rows that read a bounded number of entries, one row at least."""
    read = np.concatenate([[0], np.cumsum(spread[asked.indices])])[asked.indptr]
    start = 0
    while start < asked.shape[0]:
        stop = max(start + 1, int(np.searchsorted(read, read[start] + _CHUNK_LOOKUPS, side="right")) - 1)
        yield start, stop
        start = stop
