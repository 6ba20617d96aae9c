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
from scipy import sparse

from meadow.model import FloatArray, Scores
from meadow.select.budget import Room, best_first
from meadow.vectors.similarity import iter_overlaps, occurrences
from meadow.vectors.view import StoryView


def penalty(view: StoryView, scores: Scores, room: Room, *, weight: float = 1.0) -> tuple[int, ...]:
    """Return the extract on which reranking settles; `weight` scales the penalty, 1 is the paper's."""
    base = scores.values
    place = np.empty(len(view), dtype=np.int64)
    place[best_first(base)] = np.arange(len(view))
    words = occurrences(view.counts("words"))
    strength = weight * float(base.max(initial=0.0))
    extract = room.fill(_worthwhile(base, base, room))
    history = [extract]
    seen = {frozenset(extract): 0}
    while extract:
        penalised = base - strength * _largest_overlap(words, extract, place)
        extract = room.fill(_worthwhile(penalised, base, room))
        repeated = seen.setdefault(frozenset(extract), len(history))
        if repeated < len(history):
            circle = history[repeated:]
            return max(circle, key=lambda rows: float(base[list(rows)].sum()))
        history.append(extract)
    return extract


def _worthwhile(values: FloatArray, base: FloatArray, room: Room) -> list[int]:
    """Return candidates by falling value; those that a ranker cut off (score 0) last, or in words and characters never."""
    scored = [row for row in best_first(values) if base[row] > 0]
    if room.unit != "sentences" and scored:
        return [row for row in scored if values[row] > 0]
    return scored + [row for row in best_first(values) if base[row] <= 0]


def _largest_overlap(
    words: sparse.csr_array, extract: tuple[int, ...], place: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> FloatArray:
    """Return for every sentence its largest R_s with a better-placed sentence of the extract, 0 if there is none."""
    largest = np.zeros(len(place))
    better = place[list(extract)]
    for rows, overlaps in iter_overlaps(words, extract):
        allowed = better[None, :] < place[rows, None]
        largest[rows] = np.where(allowed, overlaps, 0.0).max(axis=1, initial=0.0)
    return largest
