"""Continuations: context-dependent sentences, each right after the chosen sentence that it depends on.

Source: our own rule. "He denied it." says nothing alone, so the search may not choose it; right after the sentence of its
article that it refers to, it reads as it was written. Only words that nothing else can use go to such sentences, since
self-contained ones say more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from meadow.model import FloatArray
from meadow.select.budget import RemainingBudget
from meadow.select.candidates import Candidates
from meadow.select.coreference import unresolved_rows
from meadow.select.exchange import pair_sums
from meadow.select.positions import MIN_WORDS, Positions, ends_as_a_sentence
from meadow.select.redundancy import RepeatLimits, find_conflicts
from meadow.select.times import has_passed, last_time
from meadow.text.selfcontained import check_sentence
from meadow.vectors.cells import cells_of_rows
from meadow.vectors.sentence_checks import unprintable_rows
from meadow.vectors.view import StoryView

_RESOLVABLE = (None, "opening", "leftover")  # what the sentence before makes clear; half a quotation stays half
_MIN_COSINE = 0.06  # cosine with the story; less than of others, since the sentence before it says what it is about
_LENGTH = 2.0**14  # whole numbers instead of fractions


def with_continuations(
    view: StoryView,
    chosen: Sequence[int],
    budget: RemainingBudget,
    similarity: FloatArray,
    positions: Positions,
    limits: RepeatLimits,
    order: Callable[[list[int]], Sequence[int]],
) -> list[int]:
    """Return a choice with continuations of its sentences, the most similar to the story first, while they fit.

    `similarity` is the cosine of sentences with the story; `order` puts rows into printing order.
    """
    rows = list(chosen)
    while True:
        left = budget.limit - sum((budget.measure(row) or 0) + budget.gap for row in rows)
        fitting = {row: size for row in _next_rows(view, rows) if (size := budget.measure(row)) and size <= left}
        possible = [row for row in fitting if similarity[row] >= _MIN_COSINE and _may_follow(view, row)]
        possible.sort(key=lambda row: (similarity[row] * fitting[row], -row), reverse=True)
        # Checked last, and only until one passes: this takes longer than all else.
        for row in possible:
            if not unresolved_rows(view, order([*rows, row])) and not _repeats(view, [*rows, row], positions, limits):
                rows.append(row)
                break
        else:
            return rows


def _next_rows(view: StoryView, rows: Sequence[int]) -> Iterator[int]:
    """Yield the sentences right after one of these in its document."""
    document = view.document_of
    for row in sorted(rows):
        if row + 1 < len(view) and document[row + 1] == document[row] and row + 1 not in rows:
            yield row + 1


def _may_follow(view: StoryView, row: int) -> bool:
    """Say whether a sentence can be read after the one before it in its document."""
    if view.counts("terms").lengths[row] < MIN_WORDS or unprintable_rows(view)[row]:
        return False
    if not ends_as_a_sentence(view.sentences[row].text):
        return False
    check = view.told(check_sentence, row)
    if not check.usable or check.dependence not in _RESOLVABLE:
        return False
    return not (check.forecast and has_passed(view, row, now=last_time(view)))


def _repeats(view: StoryView, rows: Sequence[int], positions: Positions, limits: RepeatLimits) -> bool:
    """Say whether the last of some sentences says mostly what another one does."""
    read = Candidates(np.array(rows, dtype=np.int64), np.ones(len(rows), np.int64), len(rows))
    units = cells_of_rows(view.counts("terms").unit_rows(), read.rows)
    parts = np.rint(units.weights * _LENGTH).astype(np.int64)
    cosines = pair_sums(units, parts, parts) / _LENGTH**2
    conflicts = find_conflicts(view, read, units, positions, cosines, limits)
    return bool(conflicts.all[-1, :-1].any())
