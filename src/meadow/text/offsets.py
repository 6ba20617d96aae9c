"""Where each character of cleaned text stood in the text as it was given, so that a citation leads back into the file.

Cleaning (`meadow.text.clean`) drops characters, puts one in another's place, and composes letters with their marks.
`clean_with_origin` does the same and keeps count. The count is kept as few pairs `(here, there)`: from the offset `here`
of the clean text on, characters stand at `there` and the following offsets of the given one, up to the next pair. Two pairs
with the same `here` are a cut: what stands in the given text between the first `there` and the second, such as a tag, is no
part of the clean one (`meadow.text.alignment` makes them).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from meadow.text.clean import IDLE_JOINERS, LONGEST_RUN_OF_MARKS, clean_text, composed, is_dropped, replaced
from meadow.text.per_word import PerWord

Origin = tuple[tuple[int, int], ...]
Spans = tuple[tuple[int, int], ...]
_Offsets = NDArray[np.int64]
_HERE = itemgetter(0)

# A blank is looked at only from the start of its run, so that long runs cost no more than short ones.
_LINE_BLANKS = re.compile(r"(?<![ \t])[ \t]++\n")
_SPARE_LINE_ENDS = re.compile(r"(?<=\n\n)\n++")
_AROUND = re.compile(r"\A[ \t\n]++|(?<![ \t\n])[ \t\n]++\Z")
_RETURNS = re.compile(r"\r\n")
_WORD = re.compile(r"\S+")
JOINING_LETTERS = frozenset(
    "\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u0fb5\u0fb7\u102e\u1b35"
    "\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd\U000115af\U00011930"
) | frozenset(map(chr, [*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)]))
"""What joins the character before it though it is no combining mark; the last are vowels and endings of Hangul syllables.

A test compares it with all of Unicode, which to look through would take longer than a digest's reading.
"""

_Change = tuple[int, int, str]  # from where to where, and what stands there then


def clean_with_origin(text: str) -> tuple[str, Origin]:
    """Return clean text and where its characters stood in the text as given."""
    clean = clean_text(text)
    start = text.find(clean[:1]) if clean else 0
    if text[start : start + len(clean)] == clean:  # nothing was changed but the blanks around it
        return clean, ((0, start),)
    traced, offsets = _traced(text)
    assert traced == clean  # noqa: S101 - two ways to clean that differ would be a bug of ours
    return clean, _as_pairs(offsets)


def given_span(origin: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Return from where to where a stretch of clean text stood in the text as given; cleaning that slice gives it again."""
    return _given(origin, start), _given_end(origin, end)


def given_spans(origin: Origin, spans: Iterable[tuple[int, int]]) -> list[Spans]:
    """Return for each stretch of clean text where it stood in the text as given: several places where markup cuts it."""
    if len(origin) > 1:
        return [tuple(_uncut(origin, start, end)) for start, end in spans]
    # Most texts stand as they were given, all in one piece.
    ((here, there),) = origin
    return [((there + start - here, there + end - here),) for start, end in spans]


def offsets_of(origin: Origin, length: int) -> _Offsets:
    """Return the given offset of each character of a clean text that was not cut."""
    here, there = np.array(origin, dtype=np.int64).T
    counts = np.diff(np.append(here, max(length, int(here[-1]))))
    shifts: _Offsets = np.repeat(there - here, counts)[:length]
    offsets: _Offsets = np.arange(length, dtype=np.int64) + shifts
    return offsets


def _uncut(origin: Origin, start: int, end: int) -> Iterator[tuple[int, int]]:
    first = bisect_right(origin, start, key=_HERE)
    there = _given(origin, start)
    for (before, stop), (after, resumed) in pairwise(origin[first : bisect_left(origin, end, key=_HERE)]):
        if before == after:
            yield there, stop
            there = resumed
    yield there, _given_end(origin, end)


def origin_from(origin: Origin, start: int) -> Origin:
    """Return the origin of the part of a clean text that begins at an offset of it."""
    return ((0, _given(origin, start)), *((here - start, there) for here, there in origin if here > start))


def _given(origin: Sequence[tuple[int, int]], offset: int) -> int:
    piece = max(bisect_right(origin, offset, key=_HERE) - 1, 0)
    here, there = origin[piece]
    return there + offset - here


