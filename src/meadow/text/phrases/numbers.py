"""Numbers with what they measure or count: "at least 14 dead", "3.2 billion crowns", "10 tot 15 procent".

Years, dates, times of day, ordinals, numbers inside names and the pronoun "one" are no quantities.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from itertools import compress
from typing import NamedTuple, cast

from meadow.text.per_word import PerWord
from meadow.text.phrases.counted import counted
from meadow.text.phrases.dates import dates, dates_among
from meadow.text.phrases.japanese_numbers import japanese_numbers
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.number_words import is_spelled, parse_digits, read_scale, read_spelled
from meadow.text.phrases.tagger import tag, tag_tokens
from meadow.text.phrases.tokens import Tokens, read_tokens, tokens_of
from meadow.text.phrases.values import Bound, DateMention, Quantity, Tag, TaggedWord

_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW"}
_HALVES = {"half": "0.5", "halve": "0.5", "medio": "0.5", "media": "0.5", "anderhalf": "1.5", "anderhalve": "1.5"}
_SUFFIX = re.compile(r"(?P<digits>\d+(?:[.,]\d+)*)-?(?P<letters>[^\W\d_][\w-]*)?")
_CLOCK = re.compile(r"[0-2]?\d(?:[.:][0-5]\d)?")
_MINUTES = re.compile(r"[0-2]?\d\.[0-5]\d")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_AFTER_CLOCK = frozenset({"a.m.", "p.m.", "a.m", "p.m", "am", "pm", "o'clock", "horas", "uur", "h"})
_DASHES = frozenset("–-—‐")
_OPENING = frozenset((*_CURRENCIES, *_HALVES))  # what opens a number besides digits and number words
_ONES = frozenset({"one", "un", "una", "een"})
_NONE: frozenset[int] = frozenset()
_LONGEST_PHRASE = 3


def numbers(text: str, language: str = "en") -> tuple[Quantity, ...]:
    """Return the quantities of a text in order, each with its value, unit, bound and what it counts."""
    if language == "ja":
        return japanese_numbers(text, tag(text, language))
    tokens = read_tokens(text, language)
    return quantities_among(text, language, tokens, tag_tokens(tokens, language), dates_among(text, tokens, language))


def quantities(
    text: str, language: str, words: Sequence[TaggedWord], days: Sequence[DateMention] | None = None
) -> tuple[Quantity, ...]:
    """Return the same as `numbers`, for a text whose words are tagged, and whose dates may be known, already."""
    if language == "ja":
        return japanese_numbers(text, words)
    tokens = tokens_of(text, [word.text for word in words])
    mentions = dates(text, language) if days is None else days
    return quantities_among(text, language, tokens, [word.tag for word in words], mentions)


def quantities_among(
    text: str, language: str, tokens: Tokens, tags: Sequence[Tag], days: Sequence[DateMention]
) -> tuple[Quantity, ...]:
    """Return the same as `numbers`, for words that are told apart, their tags and the dates among them."""
    return tuple(_NumberReading(tokens, tags, _number_lists(language), days).quantities(text))


class NumberCandidate(NamedTuple):
    """What may be a quantity: the words it takes, its value and its unit."""

    first: int
    end: int
    value: Decimal
    unit: str | None


def candidates(tokens: Tokens, tags: Sequence[Tag], language: str) -> list[NumberCandidate]:
    """Return all that may be quantities of a text, told by what its words are by form alone, which is much cheaper.

    Every quantity is among them, with its value, unit and place; so are days of months, many years and "Route 9".
    """
    places = number_places(tokens.plain, language)
    if not places:
        return []
    reading = _NumberReading(tokens, tags, _number_lists(language), ())
    read = (reading.measured(index) for index in places)
    return [each[0] for each in read if each is not None]


def number_places(words: Sequence[str], language: str) -> list[int]:
    """Return the places of words, in lower case, with which a quantity may begin: all that are tagged as numbers do."""
    return list(compress(range(len(words)), map(_openings(language).__getitem__, words)))


def may_hold_numbers(tokens: Tokens, language: str) -> bool:
    """Say whether a quantity may begin anywhere among some words."""
    return any(map(_openings(language).__getitem__, tokens.plain))


@cache
def _openings(language: str) -> PerWord[bool]:
    """Return for each word whether a quantity may begin with it."""
    table = lexicon(language).table("numbers")
    return PerWord(lambda word: word[0].isdigit() or word in _OPENING or is_spelled(word, table))


class _NumberLists:
    """The lists of a language that numbers are read with, looked up once."""

    def __init__(self, lists: Lexicon) -> None:
        self.lexicon = lists
        self.english = lists.language == "en"
        self.table = lists.table("numbers")
        self.scales = frozenset(word for word, value in self.table.items() if value.startswith("x"))
        self.units = lists.table("units")
        self.first_words_of_units = frozenset(unit.partition(" ")[0] for unit in self.units)
        self.bounds = lists.table("bounds")
        self.range_words = lists.words("range words")
        self.range_openers = lists.words("range openers")
        self.numbered_nouns = lists.words("numbered nouns")
        self.clock_words = lists.words("clock words")
        self.joint = next(iter(lists.words("and")), "")
        self.digits = _digits(lists.language)


@cache
def _number_lists(language: str) -> _NumberLists:
    return _NumberLists(lexicon(language))


class _NumberReading:
    """One pass over the words of a text; where a word opens a number, a quantity is read."""

    def __init__(self, tokens: Tokens, tags: Sequence[Tag], lists: _NumberLists, days: Sequence[DateMention]):
        self.found = tokens
        self.tags = tags
        self.lower = tokens.plain
        self.lists = lists
        self.dated = _covered(tokens, days) if days else _NONE
        self.table = lists.table

    def quantities(self, text: str) -> Iterator[Quantity]:
        """Yield the quantities in order."""
        free = 0
        for index in number_places(self.lower, self.lists.lexicon.language):
            lower = self.lower[index]
            may_begin = self.tags[index] == "number" or lower[0].isdigit() or lower in _OPENING
            if may_begin and index >= free and index not in self.dated:
                read = self._quantity(index, text)
                if read is not None:
                    yield read[0]
                    free = read[1]

    def _word(self, index: int) -> str:
        return self.lower[index] if 0 <= index < len(self.lower) else ""

    def _quantity(self, index: int, text: str) -> tuple[Quantity, int] | None:
        """Return the quantity that begins at a word, and the word after it."""
        read = self.measured(index)
        if read is None:
            return None
        (_, end, value, unit), high = read
        value = value.to_integral_value() if value == value.to_integral_value() else value
        what = None if unit is not None else counted(self.found.lower, self.tags, index, end, self.lists.lexicon)
        start, stop = self.found.starts[index], self.found.ends[end - 1]
        return Quantity(start, stop, text[start:stop], value, unit, what, self._bound(index), high), end

    def measured(self, index: int) -> tuple[NumberCandidate, Decimal | None] | None:
        """Return the number that begins at a word with its unit, and the upper end of a range."""
        currency = _CURRENCIES.get(self.lower[index])
        first = index + (currency is not None)
        read = self._number(first, money=currency is not None)
        if read is None or self._is_no_quantity(first, read[1]):
            return None
        value, end, unit = read
        if currency is None and unit is None:
            unit, end = self._unit(end, value)
        high = None
        if end < len(self.lower) and (self.lower[end] in _DASHES or self.lower[end] in self.lists.range_words):
            high, end, unit = self._range(index, value, end, unit)
        return NumberCandidate(index, end, value, currency or unit), high

    def _number(self, index: int, *, money: bool = False) -> tuple[Decimal, int, str | None] | None:
        """Return the value that begins at a word, the word after it, and a unit that hangs on its digits ("5km")."""
        if index >= len(self.lower) or index in self.dated:
            return None
        word = self.lower[index]
        if not word[0].isdigit():
            spelled = self._half(index) or read_spelled(self.lower, index, self.table, self.lists.joint)
            return (
                None
                if spelled is None or self._is_pronoun(index, spelled[1])
                else (spelled[0], index + spelled[1], None)
            )
        parsed = self.lists.digits[word]
        if parsed is None:
            return None
        value, letters = parsed
        if letters is not None:
            return self._suffixed(value, letters, index, money=money)
        if self._word(index + 1) not in self.lists.scales:
            return value, index + 1, None
        scale, count = read_scale(self.lower, index + 1, self.table)
        return value * scale, index + 1 + count, None

    def _suffixed(
        self, value: Decimal, letters: str, index: int, *, money: bool
    ) -> tuple[Decimal, int, str | None] | None:
        unit = self.lists.units.get(letters, "m" if letters == "m" and not money else None)
        if unit is not None:
            return value, index + 1, unit
        scale = self.table.get(letters, "")
        return (value * Decimal(scale[1:]), index + 1, None) if scale.startswith("m") else None

    def _half(self, index: int) -> tuple[Decimal, int] | None:
        """Return "half a million", "medio millón", "(een) half miljoen", "anderhalf miljoen" as number and words."""
        word = self._word(index)
        share = _HALVES.get(word)
        if share is None:
            return None
        skip = 1 if self._word(index + 1) == "a" else 0
        scale, count = read_scale(self.lower, index + 1 + skip, self.table)
        return (Decimal(share) * scale, 1 + skip + count) if count else None

    def _is_pronoun(self, index: int, count: int) -> bool:
        """Say whether a spelled "one" is no number: an article ("un barco") or a pronoun ("one of", "no one")."""
        word = self._word(index)
        if count > 1:
            return False
        if word != "one" or not self.lists.english:
            return word in _ONES or (word in self.lists.scales and self.lists.english)
        before = self._word(index - 1)
        after = self.tags[index + 1] if index + 1 < len(self.tags) else "punctuation"
        return before in ("no", "the", "any", "every", "each", "this", "that", "which") or after not in (
            "noun",
            "adjective",
        )

    def _is_no_quantity(self, index: int, end: int) -> bool:
        """Say whether digits are a time of day, a year, or a number inside a name ("Route 9")."""
        word = self.lower[index]
        if not word[0].isdigit():
            return False
        before, after = self._word(index - 1), self._word(end)
        if before in ("’", "'", "‘") and len(word) == 2:
            return True  # "’61"
        if ":" in word or (after in _AFTER_CLOCK and _CLOCK.fullmatch(word) and self._is_clock(word, before, after)):
            return True
        bare = end >= len(self.tags) or self.tags[end] not in ("noun", "adjective")
        if bare and end == index + 1 and _YEAR.fullmatch(word) and after not in self.lists.units:
            return True
        if before == "." and self._word(index - 2) in self.lists.numbered_nouns:
            return True  # "No. 3"
        named = bare and index > 0 and self.tags[index - 1] == "name"
        return (named and not before.endswith("%")) or before in self.lists.numbered_nouns

    def _is_clock(self, word: str, before: str, after: str) -> bool:
        is_time = before in self.lists.clock_words or _MINUTES.fullmatch(word) is not None
        return is_time or after not in ("horas", "uur", "h")

    def _unit(self, index: int, value: Decimal) -> tuple[str | None, int]:
        """Return the unit that follows and the word after it; "millones de coronas" may have its "de" between."""
        word = self._word(index)
        if word == "%":
            return "%", index + 1
        if word == "°":
            return ("°C", index + 2) if self._word(index + 1) == "c" else ("°", index + 1)
        if word in _CURRENCIES:
            return _CURRENCIES[word], index + 1
        start = index + (word == "de" and value >= 1_000_000)
        if self._word(start) not in self.lists.first_words_of_units:
            return None, index
        for length in range(_LONGEST_PHRASE, 0, -1):
            unit = self.lists.units.get(" ".join(self.lower[start : start + length]))
            if unit is not None and start + length <= len(self.lower):
                return unit, start + length
        return None, index

    def _range(self, index: int, low: Decimal, end: int, unit: str | None) -> tuple[Decimal | None, int, str | None]:
        """Return the upper end of a range with the word and unit after it; None and what was given where there is none."""
        word = self._word(end)
        dashed = word in _DASHES and end + 1 < len(self.lower) and self.found.ends[end] == self.found.starts[end + 1]
        joins = word in self.lists.range_words
        if not dashed and not joins:
            return None, end, unit
        opened = self._word(index - 1) in self.lists.range_openers
        only_opened = word == self.lists.joint or word in ("o", "of", "or")
        if not dashed and not (joins and (opened if only_opened else self._word(index - 1) != "from")):
            return None, end, unit
        read = self._number(end + 1)
        if read is None or read[0] <= low:
            return None, end, unit
        high_unit, stop = (read[2], read[1]) if read[2] is not None else self._unit(read[1], read[0])
        fits = unit is None or unit == high_unit
        return (read[0], stop, high_unit) if fits else (None, end, unit)

    def _bound(self, index: int) -> Bound | None:
        """Return what the words before say: "at least", "más de", "ongeveer"."""
        table = self.lists.bounds
        if self._word(index - 1) == "a" and self._word(index) == "million":
            index -= 1
        if self._word(index - 1) in ("een", "un"):
            index -= 1
        for length in range(_LONGEST_PHRASE, 0, -1):
            phrase = " ".join(self.lower[max(0, index - length) : index])
            if phrase in table:
                return cast("Bound", table[phrase])
        return None


@cache
def _digits(language: str) -> PerWord[tuple[Decimal, str | None] | None]:
    """Return for each word that begins with a digit its value and the letters that hang on it ("5km"), if it is a number."""

    def parsed(word: str) -> tuple[Decimal, str | None] | None:
        match = None if word.isdecimal() else _SUFFIX.fullmatch(word)
        value = parse_digits(word if match is None else match["digits"], language)
        return None if value is None else (value, None if match is None else match["letters"])

    return PerWord(parsed)


def _covered(tokens: Tokens, days: Sequence[DateMention]) -> frozenset[int]:
    """Return the words that belong to dates, which are in order and apart."""
    return frozenset(
        index
        for mention in days
        for index in range(bisect_right(tokens.ends, mention.start), bisect_left(tokens.starts, mention.end))
    )
