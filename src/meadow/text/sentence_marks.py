"""Marks that may end a sentence, each with what stands around it: what the rules of `meadow.text.boundaries` judge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from meadow.text.abbreviations import Abbreviations, abbreviations

MARKS = ".!?…‼⁇⁈⁉؟۔।॥։።။។。！？｡．"
CLOSING = "\"'”’»›)]}」』）】〕》〉＂＇"
OPENERS = "`\"'“‘«‹„‚([{¿¡「『（【〔《〈＂＇”’"
BEFORE_A_WORD = OPENERS + " \t\n"

_WINDOW = 80
# Where „this“ is how one quotes, the mark that opens English quotations closes them.
_LOW_QUOTES = frozenset({"de", "cs", "sk", "sl", "bg", "hr", "sr", "bs", "et", "lt", "lv", "is"})
# A quote between blanks: "fin. »", or the straight ones of tokenized text, where only counting tells which kind it is.
# The quote comes first and what stands before it is looked at then, so that a search need not stop at every character.
_LONE_QUOTE = re.compile(r"[\"'”’»›](?<!\S.)(?:(?<=')'(?!\S)|(?!\S))")
_BLANKS = re.compile(r"\s*+")
_QUOTES = frozenset("\"'”’»›")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# Dutch "'s Avonds" and "'t Was" begin a sentence: the capital stands on the second word.
_CLITIC = re.compile(r"['’‘`][stnk]\s(?=[A-Z])")
_BRACKETS = re.compile(r"\([^()]{1,300}+\)")
_JAPANESE_QUOTES = re.compile(r"「[^「」]{0,500}+」|『[^『』]{0,500}+』|（[^（）]{0,300}+）|\([^()]{0,300}+\)")


class BoundaryCandidate(NamedTuple):
    """A mark with what stands around it, in windows: `opening` is what follows without the quotes and brackets before it."""

    left: str
    mark: str
    closers: str
    spaced: bool
    right: str
    opening: str
    language: str
    lists: Abbreviations

    @property
    def first_word(self) -> str:
        """The next word, lower-case; "" if what follows is no word."""
        match = _FIRST_WORD.match(self.opening)
        return "" if match is None else match[0].lower().replace("’", "'")

    @property
    def starts_like_a_sentence(self) -> bool:
        """Whether the next word often begins sentences; an initial does not, be it the A of "J. A. Lund"."""
        word = self.first_word
        return word in self.lists.starters and not (len(word) == 1 and self.opening[1:2] == ".")


Place = tuple[int, int, int, int, int, int, int]
"""Where a mark stands in a text, as offsets: `first, last, start, mark_end, closed, end, after`.

From `first` to `last` goes its block, from `start` to `mark_end` the mark; its closing quotes end at `closed`, the sentence
would end at `end`, which is behind a quote that stands apart, and what follows begins at `after`.
"""


def places(text: str, blocks: Sequence[tuple[int, int]], language: str) -> Iterator[Place]:
    """Yield where marks stand that may end a sentence inside one of the blocks; beyond the blocks are only blanks.

    Marks inside an aside or a Japanese quotation are left out, and so are the ends of blocks, and marks that a small letter
    follows, or a digit at once ("3.5"): most marks inside a sentence, told without a rule.
    """
    following = iter(blocks)
    first = last = 0
    for match in _pattern(language).finditer(text):
        start, mark_end = match.span(1)
        while start >= last:
            first, last = next(following)
            quotes = shelters = None  # found when a mark needs them, as few do
        end = closed = match.end(2)
        after = match.end()
        if after >= last:
            continue
        letter = text[after]
        if letter in _QUOTES and after > closed and _LONE_QUOTE.match(text, after, last) is not None:
            quotes = _lone_closers(text, first, last) if quotes is None else quotes
            if after in quotes:
                end, after = quotes[after]
                if after >= last:
                    continue
        elif ("a" <= letter <= "z" or (letter.isdigit() and after == mark_end)) and text[mark_end - 1] in ".!?":
            continue
        shelters = _shelters(text, first, last, language) if shelters is None else shelters
        if not shelters or not _is_sheltered(shelters, start, end):
            yield first, last, start, mark_end, closed, end, after


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """Return what finds marks with their closing quotes; a mark may go on after a blank (". . .", "deal. ...").

    It begins with a single character, for which `re` looks more than twice as fast as for a run of them.
    """
    marks = re.escape(MARKS + ";" if language == "el" else MARKS)
    closing = re.escape(CLOSING + "“‘" if language in _LOW_QUOTES else CLOSING)
    return re.compile(rf"([{marks}][{marks}]*+(?:\x20[.…]++(?=[\s{closing}]|$))*+)([{closing}]*+)\s*+")


def candidate_at(text: str, place: Place, language: str) -> BoundaryCandidate:
    """Return the mark at a place with what stands around it in its block."""
    first, last, start, mark_end, closed, _, after = place
    left = text[max(first, start - _WINDOW) : start]
    right = text[after : min(last, after + _WINDOW)]
    opening = right.lstrip(BEFORE_A_WORD)
    if language == "nl" and (clitic := _CLITIC.match(right)) is not None:
        opening = right[clitic.end() :]
    return BoundaryCandidate(
        left,
        text[start:mark_end],
        text[mark_end:closed],
        after > closed,
        right,
        opening,
        language,
        abbreviations(language),
    )


def _is_sheltered(shelters: list[range], start: int, end: int) -> bool:
    """Say whether a shelter holds a mark; those that lie behind it are dropped, since marks are asked about in order."""
    while shelters and shelters[-1].stop <= start:
        shelters.pop()
    return bool(shelters) and start in shelters[-1] and end <= shelters[-1].stop


def _shelters(text: str, first: int, last: int, language: str) -> list[range]:
    """Bracketed passages of a block inside which no sentence ends, the last one first: an aside, a Japanese quotation."""
    if language == "ja":
        return [range(match.start(), match.end() - 1) for match in _JAPANESE_QUOTES.finditer(text, first, last)][::-1]
    if text.find("(", first, last) < 0:
        return []
    asides = [
        range(match.start(), match.end() - 1)
        for match in _BRACKETS.finditer(text, first, last)
        if (before := text[max(first, match.start() - _WINDOW) : match.start()].rstrip())
        and before[-1] not in MARKS + CLOSING
    ]
    return asides[::-1]


def _lone_closers(text: str, first: int, last: int) -> Mapping[int, tuple[int, int]]:
    """Return the closing quotes of a block that stand between blanks: where each begins, ends, and what follows begins.

    Of straight ones every second is closing.
    """
    closers: dict[int, tuple[int, int]] = {}
    is_open = {'"': False, "'": False}
    for match in _LONE_QUOTE.finditer(text, first, last):
        quote, end = match[0], match.end()
        if quote not in is_open or is_open[quote]:
            closers[match.start()] = end, _BLANKS.match(text, end).end()  # type: ignore[union-attr]  # may be none
        if quote in is_open:
            is_open[quote] = not is_open[quote]
    return closers
