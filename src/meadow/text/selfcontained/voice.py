"""Whose voice a sentence has, and whether it reports at all: the writer's "I", an address to the reader, a mere scene.

The rules of the kind voice are asked of the words outside quotation marks. A scene is known by what it lacks: no name,
figure, day or office, nobody who says or does what gets into the news.
"""

from __future__ import annotations

import re

from meadow.text.rulebook import RuleEntry, rulebook
from meadow.text.selfcontained.wording import FlaggedWords

_NAMED_WITH_A_MARK = re.compile(r"\s[A-Z]!$")  # "a source told E!"
_ASKING = frozenset("!?！？")
_AFTER_ASKING = " \t\n\"”’'»」)"
_NAME_OR_FIGURE = re.compile(r"\d|(?<=[^\W\d_]\s)[^\W\d_]*[A-ZÀ-ÖØ-Þ]|[,’'-]\s?[A-ZÀ-ÖØ-Þ]")
_SHORTEST_SCENE = 4


def is_own_voice(outside: str, words: FlaggedWords, language: str) -> bool:
    """Say whether the writer speaks for themselves or to the reader, asks or exclaims; `words` are theirs."""
    end = outside.rstrip(_AFTER_ASKING)
    if end[-1:] in _ASKING and _NAMED_WITH_A_MARK.search(end, max(0, len(end) - 3)) is None:
        return True
    return voice_rule(outside, words, language) is not None


def voice_rule(outside: str, words: FlaggedWords, language: str) -> RuleEntry | None:
    """Return the rule by which the writer speaks for themselves or to the reader."""
    return rulebook(language).kind("voice").find(outside, words.flags)


def is_scene(outside: str, words: FlaggedWords, language: str) -> bool:
    """Say whether a sentence has nothing that a report needs; languages without a list are never accused."""
    book = rulebook(language)
    if words.flags & book.newsy or not book.words("newsy"):
        return False
    if _NAME_OR_FIGURE.search(outside.lstrip(" \"'“‘(")[1:]) is not None:
        return False
    return len(words.every) >= _SHORTEST_SCENE
