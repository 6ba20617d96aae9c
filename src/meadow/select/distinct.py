"""Distinct: the released MEAD's selection, which skips sentences too close to a chosen one.

Source: released MEAD 3.12 (its default reranker), described with Radev, Jing, Styś and Tam (2004).
"""

from __future__ import annotations

import numpy as np

from meadow.errors import check_choice
from meadow.model import Scores
from meadow.select.budget import RemainingBudget, best_first
from meadow.vectors.counts import CountScheme
from meadow.vectors.products import products_with
from meadow.vectors.view import StoryView

_WORDS: dict[str, CountScheme] = {"meadow": "terms", "release": "mead-cosine"}


def distinct(
    view: StoryView, scores: Scores, budget: RemainingBudget, *, threshold: float = 0.7, dialect: str = "meadow"
) -> tuple[int, ...]:
    """Return the best-scored sentences that fit, leaving out any whose cosine with a chosen one reaches the threshold."""
    check_choice("dialect of MEAD's words", dialect, _WORDS)
    rows = view.counts(_WORDS[dialect]).unit_rows()
    closest = np.zeros(len(view))
    chosen: tuple[int, ...] = ()
    for row in best_first(scores.values):
        if closest[row] >= threshold:
            continue
        extended = budget.fill((*chosen, row))
        if len(extended) > len(chosen):
            chosen = extended
            closest = np.maximum(closest, products_with(rows, row))
    return chosen
