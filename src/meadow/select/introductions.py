"""Nobody is spoken of by surname alone before somebody has said who that is.

Source: our own rule. A sentence may lean on the introduction of a person only behind the one that gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from meadow.select.candidates import Candidates
from meadow.select.exchange import Problem, best_set, filled
from meadow.vectors.standings import introduces, owed_surname
from meadow.vectors.view import StoryView

_ROUNDS = 3  # what comes in for a sentence may speak of somebody unknown again


def with_introductions(
    view: StoryView,
    found: Candidates,
    problem: Problem,
    places: list[int],
    order: Callable[[list[int]], Sequence[int]],
) -> list[int]:
    """Return a set without sentences about somebody who is not introduced before them, and what still fits instead.

    `order` puts rows into the order in which they are printed.
    """
    chosen = list(places)
    for _ in range(_ROUNDS):
        unmet = unmet_rows(view, order(found.rows[chosen].tolist()))
        if not unmet:
            break
        gone = np.isin(found.rows, unmet)
        problem = problem._replace(costs=np.where(gone, problem.capacity + 1, problem.costs))
        chosen = filled(problem, best_set(problem))
    return chosen


def unmet_rows(view: StoryView, rows: Sequence[int]) -> list[int]:
    """Return which rows, given in the order of printing, speak of somebody whom none before them introduces."""
    unmet: list[int] = []
    for place, row in enumerate(rows):
        surname = owed_surname(view, row)
        told = (view.sentences[other].text for other in rows[:place] if other not in unmet)
        if surname is not None and not any(introduces(text, surname, view.language_of(row)) for text in told):
            unmet.append(row)
    return unmet
