"""Is what a headline tells still to come, though the story has gone on? "Cleared for launch" must not head a lost rocket.

Source: our own rules. A line about what is going to happen belongs to the day on which nothing more is known; once later
documents are there, it is out of date.
"""

from __future__ import annotations

from datetime import timedelta

import numpy as np

from meadow.model import FloatArray
from meadow.text.rulebook import rulebook
from meadow.text.selfcontained import check_sentence
from meadow.vectors.view import StoryView

_LATER = timedelta(hours=12)


def is_pending(text: str, language: str) -> bool:
    """Say whether a line tells what is still to come."""
    return rulebook(language).kind("pending").find(text) is not None or check_sentence(text, language).forecast


def is_overtaken(view: StoryView, document: int) -> bool:
    """Say whether the story went on for half a day or more after a document; not where times are missing."""
    published = view.documents[document].published
    times = [each.published for each in view.documents if each.published is not None]
    return published is not None and max(times) - published >= _LATER


def newness(view: StoryView) -> FloatArray:
    """Return how new each document is among those of its story: 1 for the last, 0 for the first, ½ where nobody can tell."""
    times = np.array([-1.0 if each.published is None else each.published.timestamp() for each in view.documents])
    known = times >= 0
    if known.sum() < 2 or float(np.ptp(times[known])) < _LATER.total_seconds():
        return np.full(len(times), 0.5)
    ranks = np.searchsorted(np.sort(times[known]), times, side="left") / (known.sum() - 1)
    placed: FloatArray = np.where(known, np.minimum(1.0, ranks), 0.5)
    return placed
