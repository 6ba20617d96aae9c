"""MMR: a hand computation, and the definition word for word."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import budget_for, choose
from meadow.errors import SpecError
from meadow.model import Document
from meadow.select.budget import RemainingBudget
from meadow.vectors.view import StoryView, view_documents
from stories import FLAT, documents, view

STORY = view(["Ferry rock.", "Ferry rock.", "Ferry storm."], ["Quay harbour."])
SCORES = [10.0, 9.0, 8.0, 5.0]


@pytest.mark.golden("T12")
def test_each_step_takes_the_largest_marginal_relevance() -> None:
    # Sentence 0 comes first with 0.7·1. Cosines with it: 1, 1/2, 0. So 0.63 − 0.3 = 0.33, 0.56 − 0.15 = 0.41 and 0.35:
    # sentence 2. Its cosines with 1 and 3 are 1/2 and 0, which changes neither: 0.35 of sentence 3 beats 0.33.
    assert choose("mmr", STORY, SCORES, 4) == (0, 2, 3, 1)
    # With λ = 0.5: 0.45 − 0.5 = −0.05, 0.4 − 0.25 = 0.15 and 0.25, so sentence 3 is second.
    assert choose("mmr(balance=0.5)", STORY, SCORES, 4) == (0, 3, 2, 1)


def test_balance_1_is_the_order_of_scores_and_0_only_avoids_likeness() -> None:
    assert choose("mmr(balance=1)", STORY, SCORES, 4) == (0, 1, 2, 3)
    assert choose("mmr(balance=0)", STORY, SCORES, 4) == (0, 3, 2, 1)


@pytest.mark.golden("T12")
def test_only_the_first_3h_sentences_are_ranked_again() -> None:
    story = view(["Ferry rock.", "Ferry rock.", "Ferry storm.", "Quay harbour."], ["Wolf moor."])
    scores = [10.0, 9.9, 9.8, 9.7, 9.6]
    assert choose("mmr(balance=0.1, first=3)", story, scores, 1) == (0,)
    # Two sentences: h = 2, so `first` = 1 leaves no choice, and with 2 the fourth is the least like the first.
    assert choose("mmr(balance=0.1, first=1)", story, scores, 2) == (0, 1)
    assert choose("mmr(balance=0.1, first=2)", story, scores, 2) == (0, 3)
    assert choose("mmr(balance=0.1, first=0)", story, [10.0, 9.9, 9.8, 0.1, 9.6], 2) == (0, 4)


@pytest.mark.golden("T12")
@given(documents, st.floats(0, 1), st.integers(0, 3), st.integers(1, 12))
def test_mmr_equals_its_definition(made: list[Document], balance: float, first: int, count: int) -> None:
    story = view_documents(made, background=FLAT)
    scores = np.random.default_rng(len(story)).integers(1, 9, len(story)).astype(float)
    chosen = choose(f"mmr(balance={balance:.17f}, first={first})", story, scores.tolist(), count)
    assert list(chosen) == _reference(story, scores.tolist(), float(f"{balance:.17f}"), first * count, count)


def _reference(story: StoryView, scores: list[float], balance: float, most: int, count: int) -> list[int]:
    """Return what T12 describes, with bags as counters and every cosine anew."""
    bags = [_bag(story, row) for row in range(len(story))]
    waiting = sorted(range(len(story)), key=lambda row: (-scores[row], row))[: most or None]
    chosen: list[int] = []
    while waiting and len(chosen) < count:
        worth = {
            row: balance * scores[row] / max(scores)
            - (1 - balance) * max((_cosine(bags[row], bags[other]) for other in chosen), default=0.0)
            for row in waiting
        }
        best = min(waiting, key=lambda row: (-round(worth[row], 12), row))
        chosen.append(best)
        waiting.remove(best)
    return chosen


def _bag(story: StoryView, row: int) -> Counter[int]:
    counts = story.counts("terms").matrix[[row]]
    return Counter(dict(zip(counts.indices.tolist(), counts.data.astype(int).tolist(), strict=True)))


def _cosine(one: Counter[int], other: Counter[int]) -> float:
    norms = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return sum(n * other[term] for term, n in one.items()) / norms if norms else 0.0


def test_a_sentence_that_no_longer_fits_is_passed_over_for_a_shorter_one() -> None:
    story = view(["Ferry rock storm.", "Quay harbour wolf moor.", "Bell tower."])
    assert choose("mmr", story, [3.0, 2.0, 1.0], budget_for(story, 5, "words")) == (0, 2)
    budget = RemainingBudget("characters", 30, np.array([17, 23, 11], np.int32), np.ones(3, np.bool_), gap=1)
    assert choose("mmr", story, [3.0, 2.0, 1.0], budget) == (0, 2)
    assert choose(
        "mmr", story, [3.0, 2.0, 1.0], RemainingBudget("characters", 28, budget.sizes, budget.usable, gap=1)
    ) == (0,)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mmr(balance=7)", "mmr was given balance=7. balance is from 0 to 1."),
        ("mmr(balance=-0.1)", "mmr was given balance=-0.1. balance is from 0 to 1."),
        ("mmr(first=-1)", "mmr was given first=-1. first is at least 0."),
    ],
)
def test_impossible_parameters_say_what_is_allowed(spec: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        choose(spec, STORY, SCORES, 2)
    assert str(caught.value) == f"{words} `meadow methods mmr` explains it."
