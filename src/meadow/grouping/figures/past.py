"""Sentences about another time than their article: an event of another year, given as background.

"In 1974 the river killed 19", "in that year 19 people died", "two decades ago, …", and a sentence that speaks on of one
like these ("That flood killed 19"). What such a sentence counts is of another scope, and is compared with nothing.

Source: our own rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from meadow.grouping.figures.lists import FactLists, fact_lists
from meadow.text.per_word import PerWord
from meadow.text.word_sets import small_words

_YEAR = re.compile(r"((?:1[5-9]|20)\d\d)(s?)")
_JAPANESE_YEAR = re.compile(r"([12][0-9]{3})年")
_DECADE = 10
_LEANING_REACH = 8  # words at the head of a sentence that can lean on the one before


class NamedTime(NamedTuple):
    """The time that a sentence names: the first of its years, and whether it says "in that year" or "decades ago"."""

    year: int | None
    bygone: bool

    def is_past(self, published: datetime | None) -> bool:
        """Say whether that is before the document's own time; any year is, where the document has no date."""
        return self.bygone or (self.year is not None and (published is None or self.year < published.year))


def named_time(words: Sequence[str], language: str) -> NamedTime:
    """Return the time that a sentence names."""
    years = list(filter(None, map(_LAST_YEARS.__getitem__, words)))
    bygone = fact_lists(language).phrases("bygone").among(words, 0, len(words))
    return NamedTime(min(years, default=None), bygone is not None)


def tells_of_the_past(words: Sequence[str], language: str, published: datetime | None) -> bool:
    """Say whether a sentence names a time before the document's own: a year, a decade, "in that year", "decades ago"."""
    return named_time(words, language).is_past(published)


def tells_of_the_past_in_japanese(text: str, published: datetime | None) -> bool:
    """Say the same of a Japanese sentence; a year that is to come is another time as well."""
    years = {int(year) for year in _JAPANESE_YEAR.findall(text)}
    if years - ({published.year} if published is not None else set()):
        return True
    return any(word in text for word in fact_lists("ja").phrases("bygone").phrases)


def opens_in_the_past(words: Sequence[str], lists: FactLists) -> bool:
    """Say whether all of a sentence is set in another time by the words before its first comma: "Two years ago, …"."""
    end = words.index(",") if "," in words else 0
    return lists.phrases("long past").among(words, 0, min(end, _LEANING_REACH)) is not None


def may_lean(text: str, language: str) -> bool:
    """Say whether a sentence may speak on of what the one before it told: "That earthquake killed 300 people"."""
    leaning = fact_lists(language).phrases("leaning")
    if language == "ja":
        return text.startswith(tuple(leaning.phrases))
    first = text.split(None, 1)[:1]
    if not first or first[0].lower() not in leaning.firsts:
        return False
    return leaning.at(text.lower().split(maxsplit=_LEANING_REACH), 0) is not None


def is_background(text: str, language: str, published: datetime | None) -> bool:
    """Say whether a sentence tells of another time, so that one that leans on it does so too."""
    if language == "ja":
        return tells_of_the_past_in_japanese(text, published)
    words = small_words(text)
    long_past = fact_lists(language).phrases("long past").among(words, 0, len(words)) is not None
    return long_past or tells_of_the_past(words, language, published)


def _last_year(word: str) -> int | None:
    """Return the year, or the last of the decade, that a word names: "the 2020s" are not past in 2026."""
    match = _YEAR.fullmatch(word)
    return None if match is None else int(match[1]) + (_DECADE - 1 if match[2] else 0)


_LAST_YEARS = PerWord(_last_year)
