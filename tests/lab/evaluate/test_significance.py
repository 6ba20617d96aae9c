from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from meadow.lab.evaluate.significance import (
    bootstrap,
    holm,
    paired_bootstrap,
    paired_permutation,
    sign_test_p,
    wilcoxon_p,
)
from meadow.model import FloatArray

small = st.integers(-4, 4)


def sign_flips(gaps: list[float]) -> list[tuple[int, ...]]:
    return list(itertools.product((1, -1), repeat=len(gaps)))


def test_bootstrap_says_value_interval_and_how() -> None:
    values = np.random.default_rng(1).normal(5, 2, size=200)
    found = bootstrap(values, unit="headline", seed=3)
    assert found.value == pytest.approx(values.mean())
    # The interval of a mean is near value ± 1.96 standard errors.
    error = values.std() / math.sqrt(200)
    assert found.low == pytest.approx(found.value - 1.96 * error, abs=0.15 * error)
    assert found.high == pytest.approx(found.value + 1.96 * error, abs=0.15 * error)
    assert (found.unit, found.resamples, found.seed) == ("headline", 10_000, 3)
    how = "interval:bootstrap(statistic=mean, level=0.95, resamples=10000, seed=3)|unit:headline|v:"
    assert found.signature.startswith(how)


@given(st.lists(st.integers(0, 10), min_size=2, max_size=12), st.sampled_from(["mean", "median"]))
def test_an_interval_lies_within_the_data(values: list[int], statistic: str) -> None:
    found = bootstrap(values, statistic=statistic, resamples=200)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


def test_a_ratio_is_the_quotient_of_sums() -> None:
    counts = [(3, 4), (0, 10), (5, 6)]
    found = bootstrap(counts, statistic="ratio", resamples=300)
    assert found.value == pytest.approx(8 / 20)
    assert 0 <= found.low < found.value < found.high <= 5 / 6


def test_a_statistic_of_ones_own() -> None:
    def largest(rows: FloatArray) -> Any:
        return np.max(rows, axis=1)

    found = bootstrap([1, 2, 3], statistic=largest, resamples=100)
    assert (found.value, found.high, found.statistic) == (3, 3, "largest")
    assert bootstrap([1, 2, 3], statistic="sum", resamples=100).value == 6


def test_resampling_in_blocks_reaches_every_resample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadow.lab.evaluate.significance._NUMBERS_AT_ONCE", 7)
    seen = []

    def count(rows: FloatArray) -> Any:
        seen.append(len(rows))
        return np.mean(rows, axis=1)

    bootstrap([1.0, 2.0, 3.0], statistic=count, resamples=11)
    assert seen == [2, 2, 2, 2, 2, 1, 1]  # the last is the value itself


def test_paired_bootstrap_resamples_pairs() -> None:
    a = np.array([1.0, 5.0, 9.0, 2.0])
    assert paired_bootstrap(a + 2, a).low == pytest.approx(2)  # each pair differs by 2, whichever are drawn
    found = paired_bootstrap([1, 2, 3], [0, 0, 0], seed=5, resamples=400)
    assert found == bootstrap([1, 2, 3], seed=5, resamples=400)
    assert paired_bootstrap([1, 9, 2], [1, 1, 1], statistic="median", resamples=50).value == 1


def test_permutation_of_few_pairs_is_exact() -> None:
    a, b = [3.0, 4.0, 5.0, 1.0], [1.0, 1.0, 1.0, 2.0]
    gaps = [2.0, 3.0, 4.0, -1.0]
    flips = sign_flips(gaps)
    extreme = sum(abs(sum(s * g for s, g in zip(signs, gaps, strict=True))) >= 8 for signs in flips)
    found = paired_permutation(a, b)
    assert (found.exact, found.pairs, found.difference) == (True, 4, 2.0)
    assert found.p_value == extreme / len(flips) == 4 / 16
    assert found.signature.startswith("test:paired_permutation(exact)|unit:topic|pairs:4|v:")


@given(st.lists(st.tuples(small, small), min_size=2, max_size=8))
def test_exact_permutation_equals_scipy(rows: list[tuple[int, int]]) -> None:
    a, b = np.array([x for x, _ in rows], float), np.array([y for _, y in rows], float)

    def statistic(x: FloatArray, y: FloatArray, axis: int) -> Any:
        return np.abs(np.mean(x - y, axis=axis))

    peer = stats.permutation_test(
        (a, b), statistic, permutation_type="samples", alternative="greater", n_resamples=10_000, vectorized=True
    )
    assert paired_permutation(a, b).p_value == pytest.approx(peer.pvalue)


def test_permutation_of_many_pairs_is_drawn() -> None:
    random = np.random.default_rng(0)
    a = random.normal(size=60)
    b = a - random.normal(0.3, 1, size=60)
    found = paired_permutation(a, b, seed=4, unit="headline")
    assert not found.exact
    assert found.p_value == pytest.approx(stats.ttest_rel(a, b).pvalue, abs=0.02)
    assert found.signature.startswith("test:paired_permutation(resamples=10000, seed=4)|unit:headline|pairs:60|v:")
    assert paired_permutation(a + 100, a, resamples=99).p_value == 1 / 100  # never 0


