"""Average linkage: groups grown from pairs, the closest two first, until none are close enough.

Source: Sokal and Michener (1958). Mean similarity is absolute evidence: what two groups have in common, whatever else
there is. Beside the groups' own cohesion it becomes relative:

    closeness(A, B) = mean(A, B) / √(cohesion(A) · cohesion(B))

where mean and cohesion are the mean similarities of pairs between the groups and within each.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.kernels.loops import groups as loops
from meadow.kernels.loops import sparse as sums
from meadow.kernels.loops.types import hold, lengthen, run
from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray

_LEAST_COHESION = 1e-9
# The turn of a row that is never taken in.
NEVER = np.iinfo(np.int64).max
_SIMILAR = 16  # rows that a row is similar to, as a first guess


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


def similar_pairs(rows: sparse.csr_array, least: float) -> Pairs:
    """Return the products of rows that reach `least`; those of a row with itself are left out."""
    count, row = rows.shape[0], 0
    by_term = arrays(sparse.csr_array(rows.T))
    later, ends = by_term[0][:-1].copy(), np.zeros(count + 1, np.int64)
    others, values = np.empty(_SIMILAR * count, np.int64), np.empty(_SIMILAR * count)
    space = np.zeros(count), np.full(count, -1), np.empty(count, np.int64)
    given = *arrays(rows), later, by_term[0][1:], *by_term[1:], least
    while (row := run(sums.similar_pairs, *given, row, *space, ends, others, values)) < count:
        others, values = np.concatenate([others, others]), np.concatenate([values, values])
    lower = np.repeat(np.arange(count), np.diff(ends))
    return Pairs(*from_both_sides(count, lower, others[: ends[-1]], values[: ends[-1]]))


def from_both_sides(rows: int, lower: Longs, higher: Longs, values: FloatArray) -> tuple[Longs, Longs, FloatArray]:
    """Return where each row's pairs begin and end, the other rows of them, and their values; pairs are in order."""
    starts = np.zeros(rows + 1, np.int64)
    np.cumsum(np.bincount(lower, minlength=rows) + np.bincount(higher, minlength=rows), out=starts[1:])
    others, doubled = np.empty(2 * len(lower), np.int64), np.empty(2 * len(lower))
    run(sums.from_both_sides, lower, higher, values, starts[:-1].copy(), others, doubled)
    return starts, others, doubled


def new_steps(rows: int) -> loops.Steps:
    """Return rows of which none is taken in, for loops that join them."""
    return hold(
        loops.Steps,
        owner=np.arange(rows),
        into=np.arange(rows),
        turns=np.full(rows, NEVER, np.int64),
        values=np.zeros(rows),
        pairs=np.zeros(rows),
        versions=np.zeros(rows, np.int64),
        turn=0,
    )


def new_heap(size: int) -> loops.Heap:
    """Return a heap with room for so many pairs."""
    return hold(loops.Heap, values=np.zeros(size), entries=np.zeros(4 * size, np.int64), count=0)


def linked(steps: loops.Steps) -> Linked:
    """Return what has become of rows."""
    first = np.array(steps.owner)
    while (first[first] != first).any():
        first = first[first]
    return Linked(first, *(np.array(part) for part in (steps.into, steps.turns, steps.values, steps.pairs)))


def link(pairs: Pairs, groups: Groups, threshold: float, *, relative: bool, few: float = 0.0) -> Linked:
    """Return the groups of rows; the closest two become one from the threshold on, and each is named by its first row.

    Of equally close ones those of the first rows come first. What n pairs of documents say is divided by 1 + few / n.
    """
    rows, top = len(groups.sizes), len(pairs.others)
    room = rows + 1
    state = hold(
        loops.Linkage,
        sizes=groups.sizes.astype(np.float64),
        within=groups.within.astype(np.float64),
        begins=pairs.starts[:-1].copy(),
        ends=pairs.starts[1:].copy(),
        near=np.concatenate([pairs.others, np.zeros(room, np.int64)]),
        sums=np.concatenate([pairs.values * (groups.sizes[pairs.rows] * groups.sizes[pairs.others]), np.zeros(room)]),
        top=top,
        totals=np.zeros(rows),
        stamps=np.zeros(rows, np.int64),
        met=np.zeros(rows, np.int64),
    )
    heap, steps = new_heap(top // 2 + room), new_steps(rows)
    settings = float(threshold), relative, float(few)
    run(loops.enter_links, heap, state, *settings)
    while not run(loops.link, heap, steps, state, *settings):
        lengthen(state, "near", "sums")
        lengthen(heap, "values", "entries")
    return linked(steps)


def closeness(between: float, a: tuple[float, float], b: tuple[float, float], *, relative: bool) -> float:
    """Return how close two groups are, given the summed similarities between them and each one's size and sum within."""
    mean = between / (a[0] * b[0])
    return mean / math.sqrt(cohesion(*a) * cohesion(*b)) if relative else mean


def cohesion(size: float, within: float) -> float:
    """Return the mean similarity of a group's documents; a group of one has next to none to show."""
    return max(within / (size * (size - 1.0)), _LEAST_COHESION) if size > 1.0 else _LEAST_COHESION


def find_owner(owner: list[int], row: int) -> int:
    """Return the row that a row belongs to now."""
    while owner[row] != row:
        owner[row] = owner[owner[row]]
        row = owner[row]
    return row


def arrays(rows: sparse.csr_array) -> tuple[Longs, Longs, FloatArray]:
    """Return where rows start, their terms and their values."""
    return rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data
