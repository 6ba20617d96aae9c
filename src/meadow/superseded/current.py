"""Current figures: the sentence that gives the value in force goes before those whose value it replaced.

The most reported sentence of a story is often an early one: "at least three died". Where later articles agree on another
value, that sentence misleads, however well it ranks.

Source: our own rule (docs/decisions/0008).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.model import Movement, Scores, SentenceRef
from meadow.vectors.products import paired_products
from meadow.vectors.view import StoryView

_KEPT = 0.7  # of the score of a sentence whose figure was replaced, if no other sentence says the same
_SAME = 0.3  # cosine with a sentence that has the value in force, from which on the replaced one says nothing else


def current(view: StoryView, scores: Scores, moved: Sequence[Movement]) -> Scores:
    """Return scores in which the best sentence with a value in force has that of the best sentence it replaces, or more.

    A sentence with a replaced figure is cut off if one with the value in force says about the same, and keeps seven tenths
    of its score otherwise. What the ranker has cut off stays cut off.
    """
    values = scores.values.copy()
    # Most stories replace no figure, and then no sentence is looked for.
    row_of = {sentence.ref: row for row, sentence in enumerate(view.sentences)} if moved else {}
    factors, in_force = dict[int, float](), set[int]()
    for each in moved:
        old = sorted(row_of[ref] for ref in _refs(each, superseded=True))
        new = sorted(row_of[ref] for ref in _refs(each, superseded=False))
        given = [row for row in new if scores.values[row] > 0]
        if old and given:
            best = max(given, key=lambda row: (scores.values[row], -row))
            values[best] = max(values[best], scores.values[old].max())
        for row in old:
            factors[row] = min(factors.get(row, _KEPT), 0.0 if _is_repeated(view, row, given) else _KEPT)
        in_force.update(new)
    for row, factor in factors.items():
        values[row] *= 1.0 if row in in_force else factor
    return Scores(values, scores.features)


def _is_repeated(view: StoryView, row: int, others: Sequence[int]) -> bool:
    """Return whether one of the other sentences is about the same as this one."""
    if not others:
        return False
    rows = np.array(others, np.int64)
    return bool(paired_products(view.counts("terms").unit_rows(), np.full(len(rows), row), rows).max() >= _SAME)


def _refs(movement: Movement, *, superseded: bool) -> set[SentenceRef]:
    """Return the sentences that give the replaced values, or those in force."""
    return {ref for value in movement.values if value.superseded == superseded for ref in value.refs}
