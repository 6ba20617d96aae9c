"""The standing of every sentence of a story: judged once, with what only the whole document tells.

What a credit closes is a caption (`meadow.vectors.captioned`), what is in capitals alone a heading or a shout
(`meadow.vectors.shouted`), and what lies inside a quotation of several sentences leans on the one that names its speaker
(`meadow.vectors.quoted`).
A bare surname leans on the sentence that introduced its bearer (`meadow.vectors.surnames`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from meadow.text.standing import Standing, judge, judge_openings
from meadow.vectors.captioned import captioned_rows
from meadow.vectors.quoted import quoted_rows
from meadow.vectors.sentence_marks import sentence_marks
from meadow.vectors.shouted import shouted_rows
from meadow.vectors.surnames import owed_surnames
from meadow.vectors.view import StoryView


def standings(view: StoryView) -> tuple[Standing, ...]:
    """Return the standing of each sentence of a story; they are judged once per view."""
    return view.kept(_judged)


def opening_standings(view: StoryView, rows: Sequence[int]) -> list[Standing | None]:
    """Return the standing of each sentence that may be printed and read first; None where something speaks against that.

    Sentences are judged together, which takes less time than one by one.
    """
    unprintable = unprintable_rows(view)[list(rows)].tolist()
    asked = [row for row, out in zip(rows, unprintable, strict=True) if not out]
    found = iter(view.told_together(judge_openings, asked, sentence_marks(view)))
    return [None if out else next(found) for out in unprintable]


def opening_standing(view: StoryView, row: int) -> Standing | None:
    """Return the same of one sentence."""
    return opening_standings(view, (row,))[0]


def unprintable_rows(view: StoryView) -> NDArray[np.bool_]:
    """Return which sentences their surroundings speak against: captions, shouts, and the inside of quotations of several."""
    return view.kept(_unprintable)


def _unprintable(view: StoryView) -> NDArray[np.bool_]:
    return captioned_rows(view) | shouted_rows(view) | quoted_rows(view)


def _judged(view: StoryView) -> tuple[Standing, ...]:
    alone = view.told_of_all(judge)
    for row, surname in owed_surnames(view).items():
        standing = alone[row]
        alone[row] = replace(
            standing, leans=standing.leans if standing.leans is not None else "surname", surname=surname
        )
    for row in np.flatnonzero(quoted_rows(view)).tolist():
        if not alone[row].junk:
            alone[row] = replace(alone[row], leans="reported", scene=False)
    for row in np.flatnonzero(captioned_rows(view) | shouted_rows(view)).tolist():
        alone[row] = Standing(junk=True)
    return tuple(alone)
