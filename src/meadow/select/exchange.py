"""The best set within a budget: two greedy starts, then exchanges while they improve.

Source: our own; greedy starts by gain and by gain per cost after Lin and Bilmes (2010), "Multi-document summarization via
budgeted maximization of submodular functions".

The value of a set is what its members are worth, the points of the concepts they hold (one amount for the first holder,
another for the second, nothing after that) and `pull` times the cosine of their sum with a direction. All of this is
added up in whole numbers, so that equal sets have equal values however they were found.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.loops import exchange as loops
from meadow.kernels.loops.types import hold, run
from meadow.model import FloatArray
from meadow.select.budget import Flags
from meadow.select.candidates import Longs
from meadow.vectors.cells import Cells

MOST_ROUNDS = 50
MOST_EXCHANGED = 40  # a longer summary is left as the greedy start made it: one sentence hardly matters there


class Problem(NamedTuple):
    """Candidates with their costs and the budget, and what a set of them is worth.

    The candidate at place p holds the `concepts` from `starts[p]` up to `starts[p + 1]`; `along` is its part in the
    direction, `products` the inner products of all pairs. Of a `barred` pair only one may be in.
    """

    costs: Longs
    capacity: int
    worth: Longs
    starts: Longs
    concepts: Longs
    first: Longs
    second: Longs
    along: Longs
    products: Longs
    barred: Flags
    pull: float


class Search:
    """Work on sets of candidates."""

    def __init__(self, problem: Problem) -> None:
        self.problem, count, concepts = problem, len(problem.costs), len(problem.first)
        longs = {
            name: np.ascontiguousarray(getattr(problem, name), np.int64)
            for name in ("costs", "worth", "starts", "concepts", "first", "second", "along")
        }
        self._chosen, self._values = np.zeros(count, np.int64), np.zeros(count)
        self._state = hold(
            loops.SetState,
            **longs,
            products=np.ascontiguousarray(problem.products, np.int64).ravel(),
            barred=np.ascontiguousarray(problem.barred, np.bool_).ravel(),
            capacity=problem.capacity,
            pull=float(problem.pull),
            chosen=self._chosen,
            values=self._values,
            holders=np.zeros(concepts, np.int64),
            cross=np.zeros(count, np.int64),
            able=np.zeros(count, np.bool_),
            marked=np.zeros(concepts, np.bool_),
            order=np.zeros(count, np.int64),
        )

    def start_greedily(self, *, by_cost: bool) -> list[int]:
        """Return the greedy choice: each time the largest gain that fits, or the largest per cost, while there is one."""
        run(loops.start_greedily, self._state, by_cost)
        return self._members()

    def exchanged(self, start: list[int], rounds: int = MOST_ROUNDS) -> list[int]:
        """Return the set that no exchange improves: none or one goes out, one comes in or two.

        Two are tried together only if what each brings alone would add up to an improvement. A long start is left as it is.
        """
        if len(start) > MOST_EXCHANGED:
            return start
        self._enter(start)
        run(loops.exchange, self._state, rounds)
        return self._members()

    def value(self, chosen: list[int]) -> float:
        """Return what a set is worth."""
        self._enter(chosen)
        return run(loops.set_value, self._state)

    def values_with(self, chosen: list[int]) -> tuple[int, FloatArray]:
        """Return the candidate that leaves a set worth most, −1 if none fits, and its value with each; −∞ if barred."""
        self._enter(chosen)
        return run(loops.measure, self._state), self._values

    def _enter(self, chosen: list[int]) -> None:
        self._chosen[: len(chosen)] = chosen
        self._state.count = len(chosen)

    def _members(self) -> list[int]:
        members: list[int] = self._chosen[: self._state.count].tolist()
        return members


def best_set(problem: Problem, search: Search | None = None) -> list[int]:
    """Return the places of the best set found, in the order in which they came in; a search may be there already."""
    search = Search(problem) if search is None else search
    by_gain, by_cost = (search.start_greedily(by_cost=each) for each in (False, True))
    found = search.exchanged(by_gain)
    if by_gain == by_cost:
        return found
    other = search.exchanged(by_cost)
    return found if search.value(found) >= search.value(other) else other


def filled(problem: Problem, places: list[int], search: Search | None = None) -> list[int]:
    """Return a set with whatever still fits and is not barred, each time what leaves it worth most, be that less."""
    search, chosen = Search(problem) if search is None else search, list(places)
    while (best := search.values_with(chosen)[0]) >= 0:
        chosen.append(best)
    return chosen


def set_value(problem: Problem, chosen: NDArray[np.int64]) -> float:
    """Return what a set is worth."""
    return Search(problem).value(chosen.tolist())


def single_values(problem: Problem) -> FloatArray:
    """Return what each candidate is worth as a set of its own."""
    owners = np.repeat(np.arange(len(problem.costs)), np.diff(problem.starts))
    points = problem.worth + np.bincount(owners, problem.first[problem.concepts], minlength=len(problem.costs))
    size = np.sqrt(problem.products.diagonal())
    cosine = np.divide(problem.along, size, out=np.zeros_like(size), where=size > 0)
    value: FloatArray = points + problem.pull * cosine
    return value


def pair_sums(rows: Cells, left: Longs, right: Longs) -> Longs:
    """Return for each two rows the sum, over the columns both hold, of the left value of one times the right of the other.

    The values stand in the places of the rows' weights.
    """
    count, width = len(rows.ends) - 1, int(rows.columns.max(initial=0)) + 1
    sums = np.zeros((count, count), np.int64)
    whole = (np.ascontiguousarray(each, np.int64) for each in (rows.ends, rows.columns, left, right))
    run(loops.pair_sums, *whole, np.zeros(width, np.int64), sums.ravel())
    return sums
