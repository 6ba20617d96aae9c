"""Numbers with what they measure or count: "at least 14 dead", "3.2 billion crowns", "10 tot 15 procent".

Years, dates, times of day, ordinals, numbers inside names and the pronoun "one" are no quantities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import cast

from meadow.text.phrases.counted import counted
from meadow.text.phrases.dates import dates
from meadow.text.phrases.japanese_numbers import japanese_numbers
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.number_words import parse_digits, read_scale, read_spelled
from meadow.text.phrases.tagger import tag
from meadow.text.phrases.values import Bound, DateMention, Quantity, TaggedWord

_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW"}
_HALVES = {"half": "0.5", "halve": "0.5", "medio": "0.5", "media": "0.5", "anderhalf": "1.5", "anderhalve": "1.5"}
_SUFFIX = re.compile(r"(?P<digits>\d+(?:[.,]\d+)*)-?(?P<letters>[^\W\d_][\w-]*)?")
_CLOCK = re.compile(r"[0-2]?\d(?:[.:][0-5]\d)?")
_MINUTES = re.compile(r"[0-2]?\d\.[0-5]\d")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_AFTER_CLOCK = frozenset({"a.m.", "p.m.", "a.m", "p.m", "am", "pm", "o'clock", "horas", "uur", "h"})
_DASHES = frozenset("–-—‐")
_ONES = frozenset({"one", "un", "una", "een"})
_LONGEST_PHRASE = 3


def numbers(text: str, language: str = "en") -> tuple[Quantity, ...]:
    """Return the quantities of a text in order, each with its value, unit, bound and what it counts."""
    return quantities(text, language, tag(text, language))


def quantities(
    text: str, language: str, words: Sequence[TaggedWord], days: Sequence[DateMention] | None = None
) -> tuple[Quantity, ...]:
    """Return the same as `numbers`, for a text whose words are tagged, and whose dates may be known, already."""
    if language == "ja":
        return japanese_numbers(text, words)
    mentions = dates(text, language) if days is None else days
    spans = [(mention.start, mention.end) for mention in mentions]
    return tuple(_Reading(words, lexicon(language), spans).quantities(text))


class _Reading:
    """One pass over the words of a text; at each, a quantity may begin."""

    def __init__(self, words: Sequence[TaggedWord], lists: Lexicon, days: Sequence[tuple[int, int]]):
        self.words = words
        self.lower = [word.text.lower().replace("’", "'") for word in words]
        self.lists = lists
        self.dated = _covered(words, days)
        self.table = lists.table("numbers")

    def quantities(self, text: str) -> Iterator[Quantity]:
        """Yield the quantities in order."""
        index = 0
        while index < len(self.words):
            found = self._quantity(index, text) if self._may_begin(index) else None
            if found is not None:
                yield found[0]
            index = index + 1 if found is None else found[1]

    def _may_begin(self, index: int) -> bool:
        """Say whether a quantity may begin at a word; nearly all words are told apart here."""
        word, lower = self.words[index], self.lower[index]
        told = word.tag == "number" or word.text[0].isdigit() or lower in _CURRENCIES or lower in _HALVES
        return told and index not in self.dated

    def _word(self, index: int) -> str:
        return self.lower[index] if 0 <= index < len(self.lower) else ""

    def _quantity(self, index: int, text: str) -> tuple[Quantity, int] | None:
        """Return the quantity that begins at a word, and the word after it."""
        currency = _CURRENCIES.get(self._word(index))
        first = index + (currency is not None)
        read = self._number(first, money=currency is not None)
        if read is None or self._is_no_quantity(first, read[1]):
            return None
        value, end, unit = read
        if currency is None and unit is None:
            unit, end = self._unit(end, value)
        high, end, unit = self._range(index, value, end, unit)
        unit = currency or unit
        value = value.to_integral_value() if value == value.to_integral_value() else value
        what = None if unit is not None else counted(self.words, index, end, self.lists)
        start, stop = self.words[index].start, self.words[end - 1].end
        bound = self._bound(index)
        return Quantity(start, stop, text[start:stop], value, unit, what, bound, high), end

    def _number(self, index: int, *, money: bool = False) -> tuple[Decimal, int, str | None] | None:
        """Return the value that begins at a word, the word after it, and a unit that hangs on its digits ("5km")."""
        if index >= len(self.words) or index in self.dated:
            return None
        if not self._word(index)[0].isdigit():
            spelled = self._half(index) or read_spelled(self.lower, index, self.table, self._joint())
            return (
                None
                if spelled is None or self._is_pronoun(index, spelled[1])
                else (spelled[0], index + spelled[1], None)
            )
        match = _SUFFIX.fullmatch(self._word(index))
        value = None if match is None else parse_digits(match["digits"], self.lists.language)
        if match is None or value is None:
            return None
        if match["letters"] is not None:
            return self._suffixed(value, match["letters"], index, money=money)
        scale, count = read_scale(self.lower, index + 1, self.table)
        return value * scale, index + 1 + count, None

    def _suffixed(
        self, value: Decimal, letters: str, index: int, *, money: bool
    ) -> tuple[Decimal, int, str | None] | None:
        unit = self.lists.table("units").get(letters, "m" if letters == "m" and not money else None)
        if unit is not None:
            return value, index + 1, unit
        scale = self.table.get(letters, "")
        return (value * Decimal(scale[1:]), index + 1, None) if scale.startswith("m") else None

    def _joint(self) -> str:
        return next(iter(self.lists.words("and")), "")

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
        if word != "one" or self.lists.language != "en":
            return word in _ONES or (self.table.get(word, "").startswith("x") and self.lists.language == "en")
        before = self._word(index - 1)
        after = self.words[index + 1].tag if index + 1 < len(self.words) else "punctuation"
        return before in ("no", "the", "any", "every", "each", "this", "that", "which") or after not in (
            "noun",
            "adjective",
        )

    def _is_no_quantity(self, index: int, end: int) -> bool:
        """Say whether digits are a time of day, a year, or a number inside a name ("Route 9")."""
        word, before, after = self._word(index), self._word(index - 1), self._word(end)
        if not word[0].isdigit():
            return False
        if before in ("’", "'", "‘") and len(word) == 2:
            return True  # "’61"
        if ":" in word or (_CLOCK.fullmatch(word) and after in _AFTER_CLOCK and self._is_clock(word, before, after)):
            return True
        follows = self.words[end].tag if end < len(self.words) else "punctuation"
        if (
            _YEAR.fullmatch(word)
            and end == index + 1
            and follows not in ("noun", "adjective")
            and after not in self.lists.table("units")
        ):
            return True
        if before == "." and self._word(index - 2) in self.lists.words("numbered nouns"):
            return True  # "No. 3"
        named = index > 0 and self.words[index - 1].tag == "name" and follows not in ("noun", "adjective")
        return (named and not before.endswith("%")) or before in self.lists.words("numbered nouns")

    def _is_clock(self, word: str, before: str, after: str) -> bool:
        told = before in self.lists.words("clock words") or _MINUTES.fullmatch(word) is not None
        return told or after not in ("horas", "uur", "h")

    def _unit(self, index: int, value: Decimal) -> tuple[str | None, int]:
        """Return the unit that follows and the word after it; "millones de coronas" may have its "de" between."""
        if self._word(index) == "%":
            return "%", index + 1
        if self._word(index) == "°":
            return ("°C", index + 2) if self._word(index + 1) == "c" else ("°", index + 1)
        if self._word(index) in _CURRENCIES:
            return _CURRENCIES[self._word(index)], index + 1
        place = index + (self._word(index) == "de" and value >= 1_000_000)
        for length in range(_LONGEST_PHRASE, 0, -1):
            unit = self.lists.table("units").get(" ".join(self.lower[place : place + length]))
            if unit is not None and place + length <= len(self.lower):
                return unit, place + length
        return None, index

    def _range(self, index: int, low: Decimal, end: int, unit: str | None) -> tuple[Decimal | None, int, str | None]:
        """Return the upper end of a range with the word and unit after it; None and what was given where there is none."""
        word = self._word(end)
        dashed = word in _DASHES and end + 1 < len(self.words) and self.words[end].end == self.words[end + 1].start
        opened = self._word(index - 1) in self.lists.words("range openers")
        joins = word in self.lists.words("range words")
        only_opened = word == self._joint() or word in ("o", "of", "or")
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
        table = self.lists.table("bounds")
        if self._word(index - 1) == "a" and self._word(index) == "million":
            index -= 1
        if self._word(index - 1) in ("een", "un"):
            index -= 1
        for length in range(_LONGEST_PHRASE, 0, -1):
            phrase = " ".join(self.lower[max(0, index - length) : index])
            if phrase in table:
                return cast("Bound", table[phrase])
        return None


def _covered(words: Sequence[TaggedWord], days: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Return the words that belong to dates."""
    found: list[int] = []
    place = 0
    for index, word in enumerate(words):
        while place < len(days) and days[place][1] <= word.start:
            place += 1
        if place < len(days) and days[place][0] < word.end:
            found.append(index)
    return frozenset(found)
