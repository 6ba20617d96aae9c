"""How far two scores about the same items go together: one number from −1 to 1, or None where a score is constant.

Source: Pearson (1896); Spearman (1904); Kendall (1945), counted as by Knight (1966).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from meadow.lab.evaluate.samples import Numbers, mean_ranks, paired_samples
from meadow.model import FloatArray

_FEWEST_ITEMS = 2


def pearson(a: Numbers, b: Numbers) -> float | None:
    """Return the linear correlation of two scores, or None where one of them is constant."""
    first, second = paired_samples(a, b)
    return _correlation(first, second)


def spearman(a: Numbers, b: Numbers) -> float | None:
    """Return Spearman's ρ, with mean ranks for ties, or None where one score is constant."""
    first, second = paired_samples(a, b)
    return _correlation(mean_ranks(first), mean_ranks(second))


def kendall(a: Numbers, b: Numbers) -> float | None:
    """Return Kendall's τ-b, or None where one score is constant."""
    first, second = (np.unique(row, return_inverse=True)[1] for row in paired_samples(a, b))
    every = len(first) * (len(first) - 1) // 2
    tied_first, tied_second = _tied_pairs(first), _tied_pairs(second)
    if tied_first == every or tied_second == every:
        return None
    order = np.lexsort((second, first))
    tied_both = _tied_pairs(first * (second.max() + 1) + second)
    balance = every - tied_first - tied_second + tied_both - 2 * _inversions(second[order])
    return _within_one(balance / math.sqrt(every - tied_first) / math.sqrt(every - tied_second))


def _correlation(a: FloatArray, b: FloatArray) -> float | None:
    if len(a) < _FEWEST_ITEMS or a.min() == a.max() or b.min() == b.max():
        return None
    first, second = a - a.mean(), b - b.mean()
    # Scaling first keeps squares of very large or very small scores in range.
    first, second = first / np.abs(first).max(), second / np.abs(second).max()
    return _within_one(float(first @ second) / math.sqrt(float(first @ first) * float(second @ second)))


def _within_one(value: float) -> float:
    return min(1.0, max(-1.0, value))


def _tied_pairs(groups: NDArray[np.intp]) -> int:
    sizes = np.unique(groups, return_counts=True)[1]
    return int((sizes * (sizes - 1) // 2).sum())


def _inversions(numbers: NDArray[np.intp]) -> int:
    """Return how many pairs stand in descending order, from the highest bit to the lowest.

    Numbers that share their higher bits stand together, in their order; there, each 0 counts the 1s before it.
    """
    total = 0
    for bit in range(int(numbers.max()).bit_length() - 1, -1, -1):
        ones = (numbers >> bit) & 1
        before = np.cumsum(ones) - ones
        block = numbers >> (bit + 1)
        start = np.flatnonzero(np.diff(block, prepend=-1))
        before -= np.repeat(before[start], np.diff(start, append=len(numbers)))
        total += int(before[ones == 0].sum())
        numbers = numbers[np.argsort(numbers >> bit, kind="stable")]
    return total
