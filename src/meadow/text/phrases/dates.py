"""Dates as people write them, and the days they mean: "3 March 2026", "el lunes", "maandagochtend", "10日", "yesterday".

What is not said comes from the anchor, the time when the text was published: a missing year is the one that brings the day
nearest to it, a weekday is the last one up to it ("Monday") or, with "next" or where the verb tells so, the first one
after it; where the words leave both open it means no day. Without an anchor such mentions are found all the same, and mean
no day. "3/4/2026" is 3 April.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from itertools import compress

from meadow.text.per_word import PerWord
from meadow.text.phrases.calendar import day_of, nearest, next_weekday, past_weekday, shifted
from meadow.text.phrases.japanese_dates import japanese_dates
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.tense import side_of
from meadow.text.phrases.tense_words import Side
from meadow.text.phrases.tokens import LONGEST_KEPT, Tokens, read_tokens
from meadow.text.phrases.values import DateMention

_ISO = re.compile(r"(?<![\w./:-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?![\w/-])", re.ASCII)
_SLASHED = re.compile(r"(?<![\w./:-])(?P<day>\d{1,2})([/-])(?P<month>\d{1,2})\2(?P<year>\d{4})(?![\w/-])", re.ASCII)
_JOINED_DIGITS = re.compile(r"\d[/-]\d", re.ASCII)  # what both have, and few texts
_DAY = re.compile(r"([0-3]?\d)(?:st|nd|rd|th|e|º)?", re.ASCII)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d", re.ASCII)

# How many tokens a mention has, and the day it means, seen from another day or from none.
_Means = Callable[[date | None], date | None]
_Found = tuple[int, _Means]
_Kind = Callable[["_DateReading", int], _Found | None]
_Read = tuple[tuple[DateMention, ...], tuple[tuple[int, int, _Means], ...]]


def dates(text: str, language: str = "en", *, anchor: datetime | None = None) -> tuple[DateMention, ...]:
    """Return the dates that a text mentions, in order and apart, each with the day it means seen from the anchor."""
    return dates_seen(text, language, anchors=(anchor,))[0]


def dates_seen(
    text: str, language: str = "en", *, anchors: Sequence[datetime | None]
) -> tuple[tuple[DateMention, ...], ...]:
    """Return the same for each of several anchors; the text is read once."""
    if language == "ja":
        return tuple(japanese_dates(text, None if anchor is None else anchor.date()) for anchor in anchors)
    return _seen_among(text, read_tokens(text, language), language, anchors)


def dates_among(text: str, tokens: Tokens, language: str, *, anchor: datetime | None = None) -> tuple[DateMention, ...]:
    """Return the same as `dates`, for a text whose words are told apart already."""
    return _seen_among(text, tokens, language, (anchor,))[0]


def _seen_among(
    text: str, tokens: Tokens, language: str, anchors: Sequence[datetime | None]
) -> tuple[tuple[DateMention, ...], ...]:
    numeric, read = (_kept_reading if len(text) <= LONGEST_KEPT else _reading)(tokens, language)
    if not numeric and not read:
        return ((),) * len(anchors)
    todays = (None if anchor is None else anchor.date() for anchor in anchors)
    days_seen = [tuple(means(today) for *_, means in read) for today in todays]
    # Most weekdays are those of one week, from wherever it is seen.
    mentions = {days: tuple(_apart(_mentions(text, numeric, read, days))) for days in dict.fromkeys(days_seen)}
    return tuple(mentions[days] for days in days_seen)


def _reading(tokens: Tokens, language: str) -> _Read:
    """Return the dates in digits alone, and where others begin and end with the day that each means, seen from any day."""
    places = list(compress(range(len(tokens)), map(_beginnings(language).__getitem__, tokens.lower)))
    if not places:
        return (), ()  # no digit either, so that no pattern can match
    return tuple(_numeric(tokens.text)), tuple(_DateReading(tokens, lexicon(language)).read(places))


# A sentence is read for the days it is to print at each length of a summary, and for those of its facts.
_kept_reading = lru_cache(maxsize=1024)(_reading)


def forget_dates() -> None:
    """Forget the dates of the sentences read last, as `meadow.text.analysis.forget_analyses` forgets what else was found."""
    _kept_reading.cache_clear()


def _mentions(
    text: str, numeric: Sequence[DateMention], read: Sequence[tuple[int, int, _Means]], days: Sequence[date | None]
) -> list[DateMention]:
    """Return all mentions in order, of those that begin together the longest first."""
    written = (DateMention(start, end, text[start:end], day) for (start, end, _), day in zip(read, days, strict=True))
    return sorted((*numeric, *written), key=lambda mention: (mention.start, -mention.end))


@cache
def _sides(language: str) -> frozenset[str]:
    """Return the words that tell on which side of the anchor a weekday lies."""
    return lexicon(language).words("last") | lexicon(language).words("next")


def _apart(mentions: Sequence[DateMention]) -> Iterator[DateMention]:
    end = 0
    for mention in mentions:
        if mention.start >= end:
            yield mention
            end = mention.end


def _numeric(text: str) -> Iterator[DateMention]:
    for pattern in (_ISO, _SLASHED) if _JOINED_DIGITS.search(text) is not None else ():
        for match in pattern.finditer(text):
            day = day_of(int(match["year"]), int(match["month"]), int(match["day"]))
            if day is not None:
                yield DateMention(match.start(), match.end(), match[0], day)


class _DateReading:
    """One pass over the tokens of a text: where a date may begin, the kinds of dates are tried in turn."""

    def __init__(self, tokens: Tokens, lists: Lexicon):
        self.words = tokens.lower
        self.found = tokens
        self.lists = lists

    def read(self, places: Sequence[int]) -> Iterator[tuple[int, int, _Means]]:
        """Yield where in the text mentions begin and end, and the day each means; none in a language without lists."""
        free, begins = 0, _beginnings(self.lists.language)
        for index in places if self.lists.sections else ():
            for kind in begins[self.words[index]] if index >= free else ():
                read = kind(self, index)
                if read is not None:
                    free = index + read[0]
                    yield self.found.starts[index], self.found.ends[free - 1], read[1]
                    break

    def _word(self, index: int) -> str:
        return self.words[index] if 0 <= index < len(self.words) else ""

    def _month(self, index: int) -> int | None:
        """Return the month at a token; in English it must have its capital: "may" and "march" are words too."""
        number = self.lists.table("months").get(self._word(index))
        if number is None or (self.lists.language == "en" and not self.found.texts[index][0].isupper()):
            return None
        return int(number)

    def _year_after(self, index: int) -> tuple[int, int | None]:
        """Return where a year that follows ends, and the year; the index itself and None where none follows."""
        year_at = index
        while self._word(year_at) in (",", "de", "del", ".", "of") and year_at < index + 2:
            year_at += 1
        if _YEAR.fullmatch(self._word(year_at)) is None or (self._word(index) == "." and year_at > index + 1):
            return index, None
        return year_at + 1, int(self._word(year_at))

    def _day_first(self, index: int) -> _Found | None:
        day = _DAY.fullmatch(self._word(index))
        if day is None:
            return None
        month_at = index + 1
        if self._word(month_at) in ("de", "of", "."):
            month_at += 1
        month = self._month(month_at)
        if month is None:
            return None
        end, year = self._year_after(month_at + 1)
        return end - index, _meaning(year, month, int(day[1]))

    def _month_first(self, index: int) -> _Found | None:
        month = self._month(index)
        day_at = index + 1 + (self._word(index + 1) == ".")
        day = _DAY.fullmatch(self._word(day_at))
        if month is None or day is None or self.lists.language != "en":
            return None
        end, year = self._year_after(day_at + 1)
        return end - index, _meaning(year, month, int(day[1]))

    def _month_only(self, index: int) -> _Found | None:
        """Read a month with its year, or alone where it cannot be another word; neither means a day."""
        if self._month(index) is None:
            return None
        end, year = self._year_after(index + 1)
        if year is not None:
            return end - index, _no_day
        short = len(self._word(index)) < 4 and self._word(index) != "mei"
        english = self.lists.language == "en"
        before = self._word(index - 1)
        alone = not short and (not english or before in self.lists.words("year words") | {"last", "next", "this"})
        return (1, _no_day) if alone else None

    def _weekday(self, index: int) -> _Found | None:
        sides = _sides(self.lists.language)
        side = self._word(index) if self._word(index) in sides else ""
        weekday_at = index + (side != "")
        wanted = self._weekday_number(self._word(weekday_at))
        if wanted is None:
            return None
        end = weekday_at + 1
        if self.lists.language == "es" and self._word(end) in sides:
            side, end = self._word(end), end + 1
        elif self._word(end) == "que" and self._word(end + 1) == "viene":
            side, end = "próximo", end + 2
        end = self._part_of_day(end)
        if side != "":
            return end - index, _beside(wanted, following=side in self.lists.words("next"))
        return end - index, _bare(wanted, side_of(self.found.plain, index, end, self.lists.language))

    def _weekday_number(self, word: str) -> int | None:
        numbers = self.lists.table("weekdays")
        if word not in numbers and self.lists.language == "nl":
            word = next(
                (word.removesuffix(part) for part in self.lists.words("day parts") if word.endswith(part)), word
            )
        return int(numbers[word]) if word in numbers else None

    def _named_day(self, index: int) -> _Found | None:
        shift = self.lists.table("relative days").get(self._word(index))
        if shift is None:
            return None
        days = int(shift)
        return self._part_of_day(index + 1) - index, lambda today: None if today is None else shifted(today, days)

    def _part_of_day(self, index: int) -> int:
        """Return where a mention ends that may go on with a part of the day: "Monday morning", "lunes por la noche"."""
        position = index
        if self.lists.language == "es":
            while self._word(position) in ("por", "de", "a", "al", "en", "la", "el") and position < index + 2:
                position += 1
        return position + 1 if self._word(position) in self.lists.words("day parts") else index

    def _year_only(self, index: int) -> _Found | None:
        introduced = self._word(index - 1) in self.lists.words("year words") and self._word(index + 1) not in ("-", "/")
        return (1, _no_day) if introduced and _YEAR.fullmatch(self._word(index)) is not None else None


def _meaning(year: int | None, month: int, day: int) -> _Means:
    """Return the day of a year, or of the year that brings it nearest."""
    if year is None:
        return lambda today: nearest(month, day, today)
    meant = day_of(year, month, day)
    return lambda _today: meant


def _beside(wanted: int, *, following: bool) -> _Means:
    """Return the weekday before or after a day, which "last" or "next" beside it tells."""
    return lambda today: (
        None
        if today is None
        else next_weekday(today, wanted)
        if following
        else past_weekday(today, wanted, strictly=True)
    )


def _bare(wanted: int, side: Side) -> _Means:
    """Return the weekday on its side of a day; on whichever side, the name of the day itself means that day."""

    def means(today: date | None) -> date | None:
        if today is None or side == "no day":
            return None
        if side == "before" or wanted == today.weekday():
            return past_weekday(today, wanted)
        return next_weekday(today, wanted) if side == "after" else None

    return means


def _no_day(_today: date | None) -> None:
    """Return that a month or a year means no day."""


@cache
def _beginnings(language: str) -> PerWord[tuple[_Kind, ...]]:
    """Return for each word the kinds of dates that may begin at it, in the order to try them; nearly all words have none."""
    lists = lexicon(language)
    months, weekdays, named = (lists.table(name) for name in ("months", "weekdays", "relative days"))

    def kinds(word: str) -> Iterator[_Kind]:
        if word[0].isdigit():
            yield _DateReading._day_first
        if word in months:
            yield from (_DateReading._month_first, _DateReading._month_only)
        if word in weekdays or word in _sides(language) or (language == "nl" and "dag" in word):
            yield _DateReading._weekday
        if word in named:
            yield _DateReading._named_day
        if word[0].isdigit():
            yield _DateReading._year_only

    return PerWord(lambda word: tuple(kinds(word)))
