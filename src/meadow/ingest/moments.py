"""Times as people say them: today, yesterday, "3 days", "last week", 2026-03; each a span from a first moment to an end.

Nothing here knows what time it is: `now` is handed in. Days begin at midnight UTC and weeks on Monday.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from meadow.errors import InputError
from meadow.ingest.times import parse_time

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_AGO = re.compile(r"(?:last\s+)?(\d{1,6}|an?)\s+(minute|hour|day|week)s?(?:\s+ago)?")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_YEAR = re.compile(r"\d{4}")
_ALLOWED = (
    'Allowed: ISO 8601 (2026-03-08, 2026-03-08T12:30Z), 2026-03, 2026, today, yesterday, "3 days", "this week",'
    ' "last week", "this month", "last month", or a day such as monday.'
)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """What a time names: from its first moment to the moment after its last; both are one for an exact time."""

    first: datetime
    end: datetime


def parse_moment(text: str, *, now: datetime) -> TimeSpan:
    """Return the span that a time names, relative to `now`; a bare day, week, month or year is all of it."""
    said = " ".join(text.lower().split())
    try:
        return _of_today(said, now) or _counted(said, now) or _calendar(said) or _exact(text)
    except (InputError, ValueError, OverflowError):
        raise InputError(f"{text[:64]!r} is not a time.", given=text, allowed=_ALLOWED) from None


def _of_today(said: str, now: datetime) -> TimeSpan | None:
    if said in _DAYS:
        today = _day(now)
        return _whole_day(today - timedelta(days=(today.weekday() - _DAYS.index(said)) % 7))
    named = _NAMED.get(said)
    return None if named is None else named(_day(now))


def _counted(said: str, now: datetime) -> TimeSpan | None:
    match = _AGO.fullmatch(said)
    if match is None:
        return None
    count = 1 if match[1].startswith("a") else int(match[1])
    moment = now - count * timedelta(**{f"{match[2]}s": 1})
    return TimeSpan(moment, moment)


def _calendar(said: str) -> TimeSpan | None:
    month = _MONTH.fullmatch(said)
    if month is not None:
        return _month(datetime(int(month[1]), int(month[2]), 1, tzinfo=UTC))
    if _YEAR.fullmatch(said):
        return TimeSpan(datetime(int(said), 1, 1, tzinfo=UTC), datetime(int(said) + 1, 1, 1, tzinfo=UTC))
    return None


def _exact(text: str) -> TimeSpan:
    moment, day_only = parse_time(text)
    return _whole_day(moment) if day_only else TimeSpan(moment, moment)


def _day(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _whole_day(day: datetime) -> TimeSpan:
    try:
        return TimeSpan(day, day + timedelta(days=1))
    except OverflowError:  # the last day of the calendar
        return TimeSpan(day, datetime.max.replace(tzinfo=UTC))


def _week(today: datetime, back: int) -> TimeSpan:
    monday = today - timedelta(days=today.weekday(), weeks=back)
    return TimeSpan(monday, monday + timedelta(weeks=1))


def _month(first: datetime) -> TimeSpan:
    return TimeSpan(first, (first + timedelta(days=32)).replace(day=1))


_NAMED: Mapping[str, Callable[[datetime], TimeSpan]] = {
    "today": _whole_day,
    "yesterday": lambda today: _whole_day(today - timedelta(days=1)),
    "this week": lambda today: _week(today, 0),
    "last week": lambda today: _week(today, 1),
    "this month": lambda today: _month(today.replace(day=1)),
    "last month": lambda today: _month((today.replace(day=1) - timedelta(days=1)).replace(day=1)),
}
