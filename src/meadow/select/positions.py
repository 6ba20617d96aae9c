"""Positions of sentences in their document, counting printable sentences only: the lead has position 1.

Source: our own. Datelines, captions and teasers come before the lead and would take its position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meadow.model import FloatArray, IntArray
from meadow.select.budget import Flags
from meadow.vectors.sentence_checks import lead_checks, unprintable_rows
from meadow.vectors.view import StoryView

MIN_WORDS = 6  # shorter ones are headings, captions and bits of talk
_CHECKED = 10  # sentences of each document; further down the position hardly matters
_CHECKED_IN_ALL = 500  # about; in a story of a hundred documents no single lead matters
_CHECKED_LEAST = 1
_CLOSING = "\"'”’»」』)）] "
_STOPS = (".", "!", "?", "。", "！", "？", "।", "؟", ";")


class Positions(NamedTuple):
    """The position of each sentence, and which ones are skipped because they may not be printed."""

    position: FloatArray
    skipped: Flags


def article_positions(view: StoryView) -> Positions:
    """Return the positions of a story's sentences; only the first ten of each document are checked, all others count.

    In a story of more than 50 documents fewer are checked, down to one, which bounds the time.
    """
    lengths, number = view.counts("terms").lengths, view.number
    checked = min(_CHECKED, max(_CHECKED_LEAST, _CHECKED_IN_ALL // max(1, len(view.documents))))
    skipped = (number <= checked) & ((lengths < MIN_WORDS) | unprintable_rows(view))
    first = np.flatnonzero((number <= checked) & ~skipped).tolist()
    ended = [row for row in first if ends_as_a_sentence(view.sentences[row].text)]
    skipped[first] = True
    skipped[[row for row, each in zip(ended, lead_checks(view, ended), strict=True) if each is not None]] = False
    before = np.cumsum(skipped)
    # Rows of a document are consecutive, so the number skipped within it is a difference of two sums.
    begun = np.arange(len(view)) - (number - 1)
    within: IntArray = before - np.where(begun > 0, before[begun - 1], 0)
    return Positions(np.maximum(1.0, number - within), skipped)


def all_positions(view: StoryView) -> Positions:
    """Return the positions of a story's sentences, none skipped."""
    return Positions(view.number.astype(np.float64), np.zeros(len(view), np.bool_))


def ends_as_a_sentence(text: str) -> bool:
    """Say whether a text ends with a full stop or the like; headings, captions and teasers cut short do not."""
    if text[-1:] == "." and text[-2:-1].isalnum():  # as most do
        return True
    end = text.rstrip().rstrip(_CLOSING)
    return end.endswith(_STOPS) and not end.endswith(("..", "…."))
