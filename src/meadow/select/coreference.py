"""Reject summaries that mention a person by surname, or a definite noun, before introducing it.

Source: our own rule; references are found by `meadow.vectors.coreference`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from meadow.select.candidates import Candidates
from meadow.select.exchange import Problem, set_value, single_values
from meadow.select.latest import REQUIRED
from meadow.select.redundancy import ChosenSet
from meadow.vectors.coreference.definites import mentions, unresolved_nouns
from meadow.vectors.coreference.surnames import introduces, unresolved_surname
from meadow.vectors.view import StoryView

_ROUNDS = 6  # a replacement may have an unresolved reference again


class Unresolved(NamedTuple):
    """References of a sentence that an earlier one must introduce: a bare surname and definite nouns."""

    surname: str | None
    nouns: tuple[str, ...]

    def resolved_by(self, text: str, language: str) -> Unresolved:
        """Return the references that a text leaves unresolved."""
        surname, nouns = self
        if surname is not None and introduces(text, surname, language):
            surname = None
        return Unresolved(surname, tuple(noun for noun in nouns if not mentions(text, noun)))


_RESOLVED = Unresolved(None, ())


def with_introductions(
    view: StoryView,
    candidates: Candidates,
    chosen: ChosenSet,
    choose: Callable[[Problem], ChosenSet],
    order: Callable[[list[int]], Sequence[int]],
) -> list[int]:
    """Return a set in which every reference is introduced by an earlier sentence.

    A sentence with an unresolved reference is excluded and the set chosen again, or its introduction is included as well,
    whichever set is worth more. `order` puts rows into the order in which they are printed.
    """
    for _ in range(_ROUNDS):
        unresolved = _unresolved_members(view, candidates, chosen, order)
        if not unresolved:
            break
        without = choose(_without(chosen.problem, candidates, unresolved))
        introduced = _introduced(view, candidates, chosen, choose, unresolved)
        better = introduced is not None and not _unresolved_members(view, candidates, introduced, order)
        if better and introduced is not None and _worth(chosen.problem, introduced) > _worth(chosen.problem, without):
            return introduced.members
        chosen = without
    return chosen.members


def unresolved_rows(view: StoryView, rows: Sequence[int]) -> list[int]:
    """Return the rows, given in printing order, with a reference that no earlier row introduces."""
    unresolved: list[int] = []
    for index, row in enumerate(rows):
        if is_unresolved(view, row, [other for other in rows[:index] if other not in unresolved]):
            unresolved.append(row)
    return unresolved


def is_unresolved(view: StoryView, row: int, printed: Sequence[int]) -> bool:
    """Say whether a sentence has a reference that none of those printed before it introduces."""
    references = _references(view, row)
    for other in printed:
        if references == _RESOLVED:
            return False
        references = references.resolved_by(view.sentences[other].text, view.language_of(row))
    return references != _RESOLVED


def _references(view: StoryView, row: int) -> Unresolved:
    return Unresolved(unresolved_surname(view, row), unresolved_nouns(view, row))


def _unresolved_members(
    view: StoryView, candidates: Candidates, chosen: ChosenSet, order: Callable[[list[int]], Sequence[int]]
) -> list[int]:
    return unresolved_rows(view, order(candidates.rows[chosen.members].tolist()))


def _without(problem: Problem, candidates: Candidates, rows: list[int]) -> Problem:
    """Return a problem in which some rows cannot be chosen."""
    gone = np.isin(candidates.rows, rows)
    return problem._replace(costs=np.where(gone, problem.capacity + 1, problem.costs))


def _introduced(
    view: StoryView,
    candidates: Candidates,
    chosen: ChosenSet,
    choose: Callable[[Problem], ChosenSet],
    unresolved: list[int],
) -> ChosenSet | None:
    """Return the best set that includes an introduction for the first unresolved row; None if its document has none.

    The other unresolved rows are excluded.
    """
    problem, row = _without(chosen.problem, candidates, unresolved[1:]), unresolved[0]
    references, document = _references(view, row), view.document_of[row]
    introducing = [
        candidate
        for candidate, other in enumerate(candidates.rows.tolist())
        if other < row
        and view.document_of[other] == document
        and references.resolved_by(view.sentences[other].text, view.language_of(row)) == _RESOLVED
    ]
    if not introducing:
        return None
    values = single_values(problem)
    best = max(introducing, key=lambda candidate: (values[candidate], -candidate))
    worth = problem.worth.copy()
    worth[best] += REQUIRED
    return ChosenSet(problem, choose(problem._replace(worth=worth)).members)


def _worth(problem: Problem, chosen: ChosenSet) -> float:
    return set_value(problem, np.array(chosen.members, np.int64))
