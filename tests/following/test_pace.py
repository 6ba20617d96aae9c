"""When a source is asked again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from following.web import PACE, START
from meadow.following.pace import Pace, due, ended, failed, is_due, is_refused, parse_wish, refused, rested
from meadow.model import SourceState

NEW = SourceState("http://harbour.example/feed", "feed")


def test_a_new_source_is_due_at_once_and_a_read_one_at_the_pace_of_this_run() -> None:
    assert due(NEW, PACE) == datetime.min.replace(tzinfo=UTC)
    read = rested(NEW, START, PACE)
    assert due(read, PACE) == START + timedelta(minutes=15)
    assert due(read, Pace(timedelta(hours=2), PACE.chance)) == START + timedelta(hours=2)
    assert due(read, PACE, once=True) == START


def test_a_source_that_fails_or_is_gone_keeps_to_its_time_even_in_a_run_that_reads_once() -> None:
    broken = failed(NEW, "the server answers 500", START, PACE)
    assert due(broken, PACE, once=True) == broken.next_check == START + timedelta(minutes=22.5)
    assert due(ended(NEW, "gone", START), PACE, once=True) is None


def test_what_we_refuse_ourselves_waits_for_no_run_and_a_round_within_one() -> None:
    ours = refused(NEW, "a\n private address", START)
    assert (ours.failures, ours.problem, is_refused(ours)) == (1, "a private address", True)
    assert is_due(ours, START, PACE, once=True)
    assert due(ours, PACE) == START + timedelta(minutes=15)
    many = ours
    for _ in range(9):
        many = refused(many, "a private address", START)
    assert due(many, PACE) == START + timedelta(minutes=15), "it does not grow"
    assert not is_refused(failed(NEW, "no answer", START, PACE))
    assert not is_refused(ended(NEW, "gone", START))
    assert not is_refused(rested(ours, START, PACE))


def test_sources_that_are_due_in_a_moment_are_read_together_but_none_that_waits() -> None:
    read = rested(NEW, START, PACE)
    almost = START + timedelta(minutes=14, seconds=1)
    assert is_due(read, almost, PACE)
    assert not is_due(read, almost - timedelta(seconds=2), PACE)
    assert not is_due(rested(NEW, START, Pace(timedelta(seconds=10), PACE.chance)), START + timedelta(seconds=8), PACE)
    broken = failed(NEW, "the server answers 500", START, PACE)
    assert broken.next_check is not None
    assert is_due(broken, broken.next_check, PACE)
    assert not is_due(broken, broken.next_check - timedelta(seconds=1), PACE)
    assert not is_due(ended(NEW, "gone", START), START + timedelta(days=99), PACE)


def test_a_problem_is_one_line_of_bounded_length() -> None:
    assert failed(NEW, "first\n second" + "!" * 999, START, PACE).problem == ("first second" + "!" * 999)[:500]


@given(
    st.integers(min_value=0, max_value=10_000),
    st.floats(min_value=0, max_value=1, exclude_max=True),
    st.timedeltas(min_value=timedelta(seconds=10), max_value=timedelta(days=30)),
)
def test_waits_lie_between_the_pace_and_a_day_and_never_shrink_below_half(
    failures: int, chance: float, every: timedelta
) -> None:
    state = failed(replace(NEW, failures=failures), "x", START, Pace(every, lambda: chance))
    assert state.next_check is not None
    wait = state.next_check - START
    assert every <= wait <= max(every, timedelta(days=1))
    assert state.failures == failures + 1


@given(st.text(max_size=40))
def test_any_header_is_a_time_to_wait_or_nothing(header: str) -> None:
    wish = parse_wish(header, START)
    assert wish is None or wish >= timedelta(0)
