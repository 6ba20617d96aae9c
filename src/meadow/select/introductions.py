"""Nobody is spoken of by surname alone, and nothing as "the …", before somebody has said who or what that is.

Source: our own rule. A sentence may lean on the introduction of a person or a thing only behind the one that gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from meadow.select.candidates import Candidates
from meadow.select.exchange import Problem, set_value, single_values
from meadow.select.latest import WANTED
from meadow.select.repeated import Chosen
from meadow.vectors.definites import mentions, owed_nouns
from meadow.vectors.surnames import introduces, owed_surname
from meadow.vectors.view import StoryView

_ROUNDS = 6  # what comes in for a sentence may speak of somebody unknown again


class Owed(NamedTuple):
    """What a sentence needs to be told before it: who bears a surname, what nouns mean."""

    surname: str | None
    nouns: tuple[str, ...]

    def met_by(self, text: str, language: str) -> Owed:
        """Return what is still owed behind a text."""
        surname, nouns = self
        if surname is not None and introduces(text, surname, language):
            surname = None
        return Owed(surname, tuple(noun for noun in nouns if not mentions(text, noun)))


_NOTHING = Owed(None, ())


def with_introductions(
    view: StoryView,
    candidates: Candidates,
    chosen: Chosen,
    choose: Callable[[Problem], Chosen],
    order: Callable[[list[int]], Sequence[int]],
) -> list[int]:
    """Return a set without sentences about somebody or something that is not introduced before them.

    Such a sentence is ruled out and the set chosen again, or its introduction is let in as well, whichever set is worth
    more. `order` puts rows into the order in which they are printed.
    """
    for _ in range(_ROUNDS):
        unmet = _unmet(view, candidates, chosen, order)
        if not unmet:
            break
        without = choose(_without(chosen.problem, candidates, unmet))
        introduced = _introduced(view, candidates, chosen, choose, unmet)
        better = introduced is not None and not _unmet(view, candidates, introduced, order)
        if better and introduced is not None and _worth(chosen.problem, introduced) > _worth(chosen.problem, without):
            return introduced.places
        chosen = without
    return chosen.places


def unmet_rows(view: StoryView, rows: Sequence[int]) -> list[int]:
    """Return which rows, given in the order of printing, speak of whom or what none before them introduces."""
    unmet: list[int] = []
    for index, row in enumerate(rows):
        owed = _owed(view, row)
        for other in rows[:index]:
            if owed == _NOTHING:
                break
            if other not in unmet:
                owed = owed.met_by(view.sentences[other].text, view.language_of(row))
        if owed != _NOTHING:
            unmet.append(row)
    return unmet


def _owed(view: StoryView, row: int) -> Owed:
    return Owed(owed_surname(view, row), owed_nouns(view, row))


def _unmet(
    view: StoryView, candidates: Candidates, chosen: Chosen, order: Callable[[list[int]], Sequence[int]]
) -> list[int]:
    return unmet_rows(view, order(candidates.rows[chosen.places].tolist()))


def _without(problem: Problem, candidates: Candidates, rows: list[int]) -> Problem:
    """Return a problem in which some rows fit no summary."""
    gone = np.isin(candidates.rows, rows)
    return problem._replace(costs=np.where(gone, problem.capacity + 1, problem.costs))


def _introduced(
    view: StoryView, candidates: Candidates, chosen: Chosen, choose: Callable[[Problem], Chosen], unmet: list[int]
) -> Chosen | None:
    """Return the best set with a sentence that introduces whom the first unmet row speaks of; None where there is none.

    The other unmet rows are ruled out.
    """
    problem, row = _without(chosen.problem, candidates, unmet[1:]), unmet[0]
    owed, document = _owed(view, row), view.document_of[row]
    telling = [
        candidate
        for candidate, other in enumerate(candidates.rows.tolist())
        if other < row
        and view.document_of[other] == document
        and owed.met_by(view.sentences[other].text, view.language_of(row)) == _NOTHING
    ]
    if not telling:
        return None
    values = single_values(problem)
    best = max(telling, key=lambda candidate: (values[candidate], -candidate))
    worth = problem.worth.copy()
    worth[best] += WANTED
    places = choose(problem._replace(worth=worth)).places
    return Chosen(problem, places)


def _worth(problem: Problem, chosen: Chosen) -> float:
    return set_value(problem, np.array(chosen.places, np.int64))
