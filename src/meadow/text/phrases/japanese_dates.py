"""Japanese dates: "2026年3月10日", "3月10日", "10日", "先週の金曜日", "昨日".

A day without its month is the one nearest to the anchor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from meadow.text.phrases.calendar import day_of, nearest, nearest_month, past_weekday, shifted
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.values import DateMention

_WEEKDAYS = "月火水木金土日"
_TIME = re.compile(r"(?:午前|午後)?\d{1,2}時(?!間)(?:\d{1,2}分|半)?")


def japanese_dates(text: str, today: date | None) -> tuple[DateMention, ...]:
    """Return the dates of a Japanese text, each with the day it means; digits may be full-width."""
    return tuple(
        DateMention(match.start(), match.end(), match[0], _day(match, today)) for match in _pattern().finditer(text)
    )


def japanese_times(text: str) -> Iterator[tuple[int, int]]:
    """Yield where times of day stand: "午前10時42分"."""
    return (match.span() for match in _TIME.finditer(text))


@cache
def _pattern() -> re.Pattern[str]:
    lists = lexicon("ja")
    weeks, days = "|".join(sorted(lists.table("weeks"))), "|".join(sorted(lists.table("relative days"), reverse=True))
    return re.compile(
        r"(?P<year>\d{4})年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?)?(?!間|前|後|ぶり|目|以上)"
        r"|(?P<only_month>\d{1,2})月(?:(?P<month_day>\d{1,2})日)?(?!間|号)"
        r"|(?<![\d.,，．月])(?P<only_day>\d{1,2})日(?!間|前|後|ぶり|目|以上|以内|分|連続)"
        rf"|(?:(?P<week>{weeks})の?)?(?P<weekday>[{_WEEKDAYS}])曜日?"
        rf"|(?P<named>{days})"
    )


def _day(match: re.Match[str], today: date | None) -> date | None:
    if match["day"] is not None:
        return day_of(int(match["year"]), int(match["month"]), int(match["day"]))
    if match["month_day"] is not None:
        return nearest(int(match["only_month"]), int(match["month_day"]), today)
    if match["only_day"] is not None:
        return nearest_month(int(match["only_day"]), today)
    if today is None or match["year"] is not None or match["only_month"] is not None:
        return None
    if match["named"] is not None:
        return shifted(today, int(lexicon("ja").table("relative days")[match["named"]]))
    return _weekday(match["week"], _WEEKDAYS.index(match["weekday"]), today)


def _weekday(week: str | None, weekday: int, today: date) -> date | None:
    if week is None:
        return past_weekday(today, weekday)
    return shifted(today, weekday - today.weekday() + int(lexicon("ja").table("weeks")[week]))
