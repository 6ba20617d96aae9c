"""Average linkage: groups grown from pairs, the closest two first, until none are close enough.

Source: Sokal and Michener (1958). Mean similarity is absolute evidence: what two groups have in common, whatever else
there is. Beside the groups' own cohesion it becomes relative:

    closeness(A, B) = mean(A, B) / √(cohesion(A) · cohesion(B))

where mean and cohesion are the mean similarities of pairs between the groups and within each.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray

_LEAST_COHESION = 1e-9
# The turn of a row that is never taken in.
NEVER = np.iinfo(np.int64).max


class Pairs(NamedTuple):
    """Similarities that are not zero: those of row r to `others[starts[r]:starts[r + 1]]`, each pair from both sides."""

    starts: Longs
    others: Longs
    values: FloatArray

    @property
    def rows(self) -> Longs:
        """The row that each similarity is of."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


class Groups(NamedTuple):
    """Rows that stand for so many documents each, with the similarities of all ordered pairs within it summed."""

    sizes: FloatArray
    within: FloatArray


class Linked(NamedTuple):
    """How rows became groups: for each row the first one of its group, and how it was taken in.

    `into` is the row that took it in, itself if none did; `turns` says when. `values` is how close the two groups were by
    then, and `pairs` of how many pairs of documents.
    """

    first: Longs
    into: Longs
    turns: Longs
    values: FloatArray
    pairs: FloatArray

    def meetings(self, ones: Longs, others: Longs) -> Longs:
        """Return for two rows of a group, many at a time, the row by whose taking in they came together."""
        one, other, met = ones.copy(), others.copy(), ones.copy()
        while (apart := one != other).any():
            # A row is taken in once, and what took it in is taken in later, if at all: so the earlier of two goes on.
            earlier = self.turns[one] < self.turns[other]
            met = np.where(apart, np.where(earlier, one, other), met)
            one = np.where(apart & earlier, self.into[one], one)
            other = np.where(apart & ~earlier, self.into[other], other)
        return met


class Steps:
    """What becomes of rows while groups grow: `owner` leads towards the row that each belongs to now."""

    def __init__(self, rows: int) -> None:
        self.owner = list(range(rows))
        self._into, self._turns = np.arange(rows), np.full(rows, NEVER, np.int64)
        self._values, self._pairs = np.zeros(rows), np.zeros(rows)
        self._turn = 0

    def note(self, taking: int, taken: int, value: float, pairs: float, few: float) -> None:
        """Note that a group is taken in, by a value that was divided by what few pairs say less."""
        self._into[taken], self._turns[taken], self._pairs[taken] = taking, self._turn, pairs
        self._values[taken] = value * (1.0 + few / pairs)
        self._turn += 1

    def linked(self) -> Linked:
        """Return what has become of them."""
        first = np.array([find_owner(self.owner, row) for row in range(len(self.owner))], np.int64)
        return Linked(first, self._into, self._turns, self._values, self._pairs)


@dataclass(slots=True)
class _Group:
    """Documents that belong together: how many, the similarities among them summed, and those to other groups."""

    size: float
    within: float
    near: list[tuple[int, float]]
    version: int = 0


def similar_pairs(rows: sparse.csr_array, least: float, *, compiled: bool) -> Pairs:
    """Return the products of rows that reach `least`; those of a row with itself are left out."""
    if compiled:
        from meadow.kernels import linking as kernel

        return Pairs(*kernel.similar_pairs(*_arrays(rows), _arrays(sparse.csr_array(rows.T)), least))
    products = sparse.csr_array(rows @ rows.T)
    products.sort_indices()
    owners = np.repeat(np.arange(rows.shape[0]), np.diff(products.indptr))
    kept = (products.indices != owners) & (products.data >= least)
    ends = np.concatenate([[0], np.cumsum(kept)]).astype(np.int64)
    return Pairs(ends[products.indptr], products.indices[kept].astype(np.int64), products.data[kept])


