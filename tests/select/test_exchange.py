"""The search for the best set: hand computations, and every set tried."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.select.exchange import Problem, Search, best_set, filled, set_value


def _problem(
    holds: list[list[int]],
    costs: list[int],
    capacity: int,
    *,
    worth: list[int] | None = None,
    first: list[int] | None = None,
    second: list[int] | None = None,
    vectors: list[list[int]] | None = None,
    barred: list[tuple[int, int]] = [],  # noqa: B006 - never changed
    pull: float = 0.0,
) -> Problem:
    """Return a problem of small numbers; vectors point to where (1, 0) does."""
    count, width = len(holds), 1 + max((each for row in holds for each in row), default=0)
    grid = np.array(vectors if vectors is not None else [[0, 0]] * count, np.int64).reshape(count, 2)
    pairs = np.zeros((count, count), np.bool_)
    for one, other in barred:
        pairs[one, other] = pairs[other, one] = True
    return Problem(
        np.array(costs, np.int64),
        capacity,
        np.array(worth or [0] * count, np.int64),
        np.cumsum([0, *map(len, holds)]),
        np.array([each for row in holds for each in row], np.int64),
        np.array(first or [1] * width, np.int64),
        np.array(second or [0] * width, np.int64),
        grid[:, 0],
        grid @ grid.T,
        pairs,
        pull,
    )


def test_the_value_of_a_set_by_hand() -> None:
    # Concepts 0, 1, 2 bring 5, 3, 2 at first and 1, 0, 0 again. Sentence a holds 0 and 1, b holds 0 and 2.
    problem = _problem(
        [[0, 1], [0, 2]], [4, 4], 8,
        worth=[10, 20], first=[5, 3, 2], second=[1, 0, 0], vectors=[[3, 4], [5, -4]], pull=2.0,
    )  # fmt: skip
    assert set_value(problem, np.array([0])) == 10 + (5 + 3) + 2 * 3 / 5
    # Both: 30 + (5 + 3 + 2) + 1 for concept 0 again; the sum (8, 0) points where (1, 0) does.
    assert set_value(problem, np.array([0, 1])) == 30 + 10 + 1 + 2 * 1.0
    assert set_value(problem, np.empty(0, np.int64)) == 0.0


def test_an_exchange_finds_what_greed_misses() -> None:
    # By gain the long sentence comes first and fills the room: 5. The two short ones are worth 3 + 3.
    problem = _problem([[0], [1], [2]], [10, 5, 5], 10, first=[5, 3, 3])
    assert Search(problem).start_greedily(by_cost=False) == [0]
    assert Search(problem).exchanged([0]) == [1, 2]
    assert sorted(best_set(problem)) == [1, 2]


def test_of_a_barred_pair_one_is_in_and_equal_ones_leave_the_earlier() -> None:
    problem = _problem([[0], [1], [2]], [1, 1, 1], 3, barred=[(0, 2)])
    assert sorted(best_set(problem)) == [0, 1]


def test_what_lowers_the_likeness_of_the_whole_stays_out() -> None:
    # Alone 10 · 1; with the second, which brings a point, 1 + 10 · 1/√2 = 8.07.
    problem = _problem([[0], [1]], [1, 1], 2, vectors=[[1, 0], [0, 1]], pull=10.0)
    assert best_set(problem) == [0]


def test_nothing_to_choose_from() -> None:
    assert best_set(_problem([], [], 5)) == filled(_problem([], [], 5), []) == []


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    count = draw(st.integers(1, 9))
    small = st.integers(0, 9)
    holds = draw(st.lists(st.lists(st.integers(0, 7), max_size=5, unique=True), min_size=count, max_size=count))
    width = 1 + max((each for row in holds for each in row), default=0)
    first = draw(st.lists(small, min_size=width, max_size=width))
    return _problem(
        holds,
        draw(st.lists(st.integers(1, 9), min_size=count, max_size=count)),
        draw(st.integers(0, 25)),
        worth=draw(st.lists(small, min_size=count, max_size=count)),
        first=first,
        second=[draw(st.integers(0, each)) for each in first],
        vectors=draw(st.lists(st.lists(st.integers(0, 6), min_size=2, max_size=2), min_size=count, max_size=count)),
        barred=[(one, other) for one, other in draw(st.lists(st.tuples(*[st.integers(0, count - 1)] * 2))) if one != other],
        pull=draw(st.sampled_from([0.0, 0.5, 3.0])),
    )  # fmt: skip


@given(problems())
def test_the_set_fits_and_no_single_exchange_improves_it(problem: Problem) -> None:
    chosen = best_set(problem)
    assert len(set(chosen)) == len(chosen)
    assert _may_be(problem, chosen)
    value = set_value(problem, np.array(chosen, np.int64))
    for kept in [chosen, *(chosen[:at] + chosen[at + 1 :] for at in range(len(chosen)))]:
        for other in set(range(len(problem.costs))) - set(kept):
            if _may_be(problem, [*kept, other]):
                assert set_value(problem, np.array([*kept, other])) <= value


@given(problems())
def test_without_a_direction_the_set_is_worth_half_the_best_or_more(problem: Problem) -> None:
    level = problem._replace(pull=0.0, barred=np.zeros_like(problem.barred))
    sets = [list(each) for size in range(4) for each in combinations(range(len(level.costs)), size)]
    best = max(set_value(level, np.array(each, np.int64)) for each in sets if _may_be(level, each))
    assert set_value(level, np.array(best_set(level), np.int64)) >= best / 2


def _may_be(problem: Problem, chosen: list[int]) -> bool:
    rows = np.array(chosen, np.int64)
    return int(problem.costs[rows].sum()) <= problem.capacity and not problem.barred[np.ix_(rows, rows)].any()


def test_a_long_summary_is_left_as_greed_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = _problem([[0], [1], [2]], [10, 5, 5], 10, first=[5, 3, 3])
    monkeypatch.setattr("meadow.select.exchange.MOST_EXCHANGED", 0)
    assert best_set(problem) in ([0], [1, 2])


@given(problems())
def test_a_search_answers_as_a_new_one_does_whatever_was_asked_before(problem: Problem) -> None:
    search = Search(problem)
    for _ in range(2):
        assert best_set(problem, search) == best_set(problem)
        assert filled(problem, [], search) == filled(problem, [])


@given(problems())
def test_a_set_is_filled_until_nothing_fits(problem: Problem) -> None:
    places = filled(problem, [])
    assert _may_be(problem, places)
    assert not any(_may_be(problem, [*places, other]) for other in set(range(len(problem.costs))) - set(places))
