"""Whose voice a sentence has, and whether it reports at all: the writer's "I", an address to the reader, a mere scene.

Closed lists per language, asked of the words outside quotation marks. A scene is known by what it lacks: no name, figure,
day or office, nobody who says or does what gets into the news.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from meadow.text.selfcontained.lists import listed
from meadow.text.selfcontained.word_flags import NEWSY, OWN_WORDS, VOICE, FlaggedWords

_VOICE_JAPANESE = re.compile(r"(?:^|[、。])(?:私|僕|俺|我々|筆者)(?:は|が|たち|の)")
# Words that read the same and mean something else.
_NOT_US = re.compile(r"\bUS\b")
_NOT_I = re.compile(
    r"\b(?:[Ww]ar|[Tt]ype|[Pp]hase|[Pp]art|[Cc]lass|[Gg]roup|[Dd]ivision|[Aa]ct|[Ss]tage|[Tt]itle|[Vv]olume|Elizabeth|James|John"
    r"|Charles|Francis|Napoleon|Nicholas|Wilhelm)\s+I\b|\bI[.-]\w|\bI\)"
)
# A mine is a place; "a friend of mine", "the idea was mine" are somebody's own.
_MINE = re.compile(r"\b(?:of|is|was|are|were|like|than)\s+mine\b")
_OWN_WORDS: Mapping[str, str] = {
    "en": r"\b(?:worth\s(?:watching|reading|seeing)|let['’]s|may\sas\swell|arguably|sadly|thankfully|frankly|surely|perhaps"
    r"|unfortunately|luckily"
    r"|of\scourse|chances\sare|thou\sshal[lt]|no\sdoubt|needless\sto\ssay|the\struth\sis)\b"
    # To the reader: "Yes, the rumours are true", "Meet the robot".
    r"|^\s*(?:yes|well|oh|okay),|^\s*(?:meet|imagine|consider|remember|forget|picture|behold|guess)\s(?:the|an?|that|what|how|[A-Z])",
    "es": r"\b(?:por\sdesgracia|lamentablemente|ojalá|por\ssupuesto|sin\sduda|quizás?|tal\svez)\b",
    "nl": r"\b(?:gelukkig|helaas|kortom|fantastisch|jammer|natuurlijk|ongetwijfeld|wellicht|misschien)\b",
}
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
    if language == "ja":
        return _VOICE_JAPANESE.search(outside) is not None
    if words.flags & VOICE and _is_meant(outside, listed(language, "voice") & words.every, language):
        return True
    if not words.flags & OWN_WORDS:
        return False
    pattern = _own_words(language)
    return pattern is not None and pattern.search(outside) is not None


def is_scene(outside: str, words: FlaggedWords, language: str) -> bool:
    """Say whether a sentence has nothing that a report needs; languages without a list are never accused."""
    if words.flags & NEWSY or not listed(language, "newsy"):
        return False
    if _NAME_OR_FIGURE.search(outside.lstrip(" \"'“‘(")[1:]) is not None:
        return False
    return len(words.every) >= _SHORTEST_SCENE


def _is_meant(outside: str, pronouns: frozenset[str], language: str) -> bool:
    """Say whether the words are pronouns: the US, World War I and a coal mine are none."""
    if language != "en":
        return True
    real = set(pronouns)
    if "us" in real and re.search(r"\bus\b", outside) is None and _NOT_US.search(outside) is not None:
        real.discard("us")
    if "mine" in real and _MINE.search(outside) is None:
        real.discard("mine")
    if "i" in real and re.search(r"\bI\b", _NOT_I.sub(" ", outside)) is None:
        real.discard("i")
    return bool(real)


@cache
def _own_words(language: str) -> re.Pattern[str] | None:
    source = _OWN_WORDS.get(language)
    return None if source is None else re.compile(source, re.IGNORECASE)
