"""Redundancy: which candidates repeat each other, by shared words before the search and by meaning after it.

Source: our own; after `ecb_plus`, whose gold says which sentences report the same event (docs/decisions/0019).

Two sentences say mostly the same if their cosine is high or one contains most of the other's weight. Two articles of about
one time report one event long before that, each in different words: of their leads that share two words three in four
report it, and of other sentences that share four, seven in eight. If several articles of a story have similar leads, as
notes on one event do, such a pair is a conflict too. If words are left in the budget, sentences that are mostly new given
all that was chosen are added, but no second lead.

Which of the few chosen sentences say the same in other words is decided by `meadow.vectors.sameness`, which is too slow for
all candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from meadow.model import FloatArray, IntArray
from meadow.select.budget import Flags
from meadow.select.candidates import Candidates, Longs
from meadow.select.exchange import Problem, Search, pair_sums
from meadow.select.positions import Positions
from meadow.select.times import DAY, published_seconds
from meadow.vectors.cells import Cells, cells_of_rows, every_pair, products_of_pairs
from meadow.vectors.ordering import distinct, median
from meadow.vectors.sameness.comparison import compare_at_best, compare_rows
from meadow.vectors.sameness.rows import letter_cells, read_rows, word_cells
from meadow.vectors.sameness.scoring import same
from meadow.vectors.view import StoryView

_LIKELY = 0.7  # of the bounds for repeats, for leads of about one time
_ONE_TIME = 2.0  # days
# Distinct words that two sentences share, and the part of the lighter one's weight, from which on they report one event.
_LEADS, _OTHERS = (2, 0.1), (4, 0.3)
_SEVERAL = 5  # documents; with fewer, each has much that the others lack, and excluding it loses content
_ALIKE = 0.25  # cosine of two leads, at the median of a story
_MOST_LEADS = 200  # of a story; more would not change the median
_NEW = 0.4  # of a sentence's weight may be in the summary already where it is added for the rest
WEIGHT = 2.0**20  # whole numbers instead of fractions
_ONE_WORD = 1 << 44
_ROUNDS = 4  # a replacement may repeat another sentence
_MOST_PAIRS = 2_000  # of a long summary, the pairs with the highest cosines
_ROUNDING = 1e-9  # a bound is computed in another order than what it bounds
_LEAST_COSINE = 0.15  # two that share less never said the same in 196 summaries of three collections


class RepeatLimits(NamedTuple):
    """Bounds for redundancy: which two sentences may be in together, and whether an event may be reported twice."""

    most: float
    held: float
    retold: bool


class Conflicts(NamedTuple):
    """Pairs of candidates that may not be in together: `always`, and `all` until the set is filled up with new content.

    `terms` has the weight of each word of each candidate.
    """

    always: Flags
    all: Flags
    terms: Cells


class SharedWords(NamedTuple):
    """What each pair of candidates shares: distinct words, their weight, and the weight of the lighter one.

    `leads` are pairs of leads of two documents of about one time, `together` all pairs of two such documents in a story
    that is one event. `terms` has the weight of each word of each candidate.
    """

    terms: Cells
    words: Longs
    weight: Longs
    lighter: Longs
    leads: Flags
    together: Flags

    def conflicts(self, cosines: FloatArray, *, most: float, held: float, retold: bool) -> Conflicts:
        """Return which pairs are in conflict: those above a cosine or a shared part, and those that report one event."""
        part = np.where(self.leads, _LIKELY, 1.0)
        repeats: Flags = (cosines >= part * most) | (self.weight >= np.maximum(1.0, part * held * self.lighter))
        np.fill_diagonal(repeats, val=False)
        if retold:
            return Conflicts(repeats, repeats, self.terms)
        always = repeats | self._report_one_event(self.leads & self.together, *_LEADS)
        return Conflicts(always, always | self._report_one_event(self.together, *_OTHERS), self.terms)

    def _report_one_event(self, pairs: Flags, words: int, part: float) -> Flags:
        """Return which of some pairs report one event: those that share that many words, of that part of the weight."""
        one_event: Flags = pairs & (self.words >= words) & (self.weight >= part * self.lighter)
        return one_event


def find_conflicts(
    view: StoryView,
    candidates: Candidates,
    units: Cells,
    positions: Positions,
    cosines: FloatArray,
    limits: RepeatLimits,
) -> Conflicts:
    """Return which pairs of candidates may not be in together; `units` are their rows, `cosines` those of all pairs."""
    return shared_words(view, candidates, units, positions).conflicts(cosines, **limits._asdict())


def shared_words(view: StoryView, candidates: Candidates, units: Cells, positions: Positions) -> SharedWords:
    """Return what the candidates share; `units` are their rows."""
    weights = np.rint(view.counts("terms").idf[units.columns] * WEIGHT)
    words, shared = _shared(units, weights.astype(np.int64))
    total = np.diag(shared)
    lighter = np.minimum(total[:, None], total[None, :])
    terms = units._replace(weights=weights)
    return SharedWords(terms, words, shared, lighter, *_of_one_time(view, candidates, positions))


def _shared(units: Cells, weights: Longs) -> tuple[Longs, Longs]:
    """Return how many words each two rows share, and their weight."""
    ones = np.ones(len(weights), np.int64)
    if int(np.abs(weights).max(initial=0)) * len(weights) >= _ONE_WORD // 2:  # a user's background table
        return pair_sums(units, ones, ones), pair_sums(units, weights, ones)
    # One sum for both: the count of words in the high bits, their weight in the low ones.
    both = pair_sums(units, weights + _ONE_WORD, ones)
    words = (both + _ONE_WORD // 2) // _ONE_WORD
    return words, both - words * _ONE_WORD


def with_updates(
    problem: Problem, conflicts: Conflicts, positions: list[int], may_be_printed: Callable[[list[int]], bool]
) -> list[int]:
    """Return a set with further candidates that are mostly new given all of it, the best first, while they fit."""
    chosen, refused, search = list(positions), list[int](), None
    weights = conflicts.terms.sums()
    while True:
        free = _mostly_new(conflicts.terms, chosen, weights) & ~conflicts.always[chosen].any(axis=0)
        free &= problem.costs <= problem.capacity - problem.costs[chosen].sum()
        free[chosen + refused] = False
        if not free.any():
            return chosen
        if search is None:  # seldom: nearly every set is full
            search = Search(problem._replace(barred=conflicts.always))
        values = np.where(free, search.values_with(chosen)[1], -np.inf)
        best = int(values.argmax())
        (chosen if may_be_printed([*chosen, best]) else refused).append(best)


def _mostly_new(terms: Cells, chosen: list[int], weights: FloatArray) -> Flags:
    """Return which candidates have little of their weight in words of those chosen."""
    known = np.zeros(int(terms.columns.max(initial=0)) + 1)
    for candidate in chosen:
        known[terms.columns[terms.ends[candidate] : terms.ends[candidate + 1]]] = 1.0
    known_terms = terms._replace(weights=terms.weights * known[terms.columns])
    new: Flags = known_terms.sums() <= _NEW * weights
    return new


def _of_one_time(view: StoryView, candidates: Candidates, positions: Positions) -> tuple[Flags, Flags]:
    """Return which pairs are leads of two documents of about one time, and in a story of one event all pairs of two such."""
    documents = view.document_of[candidates.rows]
    opens = (positions.position[candidates.rows] == 1) & ~positions.skipped[candidates.rows]
    times = published_seconds(view)[documents]
    known = times > -np.inf
    days = np.where(known, times, 0.0) / DAY
    apart = (np.abs(days[:, None] - days) > _ONE_TIME) & known[:, None] & known
    together: Flags = ~apart & (documents[:, None] != documents)
    leads: Flags = opens[:, None] & opens & together
    return leads, together & _is_one_event(view, positions)


def _is_one_event(view: StoryView, positions: Positions) -> bool:
    """Say whether several documents report one event: the median cosine of two of their leads is high."""
    first = np.flatnonzero((positions.position == 1) & ~positions.skipped)[:_MOST_LEADS]
    if len(first) < _SEVERAL:
        return False
    units = cells_of_rows(view.counts("terms").unit_rows(), first)
    return median(products_of_pairs(units)) >= _ALIKE


class ChosenSet(NamedTuple):
    """A set of candidates by their indices, and the problem that it solves, with all conflicts found so far."""

    problem: Problem
    members: list[int]


def without_repeats(
    view: StoryView,
    candidates: Candidates,
    problem: Problem,
    choose: Callable[[Problem], list[int]],
    *,
    least: float,
) -> ChosenSet:
    """Return a set in which no two sentences say the same with a likelihood of `least` or more."""
    members = choose(problem)
    for _ in range(_ROUNDS):
        first, second = _repeats(view, candidates, problem, members, least=least)
        if not len(first):
            break
        barred = problem.barred.copy()
        barred[first, second] = barred[second, first] = True
        problem = problem._replace(barred=barred)
        members = choose(problem)
    return ChosenSet(problem, members)


def has_repeats(view: StoryView, candidates: Candidates, problem: Problem, members: list[int], *, least: float) -> bool:
    """Say whether two sentences of a set say the same with a likelihood of `least` or more."""
    return len(_repeats(view, candidates, problem, members, least=least)[0]) > 0


def _repeats(
    view: StoryView, candidates: Candidates, problem: Problem, members: list[int], *, least: float
) -> tuple[Longs, Longs]:
    """Return the pairs of members of a set that say the same."""
    inside = np.array(sorted(members), dtype=np.int64)
    one, other = every_pair(len(inside))
    products = problem.products[inside[one], inside[other]]
    lengths = problem.products[inside, inside]  # squared
    likest = np.argsort(-products, kind="stable")[:_MOST_PAIRS]
    likest = likest[products[likest] >= _LEAST_COSINE * np.sqrt(lengths[one[likest]] * lengths[other[likest]])]
    if not len(likest):
        return inside[likest], inside[likest]
    first, second = one[likest].astype(np.int32), other[likest].astype(np.int32)
    alike = _say_the_same(view, candidates.rows[inside], first, second, least=least)
    return inside[first[alike]], inside[second[alike]]


def _say_the_same(view: StoryView, rows: Longs, first: IntArray, second: IntArray, *, least: float) -> Flags:
    """Return which pairs of indices into `rows` say the same.

    About half are decided by words and letter groups; facts are read for the rest.
    """
    terms, words = cells_of_rows(view.counts("terms").matrix, rows), word_cells(view, rows)
    letters = letter_cells(view, terms)
    alike: Flags = same(compare_at_best(words, terms, first, second, letters=letters)) >= least - _ROUNDING
    if alike.any():
        read, members = distinct(np.concatenate([first[alike], second[alike]]).astype(np.int64))
        sentences = read_rows(view, rows[read], words=words.of_rows(read), letters=letters.of_rows(read))
        half = np.count_nonzero(alike)
        compared = compare_rows(sentences, sentences, members[:half].astype(np.int32), members[half:].astype(np.int32))
        # Sentences with different figures differ: "12 dead" and, the day after, "14 dead".
        alike[alike] = (same(compared) >= least) & (compared.numbers_apart == 0)
    return alike
