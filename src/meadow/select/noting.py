"""Why `whole` chose some sentences and left the others, worked out after the choice and only where somebody asks.

Source: our own. A set is chosen as a whole, so what kept a sentence out is read off the constraints that it meets: what it
is by itself, what it repeats of the set, and at last what it is worth alone, beside the best of the story.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from meadow.model import FloatArray
from meadow.select.budget import Allowance, Flags
from meadow.select.candidates import Candidates
from meadow.select.concepts import Concepts
from meadow.select.exchange import Problem
from meadow.select.places import LEAST_WORDS, ends_as_a_sentence
from meadow.select.times import has_passed, last_time, published_seconds
from meadow.text.standing import judge
from meadow.vectors.standings import opening_standings
from meadow.vectors.view import StoryView

LEAST_LIKE = 0.12  # cosine with the story; what is less like it is beside the point

Rows = TypeVar("Rows", bound="tuple[int, ...]")


class Weighed(NamedTuple):
    """What a choice was made from: the candidates, which pairs were barred, and what each sentence of the story is.

    `alone` is what it brings alone (minus infinity where it could not go in), `near` its cosine with the story.
    """

    candidates: Candidates
    problem: Problem
    barred: Flags
    alone: FloatArray
    near: FloatArray
    concepts: Concepts
    standalone: bool


def noted(view: StoryView, allowance: Allowance, chosen: Rows, weighed: Weighed) -> Rows:
    """Return the choice; where somebody asks, the allowance has notes of why the sentences are in or not."""
    if allowance.notes is None:
        return chosen
    best = float(np.max(weighed.alone, initial=0.0, where=weighed.alone > -np.inf))
    worth = np.where(weighed.alone > -np.inf, weighed.alone, 0.0) / (best if best > 0 else 1.0)
    for row in chosen:
        allowance.note(row, "chosen", value=float(worth[row]))
    if weighed.standalone:
        _note_themselves(view, allowance, weighed)
    for row, kind, other, cosine in _barred(view, chosen, weighed):
        allowance.note(row, kind, other=other, value=cosine)
    for row in np.flatnonzero(weighed.alone > -np.inf).tolist():
        if (allowance.measure(row) or np.inf) <= allowance.limit:
            allowance.note(row, "worth", value=float(worth[row]))
    return chosen


def _note_themselves(view: StoryView, allowance: Allowance, weighed: Weighed) -> None:
    """Note what keeps sentences out whatever else is chosen."""
    lengths = view.counts("terms").lengths
    for row, near in enumerate(weighed.near.tolist()):
        if weighed.concepts.copied[row]:
            allowance.note(row, "copy")
        elif lengths[row] < LEAST_WORDS:
            allowance.note(row, "short", value=float(lengths[row]))
        elif near < LEAST_LIKE:
            allowance.note(row, "topic", value=near)
    rows = [row for row in range(len(view)) if row not in (allowance.notes or {})]
    for row, standing in zip(rows, opening_standings(view, rows), strict=True):
        if standing is None or not ends_as_a_sentence(view.sentences[row].text):
            leans = view.told(judge, row).leans is not None and _follows(view, row)
            allowance.note(row, "context" if leans else "no sentence", other=row - 1 if leans else None)
        elif standing.forecast and has_passed(view, row, now=last_time(view)):
            allowance.note(row, "passed")


def _barred(view: StoryView, chosen: Sequence[int], weighed: Weighed) -> Iterator[tuple[int, str, int, float]]:
    """Yield candidates that may not be in beside a chosen one, with the kind, the likest such sentence, and their cosine."""
    times = published_seconds(view)[view.document_of]
    rows, products = weighed.candidates.rows.tolist(), weighed.problem.products
    norms = np.sqrt(products.diagonal())
    inside = [place for place, row in enumerate(rows) if row in set(chosen)]
    for place, row in enumerate(rows):
        met = [other for other in inside if weighed.barred[place, other]]
        if met:
            cosines = products[place, met] / np.maximum(1.0, norms[place] * norms[met])
            other = rows[met[int(cosines.argmax())]]
            yield row, "replaced" if times[other] > times[row] else "repeats", other, float(cosines.max())


def _follows(view: StoryView, row: int) -> bool:
    """Say whether a sentence stands behind another one of its document."""
    return row > 0 and bool(view.document_of[row] == view.document_of[row - 1])
