"""The order of whole numbers is that of a stable sort, and the middle of values that of their definition."""

from __future__ import annotations

from statistics import median as median_by_definition

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from meadow.vectors.ordering import distinct, median, stable_order

_LARGEST = 2**63 - 1


@given(st.lists(st.integers(-3, 3) | st.integers(0, 2**50) | st.integers(-_LARGEST, _LARGEST), max_size=40))
def test_the_order_is_that_of_a_stable_sort(values: list[int]) -> None:
    order = stable_order(np.array(values, np.int64))
    assert order.tolist() == sorted(range(len(values)), key=values.__getitem__)


@given(st.lists(st.integers(-3, 3) | st.integers(-_LARGEST, _LARGEST), max_size=40))
def test_different_values_are_those_of_numpy(values: list[int]) -> None:
    kinds, places = distinct(np.array(values, np.int64))
    expected = np.unique(np.array(values, np.int64), return_inverse=True)
    assert (kinds.tolist(), places.tolist()) == (expected[0].tolist(), expected[1].tolist())


def test_equal_values_keep_the_order_of_their_places_with_room_for_both_in_one_number_and_without() -> None:
    few = np.array([5, 0, 5, 0, 7], np.int64)
    assert stable_order(few).tolist() == stable_order(few << 58).tolist() == [1, 3, 0, 2, 4]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9))
def test_the_median_is_the_middle_value_or_lies_halfway_between_two(values: list[float]) -> None:
    assert median(np.array(values)) == median_by_definition(values) == float(np.median(values))
