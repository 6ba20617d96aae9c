"""A query is read as it is written, and one that cannot be answered says why and what is allowed."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, MeadowError, UnknownNameError, UsageError
from meadow.store.query import Query, parse_query

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("legionella Haldmoor", Query(("legionella", "Haldmoor"))),
        ('"cooling tower" shut', Query(("shut",), phrases=("cooling tower",))),
        ("“cooling tower” „shut“ down", Query(("down",), phrases=("cooling tower", "shut"))),
        ('ferry -drill -"dry dock"', Query(("ferry",), excluded=("drill",), excluded_phrases=("dry dock",))),
        ("well-known F-16", Query(("well-known", "F-16"))),
        ("re:port 10:30 a:b", Query(("re:port", "10:30", "a:b"))),
        ("ferry ! – …", Query(("ferry",))),
        ('ferry source:"Harbour Wire" source:Courier', Query(("ferry",), sources=("Harbour Wire", "Courier"))),
        ("ferry language:Spanish language:nl", Query(("ferry",), languages=("es", "nl"))),
        ("渡轮 港口", Query(("渡轮", "港口"))),
    ],
)
def test_a_query_is_read(text: str, query: Query) -> None:
    assert parse_query(text, now=NOW) == query


def test_times_are_spans_from_their_first_moment_to_their_end() -> None:
    query = parse_query('ferry since:"3 days" until:yesterday', now=NOW)
    assert query.since == datetime(2026, 3, 6, 12, tzinfo=UTC)
    assert query.until == datetime(2026, 3, 9, tzinfo=UTC)
    month = parse_query("ferry since:2026-02 until:2026-02", now=NOW)
    assert (month.since, month.until) == (datetime(2026, 2, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no word to look for"),
        ("-drill source:Courier", "no word to look for"),
        ("?! …", "no word to look for"),
        ('"cooling tower', "opened and not closed"),
        ("ferry -source:Courier", "cannot be taken away: '-source:Courier'"),
        ('ferry source:""', "'source' has no value"),
        ("ferry since:today since:yesterday", "'since' is given 2 times"),
        ("ferry since:2026-03-02 until:2026-03-01", "begins after it ends"),
        ("ferry " * 400, "at most 1,000 characters; this one has 2,400"),
    ],
)
def test_a_query_that_cannot_be_answered_says_why(text: str, message: str) -> None:
    with pytest.raises(UsageError, match="Allowed: words") as caught:
        parse_query(text, now=NOW)
    assert message in caught.value.problem


def test_filters_check_their_values() -> None:
    with pytest.raises(UnknownNameError, match="no language called 'klingonese'"):
        parse_query("ferry language:klingonese", now=NOW)
    with pytest.raises(InputError, match="'soonish' is not a time"):
        parse_query("ferry since:soonish", now=NOW)


@given(st.text(max_size=200))
def test_any_text_is_a_query_or_a_named_error(text: str) -> None:
    with suppress(MeadowError):
        query = parse_query(text, now=NOW)
        assert query.words or query.phrases
