"""Candidates: what may go in at all, how many fit, and scores as shares."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import budget_for
from meadow.select.budget import LazyBudget, RemainingBudget
from meadow.select.candidates import expected_count, find_candidates, relevance, shortlist
from stories import view

STORY = view(["One two three four.", "One two.", "One two three."], ["One two three four five six.", "One."])


def _rows(values: list[float], budget: RemainingBudget, most: int | None = None) -> list[int]:
    rows: list[int] = find_candidates(np.array(values), budget, most=most).rows.tolist()
    return rows


def test_candidates_fit_the_empty_room_and_are_printed() -> None:
    budget = budget_for(STORY, 4, "words", unusable=frozenset({1}))
    assert _rows([1.0] * 5, budget) == [0, 2, 4]
    assert find_candidates(np.ones(5), budget).costs.tolist() == [4, 3, 1]


def test_costs_hold_the_gap_and_the_capacity_one_gap_more() -> None:
    found = find_candidates(np.ones(5), budget_for(STORY, 20, "characters"))
    assert found.rows.tolist() == [0, 1, 2, 4]
    assert found.costs.tolist() == [20, 9, 15, 5]
    assert found.capacity == 21


def test_what_the_ranker_cut_off_goes_in_only_where_nothing_else_is_left() -> None:
    values = [0.0, 3.0, -1.0, 0.0, 2.0]
    assert _rows(values, budget_for(STORY, 100, "words")) == [1, 4]
    assert _rows(values, budget_for(STORY, 1)) == [1, 4], "more than one may compete for the place"
    assert _rows(values, budget_for(STORY, 3)) == [0, 1, 4]
    assert _rows([0.0] * 5, budget_for(STORY, 100, "words")) == [0, 1, 2, 3, 4]
    assert _rows([0.0, 3.0, 0.0, 0.0, 0.0], budget_for(STORY, 100, "words", unusable=frozenset({1}))) == [0, 2, 3, 4]


def test_the_best_come_first_and_others_are_not_even_measured() -> None:
    measured: list[int] = []

    def measure(row: int) -> int:
        measured.append(row)
        return 1

    assert _rows([1.0, 5.0, 4.0, 4.0, 2.0], LazyBudget("words", 10, 5, measure), most=2) == [1, 2]
    assert measured == [1, 2]


@pytest.mark.golden("T12")
@pytest.mark.parametrize(("words", "count"), [(1, 1), (4, 1), (5, 2), (8, 3), (16, 5), (160, 50)])
def test_h_is_the_budget_over_the_mean_length_half_up(words: int, count: int) -> None:
    # The sentences have 4 + 2 + 3 + 6 + 1 = 16 words, 3.2 on average; 5 ÷ 3.2 is 1.5625 and 8 ÷ 3.2 exactly 2.5.
    assert expected_count(STORY, budget_for(STORY, words, "words")) == count


@pytest.mark.golden("T11")
def test_h_of_sentences_is_their_number_and_of_characters_goes_by_characters() -> None:
    assert expected_count(STORY, budget_for(STORY, 7)) == 7
    # 19 + 8 + 14 + 28 + 4 = 73 characters, 14.6 on average: 2.47 fit into 36 and 2.53 into 37.
    assert expected_count(STORY, budget_for(STORY, 36, "characters")) == 2
    assert expected_count(STORY, budget_for(STORY, 37, "characters")) == 3
    assert shortlist(STORY, np.linspace(1, 0.5, 5), budget_for(STORY, 37, "characters"), first=1).rows.tolist() == [
        0,
        1,
        2,
    ]


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=9))
def test_relevance_keeps_the_order_and_ends_at_1(values: list[float]) -> None:
    shares = relevance(np.array(values))
    assert shares.max() <= 1
    order = np.argsort(-np.array(values), kind="stable")
    assert (np.diff(shares[order]) <= 0).all()
    if max(values) > 0 or len(set(values)) > 1:
        assert shares.max() == pytest.approx(1)


def test_relevance_of_scores_without_a_positive_one() -> None:
    assert relevance(np.array([-4.0, -2.0, -3.0])).tolist() == [0.0, 1.0, 0.5]
    assert relevance(np.array([0.0, 0.0])).tolist() == [0.0, 0.0]
    assert relevance(np.array([2.0, -1.0, 4.0])).tolist() == [0.5, -0.25, 1.0]
