"""When sentences were published, and what that makes of them: forecasts that have passed, newer words for the same."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from meadow.model import FloatArray
from meadow.select.candidates import Longs
from meadow.select.exchange import Problem
from meadow.text.selfcontained.forecasts import forecast_day
from meadow.vectors.view import StoryView

DAY = 86_400.0  # seconds
_AS_GOOD = 0.85  # of what a sentence brings alone; newer words for the same may bring so much less


def published_seconds(view: StoryView) -> FloatArray:
    """Return when each document was published, in seconds; −∞ for one without a time."""
    return view.kept(_published_seconds)


def _published_seconds(view: StoryView) -> FloatArray:
    times = (document.published for document in view.documents)
    return np.array([-np.inf if time is None else time.timestamp() for time in times], dtype=np.float64)


def last_time(view: StoryView) -> datetime | None:
    """Return the time of the last document that has one."""
    return max((each.published for each in view.documents if each.published is not None), default=None)


def has_passed(view: StoryView, row: int, *, now: datetime | None) -> bool:
    """Say whether what a forecast speaks of lies behind the story's last document.

    Its day is over, or it names none and a document of a later day has come since.
    """
    published = view.documents[int(view.document_of[row])].published
    if published is None or now is None or published.date() >= now.date():
        return False  # what it speaks of is no earlier than itself
    day = forecast_day(view.sentences[row].text, view.language_of(row), anchor=published)
    return (published.date() if day is None else day) < now.date()


def newest(problem: Problem, places: list[int], alone: FloatArray, times: FloatArray) -> list[int]:
    """Return a set in which each sentence gave way to the newest one that says mostly the same about as well and fits.

    `alone` is what each candidate brings alone, `times` when it was published.
    """
    chosen = list(places)
    if not (problem.barred[chosen] & (times > times[chosen, None])).any():  # nearly always
        return chosen
    left = problem.capacity - int(problem.costs[chosen].sum())
    for at, candidate in enumerate(places):
        others = np.array(chosen[:at] + chosen[at + 1 :], dtype=np.int64)
        newer = problem.barred[candidate] & (times > times[candidate]) & (times[candidate] > -np.inf)
        newer &= (alone >= _AS_GOOD * alone[candidate]) & (problem.costs <= left + problem.costs[candidate])
        newer &= ~problem.barred[others].any(axis=0)
        newer[others] = False
        if newer.any():
            chosen[at] = _latest(np.flatnonzero(newer), alone, times)
            left += int(problem.costs[candidate] - problem.costs[chosen[at]])
    return chosen


def _latest(places: Longs, alone: FloatArray, times: FloatArray) -> int:
    """Return the newest of some candidates; of several of one time the best, then the first."""
    return int(max(places.tolist(), key=lambda candidate: (times[candidate], alone[candidate], -candidate)))
