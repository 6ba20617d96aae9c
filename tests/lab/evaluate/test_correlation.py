from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from meadow.errors import InputError
from meadow.lab.evaluate.agreement import kendall, pearson, spearman
from meadow.lab.evaluate.samples import mean_ranks, paired_samples, sample

scores = st.integers(-5, 5)


def pairs(minimum: int = 2) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.tuples(scores, scores), min_size=minimum, max_size=40)


@given(pairs())
def test_equal_to_scipy_with_and_without_ties(rows: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in rows], [y for _, y in rows]
    assume(len(set(a)) > 1 and len(set(b)) > 1)
    assert pearson(a, b) == pytest.approx(stats.pearsonr(a, b).statistic, abs=1e-12)
    assert spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic, abs=1e-12)
    assert kendall(a, b) == pytest.approx(stats.kendalltau(a, b).statistic, abs=1e-12)


def test_kendall_equals_scipy_on_many_scores() -> None:
    random = np.random.default_rng(0)
    a = random.normal(size=3000)
    b = np.round(a + random.normal(size=3000), 1)
    assert kendall(a, b) == pytest.approx(stats.kendalltau(a, b).statistic, abs=1e-12)


def test_kendall_by_hand() -> None:
    # Pairs of (1, 2), (2, 1), (3, 3): two concordant, one discordant.
    assert kendall([1, 2, 3], [2, 1, 3]) == pytest.approx((2 - 1) / 3)
    # One pair tied on the first side: 2 of 3 pairs concordant, √(2·3) in the denominator.
    assert kendall([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / math.sqrt(2 * 3))


@given(pairs())
def test_correlations_are_symmetric_and_bounded(rows: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in rows], [y for _, y in rows]
    for measure in (pearson, spearman, kendall):
        there, back = measure(a, b), measure(b, a)
        assert (there is None) == (back is None) == (len(set(a)) == 1 or len(set(b)) == 1)
        if there is not None:
            assert there == pytest.approx(back)
            assert -1 <= there <= 1


@given(st.lists(st.integers(-50, 50), min_size=2, unique=True))
def test_ranks_ignore_any_rising_change_of_scale(values: list[int]) -> None:
    stretched = [math.exp(value / 10) for value in values]
    assert spearman(values, stretched) == pytest.approx(1)
    assert kendall(values, stretched) == pytest.approx(1)
    assert kendall(values, [-value for value in values]) == pytest.approx(-1)


def test_huge_and_tiny_scores_keep_their_correlation() -> None:
    assert pearson([1e200, 2e200, 3e200], [1e-200, 2e-200, 3e-200]) == pytest.approx(1)


@pytest.mark.parametrize("measure", [pearson, spearman, kendall])
def test_a_constant_score_or_a_single_item_has_no_correlation(measure: type) -> None:
    assert measure([1, 1, 1], [1, 2, 3]) is None
    assert measure([1, 2, 3], [4, 4, 4]) is None
    assert measure([1], [2]) is None
    assert measure([], []) is None


def test_errors_say_what_is_wrong() -> None:
    with pytest.raises(InputError, match=r"2 first values, but 1 second values.*same items"):
        spearman([1, 2], [1])
    with pytest.raises(InputError, match=r"first values hold nan for item 1.*Leave out the items"):
        pearson([1, math.nan], [1, 2])
    with pytest.raises(InputError, match="second values are not all numbers"):
        kendall([1, 2], ["one", "two"])  # type: ignore[list-item]
    with pytest.raises(InputError, match="first values have 2 dimensions"):
        spearman(np.zeros((2, 2)), np.zeros(2))


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=25))
def test_kendall_counts_concordant_and_discordant_pairs(rows: list[tuple[int, int]]) -> None:
    balance = first = second = 0
    for (x, y), (other_x, other_y) in itertools.combinations(rows, 2):
        balance += int(np.sign(x - other_x) * np.sign(y - other_y))
        first, second = first + (x != other_x), second + (y != other_y)
    found = kendall([x for x, _ in rows], [y for _, y in rows])
    if first == 0 or second == 0:
        assert found is None
    else:
        assert found == pytest.approx(balance / math.sqrt(first * second))


@given(pairs(), st.permutations(range(40)))
def test_the_order_of_items_does_not_matter(rows: list[tuple[int, int]], order: list[int]) -> None:
    shuffled = [rows[place] for place in order if place < len(rows)]
    for measure in (pearson, spearman, kendall):
        there = measure([x for x, _ in rows], [y for _, y in rows])
        again = measure([x for x, _ in shuffled], [y for _, y in shuffled])
        assert there == again or there == pytest.approx(again)


@given(st.lists(st.integers(-6, 6), max_size=40))
def test_mean_ranks_equal_scipy(values: list[int]) -> None:
    row = np.array(values, dtype=np.float64)
    assert mean_ranks(row).tolist() == stats.rankdata(row).tolist()


def test_any_iterable_of_numbers_is_a_sample() -> None:
    for given_values in ([1, 2], (1.0, 2.0), np.array([1, 2]), range(1, 3), (n for n in (1, 2))):
        found = sample(given_values)
        assert found.tolist() == [1.0, 2.0]
        assert found.dtype == np.float64


@pytest.mark.parametrize("bad", [None, math.nan, math.inf, -math.inf])
def test_a_missing_number_is_named_with_its_place(bad: float | None) -> None:
    with pytest.raises(InputError, match=r"The scores hold .*inf for item 2|The scores hold nan for item 2"):
        sample([1, 2, bad], name="scores")  # type: ignore[list-item]


def test_a_text_or_a_table_is_no_sample() -> None:
    with pytest.raises(InputError, match=r"The values are not all numbers.*finite number"):
        sample(["a", "b"])  # type: ignore[list-item]
    with pytest.raises(InputError, match=r"The values have 2 dimensions.*One number per item"):
        sample(np.ones((2, 2)))


def test_pairs_must_be_about_the_same_items() -> None:
    with pytest.raises(InputError, match=r"There are 3 metric values, but 2 human values.*same order") as caught:
        paired_samples([1, 2, 3], [1, 2], names=("metric", "human"))
    assert caught.value.given == "3 and 2 values"