def test_rounding_does_not_hide_an_equally_large_difference() -> None:
    a, b = [0.1, 0.2, 0.3], [0.0, 0.0, 0.0]
    assert paired_permutation(a, b).p_value == 2 / 8


def test_without_differences_nothing_is_significant() -> None:
    same = [1.0, 2.0, 3.0]
    assert paired_permutation(same, same).p_value == 1
    assert sign_test_p(same, same) == 1
    assert wilcoxon_p(same, same) == 1


@pytest.mark.golden("S7")
def test_golden_six_topics_cannot_reach_the_published_significance() -> None:
    assert sign_test_p([1] * 6, [0] * 6) == 2 / 64 == 0.03125


@given(st.lists(st.tuples(small, small), min_size=1, max_size=60))
def test_sign_test_equals_the_binomial_test(rows: list[tuple[int, int]]) -> None:
    more, less = sum(x > y for x, y in rows), sum(x < y for x, y in rows)
    found = sign_test_p([x for x, _ in rows], [y for _, y in rows])
    assert found == pytest.approx(stats.binomtest(more, more + less).pvalue if more + less else 1)


@pytest.mark.parametrize("pairs", [5, 20, 50])
def test_exact_wilcoxon_equals_scipy(pairs: int) -> None:
    random = np.random.default_rng(pairs)
    a, b = random.normal(size=pairs), random.normal(0.3, 1, size=pairs)
    assert wilcoxon_p(a, b) == pytest.approx(stats.wilcoxon(a, b, method="exact").pvalue)


def test_large_wilcoxon_equals_scipy_with_ties() -> None:
    random = np.random.default_rng(9)
    a, b = random.integers(0, 9, size=200), random.integers(0, 10, size=200)
    peer = stats.wilcoxon(a, b, zero_method="wilcox", correction=False, method="approx")
    assert wilcoxon_p(a, b) == pytest.approx(peer.pvalue)


@given(st.lists(small.filter(bool), min_size=1, max_size=8))
def test_wilcoxon_with_ties_counts_all_assignments(gaps: list[int]) -> None:
    ranks = stats.rankdata(np.abs(gaps))
    observed = min(ranks[np.array(gaps) > 0].sum(), ranks[np.array(gaps) < 0].sum())
    flips = np.array(sign_flips(list(gaps)))
    lower = np.count_nonzero((flips > 0) @ ranks <= observed) / len(flips)
    assert wilcoxon_p(gaps, [0] * len(gaps)) == pytest.approx(min(1, 2 * lower))


def test_holm_by_hand() -> None:
    # Sorted: 0.01·4, 0.02·3, 0.03·2 (kept at 0.06), 0.04·1 (kept at 0.06).
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx((0.06, 0.04, 0.06, 0.06))
    assert holm([0.5, 0.6]) == (1.0, 1.0)
    assert holm([]) == ()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_keeps_order_and_lies_between_raw_and_bonferroni(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(
        p <= q <= min(1, p * len(p_values)) or q == max(adjusted) for p, q in zip(p_values, adjusted, strict=True)
    )
    ranked = sorted(zip(p_values, adjusted, strict=True))
    assert [q for _, q in ranked] == sorted(adjusted)
    assert min(adjusted) == pytest.approx(min(1, min(p_values) * len(p_values)))


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    random = np.random.default_rng(11)
    covered = 0
    for seed in range(200):
        found = bootstrap(random.normal(3, 1, size=40), resamples=400, level=0.9, seed=seed)
        covered += found.low <= 3 <= found.high
    assert 0.83 <= covered / 200 <= 0.95


def test_p_values_are_uniform_where_nothing_differs() -> None:
    random = np.random.default_rng(12)
    found = [paired_permutation(random.normal(size=8), random.normal(size=8)).p_value for _ in range(300)]
    assert np.mean(found) == pytest.approx(0.5, abs=0.06)
    assert np.mean(np.array(found) <= 0.1) == pytest.approx(0.1, abs=0.05)


@given(st.lists(st.tuples(small, small), min_size=1, max_size=12))
def test_swapping_the_sides_changes_no_p_value(rows: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in rows], [y for _, y in rows]
    assert paired_permutation(a, b).p_value == paired_permutation(b, a).p_value
    assert paired_permutation(a, b).difference == -paired_permutation(b, a).difference
    assert sign_test_p(a, b) == sign_test_p(b, a)
    assert wilcoxon_p(a, b) == wilcoxon_p(b, a)


@given(st.lists(st.tuples(small, small), min_size=1, max_size=60))
def test_p_values_lie_between_0_and_1(rows: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in rows], [y for _, y in rows]
    tests = (paired_permutation(a, b, resamples=50).p_value, sign_test_p(a, b), wilcoxon_p(a, b))
    assert all(0 < p <= 1 for p in tests)


def test_counts_of_units_resample_together() -> None:
    counts = np.array([[2.0, 4.0, 5.0], [1.0, 2.0, 9.0], [3.0, 6.0, 1.0]])

    def halves(rows: FloatArray) -> Any:
        sums = rows.sum(axis=1)
        return sums[:, 0] / sums[:, 1]

    found = bootstrap(counts, statistic=halves, resamples=100)
    assert (found.low, found.value, found.high) == (0.5, 0.5, 0.5)  # every unit has the same quotient
