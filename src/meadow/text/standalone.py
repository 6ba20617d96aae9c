"""Does a sentence stand alone? One that opens with a reference to what came before puzzles a reader who meets it first.

Rules, not a model: closed lists of opening words per language, "…," he said, and quotation marks without their partner.
A language without a list is judged by its quotation marks only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

_PAIRS: tuple[tuple[str, str], ...] = (("“", "”"), ("«", "»"), ("「", "」"), ("『", "』"), ("(", ")"), ("（", "）"))

# Words that, first in a sentence, point back: pronouns, and connectives that continue a thought.
_OPENERS: Mapping[str, str] = {
    "en": """he she it they we i you his her their its our my this that these those such both neither either another others
        however but and or nor so yet also too meanwhile moreover furthermore therefore thus hence instead otherwise
        nevertheless nonetheless besides additionally still then there here similarly likewise consequently indeed not no
        when asked some many others most several one two three""",
    "es": """él ella ello ellos ellas su sus esto esta este estos estas eso esa ese esos esas aquello aquella aquel ambos
        ambas sin pero y e o además también asimismo entonces luego así por ello mientras tanto otro otra otros otras según
        explicó añadió dijo agregó señaló no lo la los las le les""",
    "nl": """hij zij ze het hun zijn haar dit dat deze die zo wij we ik maar en of ook echter daarom daarnaast bovendien
        toch dus intussen ondertussen vervolgens daarna toen hier daar beide beiden andere sommige volgens niet er""",
}
# After these an opener does not point back: "This week", "It is the first time that", "One person", "La policía".
_FREED: Mapping[str, str] = {
    "en": r"(?:this|that)\s+(?:week|month|year|morning|evening|summer|winter|spring|autumn)\b"
    r"|(?:one|two|three|some|many|most|several|no)\s+(?!of\b)\w+|no\.\s|there\s+(?:is|are|was|were|has|have)\b",
    "es": r"(?:est[ea]|l[ao]s?)\s+\w+|según\s+\w+|sin\s+\w+|por\s+(?!ello)\w+|no\s+\w+|otr[oa]s?\s+\w+\s+\w+",
    "nl": r"(?:deze|dit)\s+(?:week|maand|jaar|ochtend|avond)\b|het\s+\w+|volgens\s+\w+|zo['’]n\b|er\s+\w+|andere\s+\w+",
}
_REPORTED: Mapping[str, str] = {
    "en": r"""[,.!?]?["”’']?,?\s(?:he|she|it|they)\s(?:said|added|told|says|adds|explained|wrote|noted|warned)\b"""
    r"|\b(?:said|added)\s(?:he|she)\b",
    "es": r"[,»”]\s(?:dijo|añadió|explicó|agregó|señaló)(?:\.|$)",
    "nl": r"\b(?:zei|zegt|aldus|vertelde|voegde)\s(?:hij|zij|ze)\b",
}
_JAPANESE_OPENER = re.compile(
    r"(?:これ|それ|あれ|この|その|あの|しかし|また、|さらに|一方|ただ|だが|同氏|同社|同県|同市|同機構は|彼|そこ|このため|そのため)"
)
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
        return _JAPANESE_OPENER.match(bare) is None
    reported = _pattern(_REPORTED.get(language))
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
    first = _FIRST_WORD.match(bare)
    if first is None or first[0].casefold() not in _openers(language):
        return False
    freed = _pattern(_FREED.get(language))
    return freed is None or freed.match(bare) is None


def _marks_are_paired(text: str) -> bool:
    if text.count('"') % 2:
        return False
    # German and Dutch open low („) and close with the mark that opens elsewhere.
    low = text.count("„")
    return all(
        text.count(left) == text.count(right) or (low > 0 and {left, right} == {"“", "”"}) for left, right in _PAIRS
    ) and (low == 0 or low == text.count("”") + text.count("“"))


@cache
def _openers(language: str) -> frozenset[str]:
    return frozenset(_OPENERS.get(language, "").split())


@cache
def _pattern(source: str | None) -> re.Pattern[str] | None:
    return None if source is None else re.compile(source, re.IGNORECASE)
