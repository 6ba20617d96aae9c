"""Room that is left goes to sentences that lean on a chosen one, each right behind the one it leans on.

Source: our own rule. "He denied it." tells nothing alone, so no search may choose it; behind the sentence of its article
that says who denies what it reads as it was written. Only room that nothing else fills is given to such sentences, since
what stands alone tells more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from meadow.model import FloatArray
from meadow.select.budget import Allowance
from meadow.select.candidates import Candidates
from meadow.select.exchange import pair_sums
from meadow.select.introductions import unmet_rows
from meadow.select.places import LEAST_WORDS, Places, ends_as_a_sentence
from meadow.select.retelling import read_overlap
from meadow.select.times import has_passed, last_time
from meadow.text.standing import judge
from meadow.vectors.cells import cells_of_rows
from meadow.vectors.standings import unprintable_rows
from meadow.vectors.view import StoryView

_LEANS = (None, "opening", "leftover")  # what the sentence before makes clear; half a quotation stays half
_LEAST_LIKE = 0.06  # cosine with the story; less than of others, since the sentence before it says what it is about
_LENGTH = 2.0**14  # whole numbers instead of fractions


class Limits(NamedTuple):
    """What may be in beside what: the bounds for repeats, and whether events may be told again."""

    most: float
    held: float
    retold: bool


def with_followers(
    view: StoryView,
    chosen: Sequence[int],
    allowance: Allowance,
    near: FloatArray,
    places: Places,
    limits: Limits,
    order: Callable[[list[int]], Sequence[int]],
) -> list[int]:
    """Return a choice with what goes on behind its sentences, the most like the story first, as far as there is room.

    `near` is how much sentences are like the story; `order` puts rows into the order in which they are printed.
    """
    rows = list(chosen)
    while True:
        left = allowance.limit - sum((allowance.measure(row) or 0) + allowance.gap for row in rows)
        fitting = {row: size for row in _next_rows(view, rows) if (size := allowance.measure(row)) and size <= left}
        told = [row for row in fitting if near[row] >= _LEAST_LIKE and _may_follow(view, row)]
        told.sort(key=lambda row: (near[row] * fitting[row], -row), reverse=True)
        # The best that may be printed is looked for: to ask that of a row takes longer than all else.
        for row in told:
            if not unmet_rows(view, order([*rows, row])) and not _repeats(view, [*rows, row], places, limits):
                rows.append(row)
                break
        else:
            return rows


def _next_rows(view: StoryView, rows: Sequence[int]) -> Iterator[int]:
    """Yield the sentences that stand right behind one of these in its document."""
    document = view.document_of
    for row in sorted(rows):
        if row + 1 < len(view) and document[row + 1] == document[row] and row + 1 not in rows:
            yield row + 1


def _may_follow(view: StoryView, row: int) -> bool:
    """Say whether a sentence can be read behind the one before it in its document."""
    if view.counts("terms").lengths[row] < LEAST_WORDS or unprintable_rows(view)[row]:
        return False
    if not ends_as_a_sentence(view.sentences[row].text):
        return False
    standing = view.told(judge, row)
    if not standing.usable or standing.leans not in _LEANS:
        return False
    return not (standing.forecast and has_passed(view, row, now=last_time(view)))


def _repeats(view: StoryView, rows: Sequence[int], places: Places, limits: Limits) -> bool:
    """Say whether the last of some sentences says mostly what another one does."""
    read = Candidates(np.array(rows, dtype=np.int64), np.ones(len(rows), np.int64), len(rows))
    units = cells_of_rows(view.counts("terms").unit_rows(), read.rows)
    parts = np.rint(units.weights * _LENGTH).astype(np.int64)
    cosines = pair_sums(units, parts, parts) / _LENGTH**2
    overlap = read_overlap(view, read, units, places)
    bars = overlap.bars(cosines, most=limits.most, held=limits.held, retold=limits.retold)
    return bool(bars.all[-1, :-1].any())
