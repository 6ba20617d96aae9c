"""Whole: the set of sentences that is best as a whole summary, not one good sentence after another.

Source: our own, after Gillick and Favre (2009) for concepts and Lin and Bilmes (2010) for the search; found on MultiLing
2011, Multi-News, Spanish crises and SummEval (docs/decisions/0019).

The value of a summary is concepts + worth of its sentences + likeness of the whole:

- each concept (`meadow.select.concepts`) counts once, a word in a second sentence half;
- a sentence of w words is worth `ρ·w·(score·r + running·f)`: r its score in shares of the best, f the share of stop words,
  which keeps lists and captions out; ρ is what a word usually brings in concepts;
- likeness is `likeness·ρ·W` times the cosine of the summed sentences, weighed by inverse document frequency, with the sum
  of all sentences of the story, each divided by the square root of its number; W is how many words the room holds.

A sentence that leans on what stood before it is out, and of two that say mostly the same one is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.select.budget import Flags, Room, best_first
from meadow.select.candidates import Candidates, Longs, expected_count, find_candidates, relevance, rounded
from meadow.select.concepts import Concepts, story_concepts
from meadow.select.exchange import Problem, best_set, pair_sums
from meadow.text.standing import judge
from meadow.vectors.products import weighted_sums
from meadow.vectors.view import StoryView

_LEAST_CANDIDATES, _MOST_CANDIDATES = 48, 2_000
# Whole numbers instead of fractions: what a word usually brings, a unit vector's length, a cosine.
_POINTS, _LENGTH, _COSINE = 2.0**16, 2.0**14, 2.0**20


def whole(
    view: StoryView,
    scores: Scores,
    room: Room,
    *,
    score: float = 0.5,
    running: float = 2.0,
    likeness: float = 2.0,
    most: float = 0.5,
    held: float = 0.6,
    first: int = 12,
    standalone: bool = True,
) -> tuple[int, ...]:
    """Return the sentences of the best summary found, in the order in which the search took them.

    `score`, `running` and `likeness` weigh the parts of the value. Two sentences are not in together if their cosine reaches
    `most` or they share the part `held` of the lighter one's weight; above 1 these let everything in. The search looks at
    the `first`·h sentences that bring most alone, at least 48. A budget of sentences is filled with what it has refused,
    where nothing else is left.
    """
    for name, value in (("score", score), ("running", running), ("likeness", likeness), ("most", most), ("held", held)):
        check_range("whole", name, value, least=0)
    check_range("whole", "first", first, least=1)
    concepts = view.kept(story_concepts)
    lengths = np.maximum(1, view.counts("terms").lengths).astype(np.float64)
    per_word = score * np.maximum(relevance(scores.values), 0.0) + running * _stop_share(view, lengths)
    usual = concepts.held / concepts.rate if concepts.rate > 0 else 0.0
    alone = rounded((usual + per_word * lengths) / np.sqrt(lengths))
    scored = scores.values > 0
    alone = np.where((scored | ~scored.any()) & ~concepts.copied, alone, -np.inf)
    count = min(max(_LEAST_CANDIDATES, first * expected_count(view, room)), _MOST_CANDIDATES)
    found = _candidates(view, alone, room, most=count, standalone=standalone)
    worth = np.rint(_POINTS * per_word * lengths)[found.rows].astype(np.int64)
    words = found.capacity * float(lengths[found.rows].sum()) / max(1, int(found.costs.sum()))
    problem = _problem(view, concepts, found, worth, likeness * words, _Limits(most, held))
    chosen = found.rows[best_set(problem)].tolist()
    if not chosen:
        return room.fill(find_candidates(scores.values, room).rows.tolist())
    return _filled(chosen, alone, room) if room.unit == "sentences" else tuple(chosen)


class _Limits(NamedTuple):
    """From which cosine on, and from which shared part of the lighter one on, two sentences say mostly the same."""

    cosine: float
    held: float


def _stop_share(view: StoryView, lengths: FloatArray) -> FloatArray:
    """Return the share of stop words in each sentence; 0 in one without content words."""
    terms = view.counts("terms").matrix
    content = weighted_sums(terms, np.ones(terms.shape[1]))
    return np.where(content > 0, 1 - content / lengths, 0.0)


def _candidates(view: StoryView, alone: FloatArray, room: Room, *, most: int, standalone: bool) -> Candidates:
    """Return the `most` sentences that bring most alone, among those that fit and can be read first."""
    found: dict[int, int] = {}
    for row in best_first(alone):
        if len(found) == most or alone[row] == -np.inf:
            break
        if standalone and not _can_stand(view, row):
            continue
        size = room.measure(row)
        if size is not None and size <= room.limit:
            found[row] = size + room.gap
    rows = np.array(sorted(found), dtype=np.int64)
    return Candidates(rows, np.array([found[row] for row in rows.tolist()], np.int64), room.limit + room.gap)


def _can_stand(view: StoryView, row: int) -> bool:
    """Say whether a sentence may be printed and be read first."""
    standing = judge(view.sentences[row].text, view.language_of(row))
    return standing.usable and standing.alone


def _problem(
    view: StoryView, concepts: Concepts, found: Candidates, worth: Longs, words: float, limits: _Limits
) -> Problem:
    """Return the objective in whole numbers, `words` being how many the likeness of the whole weighs."""
    counts = view.counts("terms")
    units = counts.unit_rows()
    own = units[found.rows]
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
        np.rint(weighted_sums(own, _direction(view, units)) * _COSINE).astype(np.int64),
        products,
        _repeats(own, counts.idf, products, limits),
        words * _POINTS * _LENGTH / _COSINE,
    )


def _direction(view: StoryView, units: sparse.csr_array) -> FloatArray:
    """Return the sum of all sentences, each divided by the square root of its number, at length one."""
    early = np.repeat(1 / np.sqrt(view.number), np.diff(units.indptr))
    summed = np.bincount(units.indices, units.data * early, minlength=units.shape[1])
    norm = float(np.sqrt((summed * summed).sum()))
    return summed / norm if norm > 0 else summed.astype(np.float64)


def _repeats(units: sparse.csr_array, idf: FloatArray, products: Longs, limits: _Limits) -> Flags:
    """Return which pairs of sentences say mostly the same: by their cosine, or because one holds most of the other."""
    weights = np.rint(idf[units.indices] * _COSINE).astype(np.int64)
    shared = pair_sums(units, weights, np.ones(units.nnz, np.int64))
    total = np.diag(shared)
    smaller = np.minimum(total[:, None], total[None, :])
    same: Flags = (products >= limits.cosine * _LENGTH**2) | (shared >= np.maximum(1.0, limits.held * smaller))
    np.fill_diagonal(same, val=False)
    return same


def _filled(chosen: list[int], alone: FloatArray, room: Room) -> tuple[int, ...]:
    """Return the choice and after it, as far as the room allows, what was refused: the best alone first."""
    inside = set(chosen)
    return room.fill([*chosen, *(row for row in best_first(alone) if row not in inside)])
