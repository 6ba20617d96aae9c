"""MMR: maximal marginal relevance, which trades a sentence's score against its likeness to what is in already (T12).

Source: Carbonell and Goldstein (1998), "The use of MMR, diversity-based reranking"; as re-ranking of the first 3h sentences
in Hirao, Okumura, Fukusima, Nobata and Nanba (2004), section 4.4.

Each step takes the sentence with the largest `balance · score / max score − (1 − balance) · max cosine`, the cosine being
that of bags of words (terms, not weighed) with a sentence chosen before. h is how many sentences of mean length fit.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.select.budget import RemainingBudget
from meadow.select.candidates import Candidates, Longs, relevance, rounded, shortlist, unit_bags
from meadow.vectors.products import products_with
from meadow.vectors.view import StoryView


def mmr(
    view: StoryView, scores: Scores, budget: RemainingBudget, *, balance: float = 0.7, first: int = 3
) -> tuple[int, ...]:
    """Return sentences in order of marginal relevance, until the budget is used.

    `balance` is the weight of relevance (λ), from 0 to 1. Only the `first`·h best-scored sentences take part; 0 lets all.
    """
    check_range("mmr", "balance", balance, least=0, most=1)
    check_range("mmr", "first", first, least=0)
    candidates = shortlist(view, scores.values, budget, first=first)
    gains = balance * relevance(scores.values)[candidates.rows]
    places = _by_marginal_relevance(unit_bags(view, candidates.rows), gains, candidates, weight=1 - balance)
    return tuple(candidates.rows[places].tolist())


def _by_marginal_relevance(
    bags: sparse.csr_array, gains: FloatArray, candidates: Candidates, *, weight: float
) -> Longs:
    """Return the places of candidates in order of choice; of equal ones the earlier."""
    closest = np.zeros(len(gains))
    left = candidates.capacity
    waiting = np.ones(len(gains), dtype=np.bool_)
    chosen: list[int] = []
    while waiting.any():
        candidate = int(np.where(waiting, rounded(gains - weight * closest), -np.inf).argmax())
        chosen.append(candidate)
        left -= int(candidates.costs[candidate])
        waiting[candidate] = False
        waiting &= candidates.costs <= left
        closest = np.maximum(closest, products_with(bags, candidate))
    return np.array(chosen, dtype=np.int64)
