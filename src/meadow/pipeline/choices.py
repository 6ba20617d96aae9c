"""Why each sentence of a story is in its summary or not: what the selector notes, and for any selector what can be seen."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from meadow.brief.choices import CHOSEN
from meadow.model import Choice, Scores, Summary
from meadow.select.budget import Note
from meadow.text.selfcontained import deciding_rule
from meadow.vectors.view import StoryView

_MUCH = 0.4  # the part of a sentence's words in a chosen one from which on that one may be said to repeat it
_BY_FORM = frozenset({"context", "no sentence"})  # reasons that a rule of the rule book may give


def choices(
    view: StoryView,
    ranked: Scores,
    corrected: Scores,
    summary: Summary,
    notes: Mapping[int, Note],
    fresh: NDArray[np.bool_] | None = None,
) -> tuple[Choice, ...]:
    """Return why each sentence was chosen or left.

    `ranked` are the ranker's scores, `corrected` those that the selector saw, `notes` what the selector said, and only
    `fresh` sentences could go in.
    """
    row_of = {sentence.ref: row for row, sentence in enumerate(view.sentences)}
    places = {row_of[pick.ref]: place for place, pick in enumerate(summary.picks, start=1)}
    covered = {row_of[ref]: pick.ref for pick in reversed(summary.picks) for ref in pick.covers if ref in row_of}
    lowest = min((float(corrected.values[row]) for row in places), default=None)
    words = [frozenset(each.tolist()) for each in _terms(view)]
    found: list[Choice] = []
    for row in range(len(view)):
        note = notes.get(row)
        if row in places:
            reason = note if note is not None and note.kind in CHOSEN else Note("chosen")
            other = None if reason.other is None else view.sentences[reason.other].ref
            found.append(Choice(reason.kind, places[row], other, reason.value))
        elif fresh is not None and not fresh[row]:
            found.append(Choice("known"))
        elif row in covered:
            found.append(Choice("covered", other=covered[row]))
        elif corrected.values[row] < ranked.values[row]:
            found.append(Choice("outdated", value=float(corrected.values[row])))
        elif note is not None and note.kind not in CHOSEN:
            other = None if note.other is None else view.sentences[note.other].ref
            rule = view.told(deciding_rule, row) if note.kind in _BY_FORM else None
            found.append(Choice(note.kind, other=other, value=note.value, rule=None if rule is None else rule.id))
        else:
            found.append(_seen(row, float(corrected.values[row]), lowest, words, places, view))
    return tuple(found)


def _seen(
    row: int,
    score: float,
    lowest: float | None,
    words: list[frozenset[int]],
    places: Mapping[int, int],
    view: StoryView,
) -> Choice:
    """Return what can be seen from outside: no score, how far it is below those chosen, or how much of it is in one."""
    if score <= 0 and lowest is not None and lowest > 0:
        return Choice("no score", value=score)
    if lowest is not None and score < lowest:
        return Choice("rank", value=lowest - score)
    closest = max(places, key=lambda other: len(words[row] & words[other]), default=None)
    share = 0.0 if closest is None or not words[row] else len(words[row] & words[closest]) / len(words[row])
    if closest is not None and share >= _MUCH:
        return Choice("repeats", other=view.sentences[closest].ref, value=share)
    return Choice("set")


def _terms(view: StoryView) -> list[NDArray[np.int32]]:
    """Return the terms of each sentence."""
    matrix = view.counts("terms").matrix
    return np.split(matrix.indices, matrix.indptr[1:-1]) if len(view) else []
