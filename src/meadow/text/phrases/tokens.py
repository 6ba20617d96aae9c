"""The words and marks of a text with their places: what the tagger, the numbers and the dates read.

Unlike `meadow.text.tokens`, case and punctuation stay, hyphens join ("run-off"), and a title keeps its stop ("Dr.").
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from operator import add

from meadow.text.abbreviations import abbreviations
from meadow.text.per_word import PerWord
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


class Tokens:
    """Every word, number and mark of a text in order, read once for all who ask: one place in each list for each.

    `plain` is `lower` with straight apostrophes, as word lists have them. Where the tokens stand is found when first asked.
    """

    __slots__ = ("_ends", "_starts", "lower", "plain", "text", "texts")

    def __init__(self, text: str, texts: Sequence[str], lower: Sequence[str], plain: Sequence[str]) -> None:
        self.text = text
        self.texts = texts
        self.lower = lower
        self.plain = plain
        self._starts: Sequence[int] | None = None
        self._ends: Sequence[int] | None = None

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def starts(self) -> Sequence[int]:
        """Where each token begins in the text."""
        if self._starts is None:
            places, end, index = list[int](), 0, self.text.index
            for token in self.texts:
                start = index(token, end)  # only white space stands between two tokens
                places.append(start)
                end = start + len(token)
            self._starts = places
        return self._starts

    @property
    def ends(self) -> Sequence[int]:
        """Where each token ends in the text."""
        if self._ends is None:
            self._ends = list(map(add, self.starts, map(len, self.texts)))
        return self._ends


def read_tokens(text: str, language: str = "en") -> Tokens:
    """Return the words and marks of a text; white space is all that is left out."""
    return _kept_tokens(text, language) if len(text) <= LONGEST_KEPT else _tokens(text, language)


def _tokens(text: str, language: str) -> Tokens:
    unjoined = tokens_of(text, _told_apart(text))
    if not _may_join(unjoined, language):
        return unjoined
    return tokens_of(text, [text[start:end] for start, end in _joined(text, language)])


# A sentence is read for its numbers, and shortly after, where they matter, for its facts, its names and its dates.
_kept_tokens = lru_cache(maxsize=1024)(_tokens)
LONGEST_KEPT = 1_000
"""Characters of a text whose tokens are kept: what is longer is seldom a sentence, and would take room for long."""


def _told_apart(text: str) -> list[str]:
    """Return what `_TOKEN` finds in a text. No token reaches across a blank, so each piece between blanks is read once."""
    if _CLIPPED_END.search(text, max(0, len(text) - 2)) is not None:
        return _TOKEN.findall(text)
    return list(chain.from_iterable(map(_TOKENS_OF_PIECE.__getitem__, text.split())))


_LOWER: PerWord[str] = PerWord(str.lower)
_PLAIN: PerWord[str] = PerWord(lambda word: word.replace("’", "'"))
# A clipped word is one only before a blank, which stands behind every piece but the last.
_CLIPPED_END = re.compile(r"['’][nst]\Z")


def _read_piece(piece: str) -> Sequence[str]:
    """Return the tokens of what stands between blanks: nearly always letters, and perhaps a mark behind them."""
    if piece.isalpha():
        return (piece,)
    if piece[-1] in _MARKS_BEHIND and piece[:-1].isalpha():
        return piece[:-1], piece[-1]
    return tuple(_TOKEN.findall(f"{piece} "))


_TOKENS_OF_PIECE: PerWord[Sequence[str]] = PerWord(_read_piece)
_MARKS_BEHIND = frozenset(",.;:!?)")


def tokens_of(text: str, texts: Sequence[str]) -> Tokens:
    """Return words and marks of a text that somebody has told apart."""
    # One object for each word, however often it is met: whoever looks it up finds its hash made.
    lower = list(map(_LOWER.__getitem__, texts))
    plain = list(map(_PLAIN.__getitem__, lower)) if "’" in text else lower
    return Tokens(text, texts, lower, plain)


def tokens(text: str, language: str = "en") -> tuple[Span, ...]:
    """Return every word, number and mark in order, each with its place."""
    read = read_tokens(text, language)
    return tuple(map(Span, read.starts, read.ends, read.texts))


def _may_join(unjoined: Tokens, language: str) -> bool:
    """Say whether a mark may belong to the word before it; few texts hold one that does."""
    stopped = _stopped(language)
    if not stopped.isdisjoint(unjoined.lower) and any(
        after == "." and word in stopped for word, after in pairwise(unjoined.lower)
    ):
        return True
    return language == "en" and ("'" in unjoined.text or "’" in unjoined.text) and "'" in unjoined.plain


def _joined(text: str, language: str) -> list[tuple[int, int]]:
    """Return where tokens stand, with the stop that belongs to a title and the apostrophe that belongs to a plural owner."""
    spans = [match.span() for match in _TOKEN.finditer(text)]
    joined = set(_joined_marks(text, spans, language))
    if not joined:
        return spans
    return [(start, end + (index + 1 in joined)) for index, (start, end) in enumerate(spans) if index not in joined]


def _joined_marks(text: str, spans: Sequence[tuple[int, int]], language: str) -> Iterator[int]:
    """Iterate over the marks that belong to the word before them."""
    quoted, looked = False, 0
    for match in _JOINING.finditer(text):
        mark = match.span()
        index = bisect_left(spans, mark)
        if index == 0 or spans[index : index + 1] != [mark] or spans[index - 1][1] != mark[0]:
            continue
        word = text[spans[index - 1][0] : mark[0]]
        if "." in word or word[0].isdecimal():
            continue  # initials ("U.S") or a number ("1990s")
        if match[0] == ".":
            if word.lower() in _stopped(language):
                yield index
        elif language == "en":
            quoted, looked = _inside_single_quotes(text, spans[looked:index], quoted=quoted), index
            if not quoted:
                yield index
                looked = index + 1


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
