"""Ridge regression from sums: weights of columns whose sum comes nearest to a target, group by group.

Source: Hoerl and Kennard (1970), "Ridge regression: biased estimation for nonorthogonal problems"; weights from 0 up by
Lawson and Hanson (1974), "Solving least squares problems".

The penalty falls on weights of standardised columns, so that it is fair to columns of any scale; the weights returned are
those of the columns as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from scipy.optimize import nnls

from meadow.model import FloatArray

# Within a story, a column that varies less than this share of its size is constant, but for rounding.
_ROUNDING = 1e-12
_SMALLEST = float(np.finfo(np.float64).tiny)


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Sums over stories of the covariances of the columns, and of the columns with the standardised target."""

    columns: FloatArray
    target: FloatArray
    stories: int = 1

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.columns + other.columns, self.target + other.target, self.stories + other.stories)


def moments(values: FloatArray, target: FloatArray) -> Moments:
    """Return the moments of one story: columns centred, the target centred and of deviation 1."""
    columns = values - values.mean(axis=0)
    columns[:, np.ptp(values, axis=0) <= _ROUNDING * np.abs(values).max(axis=0)] = 0.0
    aim = (target - target.mean()) / target.std()
    return Moments(columns.T @ columns / len(aim), columns.T @ aim / len(aim))


def total(parts: Sequence[Moments]) -> Moments:
    """Return the moments of stories together."""
    return sum(parts[1:], start=parts[0])


def leave_one_out(parts: Sequence[Moments]) -> list[Moments]:
    """Return for each story the moments of all others; of a single one there are no others, and it is an error.

    Sums from both ends do it without subtracting, which would leave rounding where a column varies in one story only.
    """
    before, after = list(accumulate(parts[:-1])), list(accumulate(parts[:0:-1]))[::-1]
    return [after[0], *map(Moments.__add__, before[:-1], after[1:]), before[-1]]


def solve(sums: Moments, strength: float, *, nonnegative: bool = True) -> FloatArray:
    """Return the weights with the least mean squared error plus `strength` times their squares; constant columns get 0."""
    weights = np.zeros(len(sums.target))
    variances = np.diag(sums.columns) / sums.stories
    live = np.flatnonzero(variances > _SMALLEST)
    if len(live) == 0:
        return weights
    scale = np.sqrt(variances[live])
    correlations = sums.columns[np.ix_(live, live)] / sums.stories / scale / scale[:, None]
    # The minimum of wᵀ(C + λ)w − 2aᵀw is the least-squares solution of Lᵀw = L⁻¹a, where LLᵀ = C + λ.
    factor = cholesky(correlations + strength * np.eye(len(live)), lower=True)
    aim = solve_triangular(factor, sums.target[live] / sums.stories / scale, lower=True)
    scaled = nnls(factor.T, aim)[0] if nonnegative else solve_triangular(factor.T, aim, lower=False)
    weights[live] = scaled / scale
    return weights


def squared_error(sums: Moments, weights: FloatArray) -> float:
    """Return the mean squared error of weights on stories; 1 is what no weights at all give."""
    return float(weights @ sums.columns @ weights - 2 * weights @ sums.target) / sums.stories + 1.0
