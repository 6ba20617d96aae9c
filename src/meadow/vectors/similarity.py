"""How many words two sentences share: overlap and containment, for a pair and for whole stories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

from meadow.model import FloatArray
from meadow.vectors.counts import Counts

_CHUNK_CELLS = 4_000_000  # how many similarities are held at once: 32 MB


def word_overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """Return R_s = 2·overlap / (length + length), a repeated word counting min(m, n) times; 1 for equal, 0 for disjoint."""
    total = len(first) + len(second)
    return 2 * _common(first, second) / total if total else 0.0


def containment(first: Sequence[str], second: Sequence[str]) -> float:
    """Return the share of the first sentence's words that the second holds too: 1 when it says nothing more."""
    return _common(first, second) / len(first) if first else 0.0


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    return (Counter(first) & Counter(second)).total()


def occurrences(counts: Counts) -> sparse.csr_array:
    """Return a 0/1 matrix with a column for each (term, k-th occurrence), whose row products are Σ min(m, n)."""
    matrix = counts.matrix
    repeats = matrix.data.astype(np.int64)
    deepest = int(repeats.max(initial=1))
    rows = np.repeat(np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr)), repeats)
    starts = np.repeat(np.cumsum(repeats) - repeats, repeats)
    columns = np.repeat(matrix.indices.astype(np.int64), repeats) * deepest + (np.arange(repeats.sum()) - starts)
    shape = (matrix.shape[0], matrix.shape[1] * deepest)
    return sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)


def iter_overlaps(expanded: sparse.csr_array, chosen: Sequence[int]) -> Iterator[tuple[slice, FloatArray]]:
    """Iterate over R_s of all sentences with the chosen ones: a slice of rows and its rows × chosen values at a time.

    `expanded` comes from `occurrences`: who asks several times makes it once.
    """
    sizes = np.diff(expanded.indptr)
    selected = expanded[list(chosen)].T.tocsc()
    for rows in _row_slices(expanded.shape[0], len(chosen)):
        common = (expanded[rows] @ selected).toarray()
        total = sizes[rows, None] + sizes[list(chosen)][None, :]
        yield rows, np.divide(2 * common, total, out=np.zeros_like(common), where=total > 0)


def _row_slices(rows: int, columns: int) -> Iterator[slice]:
    step = max(1, _CHUNK_CELLS // max(1, columns))
    return (slice(start, min(rows, start + step)) for start in range(0, rows, step))
