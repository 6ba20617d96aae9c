"""The latest news of a long story: the best lead of its last day is in the summary.

Source: our own rule. Most words of a story are about its beginning, which every later article repeats, so that the best set
by words may leave out the outcome: the painting found, the charge, the verdict.
"""

from __future__ import annotations

import numpy as np

from meadow.model import FloatArray
from meadow.select.candidates import Candidates
from meadow.select.exchange import Problem, single_values
from meadow.select.positions import Positions
from meadow.select.times import DAY, published_seconds
from meadow.vectors.view import StoryView

REQUIRED = 1 << 40  # points: more than any set is worth, and far from the largest whole number
MIN_COSINE = 0.4  # cosine with the story; a less similar sentence is about an aspect of it, not its outcome


def with_latest(
    view: StoryView,
    candidates: Candidates,
    problem: Problem,
    similarity: FloatArray,
    positions: Positions,
    lead_rows: set[int],
) -> Problem:
    """Return a problem in which the best lead of the last day is worth more than any set without it.

    `similarity` is the cosine of sentences with the story, `lead_rows` are the rows that may open. A story of less
    than a day, or one whose last articles are about something else, stays as it is.
    """
    times = published_seconds(view)
    last = np.max(times, initial=-np.inf)
    first = np.min(times, initial=np.inf, where=times > -np.inf)
    if not last - first >= DAY:
        return problem
    rows = candidates.rows
    late = (last - times < DAY)[view.document_of[rows]] & (similarity[rows] >= MIN_COSINE)
    late &= (positions.position[rows] == 1) & ~positions.skipped[rows]
    late &= np.array([row in lead_rows for row in rows.tolist()], dtype=np.bool_)
    if not late.any():
        return problem
    worth = problem.worth.copy()
    worth[int(np.where(late, single_values(problem), -np.inf).argmax())] += REQUIRED
    return problem._replace(worth=worth)
