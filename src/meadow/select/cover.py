"""The heaviest cover within a budget: which rows hold the largest weight of columns, each counted once.

An integer programme for HiGHS. Columns that the same rows hold become one, and of rows that hold the same columns only the
cheapest takes part: neither changes the optimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import LinearConstraint, OptimizeResult

from meadow.model import FloatArray, IntArray
from meadow.select.candidates import Candidates, Longs
from meadow.select.greedy import choose_greedily
from meadow.vectors.solver import solve_binary

_OPTIMAL, _OUT_OF_TIME = 0, 1


class CoverProblem(NamedTuple):
    """Rows with what each costs, a 0/1 matrix of the columns that they hold, the columns' weights, and the budget."""

    cover: sparse.csr_array
    weights: FloatArray
    costs: Longs
    capacity: int


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The places of chosen rows, whether no choice is worth more, and what share of the best one's worth it has at least."""

    places: Longs
    exact: bool
    share: float


def solve_cover(problem: CoverProblem, *, seconds: float) -> Solution:
    """Return the heaviest cover, or after so many seconds the better of the greedy one and the solver's best so far."""
    places, smaller = _reduced(problem)
    if not len(smaller.weights):
        return Solution(np.empty(0, np.int64), exact=True, share=1.0)
    answer = _solve(smaller, seconds)
    if answer.status not in (_OPTIMAL, _OUT_OF_TIME):
        raise RuntimeError(f"HiGHS found no cover, though the empty set is one: {answer.message}")
    chosen = _needed(smaller, np.flatnonzero(answer.x[: len(places)] > 0.5)) if answer.x is not None else []
    if answer.status == _OPTIMAL:
        return Solution(places[chosen], exact=True, share=1.0)
    better = max(chosen, greedy_cover(smaller), key=lambda rows: covered_weight(smaller, rows))
    most = float(smaller.weights.sum())
    if answer.mip_dual_bound is not None and np.isfinite(answer.mip_dual_bound):
        most = min(most, -float(answer.mip_dual_bound))
    return Solution(places[better], exact=False, share=covered_weight(smaller, better) / most)


def covered_weight(problem: CoverProblem, rows: list[int]) -> float:
    """Return the weight of the columns that any of the rows holds."""
    return float(problem.weights[np.unique(problem.cover[rows].indices)].sum()) if rows else 0.0


def greedy_cover(problem: CoverProblem, *, power: float = 1.0) -> list[int]:
    """Return rows by the weight that each adds ÷ cost to the `power`, or one that is worth more alone."""
    fitting = np.flatnonzero(problem.costs <= problem.capacity)
    candidates = Candidates(fitting, problem.costs[fitting], problem.capacity)
    return list(choose_greedily(_Uncovered(problem), candidates, power=power))


def extend_cover(problem: CoverProblem, places: Longs) -> Longs:
    """Return the rows and after them, as far as the budget allows, those that add most weight."""
    weights = problem.weights.copy()
    weights[problem.cover[places].indices] = 0.0
    left = problem.capacity - int(problem.costs[places].sum())
    return np.append(places, greedy_cover(problem._replace(weights=weights, capacity=left), power=0.0)).astype(np.int64)


class _Uncovered:
    """What a row adds: the weight of its columns that no chosen row holds."""

    def __init__(self, problem: CoverProblem) -> None:
        self._cover = problem.cover
        self._left = problem.weights.copy()
        self.bounds: FloatArray = problem.cover @ problem.weights

    def gain(self, row: int) -> float:
        return float(self._left[self._columns(row)].sum())

    def add(self, row: int) -> None:
        self._left[self._columns(row)] = 0.0

    def _columns(self, row: int) -> IntArray:
        columns: IntArray = self._cover.indices[self._cover.indptr[row] : self._cover.indptr[row + 1]]
        return columns


def _reduced(problem: CoverProblem) -> tuple[Longs, CoverProblem]:
    """Return the places of the rows that take part, and the problem that they make."""
    cheapest: dict[bytes, int] = {}
    for row in np.lexsort((np.arange(len(problem.costs)), problem.costs)).tolist():
        columns = problem.cover.indices[problem.cover.indptr[row] : problem.cover.indptr[row + 1]]
        if len(columns):
            cheapest.setdefault(columns.tobytes(), row)
    places = np.array(sorted(cheapest.values()), dtype=np.int64)
    by_column = problem.cover[places].tocsc()
    groups: dict[bytes, list[int]] = {}
    for column in range(by_column.shape[1]):
        holders = by_column.indices[by_column.indptr[column] : by_column.indptr[column + 1]]
        groups.setdefault(holders.tobytes(), []).append(column)
    weights = np.array([problem.weights[columns].sum() for columns in groups.values()], dtype=np.float64)
    cover = by_column[:, [columns[0] for columns in groups.values()]].tocsr()
    cover.sort_indices()
    return places, CoverProblem(cover, weights, problem.costs[places], problem.capacity)


def _solve(problem: CoverProblem, seconds: float) -> OptimizeResult:
    rows, columns = problem.cover.shape
    # A column counts if a chosen row holds it …
    covering = sparse.hstack([-problem.cover.T, sparse.eye_array(columns)])
    # … and the chosen rows fit.
    cost = sparse.csr_array(np.concatenate([problem.costs, np.zeros(columns)])[None, :])
    limits = np.append(np.zeros(columns), problem.capacity)
    return solve_binary(
        np.concatenate([np.zeros(rows), -problem.weights]),
        LinearConstraint(sparse.csr_array(sparse.vstack([covering, cost])), -np.inf, limits),
        seconds=seconds,
    )


def _needed(problem: CoverProblem, rows: Longs) -> list[int]:
    """Return the rows without those that hold nothing of their own; the dearer one goes first, then the later."""
    kept: list[int] = rows.tolist()
    holders = np.bincount(problem.cover[kept].indices, minlength=len(problem.weights))
    for row in sorted(kept, key=lambda row: (-problem.costs[row], -row)):
        columns = problem.cover.indices[problem.cover.indptr[row] : problem.cover.indptr[row + 1]]
        if (holders[columns] > 1).all():
            holders[columns] -= 1
            kept.remove(row)
    return kept
