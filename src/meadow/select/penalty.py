"""Penalty: MEAD's redundancy penalty, reranking until the extract no longer changes (M7).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.6.

A sentence loses `w_R · R_s`, where R_s is its largest word overlap with a sentence of the current extract that has a higher
unpenalised score, and w_R is the largest unpenalised score. Penalties always start from the unpenalised scores. Reranking
can run in a circle; it stops when an extract occurs again, and of a longer circle the extract with the largest unpenalised
sum is returned, the earliest if several have it.

A budget of sentences is always filled. Within words or characters a sentence whose penalty eats up its whole score is
left out, whatever room remains: it says what the extract says already.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray, Scores
from meadow.select.budget import RemainingBudget, best_first
from meadow.vectors.counts import Counts
from meadow.vectors.products import overlaps_with
from meadow.vectors.view import StoryView


def penalty(view: StoryView, scores: Scores, budget: RemainingBudget, *, weight: float = 1.0) -> tuple[int, ...]:
    """Return the extract on which reranking settles; `weight` scales the penalty, 1 is the paper's."""
    base = scores.values
    ranks = np.empty(len(view), dtype=np.int64)
    ranks[best_first(base)] = np.arange(len(view))
    overlaps = _Overlaps(view.counts("words"), ranks)
    strength = weight * float(base.max(initial=0.0))
    extract = budget.fill(_worthwhile(base, base, budget))
    history = [extract]
    seen = {frozenset(extract): 0}
    while extract:
        penalised = base - strength * overlaps.largest(extract)
        extract = budget.fill(_worthwhile(penalised, base, budget))
        repeated = seen.setdefault(frozenset(extract), len(history))
        if repeated < len(history):
            circle = history[repeated:]
            return max(circle, key=lambda rows: float(base[list(rows)].sum()))
        history.append(extract)
    return extract


def _worthwhile(values: FloatArray, base: FloatArray, budget: RemainingBudget) -> list[int]:
    """Return candidates by falling value; those that a ranker cut off (score 0) last, or in words and characters never."""
    order = np.argsort(-values, kind="stable")
    scored = base[order] > 0
    if budget.unit != "sentences" and scored.any():
        kept: list[int] = order[scored & (values[order] > 0)].tolist()
        return kept
    return [*order[scored].tolist(), *order[~scored].tolist()]


class _Overlaps:
    """R_s of all sentences with those that have been in an extract, computed once for each, however often it returns."""

    def __init__(self, words: Counts, ranks: NDArray[np.int64]) -> None:
        self._words = words
        self._place = ranks
        self._known: dict[int, FloatArray] = {}

    def largest(self, extract: tuple[int, ...]) -> FloatArray:
        """Return for every sentence its largest R_s with a better-placed sentence of the extract, 0 if there is none."""
        largest = np.zeros(len(self._place))
        for row in extract:
            np.maximum(largest, self._with(row), out=largest)
        return largest

    def _with(self, row: int) -> FloatArray:
        """Return R_s with one sentence, of those that are placed behind it."""
        if row not in self._known:
            overlaps = overlaps_with(self._words.matrix, self._words.lengths, row)
            overlaps[self._place <= self._place[row]] = 0.0
            self._known[row] = overlaps
        return self._known[row]
