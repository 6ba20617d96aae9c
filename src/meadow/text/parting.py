"""Texts whose words and marks a program has parted ("Spain 's banks , he said ."), put together again.

Corpora come so, and so do pages that went through a tokenizer. Such a text is known by a comma or a stop between blanks.
Only white space goes.
"""

from __future__ import annotations

import re

_LONE_MARK = re.compile(r"\s[,.](?=\s|$)")
_CLITIC = r"(?:s|t|re|ve|ll|d|m)\b"
_PARTED = (
    r"\s(?=[,.)\]](?![.\w]))"  # not the point of ". . ." or ".5"
    rf"|\s(?=['’]{_CLITIC})|\s(?=n['’]t\b)|(?<=[a-z])\s['’]\s(?={_CLITIC})"
    r"|(?<=[(\[])\s|(?<=[$£€])\s(?=\d)|(?<=``)\s|\s(?='')|\s(?='\s[,.])"
)
# Some languages have a blank before these, and a figure before its sign.
_WITHOUT_BLANKS = re.compile(rf"{_PARTED}|\s(?=[;:!?%](?:\s|$))")
_WITH_BLANKS = re.compile(_PARTED)
_SPACED = frozenset({"fr", "es", "de", "nl", "cs", "ru", "sv", "da", "fi", "no"})


def is_parted(text: str) -> bool:
    """Say whether a comma or a stop stands between blanks in a text, as where a program has parted it."""
    # Nearly every sentence is told by two looks for a pair of characters.
    return (" ," in text or " ." in text) and _LONE_MARK.search(text) is not None


def joined(text: str, language: str = "en") -> str:
    """Return a text without the blanks that parted its words and marks; one that nobody parted stays as it is."""
    if not is_parted(text):
        return text
    return _pattern(language).sub(_without_blanks, text)


def length_before(text: str, length: int, language: str = "en") -> int:
    """Return how many characters of a text the first so many of the joined one were."""
    if not is_parted(text):
        return length
    for match in _pattern(language).finditer(text):
        gone = len(match[0]) - len(_without_blanks(match))
        if match.start() >= length:
            break
        length += gone
    return length


def _pattern(language: str) -> re.Pattern[str]:
    return _WITH_BLANKS if language in _SPACED else _WITHOUT_BLANKS


def _without_blanks(match: re.Match[str]) -> str:
    return "".join(match[0].split())
