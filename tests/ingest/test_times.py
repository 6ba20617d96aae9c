from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.ingest.times import parse_time

NOON = datetime(2005, 1, 8, 12, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2005-01-08T12:30:00Z",
        "2005-01-08T12:30:00z",
        "2005-01-08t12:30Z",
        "2005-01-08T12:30:00+00:00",
        "2005-01-08T13:30:00+01:00",
        "2005-01-08T13:30:00+0100",
        "2005-01-08T13:30+01",
        "2005-01-08 07:30:00 -0500",
        "2005-01-08 12:30",
        "2005-01-08T12:30:00",
        "2005-01-08 12:30 UTC",
        "20050108T123000Z",
        "20050108 1230",
        "  2005-01-08 12:30\n",
        "Sat, 08 Jan 2005 12:30:00 GMT",
        "Sat, 8 Jan 2005 12:30:00 +0000",
        "8 Jan 2005 12:30",
        "sat, 08 JAN 2005 12:30:00 utc",
        "Sat, 08 Jan 2005 07:30:00 EST",
        "Sat, 08 Jan 2005 14:00:00 +0130",
        "Sat, 08 Jan 2005 11:00:00 -0130",
    ],
)
def test_every_way_to_write_half_past_twelve(text: str) -> None:
    assert parse_time(text) == (NOON, False)


@pytest.mark.parametrize("text", ["2005-01-08", "20050108", "8 Jan 2005", "Sat, 08 Jan 2005"])
def test_a_bare_day_is_midnight_utc_and_keeps_its_precision(text: str) -> None:
    assert parse_time(text) == (datetime(2005, 1, 8, tzinfo=UTC), True)


def test_fractions_of_a_second_are_kept_to_the_microsecond() -> None:
    assert parse_time("2014-03-10T16:52:50.698Z")[0].microsecond == 698_000
    assert parse_time("2014-03-10T16:52:50,5")[0].microsecond == 500_000
    assert parse_time("2014-03-10T16:52:50.1234567891")[0].microsecond == 123_456


def test_the_zone_that_was_given_is_kept() -> None:
    assert parse_time("2005-01-08T13:30+01:00")[0].utcoffset() == timedelta(hours=1)


def test_midnight_with_a_clock_is_not_a_bare_day() -> None:
    assert parse_time("2005-01-08T00:00:00Z") == (datetime(2005, 1, 8, tzinfo=UTC), False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2005",
        "2005-01",
        "2005-13-01",
        "2005-02-30",
        "2005-01-08T25:00",
        "2005-01-08T12:30+25:00",
        "2005-01-08x12:30",
        "08/01/2005",
        "Sat, 08 Foo 2005 12:30:00 GMT",
        "Sat, 08 Jan 2005 12:30:00 IST",
        "Sat, 31 Feb 2005 12:30:00 GMT",
        "1104537600",
        "٢٠٠٥-٠١-٠٨",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "2005-01-08T12:30:00." + "9" * 10_000,
    ],
)
def test_what_is_no_time_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_time(text)
    assert caught.value.given == text
    assert repr(text[:20])[:-1] in str(caught.value)
    assert "ISO 8601, such as 2005-01-08" in str(caught.value)
    assert len(str(caught.value)) < 400


@given(
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31)),
    st.integers(min_value=-14 * 60, max_value=14 * 60),
)
def test_what_datetime_prints_is_read_back(moment: datetime, minutes: int) -> None:
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    assert parse_time(aware.isoformat()) == (aware, False)
    assert parse_time(moment.isoformat())[0] == moment.replace(tzinfo=UTC)
    assert parse_time(moment.date().isoformat()) == (datetime(moment.year, moment.month, moment.day, tzinfo=UTC), True)


@given(st.text(max_size=80))
def test_any_text_gives_a_time_or_the_named_error(text: str) -> None:
    try:
        moment, _ = parse_time(text)
    except InputError:
        return
    assert moment.tzinfo is not None
