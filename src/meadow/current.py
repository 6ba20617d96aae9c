"""Current figures: the sentence that gives the value in force goes before those whose value it replaced.

The most reported sentence of a story is often an early one: "at least three died". Where later articles agree on another
value, that sentence misleads where it stands alone, however well it ranks. Beside the new figure it tells how things went.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.model import DisagreeingValue, Disagreement, Scores, SentenceRef
from meadow.vectors.view import StoryView

_KEPT = 0.7  # of the score of a sentence whose figure was replaced: by judgement, no collection here could tell


def with_current_figures(view: StoryView, scores: Scores, found: Sequence[Disagreement]) -> Scores:
    """Return scores in which the best sentence with a value in force has that of the best sentence it replaces, or more.

    Sentences with a replaced figure keep seven tenths of their score. What the ranker has cut off stays cut off.
    """
    row_of = {sentence.ref: row for row, sentence in enumerate(view.sentences)}
    values = scores.values.copy()
    replaced, in_force = set[int](), set[int]()
    for each in found:
        old = {row_of[ref] for ref in _refs(each, superseded=True)}
        new = {row_of[ref] for ref in _refs(each, superseded=False)}
        given = [row for row in new if scores.values[row] > 0]
        if old and given:
            best = max(given, key=lambda row: (scores.values[row], -row))
            values[best] = max(values[best], scores.values[list(old)].max())
        replaced |= old
        in_force |= new
    values[list(replaced - in_force)] *= _KEPT
    return Scores(values, scores.features)


def _refs(disagreement: Disagreement, *, superseded: bool) -> set[SentenceRef]:
    """Return the sentences that give the replaced values, or those in force, where some value was replaced at all."""
    values: Sequence[DisagreeingValue] = disagreement.values
    if not any(value.superseded for value in values):
        return set()
    return {ref for value in values if value.superseded == superseded for ref in value.refs}
