"""Coverage: the set of sentences that together cover the most concepts of a story, within the budget.

Source: our own, after Gillick and Favre (2009) for concepts and Lin and Bilmes (2010) for the search; found on MultiLing
2011, Multi-News, Spanish crises and SummEval (docs/decisions/0019).

The value of a summary is concepts + worth of its sentences + likeness of the whole:

- each concept (`meadow.select.concepts`) counts once, and half if a second sentence contains it;
- a sentence of w words is worth `ρ·w·(score·r + running·f + position·t·n/(n + 10)/i)`: r its score in shares of the best, f
  the share of stop words, which keeps lists and captions out, i its position among the printable sentences of its document
  (`meadow.select.positions`), t from 1 for a story's first document to 2 for its last (`meadow.select.concepts`), n the
  number of documents; ρ is what a word usually brings in concepts;
- likeness is `likeness·ρ·W` times the cosine of the summed sentences, weighed by inverse document frequency, with the sum
  of all sentences of the story, each divided by √i; W is the number of words in the budget.

With a question, weights for that question (`meadow.select.query_weights`) replace the position of sentences, in concepts
and in likeness.

Constraints: a story that runs for days includes the best lead of its last day (`meadow.select.latest`). Sentences that
depend on their context are excluded, and so are forecasts whose day has passed. Of two sentences that say mostly the same
one is excluded, the older one if both are about as good. An event that several articles report is reported once.
The sentence most similar to the story comes first, unless it is a scene or a forecast.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice, repeat

import numpy as np

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.select.budget import Flags, RemainingBudget, best_first
from meadow.select.candidates import Candidates, expected_count, find_candidates, relevance, rounded, stop_share
from meadow.select.concepts import Concepts, recency, story_concepts
from meadow.select.continuations import with_continuations
from meadow.select.coreference import unresolved_rows, with_introductions
from meadow.select.exchange import Problem, Search, best_set, filled, pair_sums
from meadow.select.latest import REQUIRED, with_latest
from meadow.select.leads import Leads, find_leads
from meadow.select.noting import MIN_COSINE, Considered, noted
from meadow.select.order import Ordered
from meadow.select.positions import MIN_WORDS, Positions, all_positions, article_positions, ends_as_a_sentence
from meadow.select.query_weights import query_weights
from meadow.select.redundancy import Conflicts, RepeatLimits, find_conflicts, has_repeats, with_updates, without_repeats
from meadow.select.times import has_passed, last_time, newest, published_seconds
from meadow.text.selfcontained import SentenceCheck
from meadow.text.selfcontained.quotations import OPENING_MARKS
from meadow.vectors.cells import Cells, cells_of_rows
from meadow.vectors.products import weighted_sums
from meadow.vectors.sentence_checks import lead_checks
from meadow.vectors.view import StoryView

_LEAST_CANDIDATES, _MOST_CANDIDATES = 40, 2_000
_MANY_DOCUMENTS = 10  # with so many a position counts half of its maximum
# Whole numbers instead of fractions: what a word usually brings, a unit vector's length, a cosine.
_POINTS, _LENGTH, _COSINE = 2.0**16, 2.0**14, 2.0**20


def coverage(
    view: StoryView,
    scores: Scores,
    budget: RemainingBudget,
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
    that likelihood; above 1 these let everything in. Unless events may be `retold`, an event that several articles of about
    one time report is in once (`meadow.select.redundancy`). A person is introduced before being mentioned by surname. The
    search considers the `first`·h sentences that gain most alone, at least 40. A budget of sentences is filled up with
    refused ones where nothing else is left. `asked` names the feature of the scores that says how well sentences answer a
    question.
    """
    _check(first, score=score, running=running, position=position, likeness=likeness, most=most, held=held, same=same)
    emphasis = query_weights(view, scores, asked)
    concepts = view.kept(story_concepts) if emphasis is None else story_concepts(view, emphasis)
    lengths = np.maximum(1, view.counts("terms").lengths).astype(np.float64)
    positions = view.kept(article_positions if standalone else all_positions)
    early = position * _early(view, concepts, positions) if emphasis is None else 0.0
    per_word = score * np.maximum(relevance(scores.values), 0.0) + running * stop_share(view, lengths) + early
    similarity = weighted_sums(view.counts("terms").unit_rows(), _direction(view, concepts.copied, positions, emphasis))
    possible = (similarity >= MIN_COSINE) & (lengths >= (MIN_WORDS if standalone else 0)) & ~concepts.copied
    gain_alone = _gain_alone(concepts, scores, per_word, lengths, possible, budget.opening)
    candidates, lead_rows = _candidates(view, gain_alone, budget, first=first, standalone=standalone)
    term_vectors = cells_of_rows(view.counts("terms").unit_rows(), candidates.rows)
    plain = _problem(term_vectors, concepts, candidates, per_word, lengths, similarity, likeness)
    problem = with_latest(view, candidates, plain, similarity, positions, lead_rows) if emphasis is None else plain
    problem, leads = _with_leads(view, candidates, problem, similarity, lead_rows, budget.opening)
    limits = RepeatLimits(most, held, retold)
    conflicts = find_conflicts(view, candidates, term_vectors, positions, problem.products / _LENGTH**2, limits)
    chosen = _chosen(view, candidates, problem, gain_alone, leads, conflicts, standalone=standalone, same=same)
    if chosen and standalone:
        chosen = with_continuations(view, chosen, budget, similarity, positions, limits, partial(leads.order, view))
    rows = _filled_up(view, chosen, leads, gain_alone, budget) if chosen else _by_score(scores, budget)
    considered = Considered(candidates, problem, conflicts.all, gain_alone, similarity, concepts, standalone)
    return noted(view, budget, rows, considered)


