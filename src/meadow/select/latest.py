"""A story that runs for days is told with how it stands: the best opening of its last day is in the summary.

Source: our own rule. The words of a story are mostly those of its beginning, which every later article tells again, so that
the best set by words may leave out what they all led to: the painting found, the charge, the verdict.
"""

from __future__ import annotations

import numpy as np

from meadow.model import FloatArray
from meadow.select.candidates import Candidates
from meadow.select.exchange import Problem, single_values
from meadow.select.places import Places
from meadow.select.times import DAY, published_seconds
from meadow.vectors.view import StoryView

WANTED = 1 << 40  # points: more than any set is worth, and far from what whole numbers hold
LEAST_LIKE = 0.4  # cosine with the story: what is less like it is a side of it, not how it stands


def with_latest(
    view: StoryView, candidates: Candidates, problem: Problem, near: FloatArray, places: Places, news: set[int]
) -> Problem:
    """Return a problem in which the best opening of the last day is worth more than any set without it.

    `near` is how much sentences are like the story, `news` are the rows that may open. A story of less than a day, or one
    whose last articles are about something else, stays as it is.
    """
    times = published_seconds(view)
    last = np.max(times, initial=-np.inf)
    first = np.min(times, initial=np.inf, where=times > -np.inf)
    if not last - first >= DAY:
        return problem
    rows = candidates.rows
    late = (last - times < DAY)[view.document_of[rows]] & (near[rows] >= LEAST_LIKE)
    late &= (places.place[rows] == 1) & ~places.passed[rows]
    late &= np.array([row in news for row in rows.tolist()], dtype=np.bool_)
    if not late.any():
        return problem
    worth = problem.worth.copy()
    worth[int(np.where(late, single_values(problem), -np.inf).argmax())] += WANTED
    return problem._replace(worth=worth)
