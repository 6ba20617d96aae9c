"""Nobody is spoken of by surname alone, and nothing as "the …", before somebody has said who or what that is.

Source: our own rule. A surname alone is printed with the name in full that its document had, "[Ann] Lund", where that is
sure; else a sentence leans on the introduction of a person or a thing, and goes in only behind the one that gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from meadow.select.budget import Allowance
from meadow.select.candidates import Candidates
from meadow.select.exchange import Problem, set_value, single_values
from meadow.select.latest import WANTED
from meadow.select.repeated import Chosen
from meadow.text.word_places import has_word
from meadow.vectors.definites import mentions, owed_nouns
from meadow.vectors.full_names import given_names
from meadow.vectors.surnames import bare_places, introduces, is_named_in_full, owed_surname
from meadow.vectors.view import StoryView

_ROUNDS = 6  # what comes in for a sentence may speak of somebody unknown again


class Owed(NamedTuple):
    """What a sentence needs to be told before it: who bears a surname, what nouns mean."""

    surname: str | None
    nouns: tuple[str, ...]

    def met_by(self, text: str, language: str) -> Owed:
        """Return what is still owed behind a text."""
        surname, nouns = self
        if surname is not None and (introduces(text, surname, language) or is_named_in_full(text, surname, language)):
            surname = None
        return Owed(surname, tuple(noun for noun in nouns if not mentions(text, noun)))


_NOTHING = Owed(None, ())


class Introduced(NamedTuple):
    """A set of candidates by their places, and the rows that are told with a name in full: what it adds to each."""

    places: list[int]
    named: Mapping[int, int]


def with_introductions(
    view: StoryView,
    candidates: Candidates,
    chosen: Chosen,
    choose: Callable[[Problem], Chosen],
    order: Callable[[list[int]], Sequence[int]],
    added_by_name: Callable[[int], int | None],
) -> Introduced:
    """Return a set without sentences about somebody or something that is not introduced before them.

    Where `added_by_name` knows what the name in full that a sentence owes would add, it is told with that. Any other is
    ruled out and the set chosen again, or its introduction is let in as well, whichever set is worth more. `order` puts
    rows into the order in which they are printed.
    """
    named: dict[int, int] = {}
    for _ in range(_ROUNDS):
        unmet = _unmet(view, candidates, chosen, order, named)
        if not unmet:
            break
        added = {row: more for row in unmet if row not in named and (more := added_by_name(row)) is not None}
        if added:
            named |= added
            chosen = choose(with_names(chosen.problem, candidates, added))
            continue
        without = choose(_without(chosen.problem, candidates, unmet))
        let_in = _let_in(view, candidates, chosen, choose, unmet)
        better = let_in is not None and not _unmet(view, candidates, let_in, order, named)
        if better and let_in is not None and _worth(chosen.problem, let_in) > _worth(chosen.problem, without):
            return Introduced(let_in.places, named)
        chosen = without
    return Introduced(chosen.places, named)


def with_names(problem: Problem, candidates: Candidates, named: Mapping[int, int]) -> Problem:
    """Return a problem in which some rows cost what a name in full adds to them."""
    added = [named.get(row, 0) for row in candidates.rows.tolist()]
    return problem._replace(costs=problem.costs + np.array(added, np.int64))


def unmet_rows(view: StoryView, rows: Sequence[int], named: Collection[int] = ()) -> list[int]:
    """Return which rows, given in the order of printing, speak of whom or what none before them introduces.

    Those `named` are printed with the name in full that they owe; but a summary does not open with one.
    """
    unmet: list[int] = []
    told: set[str] = set()
    for index, row in enumerate(rows):
        surname, nouns = _owed(view, row)
        tells = surname is not None and (surname in told or (row in named and index > 0))
        owed = Owed(None if tells else surname, nouns)
        for other in rows[:index]:
            if owed == _NOTHING:
                break
            if other not in unmet:
                owed = owed.met_by(view.sentences[other].text, view.language_of(row))
        if owed != _NOTHING:
            unmet.append(row)
        elif tells and surname is not None:
            told.add(surname)
    return unmet


def added_by_name(view: StoryView, allowance: Allowance, row: int) -> int | None:
    """Return what the name in full that a sentence owes adds to it; None where that would not tell who it is."""
    surname = owed_surname(view, row)
    if surname is None or not any(name.known for name in given_names(view, row, (surname,))):
        return None
    size, whole = allowance.measure(row), allowance.measure_named(row, (surname,))
    return None if size is None or whole is None else whole - size


def names_to_tell(
    view: StoryView, rows: Sequence[int], named: Mapping[int, int], allowance: Allowance
) -> dict[int, tuple[str, ...]]:
    """Return the surnames of each row, in the order of printing, that are to be printed as names in full.

    These are what the rows `named` owe and none before them tells; and, as far as there is room, whoever else is spoken
    of by surname alone for the first time. `named` has what the names that are owed add, for which there is room.
    """
    taken = sum((allowance.measure(row) or 0) + allowance.gap + named.get(row, 0) for row in rows)
    left = allowance.limit + allowance.gap - taken
    telling: dict[int, tuple[str, ...]] = {}
    told: set[str] = set()
    before = ""
    for row in rows:
        owed = owed_surname(view, row) if row in named else None
        left += named.get(row, 0)
        size = allowance.measure(row) or 0
        surnames: tuple[str, ...] = ()
        for surname in _unknown(view, row, before, None if owed in told else owed):
            whole = allowance.measure_named(row, (*surnames, surname))
            if whole is not None and whole - size <= left:
                surnames, left, size = (*surnames, surname), left - (whole - size), whole
        telling |= {row: surnames} if surnames else {}
        told.update(surnames)
        before += f" {view.sentences[row].text}"
    return telling


def _unknown(view: StoryView, row: int, before: str, owed: str | None) -> list[str]:
    """Return who is spoken of by surname alone in a sentence and not at all in the text before it; who is owed comes first.

    Who is owed must have been named in full there.
    """
    first = [name for name in bare_places(view, row) if not has_word(before, name)]
    if owed is None or is_named_in_full(before, owed, view.language_of(row)):
        return first
    return [owed, *(name for name in first if name != owed)]


def _owed(view: StoryView, row: int) -> Owed:
    return Owed(owed_surname(view, row), owed_nouns(view, row))


def _unmet(
    view: StoryView,
    candidates: Candidates,
    chosen: Chosen,
    order: Callable[[list[int]], Sequence[int]],
    named: Collection[int],
) -> list[int]:
    return unmet_rows(view, order(candidates.rows[chosen.places].tolist()), named)


def _without(problem: Problem, candidates: Candidates, rows: list[int]) -> Problem:
    """Return a problem in which some rows fit no summary."""
    gone = np.isin(candidates.rows, rows)
    return problem._replace(costs=np.where(gone, problem.capacity + 1, problem.costs))


def _let_in(
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