def _with_leads(
    view: StoryView,
    candidates: Candidates,
    problem: Problem,
    similarity: FloatArray,
    lead_rows: set[int],
    opening: int | None,
) -> tuple[Problem, Leads]:
    """Return a problem and its leads, by which an opening that was chosen before is in the summary and comes first."""
    leads = find_leads(view, candidates, problem, similarity, lead_rows)
    if opening is None or opening not in candidates.rows:
        return problem, leads
    worth = problem.worth + REQUIRED * (candidates.rows == opening)
    return problem._replace(worth=worth), leads._replace(rows=(opening, *leads.rows), article_leads=frozenset())


def _chosen(
    view: StoryView,
    candidates: Candidates,
    problem: Problem,
    gain_alone: FloatArray,
    leads: Leads,
    conflicts: Conflicts,
    *,
    standalone: bool,
    same: float,
) -> list[int]:
    """Return the rows of the best set: newer instead of older equals, references introduced, filled up."""
    times = published_seconds(view)[view.document_of[candidates.rows]]
    order = partial(leads.order, view)

    def best(given: Problem) -> list[int]:
        search = Search(given)
        return filled(given, newest(given, best_set(given, search), gain_alone[candidates.rows], times), search)

    def may_be_printed(members: list[int]) -> bool:
        resolved = not standalone or not unresolved_rows(view, order(candidates.rows[members].tolist()))
        return resolved and not has_repeats(view, candidates, problem, members, least=same)

    choose = partial(without_repeats, view, candidates, choose=best, least=same)
    chosen = choose(problem._replace(barred=conflicts.all))
    members = with_introductions(view, candidates, chosen, choose, order) if standalone else chosen.members
    rows: list[int] = candidates.rows[with_updates(problem, conflicts, members, may_be_printed)].tolist()
    return rows


def _check(first: int, **weights: float) -> None:
    """Raise an error if a weight is below 0, or no sentence would be looked at."""
    check_range("coverage", "first", first, least=1)
    for name, value in weights.items():
        check_range("coverage", name, value, least=0)


def _early(view: StoryView, concepts: Concepts, positions: Positions) -> FloatArray:
    """Return what the position of each sentence counts: more in a story of many documents, whose leads agree more.

    The lead of a late document counts more, since it reports how the story ended.
    """
    counted: FloatArray = concepts.documents / (concepts.documents + _MANY_DOCUMENTS) / positions.position
    return counted * recency(view)[view.document_of]


def _gain_alone(
    concepts: Concepts,
    scores: Scores,
    per_word: FloatArray,
    lengths: FloatArray,
    possible: Flags,
    opening: int | None,
) -> FloatArray:
    """Return the gain of each sentence alone, long ones less per word; minus infinity if impossible or without a score.

    An opening that was chosen before gains most.
    """
    usual = concepts.held / concepts.rate if concepts.rate > 0 else 0.0
    scored = scores.values > 0
    gains = np.where(
        possible & (scored | ~scored.any()), rounded((usual + per_word * lengths) / np.sqrt(lengths)), -np.inf
    )
    if opening is not None and gains[opening] > -np.inf:
        gains[opening] = gains.max() + 1
    return gains


