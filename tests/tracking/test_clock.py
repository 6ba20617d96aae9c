"""The time of a stream: never back, and not wherever one wrong date says."""

import json
import math
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from meadow.tracking.clock import Clock

START = datetime(2026, 3, 2, tzinfo=UTC)
HOUR = 3600.0


def _at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def _tell(clock: Clock, hours: float | None) -> tuple[float, bool]:
    """Return the answer in hours since the start."""
    time, alone = clock.tell(None if hours is None else _at(hours))
    return (time - START.timestamp()) / HOUR, alone


def test_late_and_undated_documents_happen_now() -> None:
    clock = Clock(72 * HOUR)
    assert math.isnan(clock.tell(None)[0])
    assert [_tell(clock, hours) for hours in (5, 1, None, 7)] == [(5, False), (5, False), (5, False), (7, False)]


def test_a_leap_stands_alone_and_one_wrong_date_moves_nothing() -> None:
    clock = Clock(10 * HOUR)
    told = [_tell(clock, hours) for hours in (0, 10, 1000, 11)]
    assert told == [(0, False), (10, False), (1000, True), (11, False)]


def test_a_leap_that_the_next_document_bears_out_moves_the_clock() -> None:
    clock = Clock(10 * HOUR)
    assert [_tell(clock, hours) for hours in (0, 1000, 995)] == [(0, False), (1000, True), (1000, False)]
    assert _tell(clock, 20) == (1000, False)


def test_two_leaps_that_disagree_are_both_alone_and_an_undated_document_bears_nothing_out() -> None:
    clock = Clock(10 * HOUR)
    assert [_tell(clock, hours)[1] for hours in (0, 1000, 2000, None, 2000)] == [False, True, True, False, True]


def test_without_a_window_nothing_is_too_far_ahead() -> None:
    clock = Clock(math.inf)
    assert [_tell(clock, hours) for hours in (0, 1_000_000)] == [(0, False), (1_000_000, False)]


@given(st.lists(st.one_of(st.none(), st.integers(0, 60)), max_size=30), st.integers(0, 30))
def test_believed_times_never_fall_and_a_restored_clock_goes_on(hours: list[int | None], cut: int) -> None:
    whole, begun, resumed = Clock(10 * HOUR), Clock(10 * HOUR), Clock(10 * HOUR)
    dates = [None if each is None else _at(each) for each in hours]
    told = [whole.tell(each) for each in dates]
    before = [begun.tell(each) for each in dates[:cut]]
    resumed.restore(json.loads(json.dumps(begun.snapshot())))
    after = [resumed.tell(each) for each in dates[cut:]]
    assert str(before + after) == str(told)  # as text, since NaN is not equal to itself
    believed = [time for time, alone in told if not alone and not math.isnan(time)]
    assert believed == sorted(believed)