def _given_end(origin: Sequence[tuple[int, int]], offset: int) -> int:
    """Return where a stretch ends: before what cuts the text there."""
    piece = bisect_left(origin, offset, key=_HERE)
    if piece == len(origin) or origin[piece][0] != offset:
        piece = max(piece - 1, 0)
    here, there = origin[piece]
    return there + offset - here


def _as_pairs(offsets: _Offsets) -> Origin:
    steps = np.concatenate([[0], np.flatnonzero(np.diff(offsets) != 1) + 1])
    return tuple(zip(steps.tolist(), offsets[steps].tolist(), strict=True))


def _traced(text: str) -> tuple[str, _Offsets]:
    """Clean a text step by step; return it and the given offset of each of its characters, and of its end."""
    offsets = np.arange(len(text) + 1, dtype=np.int64)
    dropped = "".join(re.escape(character) for character in sorted(set(text)) if is_dropped(character))
    if dropped:
        text, offsets = _without(re.compile(f"[{dropped}]++"), text, offsets)
    # A line ends where its blanks and its return begin, so that a sentence ends there too.
    text, offsets = _without(_RETURNS, replaced(text), offsets, "\n")
    text, offsets = _without(IDLE_JOINERS, text.replace("\r", "\n"), offsets)
    text, offsets = _with_composed(text, offsets)
    text, offsets = _without(_LINE_BLANKS, text, offsets, "\n")
    for spare in (_SPARE_LINE_ENDS, _AROUND):
        text, offsets = _without(spare, text, offsets)
    return text, offsets


def _without(pattern: re.Pattern[str], text: str, offsets: _Offsets, left: str = "") -> tuple[str, _Offsets]:
    """Leave out what a pattern finds, but for one character that may be `left` where the find began."""
    if pattern.search(text) is None:  # as in most texts
        return text, offsets
    kept = np.ones(len(text), np.bool_)
    for match in pattern.finditer(text):
        kept[match.start() + len(left) : match.end()] = False
    return pattern.sub(left, text), _kept(offsets, kept)


def _kept(offsets: _Offsets, kept: NDArray[np.bool_]) -> _Offsets:
    """Return the offsets of what is kept; the end stands right behind the last of it."""
    places = np.flatnonzero(kept)
    end = offsets[places[-1] + 1] if len(places) else offsets[0]
    return np.append(offsets[:-1][kept], end)


def _with_composed(text: str, offsets: _Offsets) -> tuple[str, _Offsets]:
    """Compose letters and marks; each new character stands where the letter stood.

    Nothing is composed across a blank, so only words are looked at that composing changes: few, and often the same.
    """
    if text.isascii() or composed(text) == text:
        return text, offsets
    parts: list[str] = []
    places: list[int] = []
    known: dict[str, list[_Change]] = {}
    end = 0
    for match in _WORD.finditer(text):
        word, first = match[0], match.start()
        changes = known.get(word)
        if changes is None:
            changes = known[word] = [] if _is_composed(word) else list(_changes(word))
        for start, stop, new in changes:
            parts += [text[end : first + start], new]
            places += range(end, first + start)
            places += [first + start + min(inside, stop - start - 1) for inside in range(len(new))]
            end = first + stop
    places += range(end, len(text) + 1)
    return "".join([*parts, text[end:]]), offsets[np.array(places, dtype=np.int64)]


def _is_composed(word: str) -> bool:
    """Say whether composing leaves a word alone; one that is short has no run of marks that must be broken up."""
    if len(word) <= LONGEST_RUN_OF_MARKS:
        return unicodedata.is_normalized("NFC", word)
    return composed(word) == word


def _changes(word: str) -> Iterator[_Change]:
    """Yield the stretches of a word that composing changes, with what they become: letters with all that joins them."""
    start = 0
    while start < len(word):
        end = start + 1
        while end < len(word) and _JOINS[word[end]]:
            end += 1
        if end > start + 1 or not unicodedata.is_normalized("NFC", word[start]):
            new = composed(word[start:end])
            if new != word[start:end]:
                yield start, end, new
        start = end


def _joins(character: str) -> bool:
    """Say whether a character may be composed with the one before it."""
    return unicodedata.combining(character) != 0 or character in JOINING_LETTERS


_JOINS = PerWord(_joins)