def _by_score(scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:
    """Return the best-scored sentences that fit, for stories without a self-contained sentence."""
    others = find_candidates(scores.values, budget).rows
    return budget.fill(others[best_first(scores.values[others])].tolist())


def _candidates(
    view: StoryView, gain_alone: FloatArray, budget: RemainingBudget, *, first: int, standalone: bool
) -> tuple[Candidates, set[int]]:
    """Return the sentences that gain most alone, among those that fit and may be printed, and which of them may open."""
    most = min(max(_LEAST_CANDIDATES, first * expected_count(view, budget)), _MOST_CANDIDATES)
    costs: dict[int, int] = {}
    lead_rows: set[int] = set()
    now = last_time(view)
    by_gain = iter(best_first(gain_alone)[: int(np.count_nonzero(gain_alone > -np.inf))])
    # In batches of what is still missing: checking in bulk is faster, and no sentence is checked for nothing.
    while batch := list(islice(by_gain, most - len(costs))):
        for row, check in _checked(view, batch, standalone=standalone):
            if check.forecast and has_passed(view, row, now=now):
                continue
            size = budget.measure(row)
            if size is not None and size <= budget.limit:
                costs[row] = size + budget.gap
                quoted = check.quotation and view.sentences[row].text.startswith(OPENING_MARKS)
                if not (check.scene or check.forecast or quoted):
                    lead_rows.add(row)
    rows = np.array(sorted(costs), dtype=np.int64)
    return Candidates(
        rows, np.array([costs[row] for row in rows.tolist()], np.int64), budget.limit + budget.gap
    ), lead_rows


def _checked(view: StoryView, rows: list[int], *, standalone: bool) -> Iterator[tuple[int, SentenceCheck]]:
    """Yield the rows that may be printed with their checks; all of them unless they must be self-contained."""
    if not standalone:
        yield from zip(rows, repeat(SentenceCheck()))
        return
    ended = [row for row in rows if ends_as_a_sentence(view.sentences[row].text)]
    for row, check in zip(ended, lead_checks(view, ended), strict=True):
        if check is not None:
            yield row, check


def _problem(
    term_vectors: Cells,
    concepts: Concepts,
    candidates: Candidates,
    per_word: FloatArray,
    lengths: FloatArray,
    similarity: FloatArray,
    likeness: float,
) -> Problem:
    """Return the objective in whole numbers, without conflicts; `per_word` is what a word of a sentence is worth."""
    rows = candidates.rows
    words = likeness * candidates.capacity * float(lengths[rows].sum()) / max(1, int(candidates.costs.sum()))
    parts = np.rint(term_vectors.weights * _LENGTH).astype(np.int64)
    products = pair_sums(term_vectors, parts, parts)
    scale = _POINTS / concepts.rate if concepts.rate > 0 else 0.0
    return Problem(
        candidates.costs,
        candidates.capacity,
        np.rint(_POINTS * (per_word * lengths)[rows]).astype(np.int64),
        *concepts.of_rows(rows),
        np.rint(concepts.first * scale).astype(np.int64),
        np.rint(concepts.second * scale).astype(np.int64),
        np.rint(similarity[rows] * _COSINE).astype(np.int64),
        products,
        np.zeros(products.shape, np.bool_),
        words * _POINTS * _LENGTH / _COSINE,
    )


def _direction(view: StoryView, copied: Flags, positions: Positions, emphasis: FloatArray | None) -> FloatArray:
    """Return the normalised sum of all sentences except copies, weighed by position or by the question."""
    term_vectors = view.counts("terms").unit_rows()
    counted = np.where(positions.skipped, 0.0, 1 / np.sqrt(positions.position)) if emphasis is None else emphasis
    each = np.repeat(np.where(copied, 0.0, counted), np.diff(term_vectors.indptr))
    summed = np.bincount(term_vectors.indices, term_vectors.data * each, minlength=term_vectors.shape[1])
    norm = float(np.sqrt((summed * summed).sum()))
    return summed / norm if norm > 0 else summed.astype(np.float64)


def _filled_up(
    view: StoryView, chosen: list[int], leads: Leads, gain_alone: FloatArray, budget: RemainingBudget
) -> Ordered:
    """Return the choice in printing order; a budget of sentences is filled with refused ones, the best first."""
    if budget.unit != "sentences":
        return leads.order(view, chosen)
    inside = set(chosen)
    others = (row for row in best_first(gain_alone) if row not in inside)
    return leads.order(view, budget.fill([*chosen, *others]))
