"""Reasons why `coverage` chose some sentences and not others, worked out after the choice and only on request.

Source: our own. Since a set is optimised together, the reason is the first constraint that the sentence violates: its own
form, then what it repeats of the set, and at last its gain alone, relative to the best of the story.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from meadow.model import FloatArray
from meadow.select.budget import Flags, RemainingBudget
from meadow.select.candidates import Candidates
from meadow.select.concepts import Concepts
from meadow.select.exchange import Problem
from meadow.select.positions import MIN_WORDS, ends_as_a_sentence
from meadow.select.times import has_passed, last_time, published_seconds
from meadow.text.selfcontained import check_sentence
from meadow.vectors.sentence_checks import lead_checks
from meadow.vectors.view import StoryView

MIN_COSINE = 0.12  # cosine with the story; less similar sentences are off topic

Rows = TypeVar("Rows", bound="tuple[int, ...]")


class Considered(NamedTuple):
    """The input of a choice: the candidates, which pairs are in conflict, and values of each sentence of the story.

    `gain_alone` is its gain alone (minus infinity where it cannot be chosen), `similarity` its cosine with the story.
    """

    candidates: Candidates
    problem: Problem
    conflicts: Flags
    gain_alone: FloatArray
    similarity: FloatArray
    concepts: Concepts
    standalone: bool


def noted(view: StoryView, budget: RemainingBudget, chosen: Rows, considered: Considered) -> Rows:
    """Return the choice; if the budget keeps notes, it gets the reason why each sentence is in or not."""
    if budget.notes is None:
        return chosen
    best = float(np.max(considered.gain_alone, initial=0.0, where=considered.gain_alone > -np.inf))
    worth = np.where(considered.gain_alone > -np.inf, considered.gain_alone, 0.0) / (best if best > 0 else 1.0)
    for row in chosen:
        budget.note(row, "chosen", value=float(worth[row]))
    if considered.standalone:
        _note_themselves(view, budget, considered)
    for row, kind, other, cosine in _conflicting(view, chosen, considered):
        budget.note(row, kind, other=other, value=cosine)
    for row in np.flatnonzero(considered.gain_alone > -np.inf).tolist():
        if (budget.measure(row) or np.inf) <= budget.limit:
            budget.note(row, "worth", value=float(worth[row]))
    return chosen


def _note_themselves(view: StoryView, budget: RemainingBudget, considered: Considered) -> None:
    """Note what excludes sentences whatever else is chosen."""
    lengths = view.counts("terms").lengths
    for row, similarity in enumerate(considered.similarity.tolist()):
        if considered.concepts.copied[row]:
            budget.note(row, "copy")
        elif lengths[row] < MIN_WORDS:
            budget.note(row, "short", value=float(lengths[row]))
        elif similarity < MIN_COSINE:
            budget.note(row, "topic", value=similarity)
    rows = [row for row in range(len(view)) if row not in (budget.notes or {})]
    for row, check in zip(rows, lead_checks(view, rows), strict=True):
        if check is None or not ends_as_a_sentence(view.sentences[row].text):
            dependence = view.told(check_sentence, row).dependence is not None and _follows(view, row)
            budget.note(row, "context" if dependence else "no sentence", other=row - 1 if dependence else None)
        elif check.forecast and has_passed(view, row, now=last_time(view)):
            budget.note(row, "passed")


def _conflicting(
    view: StoryView, chosen: Sequence[int], considered: Considered
) -> Iterator[tuple[int, str, int, float]]:
    """Yield candidates in conflict with a chosen one: row, kind, the most similar such sentence, and their cosine."""
    times = published_seconds(view)[view.document_of]
    rows, products = considered.candidates.rows.tolist(), considered.problem.products
    norms = np.sqrt(products.diagonal())
    inside = [place for place, row in enumerate(rows) if row in set(chosen)]
    for place, row in enumerate(rows):
        met = [other for other in inside if considered.conflicts[place, other]]
        if met:
            cosines = products[place, met] / np.maximum(1.0, norms[place] * norms[met])
            other = rows[met[int(cosines.argmax())]]
            yield row, "replaced" if times[other] > times[row] else "repeats", other, float(cosines.max())


def _follows(view: StoryView, row: int) -> bool:
    """Say whether a sentence follows another one of its document."""
    return row > 0 and bool(view.document_of[row] == view.document_of[row - 1])
