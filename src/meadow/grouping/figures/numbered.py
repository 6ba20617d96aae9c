"""Sentences of a story that contain a number, found by the ids of their words: each word is read once.

Source: our own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache, partial
from itertools import islice

import numpy as np

from meadow.text.language import UNSPACED
from meadow.text.phrases.lexicon import lexicon
from meadow.text.tokens import MAY_HOLD_MARKS
from meadow.vectors.counts import LanguageRows
from meadow.vectors.view import StoryView

_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_JAPANESE_NUMBER = re.compile(r"[0-9０-９]|[一二三四五六七八九十百千][人名]")
_GLUED = re.compile(r"honderd|duizend|[eë]n(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)")
# Digits that may be those of a date: of a day, a year, an hour, a rank.
_DATELIKE = re.compile(r"(?<!\d)(?:\d{1,2}|(?:1[5-9]|20)\d\d)(?!\d)|(?<!\d)\d++(?:st|nd|rd|th)\b")
_LONGEST_MONTH = 20  # characters, with its stop and a blank
# What a word may hold; those of a sentence are put together bit by bit.
NUMBER, BARE, DATELIKE, YEAR, MONTH = 1, 2, 4, 8, 16
_MOST = 1_000  # sentences with numbers that are read of one story: pairs of them are compared


def informative_rows(view: StoryView) -> list[int]:
    """Return the sentences with numbers: all, or in a very large story those nearest to the top of their articles."""
    sure, perhaps = _suspects(view)
    return nearest_to_the_top(
        view, sure | perhaps, most=_MOST, holds=lambda row: row in sure or _holds_a_number(view, row)
    )


def nearest_to_the_top(
    view: StoryView, rows: Collection[int], *, most: int, holds: Callable[[int], bool] | None = None
) -> list[int]:
    """Return sentences in their order: all, or as many as told of those that come first in their articles.

    Only those of which `holds` is true; of a large story it is asked of as few as are needed.
    """
    if len(rows) <= most:
        return sorted(rows if holds is None else filter(holds, rows))
    every = np.fromiter(rows, np.int64, len(rows))
    from_the_top: list[int] = every[np.lexsort((every, view.number[every]))].tolist()
    return sorted(islice(from_the_top if holds is None else filter(holds, from_the_top), most))


def rows_with_numbers(view: StoryView) -> list[int]:
    """Return the sentences that may hold a number, in digits or in words, and not just a date, a year or a time of day."""
    sure, perhaps = _suspects(view)
    return sorted(sure.union(row for row in perhaps if _holds_a_number(view, row)))


def _suspects(view: StoryView) -> tuple[set[int], set[int]]:
    """Return the sentences that hold a number, told by their words alone, and those whose text must be asked."""
    sure, perhaps = set[int](), set[int]()
    for part in view.words("words"):
        if part.vocabulary.language in UNSPACED:
            perhaps.update(part.rows.tolist())
        else:
            numbered, dated = _told_by_words(view, part)
            sure |= numbered
            perhaps |= dated
    return sure, perhaps


def _told_by_words(view: StoryView, part: LanguageRows) -> tuple[set[int], set[int]]:
    """Return the same of a language.

    Of digits that may belong to a date two kinds are told by words, without the text. One or two of them alone are a number
    where no month stands in the sentence, and no colon as in a time of day: nothing else in `_dates` could take them. And
    years alone are none, since `_dates` takes each, unless a low line hides where one ends.
    """
    rows = part.rows[part.lengths > 0]
    starts = (np.cumsum(part.lengths) - part.lengths)[part.lengths > 0]
    held = part.vocabulary.answers(_numbers(part.vocabulary.language))[part.ids]
    of_row = np.bitwise_or.reduceat(held, starts) if len(rows) else np.empty(0, np.int8)
    sure = set(rows[(of_row & NUMBER) != 0].tolist())
    unsure = (of_row & NUMBER == 0) & (of_row & (BARE | DATELIKE | YEAR) != 0)
    perhaps = set[int]()
    for row, bits in zip(rows[unsure].tolist(), of_row[unsure].tolist(), strict=True):
        text = view.sentences[row].text
        if bits & (BARE | MONTH) == BARE and ":" not in text:
            sure.add(row)
        elif bits & (BARE | DATELIKE) or "_" in text:
            perhaps.add(row)
    return sure, perhaps


def _holds_a_number(view: StoryView, row: int) -> bool:
    text, language = view.sentences[row].text, view.language_of(row)
    if language in UNSPACED:
        return _JAPANESE_NUMBER.search(text) is not None
    return _holds_more_than_dates(text, language)


@cache
def _numbers(language: str) -> Callable[[str], int]:
    return partial(_number_in, language=language)


def _number_in(word: str, language: str) -> int:
    """Return whether a word holds a number, and what of a date; whatever a combining mark may hide counts as a month."""
    parts = (word,) if word.isalpha() else _WORD.findall(word)
    if not _number_words(language).isdisjoint(parts) or (language == "nl" and _GLUED.search(word) is not None):
        return NUMBER
    if word.isalpha() or _DIGIT.search(word) is None:
        is_month = not _months(language).isdisjoint(parts) or MAY_HOLD_MARKS.search(word) is not None
        return MONTH if is_month else 0
    if _DIGIT.search(_DATELIKE.sub("", word)) is not None:
        return NUMBER
    return DATELIKE if not word.isdecimal() else BARE if len(word) <= 2 else YEAR


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


@cache
def _months(language: str) -> frozenset[str]:
    """Return a word of the name of each month."""
    return frozenset(_WORD.findall(month)[0] for month in lexicon(language).table("months"))
