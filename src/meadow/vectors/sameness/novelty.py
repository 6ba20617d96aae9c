"""What is new: sentences that add something to what was said before, judged by what they say and not by their words.

A sentence is old when a known one subsumes it, or when the few known ones that are nearest to it do so together, of those
that contradict nothing of it. A new number for an old fact is new, and so are its denial and another weekday or month.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError
from meadow.model import FloatArray, IntArray
from meadow.vectors.sameness.comparison import compare_rows
from meadow.vectors.sameness.links import SUBSUMED, contradicts, is_subsumed
from meadow.vectors.sameness.pairs import neighbours_among
from meadow.vectors.sameness.rows import sentence_rows, united
from meadow.vectors.view import StoryView

_TOGETHER = 3  # known sentences that may cover a new one together
_LEAST_HELD = 0.3  # and how much of it each of them must hold, so that they are about the same

Mask = NDArray[np.bool_]


def novel_rows(view: StoryView, known: Collection[int], *, threshold: float = SUBSUMED) -> Mask:
    """Return for each row whether it says something that the known rows do not; a known row never does."""
    said = _checked(known, len(view))
    novel = np.ones(len(view), dtype=bool)
    novel[said] = False
    if not len(said):
        return novel
    rows = sentence_rows(view)
    first, second = neighbours_among(view, np.flatnonzero(novel), said)
    comparison = compare_rows(rows, rows, first, second)
    novel[first[is_subsumed(comparison, comparison.forward, threshold)]] = False
    # What denies, asks or dates something else is no part of what others say together.
    useful = novel[first] & (comparison.forward.held >= _LEAST_HELD) & ~contradicts(comparison, comparison.forward)
    waiting, groups = _nearest(first[useful], second[useful], comparison.forward.held[useful])
    together = compare_rows(rows, united(rows, groups), waiting, np.arange(len(groups), dtype=np.int32))
    agreed = np.zeros_like(together.denial)
    together = replace(together, denial=agreed, asking=agreed)
    novel[waiting[is_subsumed(together, together.forward, threshold)]] = False
    return novel


def novelty(view: StoryView, known: StoryView, *, threshold: float = SUBSUMED) -> Mask:
    """Return for each row of a view whether it says something that another view (yesterday's story, say) does not."""
    joined = view.beside(known)
    return novel_rows(joined, range(len(view), len(joined)), threshold=threshold)[: len(view)]


def _nearest(first: IntArray, second: IntArray, held_shares: FloatArray) -> tuple[IntArray, list[IntArray]]:
    """Return the rows that have several known ones about the same, with the nearest of those."""
    order = np.lexsort((second, -held_shares, first))
    rows, starts = np.unique(first[order], return_index=True)
    nearest = [part[:_TOGETHER] for part in np.split(second[order], starts[1:])] if len(rows) else []
    several = [index for index, group in enumerate(nearest) if len(group) > 1]
    return rows[several], [nearest[index] for index in several]


def _checked(known: Collection[int], total: int) -> NDArray[np.int64]:
    said = np.array(sorted(set(known)), dtype=np.int64)
    if len(said) and not 0 <= said[0] <= said[-1] < total:
        raise InputError(
            f"There is no sentence {said[0] if said[0] < 0 else said[-1]} among the known ones of this story.",
            given=f"rows {said[0]} to {said[-1]}",
            allowed=f"Sentences are numbered 0 to {total - 1}.",
        )
    return said
