"""Correlations under weights are those of the items repeated as often as their topics were drawn."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.kinds.resampled_correlation import COEFFICIENTS, interval, pooled_draws, system_draws, topic_weights

TOPICS, SYSTEMS, RESAMPLES = 4, 3, 5


@st.composite
def tables(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return two columns a side over some items, and the items' topics and systems; whole numbers make ties."""
    places = draw(st.lists(st.tuples(st.integers(0, TOPICS - 1), st.integers(0, SYSTEMS - 1)), min_size=2, max_size=9))
    numbers = st.lists(st.integers(0, 4), min_size=len(places), max_size=len(places))
    a, b = (np.array([draw(numbers), draw(numbers)], dtype=np.float64) for _ in range(2))
    return a, b, np.array([topic for topic, _ in places]), np.array([system for _, system in places])


def assert_same(drawn: float, computed: float | None) -> None:
    if computed is None:
        assert np.isnan(drawn)
    else:
        assert drawn == pytest.approx(computed, abs=1e-9)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(table=tables(), seed=st.integers(0, 99))
def test_a_pooled_draw_is_the_correlation_of_repeated_items(
    coefficient: str,
    table: tuple[np.ndarray, ...],
    seed: int,
) -> None:
    a, b, topic, _ = table
    weights = topic_weights(TOPICS, RESAMPLES, seed)
    draws = pooled_draws(a, b, topic, weights, coefficient)
    assert draws.shape == (2, 2, RESAMPLES)
    for resample, row in enumerate(weights):
        items = np.repeat(np.arange(len(topic)), row[topic].astype(int))
        for m, k in np.ndindex(2, 2):
            assert_same(
                draws[m, k, resample], COEFFICIENTS[coefficient](a[m][items], b[k][items]) if len(items) else None
            )


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(table=tables(), seed=st.integers(0, 99))
def test_a_draw_of_systems_is_the_correlation_of_their_means_where_they_were_drawn(
    coefficient: str,
    table: tuple[np.ndarray, ...],
    seed: int,
) -> None:
    a, b, topic, system = table
    weights = topic_weights(TOPICS, RESAMPLES, seed)
    draws = system_draws(a, b, topic, system, weights, coefficient)
    for resample, row in enumerate(weights):
        means: list[list[float]] = [[], []]
        for name in np.unique(system[row[topic] > 0]):
            own = system == name
            for side, values in zip(means, (a[0], b[1]), strict=True):
                side.append(fmean(np.repeat(values[own], row[topic][own].astype(int)).tolist()))
        assert_same(draws[0, 1, resample], COEFFICIENTS[coefficient](*means))


def test_the_weights_draw_as_many_topics_as_there_are_and_strata_differ() -> None:
    weights = topic_weights(7, 50, 3)
    assert (weights.sum(axis=1) == 7).all()
    assert (weights == topic_weights(7, 50, 3, 0)).all()
    assert (weights != topic_weights(7, 50, 3, 1)).any()


def test_an_interval_leaves_out_undefined_draws() -> None:
    assert interval(np.array([np.nan, np.nan])) == (None, None)
    low, high = interval(np.array([np.nan, *np.linspace(0, 1, 101)]))
    assert low == pytest.approx(0.025)
    assert high == pytest.approx(0.975)
