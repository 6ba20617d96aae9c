"""Lengths of time as people write them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import UsageError
from meadow.following.durations import format_duration, parse_duration


@pytest.mark.parametrize(("text", "seconds"), [("30s", 30), ("15m", 900), ("2h", 7200), ("1d", 86400), (" 15 M ", 900)])
def test_a_number_and_a_letter_are_a_length_of_time(text: str, seconds: int) -> None:
    assert parse_duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "15", "m", "1.5h", "-3m", "0s", "9s", "31d", "1h30m", "999999999d", "１５m"])
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match=r"from 10s to 30d\. For example 15m") as caught:
        parse_duration(text)
    assert caught.value.given == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 seconds"), (1, "1 second"), (60, "1 minute"), (90, "90 seconds"), (7200, "2 hours"), (90000, "25 hours")],
)
def test_a_length_of_time_is_printed_in_its_largest_unit(seconds: float, text: str) -> None:
    assert format_duration(timedelta(seconds=seconds)) == text


@given(st.integers(min_value=10, max_value=2_592_000))
def test_no_unit_is_printed_that_is_too_small_by_half(seconds: int) -> None:
    number, unit = format_duration(parse_duration(f"{seconds}s")).split()
    told = int(number.replace(",", "")) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[unit[0]]
    assert seconds * 2 / 3 <= told <= seconds
