"""The best set within a budget: two greedy starts, then exchanges while they improve.

Source: our own; greedy starts by gain and by gain per cost after Lin and Bilmes (2010), "Multi-document summarization via
budgeted maximization of submodular functions".

The value of a set is what its members are worth, the points of the concepts they hold (one amount for the first holder,
another for the second, nothing after that) and `pull` times the cosine of their sum with a direction. All of this is
added up in whole numbers, so that equal sets have equal values however they were found, and compiled and plain code agree
to the last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.kernels.loading import compiled
from meadow.model import FloatArray
from meadow.select.budget import Flags
from meadow.select.candidates import Longs

MOST_ROUNDS = 50
_BULK_CANDIDATES = 500  # from so many on, loading compiled code costs less time than it saves
MOST_EXCHANGED = 40  # a longer summary is left as the greedy start made it: one sentence hardly matters there


_Sums = NDArray[np.generic] | int  # whole numbers, also where they are kept as floats


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


def best_set(problem: Problem) -> list[int]:
    """Return the places of the best set found, in the order in which they came in."""
    if not len(problem.costs):
        return []
    starts = [start_greedily(problem, by_cost=by_cost) for by_cost in (False, True)]
    found = [exchanged(problem, start) for start in starts]
    best: list[int] = max(found, key=lambda places: set_value(problem, places)).tolist()
    return best


def filled(problem: Problem, places: list[int]) -> list[int]:
    """Return a set with whatever still fits and is not barred, each time what leaves it worth most, be that less."""
    holds = _holds(problem)
    state = _Set(problem, holds, np.array(places, np.int64))
    while True:
        values = state.values_with()
        best = int(values.argmax()) if len(values) else -1
        if best < 0 or values[best] == -np.inf:
            rows: list[int] = state.chosen.tolist()
            return rows
        state = _Set(problem, holds, np.append(state.chosen, best))


def set_value(problem: Problem, chosen: NDArray[np.int64]) -> float:
    """Return what a set is worth."""
    return _Set(problem, _holds(problem), chosen).value


def single_values(problem: Problem) -> FloatArray:
    """Return what each candidate is worth as a set of its own."""
    owners = np.repeat(np.arange(len(problem.costs)), np.diff(problem.starts))
    held = np.bincount(owners, problem.first[problem.concepts], minlength=len(problem.costs))
    return _value(problem.worth + held, problem.along, problem.products.diagonal(), problem.pull)


def start_greedily(problem: Problem, *, by_cost: bool) -> Longs:
    """Return the greedy choice: each time the largest gain that fits, or the largest gain per cost, while there is one."""
    if _compiled(len(problem.costs)):
        from meadow.kernels import exchange

        start: Longs = exchange.start_greedily(problem, by_cost)
        return start
    return start_greedily_plainly(problem, by_cost=by_cost)


def exchanged(problem: Problem, start: Longs) -> Longs:
    """Return the set that no exchange improves: none or one goes out, one comes in or two.

    Two are tried together only if what each brings alone would add up to an improvement.
    """
    if len(start) > MOST_EXCHANGED:
        return start
    if _compiled(len(problem.costs)):
        from meadow.kernels import exchange

        better: Longs = exchange.exchanged(problem, start, MOST_ROUNDS)
        return better
    return exchanged_plainly(problem, start)


def _compiled(candidates: int) -> bool:
    return compiled(large=candidates >= _BULK_CANDIDATES)


def start_greedily_plainly(problem: Problem, *, by_cost: bool) -> Longs:
    """Return the same without compiled code."""
    holds = _holds(problem)
    state = _Set(problem, holds, np.empty(0, np.int64))
    while True:
        gains = state.values_with() - state.value
        place = int((gains / problem.costs if by_cost else gains).argmax())
        if gains[place] <= 0:
            return state.chosen
        state = _Set(problem, holds, np.append(state.chosen, place))


def exchanged_plainly(problem: Problem, start: Longs) -> Longs:
    """Return the same without compiled code."""
    chosen, holds = start, _holds(problem)
    for _ in range(MOST_ROUNDS):
        best, better = _Set(problem, holds, chosen).value, chosen
        for leaving in range(-1, len(chosen)):
            rest = _Set(problem, holds, np.delete(chosen, leaving) if leaving >= 0 else chosen)
            value, coming = _best_arrival(rest, best)
            if value > best:
                best, better = value, np.append(rest.chosen, coming).astype(np.int64)
        if better is chosen:
            break
        chosen = better
    return chosen


def _best_arrival(rest: _Set, least: float) -> tuple[float, list[int]]:
    """Return the largest value over `least` that one candidate or two bring, the single ones first; or `least` itself."""
    values = rest.values_with()
    best, coming = least, list[int]()
    single = int(values.argmax())
    if values[single] > best:
        best, coming = float(values[single]), [single]
    partners = np.argsort(-values, kind="stable")
    apart = values[partners] - rest.value
    partners = partners[apart + apart[:1] + rest.value > best]
    pairs = rest.pair_values(partners, least=best)
    if pairs.size and pairs.max() > best:
        one, other = divmod(int(pairs.argmax()), len(partners))
        best, coming = float(pairs.max()), [int(partners[one]), int(partners[other])]
    return best, coming


class _Set:
    """A set of candidates, with what it holds already, so that the values of larger ones are quickly told."""

    def __init__(self, problem: Problem, holds: FloatArray, chosen: Longs) -> None:
        self.chosen = chosen
        self._problem, self._holds = problem, holds
        held = holds[chosen].sum(axis=0)
        points = problem.first[held > 0].sum() + problem.second[held > 1].sum() + problem.worth[chosen].sum()
        self._sums = int(points), int(problem.along[chosen].sum()), int(problem.products[np.ix_(chosen, chosen)].sum())
        self._next = np.where(held == 0, problem.first, np.where(held == 1, problem.second, 0))
        self._lost = np.where(held == 0, problem.first - problem.second, self._next)
        self._left = problem.capacity - int(problem.costs[chosen].sum())
        self.value = float(_value(*self._sums, problem.pull))
        self._with = self._sums_with()

    def _sums_with(self) -> tuple[FloatArray, Longs, Longs]:
        """Return points, along and norm of the set with each candidate."""
        problem, (points, along, norm) = self._problem, self._sums
        norms = norm + 2 * problem.products[:, self.chosen].sum(axis=1) + problem.products.diagonal()
        return points + problem.worth + self._holds @ self._next, along + problem.along, norms

    def values_with(self) -> FloatArray:
        """Return for every candidate the value of the set with it; −∞ for one that does not fit, or is barred."""
        problem = self._problem
        able = (problem.costs <= self._left) & ~problem.barred[self.chosen].any(axis=0)
        able[self.chosen] = False
        return np.where(able, _value(*self._with, problem.pull), -np.inf)

    def pair_values(self, places: Longs, *, least: float) -> FloatArray:
        """Return the value of the set with each two of some candidates; −∞ where they do not go in together.

        That is also said of two whose gains apart do not add up to more than `least`.
        """
        problem, square = self._problem, np.ix_(places, places)
        points, along, norms = (each[places] for each in self._with)
        shared = (self._holds[places] * self._lost) @ self._holds[places].T
        values = _value(
            points[:, None] + points - self._sums[0] - shared,
            along[:, None] + along - self._sums[1],
            norms[:, None] + norms - self._sums[2] + 2 * problem.products[square],
            problem.pull,
        )
        apart, costs = _value(points, along, norms, problem.pull) - self.value, problem.costs[places]
        hopeful = apart[:, None] + apart + self.value > least
        together = hopeful & (costs[:, None] + costs <= self._left) & ~problem.barred[square]
        return np.where(np.triu(together, 1), values, -np.inf)


def _holds(problem: Problem) -> FloatArray:
    """Return the 0/1 matrix of candidates × concepts."""
    holds = np.zeros((len(problem.costs), len(problem.first)))
    holds[np.repeat(np.arange(len(problem.costs)), np.diff(problem.starts)), problem.concepts] = 1.0
    return holds


def pair_sums(rows: sparse.csr_array, left: Longs, right: Longs) -> Longs:
    """Return for each two rows the sum, over the columns both hold, of the left value of one times the right of the other.

    The values stand in the places of the matrix's own.
    """
    if _compiled(rows.shape[0]):
        from meadow.kernels import exchange

        sums: Longs = exchange.pair_sums(rows.indptr, rows.indices, left, right, rows.shape[1])
        return sums
    one, other = (sparse.csr_array((each, rows.indices, rows.indptr), shape=rows.shape) for each in (left, right))
    plain: Longs = (one @ other.T).toarray()
    return plain


def _value(points: _Sums, along: _Sums, norm: _Sums, pull: float) -> FloatArray:
    """Return points + pull · along/√norm, without the second where there is no norm."""
    size = np.sqrt(np.asarray(norm, np.float64))
    cosine = np.divide(np.asarray(along, np.float64), size, out=np.zeros_like(size), where=size > 0)
    value: FloatArray = np.asarray(points, np.float64) + pull * cosine
    return value
