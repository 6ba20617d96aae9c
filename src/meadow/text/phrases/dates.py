"""Dates as people write them, and the days they mean: "3 March 2026", "el lunes", "maandagochtend", "10日", "yesterday".

What is not said comes from the anchor, the time when the text was published: a missing year is the one that brings the day
nearest to it, a weekday is the last one up to it ("Monday") or, with "next" or a verb in the future before it, the
first one after it. Without an anchor such mentions are found all the same, and mean no day. "3/4/2026" is 3 April.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from functools import cache

from meadow.text.per_word import PerWord
from meadow.text.phrases.calendar import day_of, nearest, next_weekday, past_weekday, shifted
from meadow.text.phrases.japanese_dates import japanese_dates
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.tokens import Tokens, read_tokens
from meadow.text.phrases.values import DateMention

_ISO = re.compile(r"(?<![\w./:-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?![\w/-])", re.ASCII)
_SLASHED = re.compile(r"(?<![\w./:-])(?P<day>\d{1,2})([/-])(?P<month>\d{1,2})\2(?P<year>\d{4})(?![\w/-])", re.ASCII)
_JOINED_DIGITS = re.compile(r"\d[/-]\d", re.ASCII)  # what both have, and few texts
_DAY = re.compile(r"([0-3]?\d)(?:st|nd|rd|th|e|º)?", re.ASCII)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d", re.ASCII)
_SPANISH_FUTURE = re.compile(r"[aei]r(?:á|án|emos)$")
_FUTURE_REACH = 14  # words before a weekday among which a verb may put it into the future

# How many tokens a mention has, and the day it means.
_Found = tuple[int, date | None]


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


def dates_among(text: str, found: Tokens, language: str, *, anchor: datetime | None = None) -> tuple[DateMention, ...]:
    """Return the same as `dates`, for a text whose words are told apart already."""
    return _seen_among(text, found, language, (anchor,))[0]


def _seen_among(
    text: str, found: Tokens, language: str, anchors: Sequence[datetime | None]
) -> tuple[tuple[DateMention, ...], ...]:
    begins = _beginnings(language)
    places = [place for place, word in enumerate(found.lower) if begins[word]]
    if not places:
        return ((),) * len(anchors)  # no digit either, so that no pattern can match
    numeric = tuple(_numeric(text))
    seen: list[tuple[DateMention, ...]] = []
    before: list[tuple[int, _Found]] | None = None
    for anchor in anchors:
        reading = _Reading(found, lexicon(language), None if anchor is None else anchor.date())
        read = list(reading.read(places))
        if read == before:  # most weekdays are those of one week, from wherever it is seen
            seen.append(seen[-1])
            continue
        written = reading.mentions(text, read)
        seen.append(tuple(_apart(sorted((*numeric, *written), key=lambda mention: (mention.start, -mention.end)))))
        before = read
    return tuple(seen)


@cache
def _beginnings(language: str) -> PerWord[bool]:
    """Return for each word whether a date may begin at it; nearly all words are told apart here."""
    lists = lexicon(language)
    named = (lists.table(name) for name in ("months", "weekdays", "relative days"))
    triggers = lists.words("last").union(lists.words("next"), *named)
    return PerWord(lambda word: word[0].isdigit() or word in triggers or (language == "nl" and "dag" in word))


@cache
def _sides(language: str) -> frozenset[str]:
    """Return the words that tell on which side of the anchor a weekday lies."""
    return lexicon(language).words("last") | lexicon(language).words("next")


def _apart(found: Sequence[DateMention]) -> Iterator[DateMention]:
    end = 0
    for mention in found:
        if mention.start >= end:
            yield mention
            end = mention.end


def _numeric(text: str) -> Iterator[DateMention]:
    for pattern in (_ISO, _SLASHED) if _JOINED_DIGITS.search(text) is not None else ():
        for match in pattern.finditer(text):
            day = day_of(int(match["year"]), int(match["month"]), int(match["day"]))
            if day is not None:
                yield DateMention(match.start(), match.end(), match[0], day)


class _Reading:
    """One pass over the tokens of a text: where a date may begin, the kinds of dates are tried in turn."""

    def __init__(self, found: Tokens, lists: Lexicon, today: date | None):
        self.words = found.lower
        self.found = found
        self.lists = lists
        self.today = today
        self.kinds: tuple[Callable[[int], _Found | None], ...] = (
            self._day_first, self._month_first, self._month_only, self._weekday, self._named_day, self._year_only,
        )  # fmt: skip

    def read(self, places: Sequence[int]) -> Iterator[tuple[int, _Found]]:
        """Yield where among the words mentions begin, with what was found; none in a language without lists."""
        free = 0
        for index in places if self.lists.sections else ():
            read = self._read(index) if index >= free else None
            if read is not None:
                free = index + read[0]
                yield index, read

    def mentions(self, text: str, read: Sequence[tuple[int, _Found]]) -> Iterator[DateMention]:
        """Yield the mentions that were read with their places in the text, in order."""
        for index, (length, day) in read:
            start, end = self.found.starts[index], self.found.ends[index + length - 1]
            yield DateMention(start, end, text[start:end], day)

    def _read(self, index: int) -> _Found | None:
        for kind in self.kinds:
            if (read := kind(index)) is not None:
                return read
        return None

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
        place = index
        while self._word(place) in (",", "de", "del", ".", "of") and place < index + 2:
            place += 1
        if _YEAR.fullmatch(self._word(place)) is None or (self._word(index) == "." and place > index + 1):
            return index, None
        return place + 1, int(self._word(place))

    def _day_first(self, index: int) -> _Found | None:
        day = _DAY.fullmatch(self._word(index))
        if day is None:
            return None
        place = index + 1
        if self._word(place) in ("de", "of", "."):
            place += 1
        month = self._month(place)
        if month is None:
            return None
        end, year = self._year_after(place + 1)
        return end - index, self._date(year, month, int(day[1]))

    def _month_first(self, index: int) -> _Found | None:
        month = self._month(index)
        place = index + 1 + (self._word(index + 1) == ".")
        day = _DAY.fullmatch(self._word(place))
        if month is None or day is None or self.lists.language != "en":
            return None
        end, year = self._year_after(place + 1)
        return end - index, self._date(year, month, int(day[1]))

    def _month_only(self, index: int) -> _Found | None:
        """Read a month with its year, or alone where it cannot be another word; neither means a day."""
        if self._month(index) is None:
            return None
        end, year = self._year_after(index + 1)
        if year is not None:
            return end - index, None
        short = len(self._word(index)) < 4 and self._word(index) != "mei"
        english = self.lists.language == "en"
        before = self._word(index - 1)
        alone = not short and (not english or before in self.lists.words("year words") | {"last", "next", "this"})
        return (1, None) if alone else None

    def _date(self, year: int | None, month: int, day: int) -> date | None:
        return nearest(month, day, self.today) if year is None else day_of(year, month, day)

    def _weekday(self, index: int) -> _Found | None:
        sides = _sides(self.lists.language)
        side = self._word(index) if self._word(index) in sides else ""
        place = index + (side != "")
        wanted = self._weekday_number(self._word(place))
        if wanted is None:
            return None
        end = place + 1
        if self.lists.language == "es" and self._word(end) in sides:
            side, end = self._word(end), end + 1
        elif self._word(end) == "que" and self._word(end + 1) == "viene":
            side, end = "próximo", end + 2
        return self._part_of_day(end) - index, self._weekday_day(index, side, wanted)

    def _weekday_number(self, word: str) -> int | None:
        numbers = self.lists.table("weekdays")
        if word not in numbers and self.lists.language == "nl":
            word = next(
                (word.removesuffix(part) for part in self.lists.words("day parts") if word.endswith(part)), word
            )
        return int(numbers[word]) if word in numbers else None

    def _weekday_day(self, index: int, side: str, wanted: int) -> date | None:
        if self.today is None:
            return None
        if side in self.lists.words("next"):
            return next_weekday(self.today, wanted)
        ahead = wanted != self.today.weekday() and side == "" and self._in_future(index)
        return next_weekday(self.today, wanted) if ahead else past_weekday(self.today, wanted, strictly=side != "")

    def _in_future(self, index: int) -> bool:
        """Say whether the words before, in the same clause, put a day after the anchor: "will begin on Friday"."""
        if self.lists.language == "nl" and self._word(index + 1) in self.lists.words("future"):
            return True  # "Woensdag komt de piek"
        for word in reversed(self.words[max(0, index - _FUTURE_REACH) : index]):
            if word in (".", "!", "?", ",", ";"):
                return False
            if word in self.lists.words("future") or (self.lists.language == "es" and _SPANISH_FUTURE.search(word)):
                return True
        return False

    def _named_day(self, index: int) -> _Found | None:
        shift = self.lists.table("relative days").get(self._word(index))
        if shift is None:
            return None
        return self._part_of_day(index + 1) - index, None if self.today is None else shifted(self.today, int(shift))

    def _part_of_day(self, index: int) -> int:
        """Return where a mention ends that may go on with a part of the day: "Monday morning", "lunes por la noche"."""
        place = index
        if self.lists.language == "es":
            while self._word(place) in ("por", "de", "a", "al", "en", "la", "el") and place < index + 2:
                place += 1
        return place + 1 if self._word(place) in self.lists.words("day parts") else index

    def _year_only(self, index: int) -> _Found | None:
        told = self._word(index - 1) in self.lists.words("year words") and self._word(index + 1) not in ("-", "/")
        return (1, None) if told and _YEAR.fullmatch(self._word(index)) is not None else None
