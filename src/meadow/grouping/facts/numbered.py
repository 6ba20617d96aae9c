"""Which sentences of a story hold a number, told by the ids of their words: each word is looked at once.

Source: our own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache, partial

import numpy as np

from meadow.text.language import UNSPACED
from meadow.text.phrases.lexicon import lexicon
from meadow.vectors.counts import LanguageRows
from meadow.vectors.view import StoryView

_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_JAPANESE_NUMBER = re.compile(r"[0-9０-９]|[一二三四五六七八九十百千][人名]")
_GLUED = re.compile(r"honderd|duizend|[eë]n(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)")
# Digits that may be those of a date: of a day, a year, an hour, a rank.
_DATELIKE = re.compile(r"(?<!\d)(?:\d{1,2}|(?:1[5-9]|20)\d\d)(?!\d)|\d+(?:st|nd|rd|th)\b")
_LONGEST_MONTH = 20  # characters, with its stop and a blank
_NO_NUMBER, _PERHAPS_DATE, _NUMBER = 0, 1, 2
_MOST = 1_000  # sentences with numbers that are read of one story: pairs of them are compared


def telling_rows(view: StoryView) -> list[int]:
    """Return the sentences with numbers: all, or in a very large story those nearest to the top of their articles."""
    return nearest_to_the_top(view, rows_with_numbers(view), most=_MOST)


def nearest_to_the_top(view: StoryView, rows: Collection[int], *, most: int) -> list[int]:
    """Return sentences in their order: all, or as many as told of those that come first in their articles."""
    if len(rows) <= most:
        return sorted(rows)
    return sorted(sorted(rows, key=lambda row: (int(view.number[row]), row))[:most])


def rows_with_numbers(view: StoryView) -> list[int]:
    """Return the sentences that may hold a number, in digits or in words, and not just a date, a year or a time of day."""
    found: list[int] = []
    for part in view.words("words"):
        if part.vocabulary.language in UNSPACED:
            rows = part.rows.tolist()
            found += [row for row in rows if _JAPANESE_NUMBER.search(view.sentences[row].text) is not None]
        else:
            found += _spaced_rows_with_numbers(view, part)
    return sorted(found)


def _spaced_rows_with_numbers(view: StoryView, part: LanguageRows) -> Iterator[int]:
    """Iterate over such rows of a language: words tell nearly all; texts are asked only where a date may be meant."""
    language = part.vocabulary.language
    of_word = part.vocabulary.answers(_numbers(language))[part.ids]
    owners = np.repeat(part.rows, part.lengths)
    sure = set(owners[of_word == _NUMBER].tolist())
    yield from sure
    for row in set(owners[of_word == _PERHAPS_DATE].tolist()) - sure:
        if _holds_more_than_dates(view.sentences[row].text, language):
            yield row


@cache
def _numbers(language: str) -> Callable[[str], int]:
    return partial(_number_in, language=language)


def _number_in(word: str, language: str) -> int:
    """Return whether a word holds a number, and whether that may belong to a date."""
    parts = (word,) if word.isalpha() else _WORD.findall(word)
    if not _number_words(language).isdisjoint(parts) or (language == "nl" and _GLUED.search(word) is not None):
        return _NUMBER
    if word.isalpha():
        return _NO_NUMBER
    if _DIGIT.search(word) is None:
        return _NO_NUMBER
    return _PERHAPS_DATE if _DIGIT.search(_DATELIKE.sub("", word)) is None else _NUMBER


def _holds_more_than_dates(text: str, language: str) -> bool:
    """Say whether digits are left without dates; what stands well before the first digit belongs to no date."""
    lower = text.lower()
    first = _DIGIT.search(lower)
    if first is None:
        return False
    start = lower.rfind(" ", 0, max(0, first.start() - _LONGEST_MONTH)) + 1
    return _DIGIT.search(_dates(language).sub(" ", lower[start:])) is not None


@cache
def _dates(language: str) -> re.Pattern[str]:
    months = "|".join(sorted(lexicon(language).table("months"), key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf"\b(?:(?:{months})\.? \d{{1,2}}|\d{{1,2}}\.? (?:de |of )?(?:{months})|\d{{1,2}}:\d\d|(?:1[5-9]|20)\d\d"
        r"|\d+(?:st|nd|rd|th))\b"
    )


@cache
def _number_words(language: str) -> frozenset[str]:
    return frozenset(word for word, value in lexicon(language).table("numbers").items() if not value.startswith("m"))
