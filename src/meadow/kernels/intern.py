"""Words to int32 ids in one pass over UTF-8 bytes: the fast twin of `meadow.text.tokens.words` plus a dictionary.

All texts are packed into one byte buffer. The scan folds each letter, hashes the word while reading it, and probes an
open-addressing table; a new word's bytes stay where they were written, at the end of one arena, and equal hashes are
settled by comparing bytes. When an array is full the scan stops before the word, the arrays grow, and it goes on there.
Ids count up in order of first appearance, which is what the plain twin does too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.model import IntArray
from meadow.text.tokens import LAST_LETTER, fold, marks

Bytes = NDArray[np.uint8]

_LETTER, _DIGIT, _APOSTROPHE, _POINT, _COMMA = 1, 2, 3, 4, 5
_HASH_START = np.uint64(14695981039346656037)
_HASH_STEP = np.uint64(1099511628211)
_NEW_WORD_ROOM = 4  # a code point takes at most four bytes
_LOAD = 2  # slots per word; the number of slots is a power of two, so that a mask finds one


@dataclass(slots=True)
class WordTable:
    """A growing set of words: `count` of them, each a run of `arena` bytes, found through `slots`."""

    slots: IntArray
    hashes: NDArray[np.uint64]
    ends: NDArray[np.int64]
    arena: Bytes
    count: int = 0

    @classmethod
    def empty(cls, *, words: int = 4096, size: int = 65_536) -> WordTable:
        """Return a table with room for so many words and bytes; it grows by itself."""
        slots = np.full(words * _LOAD, -1, dtype=np.int32)
        return cls(slots, np.zeros(words, np.uint64), np.zeros(words + 1, np.int64), np.zeros(size, np.uint8))

    def words(self, start: int = 0) -> list[str]:
        """Return the words with ids from `start` on, in order of id."""
        ends = self.ends[start : self.count + 1].tolist()
        first = ends[0]
        data = self.arena[first : ends[-1]].tobytes()
        return [data[a - first : b - first].decode() for a, b in pairwise(ends)]

    def intern(self, texts: Sequence[str]) -> tuple[IntArray, NDArray[np.int64]]:
        """Return the ids of all words of the texts and, per text, where its ids end; new words join the table."""
        encoded = [text.encode("utf-8", "replace") for text in texts]  # half a surrogate pair is in no word anyway
        buffer = np.frombuffer(b"".join(encoded), dtype=np.uint8)
        row_ends = np.cumsum([len(data) for data in encoded], dtype=np.int64)
        ids = np.empty(len(buffer) // 2 + len(texts) + 1, dtype=np.int32)
        id_ends = np.zeros(len(texts), dtype=np.int64)
        classes, lower = _character_tables()
        state = np.zeros(3, dtype=np.int64)  # position in the buffer, row, ids written
        while True:
            self.count = _scan(
                buffer,
                row_ends,
                classes,
                lower,
                self.slots,
                self.hashes,
                self.ends,
                self.arena,
                self.count,
                ids,
                id_ends,
                state,
            )
            if state[1] == len(texts):
                return ids[: state[2]], id_ends
            self._grow()

    def _grow(self) -> None:
        if self.count + 1 < len(self.hashes):
            self.arena = np.concatenate([self.arena, np.zeros_like(self.arena)])
        else:
            self.hashes = np.concatenate([self.hashes, np.zeros_like(self.hashes)])
            self.ends = np.concatenate([self.ends, np.zeros(len(self.ends) - 1, np.int64)])
            self.slots = np.full(len(self.slots) * 2, -1, dtype=np.int32)
            _refill(self.slots, self.hashes, self.count)


@cache
def _character_tables() -> tuple[Bytes, IntArray]:
    """Return each code point's class and folded form, from the very functions that the plain twin uses."""
    points = range(LAST_LETTER)
    characters = [chr(point) if not 0xD800 <= point <= 0xDFFF else " " for point in points]
    folded = np.fromiter((ord(fold(character)) for character in characters), np.int32, LAST_LETTER)
    classes = np.zeros(LAST_LETTER, dtype=np.uint8)
    for point, character in enumerate(characters):
        if character.isalnum():
            classes[point] = _DIGIT if character.isdecimal() else _LETTER
    classes[[ord(mark) for mark in marks()]] = _LETTER
    classes[[ord("'"), ord("’")]] = _APOSTROPHE
    classes[ord(".")], classes[ord(",")] = _POINT, _COMMA
    return classes, folded


@njit(cache=True, nogil=True, inline="always")
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


@njit(cache=True, nogil=True, inline="always")
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


@njit(cache=True, nogil=True, inline="always")
def _kind(classes, point):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    return classes[point] if point < len(classes) else 0


@njit(cache=True, nogil=True, inline="always")
def _joins(mark, before, after, run):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Say whether a mark joins what stands before and after it into one word; `run` counts letters since the last mark."""
    if mark == _APOSTROPHE:
        return before == _LETTER and after == _LETTER
    if before == _DIGIT:
        return after == _DIGIT
    return mark == _POINT and run == 1 and after == _LETTER


@njit(cache=True, nogil=True)
def _find(slots, hashes, ends, arena, count, code, end):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the slot of the word that stands unfinished at the arena's end, or the free slot where it belongs."""
    mask = len(slots) - 1
    slot = np.int64(code) & mask
    start = ends[count]
    while slots[slot] >= 0:
        known = slots[slot]
        if hashes[known] == code and ends[known + 1] - ends[known] == end - start:
            same = True
            for offset in range(end - start):
                if arena[ends[known] + offset] != arena[start + offset]:
                    same = False
                    break
            if same:
                return slot
        slot = (slot + 1) & mask
    return slot


@njit(cache=True, nogil=True)
def _refill(slots, hashes, count):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    mask = len(slots) - 1
    for word in range(count):
        slot = np.int64(hashes[word]) & mask
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = word


@njit(cache=True, nogil=True, inline="always")
def _read_word(buffer, at, row_end, classes, lower, arena, end):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Fold the word that starts at `at` into the arena; return where it ends in both and its hash; end -1 = arena full."""
    code, run = _HASH_START, 0
    point, width = _code_point(buffer, at)
    kind = _kind(classes, point)
    while True:
        if end + _NEW_WORD_ROOM >= len(arena):
            return at, np.int64(-1), code
        after = _put(arena, end, lower[point])
        for place in range(end, after):
            code = (code ^ np.uint64(arena[place])) * _HASH_STEP
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
    return at, end, code ^ (code >> np.uint64(32))


@njit(cache=True, nogil=True)
def _scan(buffer, row_ends, classes, lower, slots, hashes, ends, arena, count, ids, id_ends, state):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Read words from `state` on until all rows are done or an array is full; return the number of words known."""
    at, row, written = state[0], state[1], state[2]
    while row < len(row_ends):
        row_end = row_ends[row]
        while at < row_end:
            point, width = _code_point(buffer, at)
            kind = _kind(classes, point)
            if kind == 0 or kind > _DIGIT:
                at += width
                continue
            after, end, code = _read_word(buffer, at, row_end, classes, lower, arena, ends[count])
            if end < 0 or count + 1 >= len(hashes):
                state[0], state[1], state[2] = at, row, written
                return count
            at = after
            slot = _find(slots, hashes, ends, arena, count, code, end)
            if slots[slot] < 0:
                slots[slot], hashes[count], ends[count + 1] = count, code, end
                count += 1
            ids[written] = slots[slot]
            written += 1
        id_ends[row] = written
        row += 1
    state[0], state[1], state[2] = at, row, written
    return count
