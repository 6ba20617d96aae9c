"""Does a sentence stand alone? One that opens with a reference to what came before puzzles a reader who meets it first.

Rules, not a model: closed lists of opening words per language, "…," he said, and quotation marks without their partner.
A language without a list is judged by its quotation marks only.
"""

from __future__ import annotations

import re
from functools import cache

from meadow.text.openings import FREED, JAPANESE, JAPANESE_UNSAID, OPENERS, PHRASES, REPORTED

_PAIRS: tuple[tuple[str, str], ...] = (("“", "”"), ("«", "»"), ("「", "」"), ("『", "』"), ("(", ")"), ("（", "）"))

_JAPANESE_OPENER = re.compile(JAPANESE)
_JAPANESE_UNSAID = re.compile(JAPANESE_UNSAID)
_ANY_MARK = re.compile(r"[\"“”„«»「」『』()（）]")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_QUOTES = '"“”«»„‘’'
_SPEAKER_WORDS = 2
_OPENING_MARKS = "\"'“”‘’«»„「『([- "


def stands_alone(text: str, language: str = "en") -> bool:
    """Say whether a sentence can be read first: it opens with no back reference and its quotation marks are paired."""
    if not _marks_are_paired(text):
        return False
    bare = text.lstrip(_OPENING_MARKS)
    if language == "ja":
        return _JAPANESE_OPENER.match(bare) is None and _JAPANESE_UNSAID.fullmatch(text) is None
    reported = _pattern(REPORTED.get(language))
    if reported is not None and reported.search(text) is not None:
        return False
    if text and text[0] in _QUOTES:
        return _says_who(text)
    return not _points_back(bare, language)


def _says_who(text: str) -> bool:
    """Say whether a sentence that opens with a quotation goes on to name its speaker: “…,” Corrigan told reporters."""
    after = max(text.rfind(mark) for mark in _QUOTES)
    return len(text[after + 1 :].split()) >= _SPEAKER_WORDS


def _points_back(bare: str, language: str) -> bool:
    phrases = _pattern(PHRASES.get(language))
    if phrases is not None and phrases.match(bare) is not None:
        return True
    first = _FIRST_WORD.match(bare)
    if first is None or first[0].lower() not in _openers(language):
        return False
    freed = _pattern(FREED.get(language))
    return freed is None or freed.match(bare) is None


def _marks_are_paired(text: str) -> bool:
    if _ANY_MARK.search(text) is None:  # most sentences
        return True
    if text.count('"') % 2:
        return False
    # German and Dutch open low („) and close with the mark that opens elsewhere.
    low = text.count("„")
    return all(
        text.count(left) == text.count(right) or (low > 0 and {left, right} == {"“", "”"}) for left, right in _PAIRS
    ) and (low == 0 or low == text.count("”") + text.count("“"))


@cache
def _openers(language: str) -> frozenset[str]:
    return frozenset(OPENERS.get(language, "").split())


@cache
def _pattern(source: str | None) -> re.Pattern[str] | None:
    return None if source is None else re.compile(source, re.IGNORECASE)
