"""The words and marks of a text with their places: what the tagger, the numbers and the dates read.

Unlike `meadow.text.tokens`, case and punctuation stay, hyphens join ("run-off"), and a title keeps its stop ("Dr.").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from meadow.text.abbreviations import abbreviations
from meadow.text.phrases.values import Span

# No part can match in two ways and what may fail after it is short: the scan is linear.
_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.,:]\d+)*+(?:[-\u2010]?[^\W\d_][\w\u2010-]*+)?)"
    r"|(?P<initials>(?:[^\W\d_]\.){2,8}+[^\W\d_]?(?![\w]))"
    r"|(?P<word>[^\W\d_]\w*+(?:['’\u2010/-][^\W_]\w*+)*+)"
    r"|(?P<clipped>['’][nst](?=[\s-]))"
    r"|(?P<mark>\.{2,}|[^\w\s]|_)"
)
_PLURAL_OWNER = re.compile(r"['’](?=\s[^\W\d_])")
_SINGLE_QUOTES = "'‘’"


def tokens(text: str, language: str = "en") -> tuple[Span, ...]:
    """Return every word, number and mark in order; white space is all that is left out."""
    return tuple(_joined(text, language))


def _joined(text: str, language: str) -> Iterator[Span]:
    """Yield tokens, with the stop that belongs to a title and the apostrophe that belongs to a plural owner."""
    end = 0
    quoted = False
    for match in _TOKEN.finditer(text):
        if match.start() < end:
            continue
        start, end = match.span()
        quoted = _inside_single_quotes(text, match, quoted=quoted)
        if match["word"] is not None:
            end = _word_end(text, match, language, quoted=quoted)
        yield Span(start, end, text[start:end])


def _inside_single_quotes(text: str, match: re.Match[str], *, quoted: bool) -> bool:
    if match["mark"] is None or match[0] not in _SINGLE_QUOTES:
        return quoted
    before = text[match.start() - 1 : match.start()]
    return match[0] == "‘" or (match[0] == "'" and not before.strip())


def _word_end(text: str, match: re.Match[str], language: str, *, quoted: bool) -> int:
    word, end = match[0], match.end()
    if (
        text[end : end + 1] == "."
        and word.lower() in _stopped(language)
        and text[end + 1 : end + 2] in ("", " ", "\xa0")
    ):
        return end + 1
    owns = language == "en" and word[-1] in "sS" and not quoted and _PLURAL_OWNER.match(text, end) is not None
    return end + 1 if owns else end


def _stopped(language: str) -> frozenset[str]:
    """Return the words whose stop is part of them: those before names, and the marks of companies and places."""
    return abbreviations(language).name | _PARTS_OF_NAMES


_PARTS_OF_NAMES = frozenset({"ltd", "inc", "corp", "co", "cía", "st", "mt", "sto", "sta"})
