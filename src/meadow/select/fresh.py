"""Fresh: marginal relevance, without any sentence that mostly says what is in already.

Source: our own, on maximal marginal relevance of Carbonell and Goldstein (1998); found by search over MultiLing 2011 and
Multi-News (docs/decisions/0010).

Marginal relevance only trades likeness against score: a very good sentence goes in although it repeats another. Here such
a sentence is out for good: one whose cosine by inverse document frequency with a chosen one reaches `most`, or which holds,
or is held by, a chosen one to the share `held` of its weight. Numbers weigh as other words do, so that a fact is not told
twice for the sake of another figure; where sources differ, the list of disagreements says so.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.select.budget import RemainingBudget
from meadow.select.candidates import relevance, rounded, shortlist, unit_bags
from meadow.vectors.counts import Counts
from meadow.vectors.products import products_with, row_sums, weighted_sums, with_values
from meadow.vectors.view import StoryView


def fresh(
    view: StoryView,
    scores: Scores,
    budget: RemainingBudget,
    *,
    balance: float = 0.7,
    first: int = 3,
    most: float = 0.5,
    held: float = 0.6,
) -> tuple[int, ...]:
    """Return sentences in order of marginal relevance, each with something to add, until the budget is used.

    `balance` and `first` are those of `mmr`. `most` and `held` are shares; above 1 they let everything in. A budget of
    sentences is filled with repeats where nothing else is left.
    """
    check_range("fresh", "balance", balance, least=0, most=1)
    check_range("fresh", "first", first, least=0)
    check_range("fresh", "most", most, least=0)
    check_range("fresh", "held", held, least=0)
    candidates = shortlist(view, scores.values, budget, first=first)
    gains = balance * relevance(scores.values)[candidates.rows]
    bags, repeats = unit_bags(view, candidates.rows), _Repeats(view.counts("terms"), candidates.rows, most, held)
    closest, waiting, left = np.zeros(len(gains)), np.ones(len(gains), dtype=np.bool_), candidates.capacity
    refused, chosen = np.zeros(len(gains), dtype=np.bool_), list[int]()
    while waiting.any():
        # A budget of sentences is always filled: with repeats, where nothing else is left.
        able = waiting & ~refused
        if not able.any() and budget.unit != "sentences":
            break
        worth = rounded(gains - (1 - balance) * closest)
        candidate = int(np.where(able if able.any() else waiting, worth, -np.inf).argmax())
        chosen.append(candidate)
        left -= int(candidates.costs[candidate])
        waiting[candidate] = False
        waiting &= candidates.costs <= left
        refused |= repeats.of(candidate)
        closest = np.maximum(closest, products_with(bags, candidate))
    return tuple(candidates.rows[chosen].tolist())


class _Repeats:
    """Which candidates mostly say what one of them says."""

    def __init__(
        self, counts: Counts, rows: np.ndarray[tuple[int], np.dtype[np.int64]], most: float, share: float
    ) -> None:
        self._units = counts.unit_rows()[rows]
        self._held = with_values(self._units, counts.idf[self._units.indices])
        self._weights = row_sums(self._held, self._held.data)
        self._most = most
        self._share = share

    def of(self, candidate: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return for each candidate whether it is too close to the given one, holds it or is held by it."""
        shared = weighted_sums(self._held, _presence(self._held, candidate))
        smaller = np.minimum(self._weights, self._weights[candidate])
        largest_share: FloatArray = np.divide(shared, smaller, out=np.zeros_like(shared), where=smaller > 0)
        close: np.ndarray[tuple[int], np.dtype[np.bool_]] = rounded(products_with(self._units, candidate)) >= self._most
        return close | (rounded(largest_share) >= self._share)


def _presence(matrix: sparse.csr_array, row: int) -> FloatArray:
    present = np.zeros(matrix.shape[1])
    present[matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]]] = 1.0
    return present
