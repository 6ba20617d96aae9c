"""Candidates: which sentences a selector may take and what they cost, how many the budget holds, how their words compare.

A sentence is a candidate if it is printed at all and fits the whole budget. One that the ranker cut off (score 0 or less)
is taken only where nothing else is left: to fill a budget of sentences, or where every sentence was cut off.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray
from meadow.select.budget import RemainingBudget, best_first
from meadow.vectors.products import row_sums, unit_rows
from meadow.vectors.view import StoryView

Longs = NDArray[np.int64]
DECIMALS = 12


class Candidates(NamedTuple):
    """The rows that may go in, in the order of the story, and what each costs: its size and the gap before it.

    `capacity` is what they may cost together: the limit and one gap more, since nothing stands before the first.
    """

    rows: Longs
    costs: Longs
    capacity: int


def find_candidates(values: FloatArray, budget: RemainingBudget, *, most: int | None = None) -> Candidates:
    """Return the candidates, or only the `most` best-scored of them; of equal ones the earlier sentences."""
    costs: dict[int, int] = {}
    scored = False
    for row in best_first(relevance(values)):
        full = len(costs) >= budget.limit if budget.unit == "sentences" else scored
        if len(costs) == most or (full and values[row] <= 0):
            break
        size = budget.measure(row)
        if size is None:
            continue
        # One that is too long still counts: rather than something worthless that fits, the best is cut to fit.
        scored = scored or values[row] > 0
        if size <= budget.limit:
            costs[row] = size + budget.gap
    rows = np.array(sorted(costs), dtype=np.int64)
    return Candidates(rows, np.array([costs[row] for row in rows.tolist()], np.int64), budget.limit + budget.gap)


def expected_count(view: StoryView, budget: RemainingBudget) -> int:
    """Return h, how many sentences of mean length the budget holds: rounded half up, at least 1.

    Length is that of the sentences as their sources wrote them, so that none need be rewritten to know it.
    """
    if budget.unit == "sentences":
        return budget.limit
    if budget.unit == "words":
        total = int(view.counts("terms").lengths.sum())
    else:
        total = sum(sentence.end - sentence.start for sentence in view.sentences)
    return max(1, math.floor(budget.limit * len(view) / total + 0.5)) if total > 0 else max(1, len(view))


def shortlist(view: StoryView, values: FloatArray, budget: RemainingBudget, *, first: int) -> Candidates:
    """Return the `first`·h best candidates; with `first` = 0 all of them."""
    return find_candidates(values, budget, most=first * expected_count(view, budget) if first > 0 else None)


def relevance(values: FloatArray) -> FloatArray:
    """Return the scores in shares of the largest one; where none is positive, from 0 for the least to 1 for the best.

    A largest score that vanishes beside the others' size is not positive but rounded.
    """
    largest = float(values.max(initial=0.0))
    if largest > float(np.abs(values).max(initial=0.0)) * 10.0**-DECIMALS:
        return rounded(values / largest)
    above = values - values.min(initial=0.0)
    spread = float(above.max(initial=0.0))
    return rounded(above / spread) if spread > 0 else above


def rounded(values: FloatArray) -> FloatArray:
    """Return values of the size of 1 to twelve decimals, so that what is equal on paper ties however it was summed."""
    return np.round(values, DECIMALS)


def unit_bags(view: StoryView, rows: Longs) -> sparse.csr_array:
    """Return the counts of terms of some sentences at length one, so that a product of two is their cosine."""
    bags = view.counts("terms").matrix[rows]
    return unit_rows(bags, np.ones(bags.shape[1]))


def stop_share(view: StoryView, lengths: FloatArray) -> FloatArray:
    """Return the share of stop words in each sentence; 0 in one without content words."""
    terms = view.counts("terms").matrix
    content = row_sums(terms, terms.data)
    return np.where(content > 0, 1 - content / lengths, 0.0)
