from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.evaluate.significance import bootstrap, holm, paired_permutation
from meadow.lab.scoring import SystemStanding, standings

TOPICS = 30
RANDOM = np.random.default_rng(7)
LEAD = RANDOM.normal(0.4, 0.1, TOPICS).tolist()
MEAD = (np.array(LEAD) + RANDOM.normal(0.05, 0.05, TOPICS)).tolist()
NEAR = (np.array(LEAD) + RANDOM.normal(0.0, 0.05, TOPICS)).tolist()
SYSTEMS = {"lead": LEAD, "mead": MEAD, "near": NEAR}

FIGURES = st.lists(st.none() | st.floats(-10, 10, allow_nan=False), min_size=4, max_size=4)


def test_means_and_intervals_agree_with_the_bootstrap_of_the_measures() -> None:
    for name, standing in standings(SYSTEMS).items():
        known = bootstrap(SYSTEMS[name])
        assert standing.mean == pytest.approx(known.value, abs=1e-12)
        # Two sets of 10,000 resamples: their quantiles differ by a few hundredths of the interval.
        slack = 0.05 * (known.high - known.low)
        assert standing.low == pytest.approx(known.low, abs=slack)
        assert standing.high == pytest.approx(known.high, abs=slack)
        assert standing.units == TOPICS


def test_tests_are_those_of_the_measures_corrected_by_holm() -> None:
    found = standings(SYSTEMS, baseline="lead")
    tests = [paired_permutation(SYSTEMS[name], LEAD) for name in ("mead", "near")]
    assert [found[name].p_value for name in ("mead", "near")] == list(holm([test.p_value for test in tests]))
    assert [found[name].difference for name in ("mead", "near")] == [test.difference for test in tests]
    assert (found["lead"].difference, found["lead"].p_value) == (None, None)
    assert found["mead"].p_value is not None
    assert found["mead"].p_value < 0.01


def test_holm_counts_the_systems_compared() -> None:
    alone = standings({"lead": LEAD, "near": NEAR}, baseline="lead")["near"].p_value
    among = standings(SYSTEMS, baseline="lead")["near"].p_value
    assert alone is not None
    assert among == alone, "the largest of several is not multiplied"
    twice = standings({**SYSTEMS, "again": NEAR}, baseline="lead")["near"].p_value
    assert twice == min(1.0, 2 * alone)


def test_gaps_are_left_out_of_means_and_of_pairs() -> None:
    found = standings({"lead": [0.1, 0.2, None, 0.4], "mead": [0.2, None, 0.9, 0.6]}, baseline="lead")
    assert found["lead"].mean == pytest.approx(0.7 / 3)
    assert found["mead"].units == 3
    assert found["mead"].difference == pytest.approx((0.1 + 0.2) / 2)
    # Two pairs, both in favour: of four assignments of signs two are as far from zero.
    assert found["mead"].p_value == 0.5


def test_what_cannot_be_said_is_absent() -> None:
    found = standings({"lead": [0.1, 0.2], "one": [0.3, None], "none": [None, None]}, baseline="lead")
    assert found["one"] == SystemStanding(0.3, None, None, 1)
    assert found["none"] == SystemStanding(None, None, None, 0)
    assert standings({}) == {}


def test_the_seed_and_nothing_else_decides() -> None:
    assert standings(SYSTEMS, baseline="lead", seed=3) == standings(SYSTEMS, baseline="lead", seed=3)
    assert standings(SYSTEMS, seed=3) != standings(SYSTEMS, seed=4)
    backwards = dict(reversed(SYSTEMS.items()))
    assert standings(backwards, baseline="lead") == standings(SYSTEMS, baseline="lead")


@given(st.dictionaries(st.sampled_from("abcd"), FIGURES, min_size=1), st.integers(0, 5))
def test_what_always_holds(values: dict[str, list[float | None]], seed: int) -> None:
    for name, standing in standings(values, baseline="a", resamples=50, seed=seed).items():
        known = [value for value in values[name] if value is not None]
        assert standing.units == len(known)
        assert (standing.mean is None) == (not known)
        assert (standing.low is None) == (standing.high is None) == (len(known) < 2)
        if standing.low is not None and standing.high is not None:
            assert min(known) - 1e-9 <= standing.low <= standing.high <= max(known) + 1e-9
        assert standing.p_value is None or 0 < standing.p_value <= 1
