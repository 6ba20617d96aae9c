"""Spans of time relative to the day of writing ("last month", "this morning", "two days ago"), and when they are.

Source: our own rule. A span is dated only where its words are unambiguous: on a Sunday "this week" may be the one that
ends or the one that begins, and "the last week of May" is no week of the day of writing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import NamedTuple

from meadow.text.phrases.calendar import shifted

_NUMBERS = {
    "en": "two three four five six seven eight nine ten",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez",
    "nl": "twee drie vier vijf zes zeven acht negen tien",
}
# Each name says how far from the day of writing: months, years and weeks by their number, days by -1, 0 or what is counted.
_PERIODS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "last_month": "last month", "last_year": "last year", "this_month": "this month", "this_year": "this year",
        "next_month": "next month", "next_year": "next year", "last_week": "last week", "this_week": "this week",
        "next_week": "next week", "this_day": "this (?:morning|afternoon|evening)", "last_day": "last night",
        "days": rf"(?:\d{{1,2}}|{_NUMBERS['en'].replace(' ', '|')}) days ago",
    },
    "es": {
        "last_month": "(?:el )?mes pasado", "last_year": "(?:el )?año pasado", "this_month": "este mes",
        "this_year": "este año", "next_month": "(?:el )?próximo mes", "next_year": "(?:el )?próximo año",
        "last_week": "(?:la )?semana pasada|la pasada semana", "this_week": "esta semana",
        "next_week": "la (?:próxima semana|semana próxima|semana que viene)",
        "this_day": "esta (?:mañana|tarde|noche|madrugada)",
        "days": rf"hace (?:\d{{1,2}}|{_NUMBERS['es'].replace(' ', '|')}) días",
    },
    "nl": {
        "last_month": "vorige maand", "last_year": "vorig jaar", "this_month": "deze maand", "this_year": "dit jaar",
        "next_month": "volgende maand", "next_year": "volgend jaar", "last_week": "vorige week", "this_week": "deze week",
        "next_week": "volgende week",
        "days": rf"(?:\d{{1,2}}|{_NUMBERS['nl'].replace(' ', '|')}) dagen geleden",
    },
    "ja": {
        "last_month": "先月", "last_year": "昨年|去年", "this_month": "今月", "this_year": "今年", "next_month": "来月",
        "next_year": "来年", "last_week": "先週", "this_week": "今週", "next_week": "来週",
    },
}  # fmt: skip
_SHIFTS = {"last": -1, "this": 0, "next": 1}
# One of these words is in each span; most sentences have none.
_SPAN_WORDS = {
    "en": "month year week morning afternoon evening night ago",
    "es": "mes año semana mañana tarde noche madrugada hace",
    "nl": "maand jaar week geleden",
}
# "the last week of May" and "the next year" count from elsewhere, and "last month's sale" goes on.
_ELSEWHERE = {"en": "the|every", "nl": "de|het|elke|iedere"}
_GOES_ON = re.compile(r"['’]\w| of\b")
_SUNDAY = 6


class StatedPeriod(NamedTuple):
    """A mention and what it means: a day, or a year and perhaps a month; with `week` the week that begins on that day."""

    start: int
    end: int
    text: str
    year: int | None
    month: int | None = None
    day: int | None = None
    week: bool = False


class NewsPeriod(NamedTuple):
    """A span of time that a text names: where, in which words, and its name in `_PERIODS`."""

    place: tuple[int, int]
    text: str
    name: str


def find_periods(text: str, language: str) -> tuple[NewsPeriod, ...]:
    """Return the spans of time that a text names from the day of writing, in order."""
    found = (match for match in period_pattern(language).finditer(text) if _GOES_ON.match(text, match.end()) is None)
    return tuple(NewsPeriod(match.span(), match[0], match.lastgroup or "") for match in found)


def stated_period(period: NewsPeriod, today: date) -> StatedPeriod:
    """Return when a span is, seen from a day; without a year where that is not sure."""
    shift = _SHIFTS.get(period.name[:4], 0)
    if period.name.endswith("year"):
        return StatedPeriod(*period.place, period.text, today.year + shift)
    if period.name.endswith("month"):
        months = today.year * 12 + today.month - 1 + shift
        return StatedPeriod(*period.place, period.text, months // 12, months % 12 + 1)
    week = period.name.endswith("week")
    if week and today.weekday() == _SUNDAY:
        return StatedPeriod(*period.place, period.text, None)
    counted = period.name == "days"
    days = 7 * shift - today.weekday() if week else -_number(period.text) if counted else shift
    day = shifted(today, days)
    if day is None:
        return StatedPeriod(*period.place, period.text, None)
    # The number of days is not a date: without digits, the span is given by its day of the month.
    text = "".join(character for character in period.text if not character.isdigit())
    return StatedPeriod(*period.place, text, day.year, day.month, day.day, week)


def _number(text: str) -> int:
    """Return the number in "two days ago"."""
    digits = re.search(r"\d+", text)
    if digits is not None:
        return int(digits[0])
    named = {word: value for row in _NUMBERS.values() for value, word in enumerate(row.split(), 2)}
    return next(named[word] for word in text.lower().split() if word in named)


@cache
def period_words(language: str) -> frozenset[str]:
    """Return words of which a text has one that names a span of time."""
    return frozenset(_SPAN_WORDS.get(language, "").split())


@cache
def period_pattern(language: str) -> re.Pattern[str]:
    """Return the pattern of all spans of time in a language; one that nothing fits where we have none."""
    periods = _PERIODS.get(language, {})
    edge = "" if language == "ja" else r"\b"
    elsewhere = (rf"(?<!\b{word} )" for word in _ELSEWHERE.get(language, "").split("|") if word)
    before = edge + "".join(elsewhere)
    named = (f"{before}(?P<{name}>{source}){edge}" for name, source in periods.items())
    return re.compile("|".join(named) or "(?!)", re.IGNORECASE)
