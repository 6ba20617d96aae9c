from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.ingest.loose_times import loose_time
from meadow.ingest.times import parse_time


@pytest.mark.parametrize(
    "text",
    [
        "1998-10-16",
        "19981016",
        "October 16, 1998",
        "Oct. 16 1998",
        "Friday, October 16th, 1998",
        "16 October 1998",
        "16-Oct-1998",
        "viernes, 16 de octubre de 1998",
        "16 oktober 1998",
        "16 octobre 1998",
        "16. Oktober 1998",
        "16 ottobre 1998",
        "16 outubro 1998",
        "1998年10月16日",
        "10/16/98",
        "10/16/1998",
        "1998/10/16",
        "1998.10.16",
        "98-10-16",
        "981016",
        " October\n16,  1998 ",
    ],
)
def test_every_way_to_write_a_day(text: str) -> None:
    found = loose_time(text)
    assert found is not None
    moment, day_only = parse_time(found)
    assert (moment.date().isoformat(), day_only) == ("1998-10-16", True)


@pytest.mark.parametrize(
    "text",
    [
        "1998-10-16T14:05:00Z",
        "1998-10-16 14:05:00",
        "Fri, 16 Oct 1998 14:05:00 GMT",
        "Fri, Oct. 16, 1998, 2:05 PM",
        "October 16, 1998 at 2:05 p.m.",
        "16 de octubre de 1998 14:05",
        "10/16/1998 14:05:00",
        "10/16/1998 14:05:00.00",
        "19981016140500",
        "199810161405",
        "1998年10月16日 14時5分",
        "1998-10-16T16:05:00CEST",
        "October 16, 1998 10:05 EDT",
        "October 16, 1998 15:05 +0100",
    ],
)
def test_every_way_to_write_a_minute(text: str) -> None:
    found = loose_time(text)
    assert found is not None
    moment, day_only = parse_time(found)
    assert moment.timestamp() == 908_546_700
    assert not day_only


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("3 mei 2020", "2020-05-03"),
        ("3 mai 2020", "2020-05-03"),
        ("3 maart 2020", "2020-03-03"),
        ("3 marzo 2020", "2020-03-03"),
        ("3 März 2020", "2020-03-03"),
        ("1er juin 2020", "2020-06-01"),
        ("3 juillet 2020", "2020-07-03"),
        ("3 août 2020", "2020-08-03"),
        ("3 agosto 2020", "2020-08-03"),
        ("3 gennaio 2020", "2020-01-03"),
        ("01/02/70", "1970-01-02"),
        ("01/02/69", "2069-01-02"),
    ],
)
def test_months_and_years_that_look_alike(text: str, day: str) -> None:
    assert loose_time(text) == day


@pytest.mark.parametrize(
    "text",
    ["", " ", "10:30", "1998", "October", "tomorrow", "13/13/2020", "0000-00-00", "1998-10-16 14:05 XYZ", "x" * 99],
)
def test_nothing_is_guessed(text: str) -> None:
    assert loose_time(text) is None


@given(st.text(alphabet="0123456789/-:., aepmoctTZ年月日", max_size=40) | st.text(max_size=80))
def test_any_text_gives_a_readable_time_or_none(text: str) -> None:
    found = loose_time(text)
    if found is not None:
        parse_time(found)
