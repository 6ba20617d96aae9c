"""Texts whose words and marks a program has parted ("Spain 's banks , he said ."), put together again.

Corpora come so, and so do pages that went through a tokenizer. Such a text is known by a comma or a stop between blanks.
Only white space goes, and what typesetters wrote for their machines ("&UR;", "&LR;").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from meadow.text.preambles import TYPESET

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


def typeset_codes(text: str) -> tuple[tuple[int, int], ...]:
    """Return where a text has codes of typesetters, each with the blanks that go with it."""
    return tuple(code.span() for code in TYPESET.finditer(text)) if "&" in text or text[-1:] == "]" else ()


def joined(text: str, language: str = "en") -> str:
    """Return a text without the blanks that parted its words and marks, and without codes; others stay as they are."""
    if "&" in text or text[-1:] == "]":
        text = TYPESET.sub("", text)
    if (" ," in text or " ." in text) and is_parted(text):
        return _pattern(language).sub(_without_blanks, text)
    return text


def length_before(text: str, length: int, language: str = "en") -> int:
    """Return how many characters of a text the first so many of the joined one were."""
    plain = TYPESET.sub("", text) if "&" in text or text[-1:] == "]" else text
    if is_parted(plain):
        length = _shifted(length, _gone(plain, language))
    return length if plain == text else _shifted(length, ((start, end - start) for start, end in typeset_codes(text)))


def _shifted(length: int, gone: Iterator[tuple[int, int]]) -> int:
    """Return a length in a text before so many characters went at each place."""
    for start, size in gone:
        if start >= length:
            break
        length += size
    return length


def _gone(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield where joining takes characters away, and how many."""
    for match in _pattern(language).finditer(text):
        yield match.start(), len(match[0]) - len(_without_blanks(match))


def _pattern(language: str) -> re.Pattern[str]:
    return _WITH_BLANKS if language in _SPACED else _WITHOUT_BLANKS


def _without_blanks(match: re.Match[str]) -> str:
    return "".join(match[0].split())
