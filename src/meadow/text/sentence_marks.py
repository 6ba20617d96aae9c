"""Marks that may end a sentence, each with what stands around it: what the rules of `meadow.text.boundaries` judge."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from meadow.text.abbreviations import Abbreviations, abbreviations
from meadow.text.per_word import PerWord

MARKS = ".!?…‼⁇⁈⁉؟۔।॥։።။។。！？｡．"
CLOSING = "\"'”’»›)]}」』）】〕》〉＂＇"
OPENERS = "`\"'“‘«‹„‚([{¿¡「『（【〔《〈＂＇”’"

_WINDOW = 80
_SHORTEST_PLAIN, _LONGEST_PLAIN = 4, 30  # letters; shorter words may be a piece of an abbreviation ("EE. UU.")
# Where „this“ is how one quotes, the mark that opens English quotations closes them.
_LOW_QUOTES = frozenset({"de", "cs", "sk", "sl", "bg", "hr", "sr", "bs", "et", "lt", "lv", "is"})
# A quote between blanks: "fin. »", or the straight ones of tokenized text, where only counting tells which kind it is.
# The quote comes first and what stands before it is looked at then, so that a search need not stop at every character.
_LONE_QUOTE = re.compile(r"[\"'”’»›](?<!\S.)(?:(?<=')'(?!\S)|(?!\S))")
_BEFORE_A_WORD = OPENERS + " \t\n"
_PLAIN_OPENERS = frozenset('"“(')  # those that cannot be the apostrophe of a clipped word ("'s Avonds")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# Dutch "'s Avonds" and "'t Was" begin a sentence: the capital stands on the second word.
_CLITIC = re.compile(r"['’‘`][stnk]\s(?=[A-Z])")
_BRACKETS = re.compile(r"\([^()]{1,300}+\)")
_JAPANESE_QUOTES = re.compile(r"「[^「」]{0,500}+」|『[^『』]{0,500}+』|（[^（）]{0,300}+）|\([^()]{0,300}+\)")


class Candidate(NamedTuple):
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
        found = _FIRST_WORD.match(self.opening)
        return "" if found is None else found[0].lower().replace("’", "'")

    @property
    def starts_like_a_sentence(self) -> bool:
        """Whether the next word often begins sentences; an initial does not, be it the A of "J. A. Lund"."""
        word = self.first_word
        return word in self.lists.starters and not (len(word) == 1 and self.opening[1:2] == ".")


class Plain(NamedTuple):
    """A single stop of which no rule knows more than its words: one in small letters, or a name, before it, a capital after.

    Most sentences end so. `right` is what follows without the quotes and brackets before it, as far as anybody looks.
    """

    word: str
    right: str


def candidates(block: str, language: str) -> Iterator[tuple[int, Candidate | Plain]]:
    """Yield the marks of a block that may end a sentence inside it, with the offset at which that sentence would end.

    Marks inside an aside or a Japanese quotation are left out, and so is the end of the block itself.
    """
    matches = _pattern(language).finditer(block)
    first = next(matches, None)
    if first is None or first.end() == len(block):
        return
    shelters = _shelters(block, language)
    lone_closers = _lone_closers(block)
    for match in chain((first,), matches):
        end = lone_closers.get(match.end(), match.end("closers"))
        after = max(end, match.end())
        if after == len(block) or _plainly_goes_on(block, match, after):
            continue
        if not shelters or not _is_sheltered(shelters, match.start(), end):
            yield end, _plain(block, match, after, language) or _candidate(block, match, after, language)


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """Return what finds marks with their closing quotes; a mark may go on after a blank (". . .", "deal. ...")."""
    marks = re.escape(MARKS + ";" if language == "el" else MARKS)
    closing = re.escape(CLOSING + "“‘" if language in _LOW_QUOTES else CLOSING)
    return re.compile(
        rf"(?P<mark>[{marks}]++(?:\x20[.…]++(?=[\s{closing}]|$))*+)(?P<closers>[{closing}]*+)(?P<gap>\s*+)"
    )


def _plainly_goes_on(block: str, match: re.Match[str], after: int) -> bool:
    """Say whether a small letter follows, or a digit at once ("3.5"): most marks inside a sentence, told without a rule."""
    if block[match.end("mark") - 1] not in ".!?":
        return False
    following = block[after]
    return "a" <= following <= "z" or (following.isdigit() and after == match.end("mark"))


def _plain(block: str, match: re.Match[str], after: int, language: str) -> Plain | None:
    """Return a stop that needs no rules: behind a blank and a word that no list knows, before a blank and a capital.

    A quote or a bracket may stand before the capital.
    """
    stop, mark_end = match.span("mark")
    if mark_end != stop + 1 or block[stop] != "." or after == match.end("closers"):
        return None
    right = block[after : after + _WINDOW]
    if right[0] in _PLAIN_OPENERS:
        right = right.lstrip(_BEFORE_A_WORD)
    if not "A" <= right[:1] <= "Z":
        return None
    word = block[max(0, stop - _LONGEST_PLAIN) : stop].rpartition(" ")[2]
    return Plain(word, right) if _plain_words(language)[word] else None


@cache
def _plain_words(language: str) -> PerWord[bool]:
    """Return for each word whether it is all letters, with a capital at most in front, and no abbreviation that we know."""
    lists = abbreviations(language)
    listed = lists.name | lists.number | lists.phrase | lists.list | lists.clock | lists.place
    return PerWord(
        lambda word: (
            _SHORTEST_PLAIN <= len(word) < _LONGEST_PLAIN
            and word.isalpha()
            and word[1:].islower()
            and word.lower() not in listed
        )
    )


def _candidate(block: str, match: re.Match[str], after: int, language: str) -> Candidate:
    start, mark_end = match.span("mark")
    left = block[max(0, start - _WINDOW) : start]
    right = block[after : after + _WINDOW].lstrip()
    opening = right.lstrip(_BEFORE_A_WORD)
    if language == "nl" and (clitic := _CLITIC.match(right)) is not None:
        opening = right[clitic.end() :]
    spaced = after > match.end("closers")
    return Candidate(
        left, block[start:mark_end], match["closers"], spaced, right, opening, language, abbreviations(language)
    )


def _is_sheltered(shelters: Sequence[range], start: int, end: int) -> bool:
    before = bisect_right(shelters, start, key=lambda shelter: shelter.start)
    return before > 0 and start in shelters[before - 1] and end <= shelters[before - 1].stop


def _shelters(block: str, language: str) -> Sequence[range]:
    """Bracketed passages inside which no sentence ends, in order: an aside in mid sentence, any Japanese quotation."""
    if language == "ja":
        return [range(found.start(), found.end() - 1) for found in _JAPANESE_QUOTES.finditer(block)]
    if "(" not in block:
        return []
    return [
        range(found.start(), found.end() - 1)
        for found in _BRACKETS.finditer(block)
        if (before := block[max(0, found.start() - _WINDOW) : found.start()].rstrip())
        and before[-1] not in MARKS + CLOSING
    ]


def _lone_closers(block: str) -> Mapping[int, int]:
    """Return the closing quotes that stand between blanks, as start -> end: of straight ones every second is closing."""
    closers: dict[int, int] = {}
    is_open = {'"': False, "'": False}
    for found in _LONE_QUOTE.finditer(block):
        quote = found[0]
        if quote not in is_open or is_open[quote]:
            closers[found.start()] = found.end()
        if quote in is_open:
            is_open[quote] = not is_open[quote]
    return closers
