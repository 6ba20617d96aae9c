"""Nothing is told twice in other words: a set is chosen again until no two of its sentences say the same.

Source: our own. Shared words bar most repeats before the search (`meadow.select.whole`); which of the few sentences chosen
say the same in other words is asked of `meadow.vectors.sameness`, which is too dear to ask of all candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from meadow.model import IntArray
from meadow.select.budget import Flags
from meadow.select.candidates import Candidates, Longs
from meadow.select.exchange import Problem
from meadow.vectors.cells import cells_of_rows, every_pair
from meadow.vectors.ordering import distinct
from meadow.vectors.sameness.comparison import compare_at_best, compare_rows
from meadow.vectors.sameness.rows import letter_cells, read_rows, word_cells
from meadow.vectors.sameness.scoring import same
from meadow.vectors.view import StoryView

_ROUNDS = 4  # what comes in instead may say what another one said
_MOST_PAIRS = 2_000  # of a long summary the likest pairs are compared
_ROUNDING = 1e-9  # a bound is another sum than what it bounds
_LEAST_COSINE = 0.15  # two that share less never said the same in 196 summaries of three collections


class Chosen(NamedTuple):
    """A set of candidates by their places, and the problem that it was chosen for, with all pairs that were barred."""

    problem: Problem
    places: list[int]


def told_once(
    view: StoryView,
    candidates: Candidates,
    problem: Problem,
    choose: Callable[[Problem], list[int]],
    *,
    least: float,
) -> Chosen:
    """Return a set in which no two sentences say the same with a likelihood of `least` or more."""
    places = choose(problem)
    for _ in range(_ROUNDS):
        first, second = _repeats(view, candidates, problem, places, least=least)
        if not len(first):
            break
        barred = problem.barred.copy()
        barred[first, second] = barred[second, first] = True
        problem = problem._replace(barred=barred)
        places = choose(problem)
    return Chosen(problem, places)


def say_the_same(view: StoryView, candidates: Candidates, problem: Problem, places: list[int], *, least: float) -> bool:
    """Say whether two sentences of a set say the same with a likelihood of `least` or more."""
    return len(_repeats(view, candidates, problem, places, least=least)[0]) > 0


def _repeats(
    view: StoryView, candidates: Candidates, problem: Problem, places: list[int], *, least: float
) -> tuple[Longs, Longs]:
    """Return the pairs of places of a set that say the same."""
    inside = np.array(sorted(places), dtype=np.int64)
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
    """Return which pairs of places in `rows` say the same.

    About half are told apart by words and letter groups; facts are read of those that are left.
    """
    terms, words = cells_of_rows(view.counts("terms").matrix, rows), word_cells(view, rows)
    letters = letter_cells(view, terms)
    alike: Flags = same(compare_at_best(words, terms, first, second, letters=letters)) >= least - _ROUNDING
    if alike.any():
        read, places = distinct(np.concatenate([first[alike], second[alike]]).astype(np.int64))
        sentences = read_rows(view, rows[read], words=words.of_rows(read), letters=letters.of_rows(read))
        half = np.count_nonzero(alike)
        compared = compare_rows(sentences, sentences, places[:half].astype(np.int32), places[half:].astype(np.int32))
        # Each with a figure of its own tells something of its own: "12 dead" and, the day after, "14 dead".
        alike[alike] = (same(compared) >= least) & (compared.numbers_apart == 0)
    return alike
