"""The logistic function beside SciPy's."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from meadow.vectors.logistic import logistic


@given(st.lists(st.floats(allow_nan=False), min_size=1))
def test_it_is_scipys_but_for_the_last_bits(logits: list[float]) -> None:
    values = np.array(logits)
    np.testing.assert_allclose(logistic(values), expit(values), rtol=1e-15, atol=5e-324)


def test_the_middle_and_the_ends() -> None:
    assert logistic(np.array([-np.inf, -800.0, 0.0, 800.0, np.inf])).tolist() == [0.0, 0.0, 0.5, 1.0, 1.0]
