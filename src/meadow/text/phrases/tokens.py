"""The words and marks of a text with their places: what the tagger, the numbers and the dates read.

Unlike `meadow.text.tokens`, case and punctuation stay, hyphens join ("run-off"), and a title keeps its stop ("Dr.").
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from meadow.text.abbreviations import abbreviations
from meadow.text.phrases.values import Span

# No part can match in two ways and what may fail after it is short: the scan is linear.
_TOKEN = re.compile(
    # Most tokens are words of two letters or more, which nothing below could read in another way: they are tried first.
    r"[^\W\d_]\w++(?:['’\u2010/-][^\W_]\w*+)*+"
    r"|\d+(?:[.,:]\d+)*+(?:[-\u2010]?[^\W\d_][\w\u2010-]*+)?"  # a number
    r"|(?:[^\W\d_]\.){2,8}+[^\W\d_]?(?![\w])"  # initials
    r"|[^\W\d_]\w*+(?:['’\u2010/-][^\W_]\w*+)*+"  # a word
    r"|['’][nst](?=[\s-])"  # a clipped word: "'t"
    r"|\.{2,}|[^\w\s]|_"  # a mark
)
# A mark that may belong to the word before it: the stop of a title, the apostrophe of a plural owner.
_JOINING = re.compile(r"(?<=\w)\.(?=[ \xa0]|\Z)|(?<=[sS])['’](?=\s[^\W\d_])")
_SINGLE_QUOTES = frozenset("'‘’")
_PARTS_OF_NAMES = frozenset({"ltd", "inc", "corp", "co", "cía", "st", "mt", "sto", "sta"})


@dataclass(frozen=True, eq=False)
class Tokens:
    """Every word, number and mark of a text in order, read once for all who ask: one place in each list for each.

    `plain` is `lower` with straight apostrophes, as word lists have them. Where the tokens stand is found when first asked.
    """

    text: str
    texts: Sequence[str]
    lower: Sequence[str]
    plain: Sequence[str]

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def starts(self) -> Sequence[int]:
        """Where each token begins in the text."""
        places, end = [], 0
        for token in self.texts:
            start = self.text.index(token, end)  # only white space stands between two tokens
            places.append(start)
            end = start + len(token)
        return places

    @cached_property
    def ends(self) -> Sequence[int]:
        """Where each token ends in the text."""
        return [start + len(token) for start, token in zip(self.starts, self.texts, strict=True)]


def read_tokens(text: str, language: str = "en") -> Tokens:
    """Return the words and marks of a text; white space is all that is left out."""
    found = tokens_of(text, _TOKEN.findall(text))
    if not _may_join(found, language):
        return found
    return tokens_of(text, [text[start:end] for start, end in _joined(text, language)])


def tokens_of(text: str, texts: Sequence[str]) -> Tokens:
    """Return words and marks of a text that somebody has told apart."""
    lower = list(map(str.lower, texts))
    plain = [word.replace("’", "'") for word in lower] if "’" in text else lower
    return Tokens(text, texts, lower, plain)


def tokens(text: str, language: str = "en") -> tuple[Span, ...]:
    """Return every word, number and mark in order, each with its place."""
    found = read_tokens(text, language)
    return tuple(map(Span, found.starts, found.ends, found.texts))


def _may_join(found: Tokens, language: str) -> bool:
    """Say whether a mark may belong to the word before it; few texts hold one that does."""
    if not _stopped(language).isdisjoint(found.lower):
        return True
    return language == "en" and ("'" in found.text or "’" in found.text) and "'" in found.plain


def _joined(text: str, language: str) -> list[tuple[int, int]]:
    """Return where tokens stand, with the stop that belongs to a title and the apostrophe that belongs to a plural owner."""
    spans = [match.span() for match in _TOKEN.finditer(text)]
    joined = set(_joined_marks(text, spans, language))
    if not joined:
        return spans
    return [(start, end + (place + 1 in joined)) for place, (start, end) in enumerate(spans) if place not in joined]


def _joined_marks(text: str, spans: Sequence[tuple[int, int]], language: str) -> Iterator[int]:
    """Iterate over the marks that belong to the word before them."""
    quoted, looked = False, 0
    for match in _JOINING.finditer(text):
        mark = match.span()
        place = bisect_left(spans, mark)
        if place == 0 or spans[place : place + 1] != [mark] or spans[place - 1][1] != mark[0]:
            continue
        word = text[spans[place - 1][0] : mark[0]]
        if "." in word or word[0].isdecimal():
            continue  # initials ("U.S") or a number ("1990s")
        if match[0] == ".":
            if word.lower() in _stopped(language):
                yield place
        elif language == "en":
            quoted, looked = _inside_single_quotes(text, spans[looked:place], quoted=quoted), place
            if not quoted:
                yield place
                looked = place + 1


def _inside_single_quotes(text: str, spans: Sequence[tuple[int, int]], *, quoted: bool) -> bool:
    """Say whether some tokens leave a quotation open, given whether one was open before them."""
    for start, end in spans:
        if text[start:end] in _SINGLE_QUOTES:
            quoted = text[start] == "‘" or (text[start] == "'" and not text[start - 1 : start].strip())
    return quoted


@cache
def _stopped(language: str) -> frozenset[str]:
    """Return the words whose stop is part of them: those before names, and the marks of companies and places."""
    return abbreviations(language).name | _PARTS_OF_NAMES
