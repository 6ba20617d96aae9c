"""Places of sentences among those of their document that could be printed: the first piece of news has place 1.

Source: our own. Datelines, captions and teases stand before the news and would take its place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meadow.model import FloatArray, IntArray
from meadow.select.budget import Flags
from meadow.vectors.standings import opening_standings, unprintable_rows
from meadow.vectors.view import StoryView

LEAST_WORDS = 6  # shorter ones are headings, captions and bits of talk
_JUDGED = 10  # sentences of each document; further down a place hardly matters
_JUDGED_IN_ALL = 500  # about; where a hundred documents tell one story, no single opening decides
_JUDGED_LEAST = 1
_CLOSING = "\"'”’»」』)）] "
_STOPS = (".", "!", "?", "。", "！", "？", "।", "؟", ";")


class Places(NamedTuple):
    """The place of each sentence, and which ones are known not to be news: those take no place."""

    place: FloatArray
    passed: Flags


def news_places(view: StoryView) -> Places:
    """Return the places of a story's sentences; only the first ten of each document are judged, the others all count.

    In a story of more than 50 documents fewer are, down to one, so that the time does not grow with all that is said.
    """
    lengths, number = view.counts("terms").lengths, view.number
    judged = min(_JUDGED, max(_JUDGED_LEAST, _JUDGED_IN_ALL // max(1, len(view.documents))))
    passed = (number <= judged) & ((lengths < LEAST_WORDS) | unprintable_rows(view))
    first = np.flatnonzero((number <= judged) & ~passed).tolist()
    ended = [row for row in first if ends_as_a_sentence(view.sentences[row].text)]
    passed[first] = True
    passed[[row for row, each in zip(ended, opening_standings(view, ended), strict=True) if each is not None]] = False
    before = np.cumsum(passed)
    # Rows of a document follow each other, so what was passed in those before it is a difference of two sums.
    begun = np.arange(len(view)) - (number - 1)
    within: IntArray = before - np.where(begun > 0, before[begun - 1], 0)
    return Places(np.maximum(1.0, number - within), passed)


def every_place(view: StoryView) -> Places:
    """Return the places of a story's sentences where each takes one."""
    return Places(view.number.astype(np.float64), np.zeros(len(view), np.bool_))


def ends_as_a_sentence(text: str) -> bool:
    """Say whether a text ends with a full stop or the like; headings, captions and teasers cut short do not."""
    if text[-1:] == "." and text[-2:-1].isalnum():  # as most do
        return True
    end = text.rstrip().rstrip(_CLOSING)
    return end.endswith(_STOPS) and not end.endswith(("..", "…."))
