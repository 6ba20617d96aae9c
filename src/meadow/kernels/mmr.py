"""The order of marginal relevance, in which a choice touches only the sentences that share a term with it.

The compiled twin of `meadow.select.mmr.marginal_order_plainly`. Rows are given twice, by sentence and by term; both ways
each cosine is summed in the order of the terms, so that the two forms agree to the last bit.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.model import FloatArray, IntArray

Longs = NDArray[np.int64]
_SCALE = 1e12  # what is equal to so many decimals ties, and the earlier row wins


@njit(cache=True, nogil=True)
def marginal_order(
    starts: IntArray, terms: IntArray, values: FloatArray,
    posting_starts: IntArray, posting_rows: IntArray, posting_values: FloatArray,
    gains: FloatArray, weight: float, costs: Longs, capacity: int,
) -> Longs:  # fmt: skip
    """Return rows in order of choice, until none that waits fits: each time the largest gain − weight · max cosine."""
    worth = np.rint(gains * _SCALE) / _SCALE
    closest, cosines = np.zeros(len(gains)), np.zeros(len(gains))
    order = np.empty(len(gains), np.int64)
    count, left = 0, capacity
    while True:
        best = _best_waiting(worth, costs, left)
        if best < 0:
            return order[:count]
        order[count] = best
        count += 1
        left -= costs[best]
        worth[best] = -np.inf
        for at in range(starts[best], starts[best + 1]):
            for place in range(posting_starts[terms[at]], posting_starts[terms[at] + 1]):
                cosines[posting_rows[place]] += values[at] * posting_values[place]
        for at in range(starts[best], starts[best + 1]):
            for place in range(posting_starts[terms[at]], posting_starts[terms[at] + 1]):
                row = posting_rows[place]
                if cosines[row] > closest[row]:
                    closest[row] = cosines[row]
                    if worth[row] > -np.inf:
                        worth[row] = np.rint((gains[row] - weight * closest[row]) * _SCALE) / _SCALE
                cosines[row] = 0.0


@njit(cache=True, nogil=True)
def _best_waiting(worth: FloatArray, costs: Longs, left: int) -> int:
    """Return the first of the most worthy rows that fit, -1 if none does; one that fits no more is out for good."""
    best = -1
    for row in range(len(worth)):
        if worth[row] > -np.inf:
            if costs[row] > left:
                worth[row] = -np.inf
            elif best < 0 or worth[row] > worth[best]:
                best = row
    return best
