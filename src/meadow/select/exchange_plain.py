"""The best set within a budget, without compiled code: what `meadow.kernels.exchange` does, on whole arrays at once.

A set and all sets that lack one of its members are looked at together, a row for each. Concepts that only one candidate
holds are part of what it brings whatever the others do, so only the shared ones have columns. All is added up in whole
numbers, also where floats hold them, and by no library of linear algebra: on arrays as small as these its threads cost more
than they save.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.select.budget import Flags
from meadow.select.candidates import Longs

if TYPE_CHECKING:
    from meadow.select.exchange import Problem

_Numbers = NDArray[np.generic] | float  # whole numbers, also where they are kept as floats
_Kind = TypeVar("_Kind", np.float64, np.int64)
_PAIRS_AT_ONCE = 4096


class _Sets(NamedTuple):
    """Sets of candidates, a row for each: what they hold of the shared concepts, and their sums.

    `cross` are the inner products with each candidate, `blocking` how many members keep each one out.
    """

    held: FloatArray
    cross: Longs
    blocking: Longs
    points: FloatArray
    along: Longs
    norm: Longs
    left: Longs


class Layout:
    """A problem laid out for work on whole arrays."""

    def __init__(self, problem: Problem) -> None:
        count = len(problem.costs)
        owners = np.repeat(np.arange(count), np.diff(problem.starts))
        shared = np.bincount(problem.concepts, minlength=len(problem.first)) > 1
        inside = shared[problem.concepts]
        self.problem, self.count = problem, count
        self._owners = owners[inside]
        self._columns = (np.cumsum(shared) - 1)[problem.concepts[inside]]
        self._holds = np.zeros((count, int(np.count_nonzero(shared))), np.bool_)
        self._holds[self._owners, self._columns] = True
        first, second = problem.first[shared], problem.second[shared]
        # What a further holder does not bring of a concept that none, one, or more hold already; and what the second of
        # two newcomers does not bring because the first holds it too.
        self._gone = np.array([np.zeros_like(first), first - second, first], np.float64)
        self._less = np.array([first - second, second, np.zeros_like(first)], np.float64)
        self._every = np.arange(len(first))
        self._first, self._second = first, second
        brings = np.bincount(owners, problem.first[problem.concepts], minlength=count) + problem.worth
        self._brings: FloatArray = brings.astype(np.float64)
        self._alone = self._brings - np.bincount(self._owners, first[self._columns], minlength=count)
        self._sizes = problem.products.diagonal()
        self._blocks = problem.barred | np.eye(count, dtype=np.bool_)

    def empty(self) -> _Sets:
        """Return the set without members."""
        none = np.zeros((1, self.count), np.int64)
        zero, left = np.zeros(1, np.int64), np.array([self.problem.capacity])
        return _Sets(np.zeros((1, len(self._every))), none, none, np.zeros(1), zero, zero, left)

    def set_of(self, chosen: list[int]) -> _Sets:
        """Return the set of some candidates."""
        if not chosen:
            return self.empty()
        problem = self.problem
        holders = self._holds[chosen].sum(axis=0, keepdims=True, dtype=np.float64)
        cross = problem.products[chosen].sum(axis=0, keepdims=True)
        shared = self._first[holders[0] > 0].sum() + self._second[holders[0] > 1].sum()
        return _Sets(
            holders,
            cross,
            self._blocks[chosen].sum(axis=0, keepdims=True),
            np.array([self._alone[chosen].sum() + shared]),
            np.array([problem.along[chosen].sum()]),
            np.array([cross[0, chosen].sum()]),
            np.array([problem.capacity - problem.costs[chosen].sum()]),
        )

    def joined(self, sets: _Sets, candidate: int, brought: FloatArray) -> _Sets:
        """Return a set with one member more, `brought` being what each candidate brings to it."""
        problem = self.problem
        return _Sets(
            sets.held + self._holds[candidate],
            sets.cross + problem.products[candidate],
            sets.blocking + self._blocks[candidate],
            sets.points + brought[:, candidate],
            sets.along + problem.along[candidate],
            sets.norm + (2 * sets.cross[:, candidate] + self._sizes[candidate]),
            sets.left - problem.costs[candidate],
        )

    def with_each_left_out(self, whole: _Sets, chosen: list[int]) -> tuple[_Sets, FloatArray]:
        """Return a set and below it the sets that lack one member each, and what each candidate brings to them."""
        problem, at = self.problem, np.arange(1, len(chosen) + 1)
        holders = _below(whole.held, self._holds[chosen])
        cross = _below(whole.cross, problem.products[chosen])
        brought = self._brought(holders)
        points = np.repeat(whole.points, len(chosen) + 1)
        along, norm, left = (np.repeat(each, len(chosen) + 1) for each in whole[4:])
        points[1:] -= brought[at, chosen]
        along[1:] -= problem.along[chosen]
        norm[1:] -= 2 * cross[at, chosen] + self._sizes[chosen]
        left[1:] += problem.costs[chosen]
        return _Sets(holders, cross, _below(whole.blocking, self._blocks[chosen]), points, along, norm, left), brought

    def brought(self, sets: _Sets) -> FloatArray:
        """Return the points that each candidate brings to each set."""
        return self._brought(sets.held)

    def _brought(self, holders: FloatArray) -> FloatArray:
        rows = len(holders)
        if not len(self._columns):
            return np.repeat(self._brings[None], rows, axis=0)
        gone = self._gone[np.minimum(holders, 2).astype(np.intp), self._every][:, self._columns]
        cells = (np.arange(rows)[:, None] * self.count + self._owners).ravel()
        lost = np.bincount(cells, gone.ravel(), minlength=rows * self.count).reshape(rows, self.count)
        return self._brings - lost

    def values(self, sets: _Sets) -> FloatArray:
        """Return what each set is worth."""
        return value_of(sets.points, sets.along, sets.norm, self.problem.pull)

    def values_with(self, sets: _Sets, brought: FloatArray) -> FloatArray:
        """Return what each set is worth with each candidate; −∞ for one that does not fit, or is kept out."""
        problem = self.problem
        norms = sets.norm[:, None] + 2 * sets.cross + self._sizes
        values = value_of(sets.points[:, None] + brought, sets.along[:, None] + problem.along, norms, problem.pull)
        values[(problem.costs > sets.left[:, None]) | (sets.blocking > 0)] = -np.inf
        return values

    def best_pair(self, sets: _Sets, row: int, brought: FloatArray, values: FloatArray, least: float) -> _Arrival:
        """Return the best value over `least` that two bring to a set, among those whose gains apart add up to more.

        `brought` are the points, `values` the value of the set with each candidate.
        """
        problem, best, coming = self.problem, least, list[int]()
        value = value_of(sets.points[row], sets.along[row], sets.norm[row], problem.pull)
        apart = values - value
        places = np.flatnonzero(apart + apart.max() + value > least)
        places = places[np.argsort(-values[places], kind="stable")]
        costs = problem.costs[places]
        fitting = costs[:, None] + costs <= sets.left[row]
        if not fitting.any():
            return best, coming
        gains = apart[places]
        able = fitting & (gains[:, None] + gains + value > least) & ~self._blocks[places[:, None], places]
        one, other = np.nonzero(able)
        one, other = one[one < other], other[one < other]
        for start in range(0, len(one), _PAIRS_AT_ONCE):
            pair = places[one[start : start + _PAIRS_AT_ONCE]], places[other[start : start + _PAIRS_AT_ONCE]]
            together = self._pair_values(sets, row, brought, *pair)
            at = int(together.argmax())
            if together[at] > best:
                best, coming = float(together[at]), [int(pair[0][at]), int(pair[1][at])]
        return best, coming

    def _pair_values(self, sets: _Sets, row: int, brought: FloatArray, one: Longs, other: Longs) -> FloatArray:
        """Return the value of a set with each of some pairs."""
        problem, cross = self.problem, sets.cross[row]
        pairs, columns = np.nonzero(self._holds[one] & self._holds[other])
        less = self._less[np.minimum(sets.held[row], 2).astype(np.intp), self._every]
        shared = np.bincount(pairs, less[columns], minlength=len(one))
        norms = self._sizes[one] + self._sizes[other] + 2 * (cross[one] + cross[other] + problem.products[one, other])
        return value_of(
            sets.points[row] + brought[one] + brought[other] - shared,
            sets.along[row] + problem.along[one] + problem.along[other],
            sets.norm[row] + norms,
            problem.pull,
        )


_Arrival = tuple[float, list[int]]


def start_greedily(layout: Layout, *, by_cost: bool) -> list[int]:
    """Return the greedy choice: each time the largest gain that fits, or the largest gain per cost, while there is one."""
    chosen, state, costs = list[int](), layout.empty(), layout.problem.costs
    while True:
        brought = layout.brought(state)
        gains = (layout.values_with(state, brought) - layout.values(state))[0]
        candidate = int((gains / costs if by_cost else gains).argmax())
        if gains[candidate] <= 0:
            return chosen
        chosen.append(candidate)
        state = layout.joined(state, candidate, brought)


def exchanged(layout: Layout, start: list[int], *, rounds: int) -> list[int]:
    """Return the set that no exchange improves: none or one goes out, one comes in or two."""
    chosen = start
    for _ in range(rounds):
        better = _exchanged_once(layout, chosen)
        if better is None:
            break
        chosen = better
    return chosen


def _exchanged_once(layout: Layout, chosen: list[int]) -> list[int] | None:
    """Return the set after the best exchange; None where none improves it."""
    sets, brought = layout.with_each_left_out(layout.set_of(chosen), chosen)
    bases, values = layout.values(sets), layout.values_with(sets, brought)
    apart = values - bases[:, None]
    best, leaving, coming = float(bases[0]), -1, list[int]()
    singles = values.argmax(axis=1).tolist()
    # Two that are hopeful together are hopeful with the best one; what is hopeless at first stays so, as `best` only grows.
    partners = np.count_nonzero(apart + apart.max(axis=1)[:, None] + bases[:, None] > best, axis=1).tolist()
    for row, (single, count) in enumerate(zip(singles, partners, strict=True)):
        if values[row, single] > best:
            best, leaving, coming = float(values[row, single]), row, [single]
        if count > 1:
            value, pair = layout.best_pair(sets, row, brought[row], values[row], best)
            if value > best:
                best, leaving, coming = value, row, pair
    return [*chosen[: max(leaving - 1, 0)], *chosen[max(leaving, 0) :], *coming] if coming else None


def _below(whole: NDArray[_Kind], parts: Longs | Flags) -> NDArray[_Kind]:
    """Return the row of a set and below it the rows without each of some parts."""
    rows = np.repeat(whole, len(parts) + 1, axis=0)
    rows[1:] -= parts
    return rows


def value_of(points: _Numbers, along: _Numbers, norm: _Numbers, pull: float) -> FloatArray:
    """Return points + pull · along/√norm, without the second where there is no norm."""
    size = np.sqrt(np.asarray(norm, np.float64))
    cosine = np.divide(along, size, out=np.zeros_like(size), where=size > 0)
    value: FloatArray = np.asarray(points, np.float64) + pull * cosine
    return value
