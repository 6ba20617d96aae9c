"""Times as people say them, relative to a time that is handed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.ingest.moments import parse_moment

NOW = datetime(2026, 3, 11, 15, 30, tzinfo=UTC)  # a Wednesday


def day(number: int, month: int = 3, year: int = 2026) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "first", "end"),
    [
        ("today", day(11), day(12)),
        ("Yesterday", day(10), day(11)),
        ("this week", day(9), day(16)),
        ("last  week", day(2), day(9)),
        ("this month", day(1), day(1, 4)),
        ("last month", day(1, 2), day(1)),
        ("wednesday", day(11), day(12)),
        ("Thursday", day(5), day(6)),
        ("2026-03", day(1), day(1, 4)),
        ("2025-12", day(1, 12, 2025), day(1, 1)),
        ("2024", day(1, 1, 2024), day(1, 1, 2025)),
        ("2026-03-08", day(8), day(9)),
    ],
)
def test_a_span_has_a_first_moment_and_an_end(said: str, first: datetime, end: datetime) -> None:
    span = parse_moment(said, now=NOW)
    assert (span.first, span.end) == (first, end)


@pytest.mark.parametrize(
    ("said", "ago"),
    [
        ("3 days", timedelta(days=3)),
        ("3 days ago", timedelta(days=3)),
        ("last 3 days", timedelta(days=3)),
        ("a week", timedelta(weeks=1)),
        ("an hour ago", timedelta(hours=1)),
        ("90 minutes", timedelta(minutes=90)),
    ],
)
def test_a_count_of_days_is_a_moment_so_long_ago(said: str, ago: timedelta) -> None:
    span = parse_moment(said, now=NOW)
    assert span.first == span.end == NOW - ago


def test_the_last_day_of_the_calendar_has_an_end_too() -> None:
    assert parse_moment("9999-12-31", now=NOW).end == datetime.max.replace(tzinfo=UTC)


def test_an_exact_time_is_itself() -> None:
    span = parse_moment("2026-03-08T12:30:00+01:00", now=NOW)
    assert span.first == span.end == datetime(2026, 3, 8, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize("said", ["", "soon", "2026-13", "0000", "9999", "999999 weeks", "3 fortnights", "x" * 500])
def test_what_is_no_time_is_refused_with_what_is_allowed(said: str) -> None:
    with pytest.raises(InputError, match='yesterday, "3 days"'):
        parse_moment(said, now=NOW)


@given(
    st.sampled_from(
        ["today", "yesterday", "this week", "last week", "this month", "last month", "monday", "3 days ago"]
    ),
    st.sampled_from([datetime.min, datetime.min + timedelta(days=40), datetime.max, datetime.max - timedelta(days=40)]),
    st.integers(-14, 14),
)
def test_at_the_ends_of_the_calendar_a_time_is_a_span_or_refused(said: str, now: datetime, hours: int) -> None:
    try:
        span = parse_moment(said, now=now.replace(tzinfo=timezone(timedelta(hours=hours))))
    except InputError:
        return
    assert span.first <= span.end


@given(st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))
def test_today_holds_now_and_yesterday_ends_where_it_begins(now: datetime) -> None:
    today, yesterday = parse_moment("today", now=now), parse_moment("yesterday", now=now)
    assert today.first <= now < today.end
    assert yesterday.end == today.first
    assert parse_moment("last week", now=now).end == parse_moment("this week", now=now).first
    assert parse_moment("last month", now=now).end == parse_moment("this month", now=now).first
