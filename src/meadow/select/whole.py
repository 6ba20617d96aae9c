"""Whole: the set of sentences that is best as a whole summary, not one good sentence after another.

Source: our own, after Gillick and Favre (2009) for concepts and Lin and Bilmes (2010) for the search; found on MultiLing
2011, Multi-News, Spanish crises and SummEval (docs/decisions/0019).

The value of a summary is concepts + worth of its sentences + likeness of the whole:

- each concept (`meadow.select.concepts`) counts once, a word in a second sentence half;
- a sentence of w words is worth `ρ·w·(score·r + running·f + position·n/(n + 10)/i)`: r its score in shares of the best, f
  the share of stop words, which keeps lists and captions out, i its place among those of its document that could be printed
  (`meadow.select.places`), n the number of documents; ρ is what a word usually brings in concepts;
- likeness is `likeness·ρ·W` times the cosine of the summed sentences, weighed by inverse document frequency, with the sum
  of all sentences of the story, each divided by √i; W is how many words the room holds.

Where a question was asked, how much each sentence counts for it (`meadow.select.asked`) stands in for its place, in
concepts and in likeness: what sentences on the question say is then what the summary is to hold.

A sentence that leans on what stood before it is out, and so is a forecast whose day has passed; of two that say mostly the
same one is, and the newer stays where it is about as good. The sentence most like the story opens, unless it is a scene or
a forecast.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.select.asked import asked_weights
from meadow.select.budget import Allowance, Flags, best_first
from meadow.select.candidates import Candidates, Longs, expected_count, find_candidates, relevance, rounded
from meadow.select.concepts import Concepts, recency, story_concepts
from meadow.select.exchange import Problem, best_set, filled, pair_sums, single_values
from meadow.select.exchange_plain import Layout
from meadow.select.introductions import with_introductions
from meadow.select.order import opening_first
from meadow.select.places import LEAST_WORDS, Places, ends_as_a_sentence, every_place, news_places
from meadow.select.repeated import told_once
from meadow.select.times import DAY, has_passed, last_time, newest, published_seconds
from meadow.text.standing import Standing
from meadow.text.standing.quotations import OPENING_MARKS
from meadow.vectors.products import weighted_sums
from meadow.vectors.standings import opening_standing
from meadow.vectors.view import StoryView

_LEAST_CANDIDATES, _MOST_CANDIDATES = 40, 2_000
_LEAST_LIKE = 0.12  # cosine with the story; what is less like it is beside the point
_LIKELY = 0.7  # of the bounds for repeats: less shows that two openings tell one event, but then words are left
_ONE_TIME = 2.0  # days
_MANY_DOCUMENTS = 10  # with so many a place counts half of what it can
# Whole numbers instead of fractions: what a word usually brings, a unit vector's length, a cosine.
_POINTS, _LENGTH, _COSINE = 2.0**16, 2.0**14, 2.0**20


def whole(
    view: StoryView,
    scores: Scores,
    allowance: Allowance,
    *,
    score: float = 0.5,
    running: float = 2.0,
    position: float = 2.5,
    likeness: float = 2.0,
    most: float = 0.5,
    held: float = 0.5,
    same: float = 0.4,
    first: int = 10,
    standalone: bool = True,
    asked: str | None = None,
) -> tuple[int, ...]:
    """Return the sentences of the best summary found: the one most like the story first, then in the order of time.

    `score`, `running`, `position` and `likeness` weigh the parts of the value. Two sentences are not in together if their
    cosine reaches `most`, they share the part `held` of the lighter one's weight, or they say `same` in other words with
    that likelihood; above 1 these let everything in. Nobody is spoken of by surname alone before a sentence that introduces
    them. The search looks at the `first`·h sentences that bring most alone, at least 40. A budget of sentences is filled
    with what it has refused, where nothing else is left. `asked` names the feature of the scores that says how well
    sentences answer a question.
    """
    _check(score=score, running=running, position=position, likeness=likeness, most=most, held=held, same=same)
    check_range("whole", "first", first, least=1)
    emphasis = asked_weights(view, scores, asked)
    concepts = view.kept(story_concepts) if emphasis is None else story_concepts(view, emphasis)
    lengths = np.maximum(1, view.counts("terms").lengths).astype(np.float64)
    places = view.kept(news_places if standalone else every_place)
    early = position * _early(concepts, places) if emphasis is None else 0.0
    per_word = score * np.maximum(relevance(scores.values), 0.0) + running * _stop_share(view, lengths) + early
    usual, scored = concepts.held / concepts.rate if concepts.rate > 0 else 0.0, scores.values > 0
    near = weighted_sums(view.counts("terms").unit_rows(), _direction(view, concepts.copied, places, emphasis))
    possible = ~concepts.copied & (near >= _LEAST_LIKE) & (lengths >= (LEAST_WORDS if standalone else 0))
    brought = rounded((usual + per_word * lengths) / np.sqrt(lengths))
    alone = np.where((scored | ~scored.any()) & possible, brought, -np.inf)
    count = min(max(_LEAST_CANDIDATES, first * expected_count(view, allowance)), _MOST_CANDIDATES)
    found, news = _candidates(view, alone, allowance, most=count, standalone=standalone)
    worth = np.rint(_POINTS * per_word * lengths)[found.rows].astype(np.int64)
    words = likeness * found.capacity * float(lengths[found.rows].sum()) / max(1, int(found.costs.sum()))
    limits = _Limits(most, held, _tell_one_event(view, found, places))
    problem = _problem(view, concepts, found, worth, near, words, limits)
    openings = [row for row in _strongest(view, found, problem) if row in news]
    chosen = _chosen(view, found, problem, alone, openings if standalone else None, same=same)
    if not chosen:
        return _by_score(scores, allowance)
    return opening_first(_filled(chosen, alone, allowance) if allowance.unit == "sentences" else chosen, openings)


def _chosen(
    view: StoryView, found: Candidates, problem: Problem, alone: FloatArray, openings: list[int] | None, *, same: float
) -> list[int]:
    """Return the rows of the best set, newer ones for the same, and what still fits; with openings, all are introduced."""
    times = published_seconds(view)[view.document_of[found.rows]]

    def best(given: Problem) -> list[int]:
        layout = Layout(given)
        return filled(given, newest(given, best_set(given, layout), alone[found.rows], times), layout)

    choose = partial(told_once, view, found, choose=best, least=same)
    chosen = choose(problem)
    places = chosen.places
    if openings is not None:
        places = with_introductions(view, found, chosen, choose, partial(opening_first, openings=openings))
    rows: list[int] = found.rows[places].tolist()
    return rows


def _strongest(view: StoryView, found: Candidates, problem: Problem) -> list[int]:
    """Return the candidates by what they are worth alone, early sentences of late documents before others."""
    early = recency(view)[view.document_of[found.rows]] / view.number[found.rows] ** 0.25
    rows: list[int] = found.rows[best_first(single_values(problem) * early)].tolist()
    return rows


class _Limits(NamedTuple):
    """From which cosine on, and from which shared part of the lighter one on, two sentences say mostly the same.

    From seven tenths of that on those pairs do that are likely to tell one event, `likely`.
    """

    cosine: float
    held: float
    likely: Flags


def _check(**weights: float) -> None:
    """Raise an error if a weight is below 0."""
    for name, value in weights.items():
        check_range("whole", name, value, least=0)


def _early(concepts: Concepts, places: Places) -> FloatArray:
    """Return what the place of each sentence counts: more in a story of many documents, since more openings agree."""
    counted: FloatArray = concepts.documents / (concepts.documents + _MANY_DOCUMENTS) / places.place
    return counted


def _by_score(scores: Scores, allowance: Allowance) -> tuple[int, ...]:
    """Return what fits of the best-scored, where nothing can be told as a sentence should."""
    others = find_candidates(scores.values, allowance).rows
    return allowance.fill(others[best_first(scores.values[others])].tolist())


def _stop_share(view: StoryView, lengths: FloatArray) -> FloatArray:
    """Return the share of stop words in each sentence; 0 in one without content words."""
    terms = view.counts("terms").matrix
    content = weighted_sums(terms, np.ones(terms.shape[1]))
    return np.where(content > 0, 1 - content / lengths, 0.0)


def _candidates(
    view: StoryView, alone: FloatArray, allowance: Allowance, *, most: int, standalone: bool
) -> tuple[Candidates, set[int]]:
    """Return the `most` sentences that bring most alone, among those that fit and can be told, and which may open."""
    found: dict[int, int] = {}
    news: set[int] = set()
    now = last_time(view)
    for row in best_first(alone)[: int(np.count_nonzero(alone > -np.inf))]:
        if len(found) == most:
            break
        text = view.sentences[row].text
        if standalone and not ends_as_a_sentence(text):
            continue
        standing = opening_standing(view, row) if standalone else Standing()
        if standing is None or (standing.forecast and has_passed(view, row, now=now)):
            continue
        size = allowance.measure(row)
        if size is not None and size <= allowance.limit:
            found[row] = size + allowance.gap
            if not (standing.scene or standing.forecast or (standing.quotation and text.startswith(OPENING_MARKS))):
                news.add(row)
    rows = np.array(sorted(found), dtype=np.int64)
    return Candidates(
        rows, np.array([found[row] for row in rows.tolist()], np.int64), allowance.limit + allowance.gap
    ), news


def _problem(
    view: StoryView,
    concepts: Concepts,
    found: Candidates,
    worth: Longs,
    near: FloatArray,
    words: float,
    limits: _Limits,
) -> Problem:
    """Return the objective in whole numbers, `words` being how many the likeness of the whole weighs."""
    counts = view.counts("terms")
    own = counts.unit_rows()[found.rows]
    parts = np.rint(own.data * _LENGTH).astype(np.int64)
    products = pair_sums(own, parts, parts)
    scale = _POINTS / concepts.rate if concepts.rate > 0 else 0.0
    return Problem(
        found.costs,
        found.capacity,
        worth,
        *concepts.of_rows(found.rows),
        np.rint(concepts.first * scale).astype(np.int64),
        np.rint(concepts.second * scale).astype(np.int64),
        np.rint(near[found.rows] * _COSINE).astype(np.int64),
        products,
        _repeats(own, counts.idf, products, limits),
        words * _POINTS * _LENGTH / _COSINE,
    )


def _tell_one_event(view: StoryView, found: Candidates, places: Places) -> Flags:
    """Return which pairs open two documents of about one time: both tell what happened, each in words of its own."""
    documents = view.document_of[found.rows]
    opens = (places.place[found.rows] == 1) & ~places.passed[found.rows]
    times = published_seconds(view)[documents]
    known = times > -np.inf
    days = np.where(known, times, 0.0) / DAY
    apart = (np.abs(days[:, None] - days) > _ONE_TIME) & known[:, None] & known
    likely: Flags = opens[:, None] & opens & ~apart & (documents[:, None] != documents)
    return likely


def _direction(view: StoryView, copied: Flags, places: Places, emphasis: FloatArray | None) -> FloatArray:
    """Return the sum of all sentences but copied ones at length one; early news counts more, or what is on a question."""
    units = view.counts("terms").unit_rows()
    counted = np.where(places.passed, 0.0, 1 / np.sqrt(places.place)) if emphasis is None else emphasis
    each = np.repeat(np.where(copied, 0.0, counted), np.diff(units.indptr))
    summed = np.bincount(units.indices, units.data * each, minlength=units.shape[1])
    norm = float(np.sqrt((summed * summed).sum()))
    return summed / norm if norm > 0 else summed.astype(np.float64)


def _repeats(units: sparse.csr_array, idf: FloatArray, products: Longs, limits: _Limits) -> Flags:
    """Return which pairs of sentences say mostly the same: by their cosine, or because one holds most of the other."""
    weights = np.rint(idf[units.indices] * _COSINE).astype(np.int64)
    shared = pair_sums(units, weights, np.ones(units.nnz, np.int64))
    total = np.diag(shared)
    smaller = np.minimum(total[:, None], total[None, :])
    part = np.where(limits.likely, _LIKELY, 1.0)
    same: Flags = (products >= part * (limits.cosine * _LENGTH**2)) | (
        shared >= np.maximum(1.0, part * limits.held * smaller)
    )
    np.fill_diagonal(same, val=False)
    return same


def _filled(chosen: list[int], alone: FloatArray, allowance: Allowance) -> tuple[int, ...]:
    """Return the choice and after it, as far as the room allows, what was refused: the best alone first."""
    inside = set(chosen)
    return allowance.fill([*chosen, *(row for row in best_first(alone) if row not in inside)])
