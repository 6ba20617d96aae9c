"""Sparse rows as three arrays, and what two rows hold in common, for many pairs of rows at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.kernels.loading import compiled
from meadow.model import FloatArray, IntArray
from meadow.vectors.ordering import distinct

# From this many pairs on, loading the compiled kernel costs less time than it saves.
BULK_PAIRS = 50_000
_GATHERED = 20_000  # pairs whose rows are copied at once

Longs = NDArray[np.int64]


class Cells(NamedTuple):
    """Sparse rows: row r has the columns `columns[ends[r]:ends[r + 1]]`, sorted, with `weights` in the same places."""

    ends: Longs
    columns: Longs
    weights: FloatArray

    def of_rows(self, rows: Longs) -> Cells:
        """Return some of the rows, in the order given."""
        lengths = self.ends[rows + 1] - self.ends[rows]
        ends = np.concatenate([[0], np.cumsum(lengths)])
        places = np.arange(ends[-1]) + np.repeat(self.ends[rows] - ends[:-1], lengths)
        return Cells(ends, self.columns[places], self.weights[places])

    def sums(self) -> FloatArray:
        """Return the total weight of each row."""
        owners = np.repeat(np.arange(len(self.ends) - 1), np.diff(self.ends))
        return np.bincount(owners, self.weights, minlength=len(self.ends) - 1).astype(np.float64, copy=False)


class Shared(NamedTuple):
    """What the rows of each pair have in common: the weight of either row in shared columns, Σ min and Σ product."""

    left: FloatArray
    right: FloatArray
    minima: FloatArray
    products: FloatArray


def matrix_cells(matrix: sparse.csr_array) -> Cells:
    """Return the rows of a matrix whose columns are sorted."""
    return Cells(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data.astype(np.float64))


def cells_of_rows(matrix: sparse.csr_array, rows: Longs) -> Cells:
    """Return some rows of a matrix whose columns are sorted, in the order given; the others are not touched."""
    starts = matrix.indptr[rows].astype(np.int64)
    lengths = matrix.indptr[rows + 1] - starts
    ends = np.concatenate([[0], np.cumsum(lengths)])
    places = np.arange(ends[-1]) + np.repeat(starts - ends[:-1], lengths)
    return Cells(ends, matrix.indices[places].astype(np.int64), matrix.data[places].astype(np.float64))


def incidence(rows: Iterable[Iterable[Hashable]]) -> Cells:
    """Return rows with a 1 for each distinct thing, which are numbered as they come."""
    known = defaultdict[Hashable, int]()
    known.default_factory = known.__len__
    columns = [sorted(set(map(known.__getitem__, row))) for row in rows]
    ends = np.array([0, *accumulate(map(len, columns))], dtype=np.int64)
    flat_columns = np.array(list(chain.from_iterable(columns)), dtype=np.int64)
    return Cells(ends, flat_columns, np.ones(len(flat_columns)))


def summed_cells(owners: Longs, columns: Longs, weights: FloatArray, rows: int) -> Cells:
    """Return rows from loose cells: those of one row and column are added up."""
    width = int(columns.max(initial=0)) + 1
    keys, places = distinct(owners * width + columns)
    ends = np.searchsorted(keys, np.arange(rows + 1) * width)
    return Cells(ends, keys % width, np.bincount(places, weights, minlength=len(keys)).astype(np.float64, copy=False))


def united(cells: Cells, groups: Sequence[IntArray]) -> Cells:
    """Return one row for each group of rows, with a 1 wherever one of them has a weight."""
    members = np.concatenate([np.empty(0, np.int64), *groups]).astype(np.int64)
    gathered = cells.of_rows(members)
    owners = np.repeat(np.repeat(np.arange(len(groups)), [len(group) for group in groups]), np.diff(gathered.ends))
    joined = summed_cells(owners, gathered.columns, gathered.weights, len(groups))
    return joined._replace(weights=np.ones_like(joined.weights))


def every_pair(count: int) -> tuple[Longs, Longs]:
    """Return the places of each two of so many things, as `np.triu_indices` does in ten times the time."""
    places = np.arange(count)
    first, second = np.nonzero(places[:, None] < places)
    return first, second


def products_of_pairs(cells: Cells) -> FloatArray:
    """Return the inner product of each two rows: of the first with all after it, then of the second, and so on."""
    count = len(cells.ends) - 1
    if compiled(large=False):
        first, second = every_pair(count)
        return shared_cells(cells, cells, first.astype(np.int32), second.astype(np.int32)).products
    # Few rows have many pairs: each row is laid out once for all after it.
    return np.concatenate([np.empty(0), *(products_after(cells, row) for row in range(count - 1))])


def products_after(cells: Cells, row: int) -> FloatArray:
    """Return the inner product of a row with each one after it, each summed from left to right."""
    spread = np.zeros(int(cells.columns.max(initial=0)) + 1)
    start, end = cells.ends[row], cells.ends[row + 1]
    spread[cells.columns[start:end]] = cells.weights[start:end]
    owners = np.repeat(np.arange(len(cells.ends) - row - 2), np.diff(cells.ends[row + 1 :]))
    products = cells.weights[end:] * spread[cells.columns[end:]]
    return np.bincount(owners, products, minlength=len(cells.ends) - row - 2).astype(np.float64, copy=False)


def shared_cells(left: Cells, right: Cells, first: IntArray, second: IntArray) -> Shared:
    """Return what row `first[p]` of one set of rows shares with row `second[p]` of another, for each p.

    Many pairs take the compiled kernel, with the same bits.
    """
    if compiled(large=len(first) >= BULK_PAIRS):
        from meadow.kernels.shared_cells import walk

        return Shared(*walk(*left, *right, first, second))
    return shared_cells_plain(left, right, first, second)


def shared_cells_plain(left: Cells, right: Cells, first: IntArray, second: IntArray) -> Shared:
    """Return the same as `shared_cells`, always without compiled code."""
    sums = np.zeros((4, len(first)))
    for start in range(0, len(first), _GATHERED):
        part = slice(start, start + _GATHERED)
        ours, theirs = left.of_rows(first[part].astype(np.int64)), right.of_rows(second[part].astype(np.int64))
        sums[:, part] = _gathered_sums(ours, theirs)
    return Shared(*sums)


def _gathered_sums(ours: Cells, theirs: Cells) -> FloatArray:
    """Return the four sums for rows that stand opposite each other."""
    pairs = len(ours.ends) - 1
    width = max(int(ours.columns.max(initial=0)), int(theirs.columns.max(initial=0))) + 1
    owners = np.repeat(np.arange(pairs), np.diff(ours.ends))
    mine = owners * width + ours.columns
    other = np.repeat(np.arange(pairs), np.diff(theirs.ends)) * width + theirs.columns
    places = np.searchsorted(other, mine)
    common = np.flatnonzero(np.append(other, -1)[places] == mine)
    weights, opposite = ours.weights[common], theirs.weights[places[common]]
    values = (weights, opposite, np.minimum(weights, opposite), weights * opposite)
    return np.array([np.bincount(owners[common], value, minlength=pairs) for value in values])


def bounded_runs(asked: sparse.csr_array, spread: Longs, *, most: int) -> Iterator[tuple[int, int]]:
    """Iterate over runs of rows that read at most so many entries of an inverted index, one row at least.

    `spread` is how many entries the index has for each column.
    """
    read = np.concatenate([[0], np.cumsum(spread[asked.indices])])[asked.indptr]
    start = 0
    while start < asked.shape[0]:
        stop = max(start + 1, int(np.searchsorted(read, read[start] + most, side="right")) - 1)
        yield start, stop
        start = stop
