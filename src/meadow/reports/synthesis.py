"""What goes into a report: sentences that answer the question, together cover its concepts and days, and repeat nothing.

Greedy: the next sentence is the one that adds most, where a sentence adds its own relevance, its concepts (each time one
is told it is worth less), and its day (the more is reported on a day, the more it matters; each further sentence on it
less). A sentence that a chosen one covers is passed over, but not if it gives another number or denies what that one says.

Source: our own; coverage with diminishing returns as Lin and Bilmes (2011), "A class of submodular functions for document
summarization".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.reports.retrieval import Evidence, concept_terms
from meadow.text.selfcontained import is_self_contained
from meadow.vectors.sameness.comparison import compare_rows
from meadow.vectors.sameness.links import SUBSUMED, is_subsumed
from meadow.vectors.sameness.rows import read_rows
from meadow.vectors.view import StoryView

_CONCEPTS, _DAYS = 1.0, 1.0  # what covering them is worth beside relevance
_UNSAID = 0.8  # what a sentence is worth that needs the one before it
_CANDIDATES = 6  # for each sentence of the report
_FEWEST, _MOST = 60, 400
_COMPARED = 0.2  # cosine from which two sentences may repeat each other
_SHORTEST, _LONGEST = 5, 50  # words

Flags = NDArray[np.bool_]


def choose_rows(
    view: StoryView,
    evidence: Evidence,
    *,
    count: int | None = None,
    printable: Callable[[int], bool] = lambda _: True,
    first: Sequence[int] = (),
) -> Iterator[int]:
    """Iterate over rows in the order in which they are worth telling, at most `count`; none repeats an earlier one.

    `printable` says which rows can be told at all; only those that come into question are asked about. Rows `first` are
    told already: they are not given again, and nothing that repeats them.
    """
    most = _MOST if count is None else min(_MOST, max(_FEWEST, _CANDIDATES * count))
    pool = sorted({*(row for row in candidates(view, evidence, most) if printable(row)), *first})
    if not pool:
        return
    relevance = _relevance(view, evidence, pool)
    concepts, concept_weights = _concepts(view, evidence, pool)
    days, day_weights = _days(view, evidence, pool)
    repeats = repeating(view, pool)
    covered, reported = np.zeros(len(concept_weights)), np.zeros(len(day_weights))
    free = np.ones(len(pool), dtype=bool)
    for best in (pool.index(row) for row in first):
        free &= ~repeats[:, best]
        free[best] = False
        covered += concepts[best]
        reported[days[best]] += 1
    for _ in range(len(pool) if count is None else count):
        gains = relevance + _CONCEPTS * (concepts @ (concept_weights / (1 + covered)))
        gains += _DAYS * (day_weights / (1 + reported))[days]
        gains[~free] = -np.inf
        best = int(gains.argmax())
        if not free[best]:
            return
        yield pool[best]
        free &= ~repeats[:, best]
        free[best] = False
        covered += concepts[best]
        reported[days[best]] += 1


def candidates(view: StoryView, evidence: Evidence, most: int) -> list[int]:
    """Return the best rows that can be printed, in time order."""
    lengths = view.counts("words").lengths
    fitting = [row for row in evidence.rows if _SHORTEST <= lengths[row] <= _LONGEST]
    return sorted((fitting or evidence.rows)[:most])


def _relevance(view: StoryView, evidence: Evidence, pool: Sequence[int]) -> FloatArray:
    values = evidence.scores[list(pool)]
    alone = np.array([view.told(is_self_contained, row) for row in pool])
    scaled: FloatArray = values / values.max() * np.where(alone, 1.0, _UNSAID)
    return scaled


def _concepts(view: StoryView, evidence: Evidence, pool: Sequence[int]) -> tuple[FloatArray, FloatArray]:
    """Return which candidate (first axis) holds which concept (second), and what the concepts weigh: 1 together."""
    counts = view.counts("terms")
    terms = [concept_terms(view, mentioned) for mentioned in evidence.concepts]
    wanted = frozenset[str]().union(*terms)
    column = {term: index for index, term in enumerate(counts.terms) if term in wanted}
    present = counts.matrix[list(pool)].tocsc()
    holds = np.zeros((len(pool), len(evidence.concepts)))
    for number, mentioned in enumerate(evidence.concepts):
        columns = [column[term] for term in terms[number] if term in column]
        # Rows that were read for concepts know short forms too ("Halvorsen"); the others are told by all words.
        whole = (present[:, columns].toarray() > 0).all(axis=1) if columns else np.zeros(len(pool), dtype=bool)
        holds[:, number] = whole | np.isin(pool, mentioned.rows)
    weights = np.array([mentioned.weight for mentioned in evidence.concepts])
    return holds, weights / weights.sum() if weights.size else weights


def _days(view: StoryView, evidence: Evidence, pool: Sequence[int]) -> tuple[NDArray[np.int64], FloatArray]:
    """Return the day of each candidate as a number, and how much evidence each day has: 1 for the day with most."""
    numbers: dict[date | None, int] = {}
    every = {row: numbers.setdefault(day_of(view, row), len(numbers)) for row in evidence.rows}
    weights = np.zeros(len(numbers))
    np.add.at(weights, list(every.values()), evidence.scores[list(every)])
    if None in numbers:
        weights[numbers[None]] = 0.0
    top = weights.max(initial=0.0)
    return np.array([every[row] for row in pool]), np.sqrt(weights / top) if top > 0 else weights


def day_of(view: StoryView, row: int) -> date | None:
    """Return the day on which the document of a row was published, in its own zone."""
    published = view.documents[view.document_of[row]].published
    return None if published is None else published.date()


def repeating(view: StoryView, pool: Sequence[int]) -> Flags:
    """Return which of some rows (first axis) is covered by which other (second)."""
    rows, units = read_rows(view, np.array(pool)), view.counts("terms").unit_rows()[list(pool)]
    alike = np.triu((units @ units.T).toarray() >= _COMPARED, 1)
    first, second = (side.astype(np.int32) for side in np.nonzero(alike))
    comparison = compare_rows(rows, rows, first, second)
    covered = np.zeros((len(pool), len(pool)), dtype=bool)
    covered[first, second] = is_subsumed(comparison, comparison.forward, SUBSUMED)
    covered[second, first] = is_subsumed(comparison, comparison.backward, SUBSUMED)
    return covered
