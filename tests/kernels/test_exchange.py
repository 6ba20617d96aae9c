"""The search for the best set: what must hold of every answer on large problems, and every set tried."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels.postings_rows import Longs
from meadow.select import exchange
from meadow.select.exchange import MOST_ROUNDS, Problem, Search, pair_sums, set_value
from meadow.vectors.cells import Cells
from uncompiled import with_plain_loops

HUGE = 10**9
PLAIN = with_plain_loops(exchange, loops="exchange")


@st.composite
def problems(draw: st.DrawFn, *, most: int = 30) -> Problem:
    """Draw a problem of up to so many candidates; values may be huge, all equal, or all nothing."""
    count, width = draw(st.integers(1, most)), draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    top = draw(st.sampled_from([1, 7, HUGE]))
    holds = rng.random((count, width)) < draw(st.floats(0, 1))
    first = rng.integers(0, top, width, endpoint=True)
    vectors = rng.integers(-5, 6, (count, 3))
    barred = np.triu(rng.random((count, count)) < draw(st.sampled_from([0.0, 0.1, 0.6])), 1)
    return Problem(
        costs=rng.integers(1, draw(st.sampled_from([1, 9])), count, endpoint=True),
        capacity=draw(st.integers(0, 40)),
        worth=rng.integers(0, top, count, endpoint=True),
        starts=np.cumsum([0, *holds.sum(axis=1)]),
        concepts=np.nonzero(holds)[1].copy(),
        first=first,
        second=first // draw(st.sampled_from([1, 2, top])),
        along=vectors[:, 0].copy(),
        products=vectors @ vectors.T,
        barred=barred | barred.T,
        pull=draw(st.sampled_from([0.0, 0.5, 3.0])),
    )


def allowed(problem: Problem, places: list[int]) -> bool:
    chosen = np.array(places, np.int64)
    return (
        len(set(places)) == len(places)
        and int(problem.costs[chosen].sum()) <= problem.capacity
        and not problem.barred[np.ix_(chosen, chosen)].any()
    )


def start(problem: Problem, *, by_cost: bool) -> list[int]:
    return Search(problem).start_greedily(by_cost=by_cost)


def improved(problem: Problem, places: list[int], rounds: int = MOST_ROUNDS) -> list[int]:
    return Search(problem).exchanged(places, rounds)


@given(problems(), st.booleans())
def test_a_set_is_allowed_and_no_exchange_makes_it_worse(problem: Problem, by_cost: bool) -> None:
    begun = start(problem, by_cost=by_cost)
    assert allowed(problem, begun)
    value = set_value(problem, np.array(begun, np.int64))
    assert value >= 0.0
    for rounds in (1, MOST_ROUNDS):
        better = improved(problem, begun, rounds)
        assert allowed(problem, better)
        assert set_value(problem, np.array(better, np.int64)) >= value
    assert improved(problem, better) == better


@given(problems(most=7))
def test_no_single_exchange_is_left_that_would_improve_the_set(problem: Problem) -> None:
    places = improved(problem, start(problem, by_cost=False))
    value = set_value(problem, np.array(places, np.int64))
    others = [place for place in range(len(problem.costs)) if place not in places]
    for rest in [places, *(places[:at] + places[at + 1 :] for at in range(len(places)))]:
        for coming in others:
            if allowed(problem, [*rest, coming]):
                assert set_value(problem, np.array([*rest, coming], np.int64)) <= value


@given(problems())
def test_compiled_and_uncompiled_loops_find_the_same_set(problem: Problem) -> None:
    search, plain = Search(problem), PLAIN.Search(problem)
    for by_cost in (False, True):
        begun = search.start_greedily(by_cost=by_cost)
        assert plain.start_greedily(by_cost=by_cost) == begun
        found = search.exchanged(begun)
        assert plain.exchanged(begun) == found
        assert plain.value(found) == search.value(found)
        assert plain.values_with(found)[0] == search.values_with(found)[0]
        assert plain.values_with(found)[1].tobytes() == search.values_with(found)[1].tobytes()


def _points(costs: list[int], worth: list[int], capacity: int) -> Problem:
    """Return a problem in which candidates are worth something and hold nothing."""
    count = len(costs)
    none = np.zeros(0, np.int64)
    return Problem(
        np.array(costs, np.int64), capacity, np.array(worth, np.int64), np.zeros(count + 1, np.int64), none, none, none,
        np.zeros(count, np.int64), np.zeros((count, count), np.int64), np.zeros((count, count), np.bool_), 0.0,
    )  # fmt: skip


def test_gain_and_gain_per_cost_begin_differently() -> None:
    # 9 for 6, 5 for 2, 4 for 2: by gain the first, then one that fits; by gain per cost 2.5, 2 and 1.5.
    problem = _points([6, 2, 2], [9, 5, 4], 8)
    assert start(problem, by_cost=False) == [0, 1]
    assert start(problem, by_cost=True) == [1, 2]
    assert improved(problem, [1, 2]) == [1, 0]


def test_of_equal_candidates_the_first_comes_in() -> None:
    assert start(_points([2, 2, 2], [3, 3, 3], 4), by_cost=False) == [0, 1]
    assert start(_points([2, 2, 2], [3, 3, 3], 4), by_cost=True) == [0, 1]


def test_what_brings_nothing_and_what_does_not_fit_stay_out() -> None:
    assert start(_points([1, 5, 2], [0, 99, 1], 4), by_cost=False) == [2]
    assert improved(_points([1, 5, 2], [0, 99, 1], 4), [2]) == [2]
    assert start(_points([1, 1], [1, 1], 0), by_cost=True) == []


def test_two_come_in_for_one_and_one_comes_in_for_nobody() -> None:
    assert improved(_points([4, 2, 2], [5, 3, 3], 4), [0]) == [1, 2]
    assert improved(_points([4, 2, 2], [5, 3, 3], 6), [0]) == [0, 1]
    # One round does one exchange: the best one, which brings two.
    assert improved(_points([1, 1, 1], [1, 1, 1], 3), [], rounds=1) == [0, 1]


def holding(holds: list[int], first: list[int], second: list[int], costs: list[int], capacity: int) -> Problem:
    """Return a problem in which each candidate holds one concept and is worth nothing else."""
    starts, concepts = np.arange(len(holds) + 1), np.array(holds, np.int64)
    return _points(costs, [0] * len(holds), capacity)._replace(
        starts=starts, concepts=concepts, first=np.array(first, np.int64), second=np.array(second, np.int64)
    )


@pytest.mark.parametrize(
    ("holds", "second", "found"),
    [([0, 1, 2], [0, 0, 0], [1, 2]), ([0, 1, 1], [0, 0, 0], [0]), ([0, 1, 1], [0, 3, 0], [1, 2])],
    ids=["each a concept of its own", "one concept twice", "one that counts twice"],
)
def test_two_come_in_together_by_what_they_bring_together(
    holds: list[int], second: list[int], found: list[int]
) -> None:
    # The long one brings 5, each short one 3; of one concept the second brings what is given, and nothing otherwise.
    problem = holding(holds, [5, 3, 3], second, [10, 5, 5], 10)
    assert start(problem, by_cost=False) == [0]
    assert improved(problem, [0]) == found


def test_points_of_a_concept_are_counted_for_two_holders_and_no_more() -> None:
    holds, first, second = np.zeros(3, np.int64), np.array([10]), np.array([4])
    problem = _points([1, 1, 1], [0, 0, 1], 3)._replace(starts=np.arange(4), concepts=holds, first=first, second=second)
    # 10 for the first holder and 4 for the second; the third brings its own point only, and comes in first for it.
    assert start(problem, by_cost=False) == [2, 0]
    assert set_value(problem, np.array([2, 0])) == 10 + 4 + 1
    assert set_value(problem, np.array([2, 0, 1])) == 10 + 4 + 1


@pytest.mark.parametrize("seed", range(4))
def test_where_all_costs_are_equal_and_nothing_is_shared_the_best_of_all_sets_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    worth = rng.integers(0, 50, 8).tolist()
    problem = _points([1] * 8, worth, 3)
    best = max(sum(chosen) for size in range(4) for chosen in combinations(worth, size))
    assert sum(worth[place] for place in improved(problem, start(problem, by_cost=False))) == best


@given(st.lists(st.lists(st.integers(-HUGE, HUGE), min_size=4, max_size=4), max_size=6), st.data())
def test_sums_over_common_columns_are_those_of_two_matrices(rows: list[list[int]], data: st.DataObject) -> None:
    held = np.array([[value % 3 > 0 for value in row] for row in rows], np.bool_).reshape(len(rows), 4)
    cells = Cells(np.cumsum([0, *held.sum(axis=1)]), np.nonzero(held)[1], np.ones(held.sum()))
    left = np.array(rows, np.int64).reshape(len(rows), 4) // 1000
    right: Longs = left[:, data.draw(st.permutations(range(4)))]
    sums = pair_sums(cells, left[held], right[held])
    assert PLAIN.pair_sums(cells, left[held], right[held]).tolist() == sums.tolist()
    assert sums.tolist() == ((left * held) @ (right * held).T).tolist()
