"""Evidence as a probability: by hand, within bounds, and growing with the evidence."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.tracking.calibration import chance

shares = st.floats(0.0, 1.0, allow_nan=False)


def test_by_hand() -> None:
    exponent = 2.92 + 1.50 * math.log(0.3) + 1.84 * math.log(0.3 / 0.05)
    assert chance(0.3, 0.05) == pytest.approx(1 / (1 + math.exp(-exponent)))
    assert chance(0.3, 0.05) > 0.95 > 0.5 > chance(0.08, 0.08)


def test_nothing_shared_is_no_evidence_and_no_rival_is_the_least_one() -> None:
    assert chance(0.0, 0.2) == 0.0
    assert chance(0.2, None) == chance(0.2, 0.0) == chance(0.2, 0.004)


@given(shares, shares, shares)
def test_more_evidence_never_makes_it_less_likely_nor_a_weaker_rival(low: float, high: float, rival: float) -> None:
    low, high = sorted((low, high))
    assert 0.0 <= chance(low, rival) <= chance(high, rival) <= 1.0
    assert chance(high, high) <= chance(high, low)
