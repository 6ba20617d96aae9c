"""Dates and the days they mean, seen from Wednesday 4 March 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import dates
from meadow.text.phrases.calendar import day_of, nearest, nearest_month, next_weekday, past_weekday, shifted
from meadow.text.phrases.dates import _kept_reading, dates_among, dates_seen, forget_dates
from meadow.text.phrases.tokens import LONGEST_KEPT, read_tokens, tokens_of

ANCHOR = datetime(2026, 3, 4, 12, tzinfo=UTC)


def found(text: str, language: str = "en", anchor: datetime | None = ANCHOR) -> list[tuple[str, str | None]]:
    mentions = dates(text, language, anchor=anchor)
    assert all(text[each.start : each.end] == each.text for each in mentions)
    return [(each.text, None if each.day is None else each.day.isoformat()) for each in mentions]


@pytest.mark.parametrize(
    ("language", "text", "mention", "day"),
    [
        ("en", "It sank on 3 March 2026.", "3 March 2026", "2026-03-03"),
        ("en", "It sank on March 3, 2025, at night.", "March 3, 2025", "2025-03-03"),
        ("en", "It sank on March 3.", "March 3", "2026-03-03"),
        ("en", "It sank on 30 December.", "30 December", "2025-12-30"),
        ("en", "It sank on the 3rd of March.", "3rd of March", "2026-03-03"),
        ("en", "It sank on Monday.", "Monday", "2026-03-02"),
        ("en", "It sank on Wednesday morning.", "Wednesday morning", "2026-03-04"),
        ("en", "It sank last Wednesday.", "last Wednesday", "2026-02-25"),
        ("en", "It will sink on Friday.", "Friday", "2026-03-06"),
        ("en", "It sinks next Monday.", "next Monday", "2026-03-09"),
        ("en", "It sank yesterday.", "yesterday", "2026-03-03"),
        ("en", "It sank on 2026-02-28.", "2026-02-28", "2026-02-28"),
        ("en", "It sank on 28/2/2026.", "28/2/2026", "2026-02-28"),
        ("en", "It sank in March 2024.", "March 2024", None),
        ("en", "It sank in 2017.", "2017", None),
        ("en", "It sank last October.", "October", None),
        ("es", "Se hundió el 3 de marzo de 2026.", "3 de marzo de 2026", "2026-03-03"),
        ("es", "SANT ORIEL, 3 mar (Agencia).-", "3 mar", "2026-03-03"),
        ("es", "Se hundió el lunes por la noche.", "lunes por la noche", "2026-03-02"),
        ("es", "Se hundió el pasado viernes.", "pasado viernes", "2026-02-27"),
        ("es", "Comenzará el viernes.", "viernes", "2026-03-06"),
        ("es", "Comienza el lunes que viene.", "lunes que viene", "2026-03-09"),
        ("es", "Se hundió ayer.", "ayer", "2026-03-03"),
        ("nl", "Het zonk op 3 maart.", "3 maart", "2026-03-03"),
        ("nl", "Het zonk maandagochtend.", "maandagochtend", "2026-03-02"),
        ("nl", "Het zonk afgelopen vrijdag.", "afgelopen vrijdag", "2026-02-27"),
        ("nl", "Vrijdag komt de piek.", "Vrijdag", "2026-03-06"),
        ("nl", "Het zonk eergisteren.", "eergisteren", "2026-03-02"),
        ("ja", "2026年3月10日に沈んだ。", "2026年3月10日", "2026-03-10"),
        ("ja", "3月10日に沈んだ。", "3月10日", "2026-03-10"),
        ("ja", "10日に沈んだ。", "10日", "2026-03-10"),
        ("ja", "28日に沈んだ。", "28日", "2026-02-28"),
        ("ja", "先週の金曜日に沈んだ。", "先週の金曜日", "2026-02-27"),
        ("ja", "月曜日に沈んだ。", "月曜日", "2026-03-02"),
        ("ja", "昨日沈んだ。", "昨日", "2026-03-03"),
        ("ja", "2022年に沈んだ。", "2022年", None),
        ("ja", "５月に沈む。", "５月", None),
    ],
)
def test_a_mention_and_its_day(language: str, text: str, mention: str, day: str | None) -> None:
    assert found(text, language) == [(mention, day)]


def test_a_verb_in_the_future_counts_in_its_own_clause_only() -> None:
    text = "Drivers will stop work on Friday, their union said on Monday."
    assert found(text) == [("Friday", "2026-03-06"), ("Monday", "2026-03-02")]


def test_without_an_anchor_only_whole_dates_mean_a_day() -> None:
    text = "On Monday, 3 March 2026, March 4 and yesterday."
    assert found(text, anchor=None) == [
        ("Monday", None), ("3 March 2026", "2026-03-03"), ("March 4", None), ("yesterday", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "They may march on Monday's square."), ("en", "It took 3 days."), ("en", "31/31/2026 and 2026-13-01"),
        ("en", "There were 2017 boats."), ("es", "El mar y la mañana."), ("nl", "Een dag later."), ("ja", "3日間で10日ぶり"),
        ("de", "am Montag"),
    ],
)  # fmt: skip
def test_what_is_no_date(language: str, text: str) -> None:
    assert found(text, language) == []


def test_a_day_that_no_year_has_means_none() -> None:
    assert found("On 31 April 2026 and on 30 February.") == [("31 April 2026", None), ("30 February", None)]


def test_a_language_without_lists_knows_numeric_dates() -> None:
    assert found("am 2026-03-02 um acht", "de") == [("2026-03-02", "2026-03-02")]


def test_the_calendar() -> None:
    today = date(2026, 3, 4)
    assert day_of(2026, 2, 29) is None
    assert shifted(date.max, 1) is None
    assert nearest(2, 29, today) is None
    assert nearest(2, 29, date(2024, 6, 1)) == date(2024, 2, 29)
    assert nearest(1, 1, None) is nearest_month(1, None) is None
    assert nearest_month(31, today) == date(2026, 3, 31)
    assert past_weekday(today, 2) == today
    assert past_weekday(today, 2, strictly=True) == date(2026, 2, 25)
    assert next_weekday(today, 2) == date(2026, 3, 11)


PIECES = ["Monday", "next", "last", "Friday", "yesterday", "3", "March", "2026", "2026-03-02", "ayer", "el", "lunes",
          "pasado", "maandagochtend", "morgen", "will", ",", ".", "in", "10日", "昨日"]  # fmt: skip


@given(
    st.lists(st.sampled_from(PIECES), max_size=10).map(" ".join),
    st.sampled_from(["en", "es", "nl", "ja", "fr"]),
    st.lists(st.one_of(st.none(), st.integers(0, 400).map(lambda days: ANCHOR + timedelta(days=days))), max_size=4),
)
def test_several_anchors_see_what_each_sees_alone(text: str, language: str, anchors: list[datetime | None]) -> None:
    together = dates_seen(text, language, anchors=anchors)
    assert together == tuple(dates(text, language, anchor=anchor) for anchor in anchors)


@pytest.mark.parametrize("forgets", [False, True])
def test_a_sentence_that_was_read_before_is_read_alike_from_every_day(*, forgets: bool) -> None:
    text = "It sank on Monday, the inquiry opens on Friday and ended 14 other voyages on 3/2/2026."
    seen = []
    for day in (4, 4, 11):
        if forgets:
            forget_dates()
        seen.append(found(text, anchor=ANCHOR.replace(day=day)))
    assert seen[0] == seen[1] != seen[2]
    assert seen[0] == [("Monday", "2026-03-02"), ("Friday", "2026-03-06"), ("3/2/2026", "2026-02-03")]


def test_words_that_somebody_told_apart_otherwise_are_read_by_themselves() -> None:
    text = "It sank on Monday-night."
    assert dates_among(text, read_tokens(text), "en") == ()
    apart = tokens_of(text, ["It", "sank", "on", "Monday", "-", "night", "."])
    assert [each.text for each in dates_among(text, apart, "en")] == ["Monday"]
    assert dates_among(text, read_tokens(text), "en") == ()


def test_a_text_that_is_no_sentence_is_read_without_being_kept() -> None:
    text = "It sank on 3 March 2026. " * (LONGEST_KEPT // 20)
    assert len(text) > LONGEST_KEPT
    forget_dates()
    assert len(dates(text)) == text.count("March")
    assert _kept_reading.cache_info().currsize == 0
    dates(text[:24])
    assert _kept_reading.cache_info().currsize == 1
