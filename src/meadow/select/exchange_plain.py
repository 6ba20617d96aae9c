"""The best set within a budget, without compiled code: what `meadow.kernels.exchange` does, on whole arrays at once.

Several sets are looked at together, a row for each: both greedy starts, then each start and all sets that lack one of its
members. Concepts that only one candidate holds are part of what it brings whatever the others do, so only the shared ones
have columns. All is added up in whole numbers, also where floats hold them, and by no library of linear algebra: on arrays
as small as these its threads cost more than they save.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.select.budget import Flags
from meadow.select.candidates import Longs

if TYPE_CHECKING:
    from meadow.select.exchange import Problem

_Numbers = NDArray[np.generic] | float  # whole numbers, also where they are kept as floats
_Arrival = tuple[float, list[int]]
_PAIRS_AT_ONCE = 4096
_MOST_TRIED = 1 << 18  # pairs of candidates, over all sets, that are asked at once whether they could come in together


class _Sets(NamedTuple):
    """Sets of candidates, a row for each: the sums of their members' flags and numbers, their points and their norm.

    `counted` says how many hold each shared concept and, behind these, how many keep each candidate out; `summed` has twice
    the inner products with each candidate and, behind these, what members bring alone, the part in the direction, and costs.
    """

    counted: Longs
    summed: Longs
    points: FloatArray
    norm: Longs

    def of_rows(self, rows: list[int]) -> _Sets:
        counted, summed = self.counted.take(rows, axis=0), self.summed.take(rows, axis=0)
        return _Sets(counted, summed, self.points.take(rows), self.norm.take(rows))


class Layout:
    """A problem laid out for work on whole arrays."""

    def __init__(self, problem: Problem) -> None:
        self.problem, count = problem, len(problem.costs)
        self.count, every = count, np.arange(count)
        owners = every.repeat(problem.starts[1:] - problem.starts[:-1])
        shared = np.bincount(problem.concepts, minlength=len(problem.first)) > 1
        inside = shared[problem.concepts]
        inner, columns = owners[inside], (shared.cumsum() - 1)[problem.concepts[inside]]
        # Behind the shared concepts stands one that nobody holds and that is worth nothing: it is what those hold who hold
        # no other, so that what a set has of the concepts of each candidate is one sum.
        width = self._width = int(np.count_nonzero(shared)) + 1
        self._flags = np.zeros((count, width + count), np.bool_)
        self._holds, self._blocks = self._flags[:, :width], self._flags[:, width:]
        self._holds[inner, columns] = True
        self._blocks[:] = problem.barred
        self._blocks[every, every] = True
        first, second = np.zeros((2, width), np.int64)
        first[:-1], second[:-1] = problem.first[shared], problem.second[shared]
        none = np.zeros_like(first)
        # By how many hold a concept, none, one, or more: what a further holder does not bring; what the second of two
        # newcomers does not bring because the first holds it too; and what they bring together.
        amounts = (none, first - second, first), (first - second, second, none), (none, first, first + second)
        self._gone, self._less, self._worth = np.array(amounts, np.float64).reshape(3, -1)
        self._every = np.arange(width)
        brings = np.bincount(owners, problem.first[problem.concepts], minlength=count) + problem.worth
        self._brings: FloatArray = brings.astype(np.float64)
        self._numbers = numbers = np.empty((count, count + 3), np.int64)
        np.multiply(problem.products, 2, out=numbers[:, :count])
        numbers[:, count] = self._brings - np.bincount(inner, first[columns], minlength=count)
        numbers[:, count + 1], numbers[:, count + 2] = problem.along, problem.costs
        self._columns, self._begins = _with_none(columns, np.bincount(inner, minlength=count), width - 1)
        self._sizes = problem.products.diagonal()
        # A sum of vectors without a value below 0 is as long as the longest of them, or longer.
        self._is_long = bool(problem.products.min(initial=0) >= 0 and self._sizes.min(initial=1) > 0)

    def empty(self, rows: int = 1) -> _Sets:
        """Return the set without members, so many times."""
        counted = np.zeros((rows, self._flags.shape[1]), np.int64)
        summed = np.zeros((rows, self._numbers.shape[1]), np.int64)
        return _Sets(counted, summed, np.zeros(rows), np.zeros(rows, np.int64))

    def set_of(self, chosen: list[int]) -> _Sets:
        """Return the set of some candidates."""
        return self.sets_of([chosen])

    def sets_of(self, sets: Sequence[list[int]]) -> _Sets:
        """Return several sets of candidates."""
        filled = [chosen for chosen in sets if chosen]
        if len(filled) == len(sets):
            return self._filled_sets(sets)
        # Seldom: where no candidate brings anything alone, two together may.
        wholes = self.empty(len(sets))
        if filled:
            places, found = [place for place, chosen in enumerate(sets) if chosen], self._filled_sets(filled)
            wholes.counted[places], wholes.summed[places] = found.counted, found.summed
            wholes.points[places], wholes.norm[places] = found.points, found.norm
        return wholes

    def _filled_sets(self, sets: Sequence[list[int]]) -> _Sets:
        members = list(chain.from_iterable(sets))
        sizes = [len(chosen) for chosen in sets]
        begins = list(accumulate(sizes[:-1], initial=0))
        counted = np.add.reduceat(self._flags.take(members, axis=0), begins, axis=0, dtype=np.int64)
        summed = np.add.reduceat(self._numbers.take(members, axis=0), begins, axis=0)
        owners = [row for row, size in enumerate(sizes) for _ in range(size)]
        norm = np.add.reduceat(summed[owners, members], begins) >> 1
        points = summed[:, -3] + self._of_holders(self._worth, counted).sum(axis=1)
        return _Sets(counted, summed, points, norm)

    def joined(self, sets: _Sets, candidates: list[int], brought: FloatArray) -> _Sets:
        """Return sets with one member more each, `brought` being what each candidate brings to each."""
        coming = np.arange(len(candidates)), candidates
        return _Sets(
            sets.counted + self._flags[candidates],
            sets.summed + self._numbers[candidates],
            sets.points + brought[coming],
            sets.norm + sets.summed[coming] + self._sizes[candidates],
        )

    def with_each_left_out(self, sets: Sequence[list[int]]) -> tuple[_Sets, FloatArray]:
        """Return each set with those below it that lack one of its members, and what each candidate brings to them."""
        members = list(chain.from_iterable(sets))
        rows = [row for row, chosen in enumerate(sets) for _ in range(len(chosen) + 1)]
        at = [place for place in range(1, len(rows)) if rows[place] == rows[place - 1]]
        counted, summed, points, norm = found = self.sets_of(sets).of_rows(rows)
        counted[at] -= self._flags[members]
        summed[at] -= self._numbers[members]
        brought = self._brought(counted)
        points[at] -= brought[at, members]
        norm[at] -= summed[at, members] + self._sizes[members]
        return found, brought

    def brought(self, sets: _Sets) -> FloatArray:
        """Return the points that each candidate brings to each set."""
        return self._brought(sets.counted)

    def _brought(self, counted: Longs) -> FloatArray:
        gone = self._of_holders(self._gone, counted).take(self._columns, axis=1)
        brought: FloatArray = self._brings - np.add.reduceat(gone, self._begins, axis=1)
        return brought

    def _of_holders(self, amounts: FloatArray, counted: Longs) -> FloatArray:
        """Return of each shared concept the amount that goes with no holder, with one, or with more."""
        found: FloatArray = amounts.take(np.minimum(counted[..., : self._width], 2) * self._width + self._every)
        return found

    def left(self, sets: _Sets) -> Longs:
        """Return how much of the budget each set leaves."""
        left: Longs = self.problem.capacity - sets.summed[:, -1]
        return left

    def values(self, sets: _Sets) -> FloatArray:
        """Return what each set is worth."""
        return value_of(sets.points, sets.summed[:, -2], sets.norm, self.problem.pull)

    def values_with(self, sets: _Sets, brought: FloatArray) -> FloatArray:
        """Return what each set is worth with each candidate; −∞ for one that does not fit, or is kept out."""
        problem = self.problem
        points, along = sets.points[:, None] + brought, sets.summed[:, -2, None] + problem.along
        norms = sets.summed[:, : self.count] + (sets.norm[:, None] + self._sizes)
        if self._is_long:
            values: FloatArray = points + problem.pull * (along / np.sqrt(norms))
        else:
            values = value_of(points, along, norms, problem.pull)
        out = (problem.costs > self.left(sets)[:, None]) | (sets.counted[:, self._width :] > 0)
        np.copyto(values, -np.inf, where=out)
        return values

    def may_take_two(
        self,
        sets: _Sets,
        apart: FloatArray,
        hopeful: Flags,
        values: FloatArray,
        least: FloatArray,
        *,
        most_tried: int = _MOST_TRIED,
    ) -> Flags:
        """Return for which sets two candidates may come in together: they fit, and their gains apart add up to enough.

        `apart` are the gains of each candidate alone, `hopeful` those that would do with the best one, `values` and `least`
        what each set is worth and what it is to be worth. Where that takes too many trials, no set is ruled out by them.
        """
        able: Flags = np.count_nonzero(hopeful, axis=1) > 1
        rows, places = np.flatnonzero(able), np.flatnonzero(hopeful[able].any(axis=0))
        if not len(rows) or len(rows) * len(places) ** 2 > most_tried:
            return able
        gains, costs = apart[rows[:, None], places], self.problem.costs[places]
        enough = gains[:, :, None] + gains[:, None] + values[rows, None, None] > least[rows, None, None]
        fitting = costs[:, None] + costs <= self.left(sets)[rows, None, None]
        able[rows] = (enough & fitting & ~self._blocks[places[:, None], places]).any(axis=(1, 2))
        return able

    def best_pair(self, sets: _Sets, row: int, brought: FloatArray, values: FloatArray, least: float) -> _Arrival:
        """Return the best value over `least` that two bring to a set, among those whose gains apart add up to more.

        `brought` are the points, `values` the value of the set with each candidate.
        """
        best, coming = least, list[int]()
        value = value_of(sets.points[row], sets.summed[row, -2], sets.norm[row], self.problem.pull)
        apart = values - value
        places = np.flatnonzero(apart + apart.max() + value > least)
        places = places[np.argsort(-values[places], kind="stable")]
        costs, gains = self.problem.costs[places], apart[places]
        fitting = costs[:, None] + costs <= self.left(sets)[row]
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
        problem, summed = self.problem, sets.summed[row]
        pairs, columns = np.nonzero(self._holds[one] & self._holds[other])
        less = self._of_holders(self._less, sets.counted[row])
        shared = np.bincount(pairs, less[columns], minlength=len(one))
        norms = self._sizes[one] + self._sizes[other] + summed[one] + summed[other] + 2 * problem.products[one, other]
        return value_of(
            sets.points[row] + brought[one] + brought[other] - shared,
            summed[-2] + problem.along[one] + problem.along[other],
            sets.norm[row] + norms,
            problem.pull,
        )


def start_greedily(layout: Layout) -> tuple[list[int], list[int]]:
    """Return the greedy choices: each time the largest gain that fits, and the largest gain per cost, while there is one."""
    chosen: tuple[list[int], list[int]] = [], []
    # Choices that go on, with the set of each and what it is worth.
    going, state, worth = [0, 1], layout.empty(2), np.zeros(2)
    while going:
        brought = layout.brought(state)
        values = layout.values_with(state, brought)
        gains = values - worth[:, None]
        ranked = (gain / layout.problem.costs if which else gain for which, gain in zip(going, gains, strict=True))
        candidates = [int(each.argmax()) for each in ranked]
        better = [row for row, candidate in enumerate(candidates) if gains[row, candidate] > 0]
        if len(better) < len(going):
            state, brought, values = state.of_rows(better), brought[better], values[better]
            going, candidates = [going[row] for row in better], [candidates[row] for row in better]
        for which, candidate in zip(going, candidates, strict=True):
            chosen[which].append(candidate)
        worth = values[np.arange(len(going)), candidates]
        state = layout.joined(state, candidates, brought)
    return chosen


def exchanged(layout: Layout, starts: Sequence[list[int]], *, rounds: int) -> list[list[int]]:
    """Return for each start the set that no exchange improves: none or one goes out, one comes in or two."""
    found = list(starts)
    going = list(range(len(found)))
    for _ in range(rounds if found else 0):
        better = _exchanged_once(layout, [found[which] for which in going])
        going = [which for which, each in zip(going, better, strict=True) if each is not None]
        if not going:
            break
        for which, each in zip(going, filter(None, better), strict=True):
            found[which] = each
    return found


def _exchanged_once(layout: Layout, chosen: Sequence[list[int]]) -> list[list[int] | None]:
    """Return each set after the best exchange; None for one that none improves."""
    sets, brought = layout.with_each_left_out(chosen)
    bases, values = layout.values(sets), layout.values_with(sets, brought)
    sizes = [len(each) + 1 for each in chosen]
    starts = list(accumulate(sizes[:-1], initial=0))
    least = bases[starts].repeat(sizes)
    apart, singles = values - bases[:, None], values.argmax(axis=1)
    most = apart[np.arange(len(singles)), singles]
    # Two that are hopeful together are hopeful with the best one; what is hopeless at first stays so, as `best` only grows.
    hopeful = apart + most[:, None] + bases[:, None] > least[:, None]
    able = layout.may_take_two(sets, apart, hopeful, bases, least).tolist()
    better: list[list[int] | None] = []
    for each, start in zip(chosen, starts, strict=True):
        best, leaving, coming = float(bases[start]), -1, list[int]()
        for row in range(start, start + len(each) + 1):
            single = int(singles[row])
            if values[row, single] > best:
                best, leaving, coming = float(values[row, single]), row - start, [single]
            if able[row]:
                value, pair = layout.best_pair(sets, row, brought[row], values[row], best)
                if value > best:
                    best, leaving, coming = value, row - start, pair
        better.append([*each[: max(leaving - 1, 0)], *each[max(leaving, 0) :], *coming] if coming else None)
    return better


def _with_none(columns: Longs, lengths: Longs, none: int) -> tuple[Longs, Longs]:
    """Return the columns of rows of some lengths, with the column `none` for an empty one, and where each row begins."""
    ends = lengths.cumsum()
    if lengths.all():
        return columns, ends - lengths
    filled = np.maximum(lengths, 1)
    return np.insert(columns, ends[lengths == 0], none), np.cumsum(filled) - filled


def value_of(points: _Numbers, along: _Numbers, norm: _Numbers, pull: float) -> FloatArray:
    """Return points + pull · along/√norm, without the second where there is no norm."""
    size = np.sqrt(np.asarray(norm, np.float64))
    cosine = np.divide(along, size, out=np.zeros_like(size), where=size > 0)
    value: FloatArray = np.asarray(points, np.float64) + pull * cosine
    return value
