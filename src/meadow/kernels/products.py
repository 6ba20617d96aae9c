"""Sums and products of compressed rows without the cost of building matrices: the fast twins of `vectors.products`.

Every sum runs over a row's columns from left to right, as scipy's does, so that both give the same bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def weighted_sums(starts, columns, values, weights) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return for each row the sum of its values times the weights of their columns."""
    sums = np.zeros(len(starts) - 1)
    for row in range(len(sums)):
        total = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += values[at] * weights[columns[at]]
        sums[row] = total
    return sums


@njit(cache=True, nogil=True)
def unit_values(starts, columns, values, weights) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the weighted values with every row scaled to length one; rows of zeros stay zero."""
    scaled = np.empty(len(values))
    for row in range(len(starts) - 1):
        square = 0.0
        for at in range(starts[row], starts[row + 1]):
            scaled[at] = values[at] * weights[columns[at]]
            square += scaled[at] * scaled[at]
        scale = 1.0 / np.sqrt(square) if square > 0 else 0.0
        for at in range(starts[row], starts[row + 1]):
            scaled[at] *= scale
    return scaled


@njit(cache=True, nogil=True)
def paired_products(starts, columns, values, left, right) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the inner product of each pair of rows; columns are sorted within rows."""
    products = np.zeros(len(left))
    for pair in range(len(left)):
        a, a_end = starts[left[pair]], starts[left[pair] + 1]
        b, b_end = starts[right[pair]], starts[right[pair] + 1]
        total = 0.0
        while a < a_end and b < b_end:
            if columns[a] == columns[b]:
                total += values[a] * values[b]
                a += 1
                b += 1
            elif columns[a] < columns[b]:
                a += 1
            else:
                b += 1
        products[pair] = total
    return products


@njit(cache=True, nogil=True)
def products_with(starts, columns, values, row, width) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the inner product of every row with one of them."""
    own = np.zeros(width)
    for at in range(starts[row], starts[row + 1]):
        own[columns[at]] = values[at]
    return weighted_sums(starts, columns, values, own)


@njit(cache=True, nogil=True)
def common_with(starts, columns, values, row, width) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return for every row how many occurrences it shares with one of them: Σ min(m, n)."""
    own = np.zeros(width)
    for at in range(starts[row], starts[row + 1]):
        own[columns[at]] = values[at]
    common = np.zeros(len(starts) - 1)
    for other in range(len(common)):
        for at in range(starts[other], starts[other + 1]):
            common[other] += min(values[at], own[columns[at]])
    return common
