from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from meadow.errors import InputError
from meadow.lab.evaluate.samples import mean_ranks, paired_samples, sample


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
