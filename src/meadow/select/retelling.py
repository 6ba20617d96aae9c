"""Who repeats whom among the candidates, by the words they share; and what of an event told already is still worth telling.

Source: our own; after `ecb_plus`, whose gold says which sentences tell the same event (docs/decisions/0019).

Two sentences say mostly the same if their cosine is high or one holds most of the other's weight. Two articles of about one
time tell one event long before that, each in words of its own: of their openings that share two words three in four tell
it, and of other sentences that share four, seven in eight. Where several articles of a story open alike, as notes on one
event do, such a pair is barred too. Where that leaves room, what is mostly new beside all that was chosen still comes in,
but no second opening.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from meadow.model import FloatArray
from meadow.select.budget import Flags
from meadow.select.candidates import Candidates, Longs
from meadow.select.exchange import Problem, pair_sums
from meadow.select.exchange_plain import Layout
from meadow.select.places import Places
from meadow.select.times import DAY, published_seconds
from meadow.vectors.cells import Cells, cells_of_rows, products_of_pairs
from meadow.vectors.ordering import median
from meadow.vectors.view import StoryView

_LIKELY = 0.7  # of the bounds for repeats, for openings of about one time
_ONE_TIME = 2.0  # days
# Distinct words that two sentences share, and the part of the lighter one's weight, from which on they tell one event.
_OPENINGS, _OTHERS = (2, 0.1), (4, 0.3)
_SEVERAL = 5  # documents: of fewer each has much of its own to tell, and what is barred is missed
_ALIKE = 0.25  # cosine of two openings, at the median of a story
_MOST_OPENINGS = 200  # of a story; more would tell the same
_NEW = 0.4  # of a sentence's weight may be told already where it comes in for the rest
_WEIGHT = 2.0**20  # whole numbers instead of fractions
_ONE_WORD = 1 << 44


class Bars(NamedTuple):
    """Which pairs of candidates may not be in together: `always`, and `all` until room is left for what is mostly new.

    `terms` has the weight of each word of each candidate.
    """

    always: Flags
    all: Flags
    terms: Cells


class Overlap(NamedTuple):
    """What each pair of candidates shares: distinct words, their weight, and the weight of the lighter one.

    `openings` are pairs that open two documents of about one time, `together` all pairs of two such documents in a story
    that is one event. `terms` has the weight of each word of each candidate.
    """

    terms: Cells
    words: Longs
    weight: Longs
    lighter: Longs
    openings: Flags
    together: Flags

    def bars(self, cosines: FloatArray, *, most: float, held: float, retold: bool) -> Bars:
        """Return which pairs are barred: from a cosine or a shared part on, and those that tell one event."""
        part = np.where(self.openings, _LIKELY, 1.0)
        same: Flags = (cosines >= part * most) | (self.weight >= np.maximum(1.0, part * held * self.lighter))
        np.fill_diagonal(same, val=False)
        if retold:
            return Bars(same, same, self.terms)
        always = same | self._tell_one_event(self.openings & self.together, *_OPENINGS)
        return Bars(always, always | self._tell_one_event(self.together, *_OTHERS), self.terms)

    def _tell_one_event(self, pairs: Flags, words: int, part: float) -> Flags:
        """Return which of some pairs tell one event, each in words of its own: they share so many, of such a weight."""
        one_event: Flags = pairs & (self.words >= words) & (self.weight >= part * self.lighter)
        return one_event


def read_overlap(view: StoryView, candidates: Candidates, units: Cells, places: Places) -> Overlap:
    """Return what the candidates share; `units` are their rows."""
    weights = np.rint(view.counts("terms").idf[units.columns] * _WEIGHT)
    words, shared = _shared(units, weights.astype(np.int64))
    total = np.diag(shared)
    lighter = np.minimum(total[:, None], total[None, :])
    terms = units._replace(weights=weights)
    return Overlap(terms, words, shared, lighter, *_of_one_time(view, candidates, places))


def _shared(units: Cells, weights: Longs) -> tuple[Longs, Longs]:
    """Return how many words each two rows share, and their weight."""
    ones = np.ones(len(weights), np.int64)
    if int(np.abs(weights).max(initial=0)) * len(weights) >= _ONE_WORD // 2:  # tables of one's own may weigh words so
        return pair_sums(units, ones, ones), pair_sums(units, weights, ones)
    # One sum adds up both: each word counts more than all weights together.
    both = pair_sums(units, weights + _ONE_WORD, ones)
    words = (both + _ONE_WORD // 2) // _ONE_WORD
    return words, both - words * _ONE_WORD


def with_news(
    problem: Problem, bars: Bars, places: list[int], may_be_printed: Callable[[list[int]], bool]
) -> list[int]:
    """Return a set with what else is mostly new beside all of it, the best first, as far as there is room."""
    chosen, refused, layout = list(places), list[int](), None
    weights = bars.terms.sums()
    while True:
        free = _mostly_new(bars.terms, chosen, weights) & ~bars.always[chosen].any(axis=0)
        free &= problem.costs <= problem.capacity - problem.costs[chosen].sum()
        free[chosen + refused] = False
        if not free.any():
            return chosen
        if layout is None:  # seldom: nearly every set is full
            layout = Layout(problem._replace(barred=bars.always))
        state = layout.set_of(chosen)
        values = np.where(free, layout.values_with(state, layout.brought(state))[0], -np.inf)
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


def _of_one_time(view: StoryView, candidates: Candidates, places: Places) -> tuple[Flags, Flags]:
    """Return which pairs open two documents of about one time, and in a story of one event which are of two such at all."""
    documents = view.document_of[candidates.rows]
    opens = (places.place[candidates.rows] == 1) & ~places.passed[candidates.rows]
    times = published_seconds(view)[documents]
    known = times > -np.inf
    days = np.where(known, times, 0.0) / DAY
    apart = (np.abs(days[:, None] - days) > _ONE_TIME) & known[:, None] & known
    together: Flags = ~apart & (documents[:, None] != documents)
    openings: Flags = opens[:, None] & opens & together
    return openings, together & _is_one_event(view, places)


def _is_one_event(view: StoryView, places: Places) -> bool:
    """Say whether several documents report one event: most of their openings are alike, two by two."""
    first = np.flatnonzero((places.place == 1) & ~places.passed)[:_MOST_OPENINGS]
    if len(first) < _SEVERAL:
        return False
    units = cells_of_rows(view.counts("terms").unit_rows(), first)
    return median(products_of_pairs(units)) >= _ALIKE
