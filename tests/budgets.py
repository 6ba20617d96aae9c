"""Rooms and calls that the tests of selectors share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.model import BudgetUnit, Scores
from meadow.select import SELECTORS
from meadow.select.budget import RemainingBudget
from meadow.vectors.view import StoryView


def budget_for(
    story: StoryView, limit: int, unit: BudgetUnit = "sentences", *, unusable: frozenset[int] = frozenset()
) -> RemainingBudget:
    """Return the budget that a budget leaves for the sentences unchanged, some of them emptied by rewriting."""
    texts = [sentence.text for sentence in story.sentences]
    sizes = {"sentences": [1] * len(texts), "words": [len(text.split()) for text in texts]}
    sizes["characters"] = [len(text) for text in texts]
    usable = np.array([row not in unusable for row in range(len(texts))], np.bool_)
    return RemainingBudget(unit, limit, np.array(sizes[unit], np.int32), usable, 1 if unit == "characters" else 0)


def choose(spec: str, story: StoryView, values: Sequence[float], budget: RemainingBudget | int) -> tuple[int, ...]:
    """Return what a selector takes by its spec; a number is a budget of sentences."""
    space = budget_for(story, budget) if isinstance(budget, int) else budget
    chosen: tuple[int, ...] = SELECTORS.build(spec)(story, Scores(np.array(values, np.float64)), space)
    return chosen


def cost(budget: RemainingBudget, rows: Sequence[int]) -> int:
    """Return what sentences take together, gaps included."""
    return int(budget.sizes[list(rows)].sum()) + budget.gap * max(0, len(rows) - 1)