def link(
    pairs: Pairs, groups: Groups, threshold: float, *, relative: bool, few: float = 0.0, compiled: bool = False
) -> Linked:
    """Return the groups of rows; the closest two become one from the threshold on, and each is named by its first row.

    Of equally close ones those of the first rows come first. What n pairs of documents say is divided by 1 + few / n.
    """
    if not compiled:
        return _link(pairs, groups, threshold, relative=relative, few=few)
    from meadow.kernels import linking as kernel

    return Linked(*kernel.link(*pairs, *groups, threshold, relative, few))


def closeness(between: float, a: tuple[float, float], b: tuple[float, float], *, relative: bool) -> float:
    """Return how close two groups are, given the summed similarities between them and each one's size and sum within."""
    mean = between / (a[0] * b[0])
    return mean / math.sqrt(cohesion(*a) * cohesion(*b)) if relative else mean


def cohesion(size: float, within: float) -> float:
    """Return the mean similarity of a group's documents; a group of one has next to none to show."""
    return max(within / (size * (size - 1.0)), _LEAST_COHESION) if size > 1.0 else _LEAST_COHESION


def _link(pairs: Pairs, given: Groups, threshold: float, *, relative: bool, few: float) -> Linked:
    steps = Steps(len(given.sizes))
    owner = steps.owner
    groups = _singles(pairs, given)
    heap = [
        (-value, row, other, 0, 0)
        for row, group in enumerate(groups)
        for other, between in group.near
        if other > row and (value := _value(between, group, groups[other], relative, few)) >= threshold
    ]
    heapq.heapify(heap)
    while heap:
        value, first, second, version, other_version = heapq.heappop(heap)
        # Versions only grow, and that of a group that was taken in grows too: an entry that is out of date never fits.
        if groups[first].version == version and groups[second].version == other_version:
            steps.note(first, second, -value, groups[first].size * groups[second].size, few)
            _join(first, second, groups, owner)
            for other, between in groups[first].near:
                value = _value(between, groups[first], groups[other], relative, few)
                if value >= threshold:
                    low, high = min(first, other), max(first, other)
                    heapq.heappush(heap, (-value, low, high, groups[low].version, groups[high].version))
    return steps.linked()


def _singles(pairs: Pairs, given: Groups) -> list[_Group]:
    others, values, sizes = pairs.others.tolist(), pairs.values.tolist(), given.sizes.tolist()
    spans = zip(pairs.starts[:-1].tolist(), pairs.starts[1:].tolist(), strict=True)
    return [
        _Group(size, within, [(others[at], values[at] * (size * sizes[others[at]])) for at in range(start, end)])
        for size, within, (start, end) in zip(sizes, given.within.tolist(), spans, strict=True)
    ]


def _value(between: float, a: _Group, b: _Group, relative: bool, few: float) -> float:
    value = closeness(between, (a.size, a.within), (b.size, b.within), relative=relative)
    return value / (1.0 + few / (a.size * b.size))


def _join(first: int, second: int, groups: list[_Group], owner: list[int]) -> None:
    """Take the second group into the first; what others hold about either is summed up when they are joined themselves."""
    sums: dict[int, float] = {}
    between = 0.0
    for row in (first, second):
        for old, value in groups[row].near:
            other = find_owner(owner, old)
            if other not in (first, second):
                sums[other] = sums.get(other, 0.0) + value
            elif row == first and other == second:
                between += value
    a, b = groups[first], groups[second]
    a.size, a.within, a.near = a.size + b.size, a.within + b.within + 2.0 * between, list(sums.items())
    a.version += 1
    b.version, b.near = b.version + 1, []
    owner[second] = first


def find_owner(owner: list[int], row: int) -> int:
    """Return the row that a row belongs to now."""
    while owner[row] != row:
        owner[row] = owner[owner[row]]
        row = owner[row]
    return row


def _arrays(rows: sparse.csr_array) -> tuple[Longs, Longs, FloatArray]:
    return rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data
