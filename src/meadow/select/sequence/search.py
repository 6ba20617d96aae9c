"""Sequence: an opening, then one sentence after another that is worth reading after those printed; a beam search.

Source: our own; weights learned from summaries that editors chose (docs/decisions/0032).

The value of a sequence is `opening` times the log-likelihood of its first sentence, and for each other one its expected
worth less `least` and less `repeats` times the likelihood that it states a fact that is printed. A sentence that depends on
its context enters only if the one before it in its article is printed, or one that says the same; a surname and a definite
noun only after the sentence that introduces them. The search ends where no sentence is worth more than it costs.

A summary of more than 150 words is longer than any that the weights were learned from: it opens with the same sentence, and
`coverage` chooses the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from meadow.errors import check_range
from meadow.model import Scores
from meadow.select.budget import RemainingBudget, best_first
from meadow.select.candidates import Candidates, expected_count, find_candidates, rounded
from meadow.select.concepts import story_concepts
from meadow.select.coreference import is_unresolved
from meadow.select.coverage import coverage
from meadow.select.order import Ordered
from meadow.select.positions import ends_as_a_sentence
from meadow.select.sequence.features import Shortlist, checks_of, shortlist, story_features
from meadow.select.sequence.model import Estimates, SequenceWeights, shipped_weights, weighted
from meadow.text.selfcontained import SentenceCheck
from meadow.vectors.sentence_checks import unprintable_rows
from meadow.vectors.view import StoryView

# By cross-validation on editors' judgements of 118 stories.
_OPENING, _LEAST_WORTH, _REPEATS, _SAME, _BEAM = 0.8, 0.08, 0.6, 0.15, 6
LEAST_WORDS = 4  # shorter ones are headings and captions
_LONGEST = 150  # words; the weights were learned from summaries of up to 100
_RESOLVABLE = ("opening", "leftover", "surname", "reported")  # what the sentence before makes clear
_UNMET = -1
REPEATED = 0.5  # likelihood from which on two sentences state the same fact


class PrintedSentence(NamedTuple):
    """A sentence of a sequence: its candidate, its expected worth, and the candidate that it depends on."""

    member: int
    worth: float
    needs: int | None = None


class Beginning(NamedTuple):
    """Sentences in printing order and their value."""

    value: float
    parts: tuple[PrintedSentence, ...]

    @property
    def members(self) -> list[int]:
        """The candidates, in printing order."""
        return [part.member for part in self.parts]


def sequence(
    view: StoryView,
    scores: Scores,
    budget: RemainingBudget,
    *,
    opening: float = _OPENING,
    least: float = _LEAST_WORTH,
    repeats: float = _REPEATS,
    same: float = _SAME,
    beam: int = _BEAM,
    first: int = 60,
) -> tuple[int, ...]:
    """Return the best sequence found, in printing order.

    `opening`, `least` and `repeats` are the weights of the value. Two sentences are not in together if the likelihood
    that they state the same fact reaches `same`; above 1 this lets everything in. The search keeps `beam` beginnings and
    considers the `first` sentences that look best alone. A budget of sentences is filled up with the best others.
    """
    check_range("sequence", "beam", beam, least=1)
    check_range("sequence", "first", first, least=1)
    for name, value in (("opening", opening), ("least", least), ("repeats", repeats), ("same", same)):
        check_range("sequence", name, value, least=0)
    weights = shipped_weights()
    short = find_shortlist(view, scores, budget, weights, first=first)
    if short is None:
        others = find_candidates(scores.values, budget).rows
        return budget.fill(others[best_first(scores.values[others])].tolist())
    estimates = Estimates(short, weights)
    search = BeamSearch(view, short, estimates, opening=opening, least=least, repeats=repeats, same=same, beam=beam)
    if _is_long(view, budget):
        budget.opening = int(short.candidates.rows[search.openings()[0]])
        return coverage(view, scores, budget)
    best = search.best()
    rows: list[int] = short.candidates.rows[best.members].tolist()
    if budget.notes is not None:
        from meadow.select.sequence.noting import note_sequence  # few ask

        note_sequence(view, budget, short, estimates, best)
    if budget.unit == "sentences" and len(rows) < budget.limit:
        alone = short.candidates.rows[best_first(rounded(estimates.alone))].tolist()
        return Ordered(budget.fill(dict.fromkeys([*rows, *alone, *best_first(scores.values)])))
    return Ordered(rows)


def _is_long(view: StoryView, budget: RemainingBudget) -> bool:
    """Say whether a summary is to be, and can be, longer than those that the weights were learned from."""
    usual = float(view.counts("terms").lengths.mean())
    return min(expected_count(view, budget), len(view)) * usual > _LONGEST


def find_shortlist(
    view: StoryView, scores: Scores, budget: RemainingBudget, weights: SequenceWeights, *, first: int
) -> Shortlist | None:
    """Return the sentences that may be printed and look best alone; None if there is none."""
    columns = story_features(view, scores)
    possible = (view.counts("terms").lengths >= LEAST_WORDS) & ~unprintable_rows(view)
    possible &= ~view.kept(story_concepts).copied
    if (scores.values > 0).any():
        possible &= scores.values > 0
    values = np.where(possible, rounded(np.asarray(weighted(weights.next, columns))), -np.inf)
    by_value = iter(best_first(values)[: int(np.count_nonzero(possible))])
    found: dict[int, tuple[int, SentenceCheck]] = {}
    # In batches of what is still missing: checking in bulk is faster, and no sentence is checked for nothing.
    while batch := list(islice(by_value, first - len(found))):
        ended = [row for row in batch if ends_as_a_sentence(view.sentences[row].text)]
        sizes = {row: size for row in ended if (size := budget.measure(row)) is not None and size <= budget.limit}
        checks = zip(sizes, checks_of(view, list(sizes)), strict=True)
        found |= {row: (sizes[row] + budget.gap, check) for row, check in checks if not check.junk}
    if not found:
        return None
    rows = sorted(found)
    costs = np.array([found[row][0] for row in rows], dtype=np.int64)
    candidates = Candidates(np.array(rows, dtype=np.int64), costs, budget.limit + budget.gap)
    return shortlist(view, candidates, [found[row][1] for row in rows], columns)


class BeamSearch:
    """A beam search for the best sequence of a shortlist; the parameters are those of `sequence`."""

    def __init__(
        self,
        view: StoryView,
        short: Shortlist,
        estimates: Estimates,
        *,
        opening: float = _OPENING,
        least: float = _LEAST_WORTH,
        repeats: float = _REPEATS,
        same: float = _SAME,
        beam: int = _BEAM,
    ) -> None:
        self._view = view
        self._short = short
        self._estimates = estimates
        self._opening = opening
        self._least = least
        self._repeats = repeats
        self._same = same
        self._beam = beam
        rows = short.candidates.rows.tolist()
        self._index = {row: member for member, row in enumerate(rows)}

    def best(self) -> Beginning:
        """Return the best sequence."""
        likely = best_first(rounded(self._estimates.openings))
        first = list(islice(filter(self._opens, likely), self._beam)) or likely[:1]
        beginnings = [
            Beginning(self._opening * float(self._estimates.openings[member]), (PrintedSentence(member, 0.0),))
            for member in first
        ]
        best = beginnings[0]
        while beginnings:
            best = max([best, *beginnings], key=lambda beginning: beginning.value)
            longer = [each for beginning in beginnings for each in self.longer(beginning)]
            longer.sort(key=lambda beginning: -beginning.value)
            distinct = {(each.members[0], frozenset(each.members)): each for each in reversed(longer)}
            beginnings = [each for each in longer if distinct.get((each.members[0], frozenset(each.members))) is each]
            del beginnings[self._beam :]
        return best

    def openings(self) -> list[int]:
        """Return the likeliest openings, as many as the beam holds, of the sentences that can be read first."""
        likely = best_first(rounded(self._estimates.openings))
        return list(islice(filter(self._opens, likely), self._beam)) or likely[:1]

    def longer(self, beginning: Beginning) -> Iterator[Beginning]:
        """Yield a beginning with one sentence more, the best ones first, as many as the beam holds."""
        members = beginning.members
        fitting = self._short.fitting(members)
        if not fitting.any():
            return
        worth, repeated = self._estimates.following(members), self._estimates.repeated(members)
        fitting &= repeated < self._same
        gains = rounded(worth - self._least - self._repeats * repeated)
        found = 0
        for member in best_first(np.where(fitting, gains, -np.inf)):
            if found == self._beam or not fitting[member] or gains[member] <= 0:
                return
            needs = self._needs(member, members)
            if needs is not _UNMET:
                found += 1
                part = PrintedSentence(member, float(worth[member]), needs)
                yield Beginning(beginning.value + float(gains[member]), (*beginning.parts, part))

    def _opens(self, member: int) -> bool:
        """Say whether a sentence can be read first."""
        row = int(self._short.candidates.rows[member])
        return self._short.checks[member].self_contained and not is_unresolved(self._view, row, ())

    def _needs(self, member: int, printed: Sequence[int]) -> int | None:
        """Return the printed candidate that a sentence depends on, None if none, or `_UNMET` if it is not printed."""
        rows = self._short.candidates.rows
        check, row = self._short.checks[member], int(rows[member])
        met = None
        if check.dependence is not None:
            met = self._antecedent(row, printed) if check.dependence in _RESOLVABLE else _UNMET
        if met is _UNMET or is_unresolved(self._view, row, rows[list(printed)].tolist()):
            return _UNMET
        return met

    def _antecedent(self, row: int, printed: Sequence[int]) -> int:
        """Return the printed candidate right before a sentence in its article, or one that says the same as that."""
        before = self._index.get(row - 1, _UNMET) if self._view.number[row] > 1 else _UNMET
        if before is _UNMET or before in printed:
            return before
        closest = max(printed, key=lambda member: self._estimates.repeats[before, member])
        return closest if self._estimates.repeats[before, closest] >= REPEATED else _UNMET
