"""Whole: the set of sentences that is best as a whole summary, not one good sentence after another.

Source: our own, after Gillick and Favre (2009) for concepts and Lin and Bilmes (2010) for the search; found on MultiLing
2011, Multi-News, Spanish crises and SummEval (docs/decisions/0019).

The value of a summary is concepts + worth of its sentences + likeness of the whole:

- each concept (`meadow.select.concepts`) counts once, a word in a second sentence half;
- a sentence of w words is worth `ρ·w·(score·r + running·f + position·t·n/(n + 10)/i)`: r its score in shares of the best, f
  the share of stop words, which keeps lists and captions out, i its place among those of its document that could be printed
  (`meadow.select.places`), t from 1 for a story's first document to 2 for its last (`meadow.select.concepts`), n the number
  of documents; ρ is what a word usually brings in concepts;
- likeness is `likeness·ρ·W` times the cosine of the summed sentences, weighed by inverse document frequency, with the sum
  of all sentences of the story, each divided by √i; W is how many words the room holds.

Where a question was asked, how much each sentence counts for it (`meadow.select.asked`) stands in for its place, in
concepts and in likeness: what sentences on the question say is then what the summary is to hold.

In a story that runs for days the best opening of the last day is in (`meadow.select.latest`).
A sentence that leans on what stood before it is out, and so is a forecast whose day has passed; of two that say mostly the
same one is, and the newer stays where it is about as good; articles that open alike tell their event once.
The sentence most like the story opens, unless it is a scene or a forecast.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice, repeat

import numpy as np

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.select.asked import asked_weights
from meadow.select.budget import Allowance, Flags, best_first
from meadow.select.candidates import Candidates, expected_count, find_candidates, relevance, rounded
from meadow.select.concepts import Concepts, recency, story_concepts
from meadow.select.exchange import Problem, best_set, filled, laid_out, pair_sums
from meadow.select.followers import Limits, with_followers
from meadow.select.introductions import unmet_rows, with_introductions
from meadow.select.latest import with_latest
from meadow.select.noting import LEAST_LIKE, Weighed, noted
from meadow.select.openings import Openings, find_openings
from meadow.select.order import Ordered
from meadow.select.places import LEAST_WORDS, Places, ends_as_a_sentence, every_place, news_places
from meadow.select.repeated import say_the_same, told_once
from meadow.select.retelling import Bars, read_overlap, with_news
from meadow.select.times import has_passed, last_time, newest, published_seconds
from meadow.text.standing import Standing
from meadow.text.standing.quotations import OPENING_MARKS
from meadow.vectors.cells import Cells, cells_of_rows
from meadow.vectors.products import row_sums, weighted_sums
from meadow.vectors.standings import opening_standings
from meadow.vectors.view import StoryView

_LEAST_CANDIDATES, _MOST_CANDIDATES = 40, 2_000
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
    retold: bool = False,
    first: int = 10,
    standalone: bool = True,
    asked: str | None = None,
) -> tuple[int, ...]:
    """Return the sentences of the best summary found: the one most like the story first, then in the order of time.

    `score`, `running`, `position` and `likeness` weigh the parts of the value. Two sentences are not in together if their
    cosine reaches `most`, they share the part `held` of the lighter one's weight, or they say `same` in other words with
    that likelihood; above 1 these let everything in. Unless events may be `retold`, articles of about one time that open
    alike tell their event once (`meadow.select.retelling`). Nobody is spoken of by surname alone before a sentence that
    introduces them. The search looks at the `first`·h sentences that bring most alone, at least 40. A budget of sentences
    is filled with what it has refused, where nothing else is left. `asked` names the feature of the scores that says how
    well sentences answer a question.
    """
    _check(first, score=score, running=running, position=position, likeness=likeness, most=most, held=held, same=same)
    emphasis = asked_weights(view, scores, asked)
    concepts = view.kept(story_concepts) if emphasis is None else story_concepts(view, emphasis)
    lengths = np.maximum(1, view.counts("terms").lengths).astype(np.float64)
    places = view.kept(news_places if standalone else every_place)
    early = position * _early(view, concepts, places) if emphasis is None else 0.0
    per_word = score * np.maximum(relevance(scores.values), 0.0) + running * _stop_share(view, lengths) + early
    near = weighted_sums(view.counts("terms").unit_rows(), _direction(view, concepts.copied, places, emphasis))
    possible = (near >= LEAST_LIKE) & (lengths >= (LEAST_WORDS if standalone else 0)) & ~concepts.copied
    alone = np.where(possible, _brought(concepts, scores, per_word, lengths), -np.inf)
    candidates, news = _candidates(view, alone, allowance, first=first, standalone=standalone)
    words = likeness * candidates.capacity * float(lengths[candidates.rows].sum()) / max(1, int(candidates.costs.sum()))
    units = cells_of_rows(view.counts("terms").unit_rows(), candidates.rows)
    plain = _problem(units, concepts, candidates, (per_word * lengths)[candidates.rows], near, words)
    problem = with_latest(view, candidates, plain, near, places, news) if emphasis is None else plain
    openings = find_openings(view, candidates, problem, near, news)
    limits = Limits(most, held, retold)
    bars = read_overlap(view, candidates, units, places).bars(problem.products / _LENGTH**2, **limits._asdict())
    chosen = _chosen(view, candidates, problem, alone, openings, bars, standalone=standalone, same=same)
    if chosen and standalone:
        chosen = with_followers(view, chosen, allowance, near, places, limits, partial(openings.order, view))
    rows = _filled_up(view, chosen, openings, alone, allowance) if chosen else _by_score(scores, allowance)
    return noted(view, allowance, rows, Weighed(candidates, problem, bars.all, alone, near, concepts, standalone))


def _chosen(
    view: StoryView,
    candidates: Candidates,
    problem: Problem,
    alone: FloatArray,
    openings: Openings,
    bars: Bars,
    *,
    standalone: bool,
    same: float,
) -> list[int]:
    """Return the rows of the best set, newer ones for the same, and what still fits; what is to stand is introduced."""
    times = published_seconds(view)[view.document_of[candidates.rows]]
    order = partial(openings.order, view)

    def best(given: Problem) -> list[int]:
        layout = laid_out(given)
        return filled(given, newest(given, best_set(given, layout), alone[candidates.rows], times), layout)

    def may_be_printed(places: list[int]) -> bool:
        met = not standalone or not unmet_rows(view, order(candidates.rows[places].tolist()))
        return met and not say_the_same(view, candidates, problem, places, least=same)

    choose = partial(told_once, view, candidates, choose=best, least=same)
    chosen = choose(problem._replace(barred=bars.all))
    places = with_introductions(view, candidates, chosen, choose, order) if standalone else chosen.places
    rows: list[int] = candidates.rows[with_news(problem, bars, places, may_be_printed)].tolist()
    return rows


def _check(first: int, **weights: float) -> None:
    """Raise an error if a weight is below 0, or no sentence would be looked at."""
    check_range("whole", "first", first, least=1)
    for name, value in weights.items():
        check_range("whole", name, value, least=0)


def _early(view: StoryView, concepts: Concepts, places: Places) -> FloatArray:
    """Return what the place of each sentence counts: more in a story of many documents, since more openings agree.

    The opening of a late document counts more, since it tells how the story ended.
    """
    counted: FloatArray = concepts.documents / (concepts.documents + _MANY_DOCUMENTS) / places.place
    return counted * recency(view)[view.document_of]


def _brought(concepts: Concepts, scores: Scores, per_word: FloatArray, lengths: FloatArray) -> FloatArray:
    """Return what each sentence brings alone, long ones less per word; nothing that can be chosen without a score."""
    usual = concepts.held / concepts.rate if concepts.rate > 0 else 0.0
    scored = scores.values > 0
    return np.where(scored | ~scored.any(), rounded((usual + per_word * lengths) / np.sqrt(lengths)), -np.inf)


def _by_score(scores: Scores, allowance: Allowance) -> tuple[int, ...]:
    """Return what fits of the best-scored, where nothing can be told as a sentence should."""
    others = find_candidates(scores.values, allowance).rows
    return allowance.fill(others[best_first(scores.values[others])].tolist())


def _stop_share(view: StoryView, lengths: FloatArray) -> FloatArray:
    """Return the share of stop words in each sentence; 0 in one without content words."""
    terms = view.counts("terms").matrix
    content = row_sums(terms, terms.data)
    return np.where(content > 0, 1 - content / lengths, 0.0)


def _candidates(
    view: StoryView, alone: FloatArray, allowance: Allowance, *, first: int, standalone: bool
) -> tuple[Candidates, set[int]]:
    """Return the sentences that bring most alone, among those that fit and can be told, and which may open."""
    most = min(max(_LEAST_CANDIDATES, first * expected_count(view, allowance)), _MOST_CANDIDATES)
    costs: dict[int, int] = {}
    news: set[int] = set()
    now = last_time(view)
    hopeful = iter(best_first(alone)[: int(np.count_nonzero(alone > -np.inf))])
    # All that could go in are judged together, so that none is judged for nothing.
    while asked := list(islice(hopeful, most - len(costs))):
        for row, standing in _told_openings(view, asked, standalone=standalone):
            if standing.forecast and has_passed(view, row, now=now):
                continue
            size = allowance.measure(row)
            if size is not None and size <= allowance.limit:
                costs[row] = size + allowance.gap
                quoted = standing.quotation and view.sentences[row].text.startswith(OPENING_MARKS)
                if not (standing.scene or standing.forecast or quoted):
                    news.add(row)
    rows = np.array(sorted(costs), dtype=np.int64)
    return Candidates(
        rows, np.array([costs[row] for row in rows.tolist()], np.int64), allowance.limit + allowance.gap
    ), news


def _told_openings(view: StoryView, rows: list[int], *, standalone: bool) -> Iterator[tuple[int, Standing]]:
    """Yield the rows that can be told, with their standing; all of them where none need stand alone."""
    if not standalone:
        yield from zip(rows, repeat(Standing()))
        return
    ended = [row for row in rows if ends_as_a_sentence(view.sentences[row].text)]
    for row, standing in zip(ended, opening_standings(view, ended), strict=True):
        if standing is not None:
            yield row, standing


def _problem(
    units: Cells,
    concepts: Concepts,
    candidates: Candidates,
    worth: FloatArray,
    near: FloatArray,
    words: float,
) -> Problem:
    """Return the objective in whole numbers, nothing barred; `words` is how many the likeness of the whole weighs."""
    parts = np.rint(units.weights * _LENGTH).astype(np.int64)
    products = pair_sums(units, parts, parts)
    scale = _POINTS / concepts.rate if concepts.rate > 0 else 0.0
    return Problem(
        candidates.costs,
        candidates.capacity,
        np.rint(_POINTS * worth).astype(np.int64),
        *concepts.of_rows(candidates.rows),
        np.rint(concepts.first * scale).astype(np.int64),
        np.rint(concepts.second * scale).astype(np.int64),
        np.rint(near[candidates.rows] * _COSINE).astype(np.int64),
        products,
        np.zeros(products.shape, np.bool_),
        words * _POINTS * _LENGTH / _COSINE,
    )


def _direction(view: StoryView, copied: Flags, places: Places, emphasis: FloatArray | None) -> FloatArray:
    """Return the sum of all sentences but copied ones at length one; early news counts more, or what is on a question."""
    units = view.counts("terms").unit_rows()
    counted = np.where(places.passed, 0.0, 1 / np.sqrt(places.place)) if emphasis is None else emphasis
    each = np.repeat(np.where(copied, 0.0, counted), np.diff(units.indptr))
    summed = np.bincount(units.indices, units.data * each, minlength=units.shape[1])
    norm = float(np.sqrt((summed * summed).sum()))
    return summed / norm if norm > 0 else summed.astype(np.float64)


def _filled_up(
    view: StoryView, chosen: list[int], openings: Openings, alone: FloatArray, allowance: Allowance
) -> Ordered:
    """Return the choice as it is to be printed; a budget of sentences is filled with what was refused, the best first."""
    if allowance.unit != "sentences":
        return openings.order(view, chosen)
    inside = set(chosen)
    others = (row for row in best_first(alone) if row not in inside)
    return openings.order(view, allowance.fill([*chosen, *others]))
