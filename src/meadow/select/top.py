"""Top: the best-scored sentences that fit (M6), with no regard to repetition.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.5.
"""

from __future__ import annotations

from meadow.model import Scores
from meadow.select.budget import RemainingBudget, best_first
from meadow.vectors.view import StoryView


def top(view: StoryView, scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:  # noqa: ARG001 - the family's signature
    """Return the best-scored sentences that fit the budget."""
    return budget.fill(best_first(scores.values))
