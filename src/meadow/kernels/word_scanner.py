"""What a word is, byte by byte: the one scanner of UTF-8 text that every compiled reader of words is made of.

It is the fast twin of `meadow.text.tokens.words`: the tables of letters, digits and folded forms are made by the very
functions that the plain one uses, and the tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.compiling import inlined
from meadow.model import IntArray
from meadow.text.tokens import LAST_LETTER, fold, marks

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]

_LETTER, _DIGIT, _APOSTROPHE, _POINT, _COMMA = 1, 2, 3, 4, 5
# FNV-1a: Fowler, Noll and Vo (1991).
_HASH_START = np.uint64(14695981039346656037)
_HASH_STEP = np.uint64(1099511628211)
_LONGEST_POINT = 4  # bytes that one code point takes at most


def pack(texts: Sequence[str]) -> tuple[Bytes, Longs]:
    """Return the texts as one run of UTF-8 bytes, and where each of them ends."""
    encoded = [text.encode("utf-8", "replace") for text in texts]  # half a surrogate pair is in no word anyway
    buffer = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    return buffer, np.cumsum([len(data) for data in encoded], dtype=np.int64)


@cache
def character_tables() -> tuple[Bytes, IntArray]:
    """Return each code point's class and folded form, from the very functions that the plain twin uses."""
    points = np.arange(LAST_LETTER, dtype="<u4")
    points[0xD800:0xE000] = ord(" ")  # halves of surrogate pairs are no characters
    # Folding is one code point for one, so all can be folded at once.
    folded = np.frombuffer(fold(points.tobytes().decode("utf-32-le")).encode("utf-32-le"), np.dtype("<i4"))
    # One character at each place, of which numpy asks what `str.isalnum` and `str.isdecimal` ask of one.
    characters = points.view("<U1")
    classes = np.where(np.char.isalnum(characters), _LETTER, 0).astype(np.uint8)
    classes[np.char.isdecimal(characters)] = _DIGIT
    classes[[ord(mark) for mark in marks()]] = _LETTER
    classes[[ord("'"), ord("’")]] = _APOSTROPHE
    classes[ord(".")], classes[ord(",")] = _POINT, _COMMA
    return classes, folded.astype(np.int32)


@inlined
def _code_point(buffer, at):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the code point at a byte position of valid UTF-8, and its number of bytes."""
    first = np.int32(buffer[at])
    if first < 0x80:
        return first, 1
    if first < 0xE0:
        return ((first & 0x1F) << 6) | (buffer[at + 1] & 0x3F), 2
    if first < 0xF0:
        return ((first & 0x0F) << 12) | ((buffer[at + 1] & 0x3F) << 6) | (buffer[at + 2] & 0x3F), 3
    high = ((first & 0x07) << 18) | ((buffer[at + 1] & 0x3F) << 12)
    return high | ((buffer[at + 2] & 0x3F) << 6) | (buffer[at + 3] & 0x3F), 4


@inlined
def _put(arena, at, point):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Write a code point as UTF-8 and return the position after it."""
    if point < 0x80:
        arena[at] = point
        return at + 1
    if point < 0x800:
        arena[at], arena[at + 1] = 0xC0 | (point >> 6), 0x80 | (point & 0x3F)
        return at + 2
    if point < 0x10000:
        arena[at], arena[at + 1], arena[at + 2] = (
            0xE0 | (point >> 12),
            0x80 | ((point >> 6) & 0x3F),
            0x80 | (point & 0x3F),
        )
        return at + 3
    arena[at], arena[at + 1] = 0xF0 | (point >> 18), 0x80 | ((point >> 12) & 0x3F)
    arena[at + 2], arena[at + 3] = 0x80 | ((point >> 6) & 0x3F), 0x80 | (point & 0x3F)
    return at + 4


@inlined
def _kind(classes, point):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    return classes[point] if point < len(classes) else 0


@inlined
def _joins(mark, before, after, run):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Say whether a mark joins what stands before and after it into one word; `run` counts letters since the last mark."""
    if mark == _APOSTROPHE:
        return before == _LETTER and after == _LETTER
    if before == _DIGIT:
        return after == _DIGIT
    return mark == _POINT and run == 1 and after == _LETTER


@inlined
def next_word(buffer, at, row_end, classes):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return where the next word begins, or `row_end` where none does."""
    while at < row_end:
        point, width = _code_point(buffer, at)
        kind = _kind(classes, point)
        if 0 < kind <= _DIGIT:
            return at
        at += width
    return row_end


@inlined
def read_word(buffer, at, row_end, classes, lower, arena, end):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Fold the word that starts at `at` into the arena from `end` on.

    Return where it ends in both, its hash, and whether it has a digit; an end of -1 means that the arena is full.
    """
    code, run, has_digit = _HASH_START, 0, False
    point, width = _code_point(buffer, at)
    kind = _kind(classes, point)
    while True:
        if end + _LONGEST_POINT >= len(arena):
            return at, np.int64(-1), code, has_digit
        has_digit = has_digit or kind == _DIGIT
        after = _put(arena, end, lower[point])
        for byte in range(end, after):
            code = (code ^ np.uint64(arena[byte])) * _HASH_STEP
        end = after
        at += width
        if at >= row_end:
            break
        before, run = kind, run + 1 if kind <= _DIGIT else 0
        point, width = _code_point(buffer, at)
        kind = _kind(classes, point)
        if kind == 0:
            break
        if kind > _DIGIT:
            if at + width >= row_end:
                break
            following, _ = _code_point(buffer, at + width)
            if not _joins(kind, before, _kind(classes, following), run):
                break
    return at, end, code ^ (code >> np.uint64(32)), has_digit
