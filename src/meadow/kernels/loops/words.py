"""What a word is, byte by byte: one scanner of UTF-8 text, and the two readers made of it.

`intern` gives words numbers, `hash_words` hashes. The tables of letters, digits and folded forms are made by the functions
that `meadow.text.tokens.words` uses too.
"""

from __future__ import annotations

from meadow.kernels.loops.types import Bytes, Ints, Longs, Text, Word, Words

_LETTER: int = 1
_DIGIT: int = 2
_APOSTROPHE: int = 3
_POINT: int = 4
# FNV-1a: Fowler, Noll and Vo (1991).
_HASH_START: Word = 14695981039346656037
_HASH_STEP: Word = 1099511628211
_ALL_BITS: Word = 0xFFFFFFFFFFFFFFFF
_LONGEST_POINT: int = 4  # bytes that one code point takes at most


def _code_point(buffer: Text, at: int) -> tuple[int, int]:
    """Return the code point at a byte position of valid UTF-8, and its number of bytes."""
    first: int = buffer[at]
    if first < 0x80:
        return first, 1
    if first < 0xE0:
        return ((first & 0x1F) << 6) | (buffer[at + 1] & 0x3F), 2
    if first < 0xF0:
        return ((first & 0x0F) << 12) | ((buffer[at + 1] & 0x3F) << 6) | (buffer[at + 2] & 0x3F), 3
    high = ((first & 0x07) << 18) | ((buffer[at + 1] & 0x3F) << 12)
    return high | ((buffer[at + 2] & 0x3F) << 6) | (buffer[at + 3] & 0x3F), 4


def _put(arena: Bytes, at: int, point: int) -> int:
    """Write a code point as UTF-8 and return the position after it."""
    if point < 0x80:
        arena[at] = point
        return at + 1
    if point < 0x800:
        arena[at] = 0xC0 | (point >> 6)
        arena[at + 1] = 0x80 | (point & 0x3F)
        return at + 2
    if point < 0x10000:
        arena[at] = 0xE0 | (point >> 12)
        arena[at + 1] = 0x80 | ((point >> 6) & 0x3F)
        arena[at + 2] = 0x80 | (point & 0x3F)
        return at + 3
    arena[at] = 0xF0 | (point >> 18)
    arena[at + 1] = 0x80 | ((point >> 12) & 0x3F)
    arena[at + 2] = 0x80 | ((point >> 6) & 0x3F)
    arena[at + 3] = 0x80 | (point & 0x3F)
    return at + 4


def _kind(classes: Text, point: int) -> int:
    return classes[point] if point < len(classes) else 0


def _joins(mark: int, before: int, after: int, run: int) -> bool:
    """Say whether a mark joins what stands before and after it into one word; `run` counts letters since the last mark."""
    if mark == _APOSTROPHE:
        return before == _LETTER and after == _LETTER
    if before == _DIGIT:
        return after == _DIGIT
    return mark == _POINT and run == 1 and after == _LETTER


def _next_word(buffer: Text, at: int, row_end: int, classes: Text) -> int:
    """Return where the next word begins, or `row_end` where none does."""
    while at < row_end:
        point, width = _code_point(buffer, at)
        kind = _kind(classes, point)
        if 0 < kind <= _DIGIT:
            return at
        at += width
    return row_end


def _read_word(
    buffer: Text, at: int, row_end: int, classes: Text, lower: Ints, arena: Bytes, end: int
) -> tuple[int, int, Word, int]:
    """Fold the word that starts at `at` into the arena from `end` on.

    Return where it ends in both, its hash, and whether it has a digit; an end of -1 means that the arena is full.
    """
    code: Word = _HASH_START
    run, has_digit = 0, 0
    point, width = _code_point(buffer, at)
    kind = _kind(classes, point)
    while True:
        if end + _LONGEST_POINT >= len(arena):
            return at, -1, code, has_digit
        if kind == _DIGIT:
            has_digit = 1
        after = _put(arena, end, lower[point])
        for byte in range(end, after):
            code = ((code ^ arena[byte]) * _HASH_STEP) & _ALL_BITS
        end = after
        at += width
        if at >= row_end:
            break
        before = kind
        run = run + 1 if kind <= _DIGIT else 0
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
    return at, end, code ^ (code >> 32), has_digit


def _slot_of(slots: Ints, hashes: Words, ends: Longs, arena: Bytes, count: int, code: Word, end: int) -> int:
    """Return the slot of the word that stands unfinished at the arena's end, or the free slot where it belongs."""
    mask: Word = len(slots) - 1
    slot: int = code & mask
    start = ends[count]
    while slots[slot] >= 0:
        known = slots[slot]
        if hashes[known] == code and ends[known + 1] - ends[known] == end - start:
            offset = 0
            while start + offset < end and arena[ends[known] + offset] == arena[start + offset]:
                offset += 1
            if start + offset == end:
                return slot
        slot = (slot + 1) & mask
    return slot


def refill(slots: Ints, hashes: Words, count: int) -> None:
    """Enter so many words into empty slots by their hashes."""
    mask: Word = len(slots) - 1
    for word in range(count):
        slot: int = hashes[word] & mask
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = word


def intern(
    buffer: Text,
    row_ends: Longs,
    classes: Text,
    lower: Ints,
    slots: Ints,
    hashes: Words,
    ends: Longs,
    arena: Bytes,
    count: int,
    ids: Ints,
    id_ends: Longs,
    state: Longs,
) -> int:
    """Read words from `state` on until all rows are done or an array is full; return the number of words known."""
    at, row, written = state[0], state[1], state[2]
    while row < len(row_ends):
        row_end = row_ends[row]
        at = _next_word(buffer, at, row_end, classes)
        while at < row_end:
            after, end, code, _ = _read_word(buffer, at, row_end, classes, lower, arena, ends[count])
            if end < 0 or count + 1 >= len(hashes):
                state[0], state[1], state[2] = at, row, written
                return count
            at = _next_word(buffer, after, row_end, classes)
            slot = _slot_of(slots, hashes, ends, arena, count, code, end)
            if slots[slot] < 0:
                slots[slot] = count
                hashes[count] = code
                ends[count + 1] = end
                count += 1
            ids[written] = slots[slot]
            written += 1
        id_ends[row] = written
        row += 1
    state[0], state[1], state[2] = at, row, written
    return count


def hash_words(
    buffer: Text, row_ends: Longs, classes: Text, lower: Ints, arena: Bytes, hashes: Words, ends: Longs
) -> int:
    """Write the hash of each word, its last bit set if it has a digit, and where each row ends; return how many."""
    at, written = 0, 0
    for row in range(len(row_ends)):
        row_end = row_ends[row]
        at = _next_word(buffer, at, row_end, classes)
        while at < row_end:
            after, _, code, has_digit = _read_word(buffer, at, row_end, classes, lower, arena, 0)
            hashes[written] = ((code >> 1) << 1) | has_digit
            written += 1
            at = _next_word(buffer, after, row_end, classes)
        ends[row + 1] = written
    return written
