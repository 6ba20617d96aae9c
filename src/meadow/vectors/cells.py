"""Sparse rows as three arrays, and what two rows hold in common, for many pairs of rows at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.kernels.loops import COMPILED
from meadow.kernels.loops import sparse as loops
from meadow.kernels.loops.types import run
from meadow.model import FloatArray, IntArray
from meadow.vectors.ordering import distinct

_GATHERED = 20_000  # pairs whose rows are copied at once
# Rows are laid out as a table with so many places, or so many for each cell, and looked through otherwise.
_LAID_OUT, _SPARSE = 1 << 16, 16

Longs = NDArray[np.int64]


class Cells(NamedTuple):
    """Sparse rows: row r has the columns `columns[ends[r]:ends[r + 1]]`, sorted, with `weights` in the same places."""

    ends: Longs
    columns: Longs
    weights: FloatArray

    def of_rows(self, rows: Longs) -> Cells:
        """Return some of the rows, in the order given."""
        ends, places, _ = _runs(self.ends[rows], self.ends[rows + 1])
        return Cells(ends, self.columns[places], self.weights[places])

    @property
    def sizes(self) -> Longs:
        """How many cells each row has."""
        return self.ends[1:] - self.ends[:-1]

    @property
    def owners(self) -> Longs:
        """The row of each cell."""
        return np.arange(len(self.ends) - 1).repeat(self.sizes)

    def sums(self) -> FloatArray:
        """Return the total weight of each row."""
        return np.bincount(self.owners, self.weights, minlength=len(self.ends) - 1).astype(np.float64, copy=False)


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
    ends, places, _ = _runs(matrix.indptr[rows], matrix.indptr[rows + 1])
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
    if COMPILED:
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
    """Return what row `first[p]` of one set of rows shares with row `second[p]` of another, for each p."""
    if not COMPILED:
        return shared_cells_plain(left, right, first, second)
    sums = np.empty(4 * len(first))
    pairs = (np.ascontiguousarray(each, np.int32) for each in (first, second))
    run(loops.shared_cells, *_laid_out_for_loops(left), *_laid_out_for_loops(right), *pairs, sums)
    return Shared(*sums.reshape(4, -1))


def _laid_out_for_loops(cells: Cells) -> tuple[Longs, IntArray, FloatArray]:
    ends, columns = np.ascontiguousarray(cells.ends, np.int64), np.ascontiguousarray(cells.columns, np.int32)
    return ends, columns, np.ascontiguousarray(cells.weights)


def shared_cells_plain(left: Cells, right: Cells, first: IntArray, second: IntArray) -> Shared:
    """Return the same as `shared_cells` by sums over whole arrays, which is quicker than loops that are not compiled."""
    if len(first) <= _GATHERED:
        return Shared(*_summed(left, right, first, second))
    sums = np.zeros((4, len(first)))
    for start in range(0, len(first), _GATHERED):
        part = slice(start, start + _GATHERED)
        sums[:, part] = _summed(left, right, first[part], second[part])
    return Shared(*sums)


def shared_by_kind(
    left: Sequence[Cells], right: Sequence[Cells], first: IntArray, second: IntArray
) -> list[tuple[Shared, FloatArray, FloatArray]]:
    """Return for each kind of cells what two rows share, for each pair of them, and what either weighs.

    Each kind has as many rows as the others. Those of few pairs are summed together, which is one sum instead of several.
    """
    kinds, rows, others = len(left), len(left[0].ends) - 1, len(right[0].ends) - 1
    if kinds * max(len(first), rows, others) > _GATHERED or COMPILED:
        found = [shared_cells(ours, theirs, first, second) for ours, theirs in zip(left, right, strict=True)]
        our_totals = [each.sums() for each in left]
        their_totals = our_totals if right is left else [each.sums() for each in right]
    else:
        ours = _stacked(left)
        theirs = ours if right is left else _stacked(right)
        below = np.arange(kinds)[:, None]
        together = _summed(ours, theirs, (first + below * rows).ravel(), (second + below * others).ravel())
        found = [Shared(*each) for each in together.reshape(4, kinds, len(first)).swapaxes(0, 1)]
        our_totals = list(ours.sums().reshape(kinds, rows))
        their_totals = our_totals if right is left else list(theirs.sums().reshape(kinds, others))
    return [
        (shared, one[first], other[second]) for shared, one, other in zip(found, our_totals, their_totals, strict=True)
    ]


def _stacked(kinds: Sequence[Cells]) -> Cells:
    """Return the rows of all kinds, those of each below those of the one before."""
    ends, columns, weights = zip(*kinds, strict=True)
    totals = accumulate((len(each) for each in columns[:-1]), initial=0)
    moved = [each[:-1] + before for each, before in zip(ends, totals, strict=True)]
    last = np.array([sum(map(len, columns))])
    return Cells(np.concatenate([*moved, last]), np.concatenate(columns), np.concatenate(weights))


def _summed(left: Cells, right: Cells, first: IntArray, second: IntArray) -> FloatArray:
    """Return the four sums for each pair of rows."""
    pairs = len(first)
    _, places, owners = _runs(left.ends[first], left.ends[first + 1])
    columns = left.columns[places]
    opposite = _places_in(right, second[owners], columns)
    common = (opposite >= 0).nonzero()[0]
    owners, weights, others = owners[common], left.weights[places[common]], right.weights[opposite[common]]
    values = (weights, others, np.minimum(weights, others), weights * others)
    # Of no pairs numpy counts whole numbers.
    return np.array([np.bincount(owners, value, minlength=pairs) for value in values], np.float64)


def _runs(starts: Longs | IntArray, stops: Longs | IntArray) -> tuple[Longs, Longs, Longs]:
    """Return the places from each start up to its stop: where each run of them ends, the places, and whose run each is."""
    ends = np.zeros(len(starts) + 1, np.int64)
    lengths = stops - starts
    lengths.cumsum(out=ends[1:])
    owners = np.arange(len(starts)).repeat(lengths)
    return ends, np.arange(len(owners)) + (starts - ends[:-1])[owners], owners


def _places_in(cells: Cells, rows: IntArray, columns: Longs) -> IntArray:
    """Return where the cells of some rows and columns stand, −1 for one that is not there."""
    count = len(cells.ends) - 1
    width = max(int(cells.columns.max(initial=0)), int(columns.max(initial=0))) + 1
    keys = cells.owners * width + cells.columns
    asked = rows * np.int64(width) + columns
    if count * width <= max(_LAID_OUT, _SPARSE * len(keys)):
        laid_out = np.full(count * width, -1, np.int32)
        laid_out[keys] = np.arange(len(keys), dtype=np.int32)
        found: IntArray = laid_out[asked]
        return found
    places = np.searchsorted(keys, asked)
    return np.where(np.append(keys, -1)[places] == asked, places, -1)


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
