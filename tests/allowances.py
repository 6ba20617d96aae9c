"""Rooms and calls that the tests of selectors share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.model import BudgetUnit, Scores
from meadow.select import SELECTORS
from meadow.select.budget import Allowance
from meadow.vectors.view import StoryView


def allowance_for(
    story: StoryView, limit: int, unit: BudgetUnit = "sentences", *, unusable: frozenset[int] = frozenset()
) -> Allowance:
    """Return the allowance that a budget leaves for the sentences as they stand, some of them emptied by rewriting."""
    texts = [sentence.text for sentence in story.sentences]
    sizes = {"sentences": [1] * len(texts), "words": [len(text.split()) for text in texts]}
    sizes["characters"] = [len(text) for text in texts]
    usable = np.array([row not in unusable for row in range(len(texts))], np.bool_)
    return Allowance(unit, limit, np.array(sizes[unit], np.int32), usable, 1 if unit == "characters" else 0)


def choose(spec: str, story: StoryView, values: Sequence[float], allowance: Allowance | int) -> tuple[int, ...]:
    """Return what a selector takes by its spec; a number is a budget of sentences."""
    space = allowance_for(story, allowance) if isinstance(allowance, int) else allowance
    chosen: tuple[int, ...] = SELECTORS.build(spec)(story, Scores(np.array(values, np.float64)), space)
    return chosen


def cost(allowance: Allowance, rows: Sequence[int]) -> int:
    """Return what sentences take together, gaps included."""
    return int(allowance.sizes[list(rows)].sum()) + allowance.gap * max(0, len(rows) - 1)
