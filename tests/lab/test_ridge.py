"""Ridge regression from sums: against the textbook's formula, known weights, and the conditions of a constrained minimum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.ridge import Moments, leave_one_out, moments, solve, squared_error, total
from meadow.model import FloatArray

seeds = st.integers(0, 10_000)
strengths = st.sampled_from([0.001, 0.1, 10.0])


def numbers(seed: int, *, columns: int = 3, rows: int = 12) -> tuple[FloatArray, FloatArray]:
    draw = np.random.default_rng(seed)
    return draw.normal(size=(rows, columns)) * [1.0, 50.0, 0.02][:columns], draw.normal(size=rows)


def textbook(values: FloatArray, target: FloatArray, strength: float) -> FloatArray:
    """Return (ZᵀZ + nλ)⁻¹Zᵀy for standardised columns, in the unit of the columns as they are."""
    standard = (values - values.mean(axis=0)) / values.std(axis=0)
    aim = (target - target.mean()) / target.std()
    normal = standard.T @ standard + strength * len(aim) * np.eye(values.shape[1])
    weights: FloatArray = np.linalg.solve(normal, standard.T @ aim) / values.std(axis=0)
    return weights


@given(seeds, strengths)
def test_signed_weights_are_the_textbooks(seed: int, strength: float) -> None:
    values, target = numbers(seed)
    found = solve(moments(values, target), strength, nonnegative=False)
    np.testing.assert_allclose(found, textbook(values, target, strength), rtol=1e-8)


@given(seeds, st.lists(st.floats(0, 1), min_size=3, max_size=3).filter(lambda given: sum(given) > 0.1))
def test_known_weights_come_back_without_noise(seed: int, given_weights: list[float]) -> None:
    values, _ = numbers(seed)
    known = np.array(given_weights) / values.std(axis=0)
    found = solve(moments(values, values @ known), 1e-9)
    np.testing.assert_allclose(found * (values @ known).std() * values.std(axis=0), given_weights, atol=1e-6)


@given(seeds, strengths)
def test_weights_from_0_up_are_where_no_step_helps(seed: int, strength: float) -> None:
    """Karush, Kuhn and Tucker: the slope is 0 at positive weights, and points outwards at those of 0."""
    values, target = numbers(seed)
    sums = moments(values, target)
    weights = solve(sums, strength)
    scale = np.sqrt(np.diag(sums.columns))
    slope = (sums.columns @ weights - sums.target) / scale + strength * weights * scale
    assert (weights >= 0).all()
    np.testing.assert_allclose(slope[weights > 0], 0, atol=1e-10)
    assert (slope[weights == 0] >= -1e-10).all()


@given(st.lists(seeds, min_size=2, max_size=6))
def test_leaving_one_out_is_the_sum_of_the_others(drawn: list[int]) -> None:
    parts = [moments(*numbers(seed)) for seed in drawn]
    for place, others in enumerate(leave_one_out(parts)):
        plain = total([part for at, part in enumerate(parts) if at != place])
        np.testing.assert_allclose(others.columns, plain.columns, rtol=1e-12)
        np.testing.assert_allclose(others.target, plain.target, rtol=1e-9, atol=1e-12)
        assert others.stories == len(parts) - 1


def test_a_column_that_varies_in_one_story_only_has_no_weight_without_it() -> None:
    flat, target = numbers(1)
    flat[:, 1] = 0.1  # whose mean is not exactly 0.1
    others = leave_one_out([moments(flat, target), moments(*numbers(2)), moments(flat, target)])[1]
    assert solve(others, 0.1, nonnegative=False)[1] == 0.0
    assert solve(others, 0.1, nonnegative=False)[0] != 0.0


@given(seeds)
def test_the_error_is_that_of_the_scores(seed: int) -> None:
    values, target = numbers(seed)
    weights = np.array([0.3, -0.01, 2.0])
    aim = (target - target.mean()) / target.std()
    plain = np.mean(((values - values.mean(axis=0)) @ weights - aim) ** 2)
    assert squared_error(moments(values, target), weights) == pytest.approx(plain, rel=1e-9)


def test_a_stronger_penalty_gives_smaller_weights() -> None:
    sums = moments(*numbers(3))
    sizes = [float(np.abs(solve(sums, strength, nonnegative=False)).sum()) for strength in (0.01, 1.0, 100.0)]
    assert sizes == sorted(sizes, reverse=True)
    assert squared_error(sums, np.zeros(3)) == 1.0


def test_every_story_counts_the_same_however_long_it_is() -> None:
    values, target = numbers(4)
    once, twice = moments(values, target), moments(np.tile(values, (2, 1)), np.tile(target, 2))
    np.testing.assert_allclose(once.columns, twice.columns)
    assert isinstance(once + twice, Moments)
