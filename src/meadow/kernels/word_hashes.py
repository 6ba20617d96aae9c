"""Words to 64-bit hashes in one pass over UTF-8 bytes: what `meadow.kernels.intern` reads, without a table of words.

For who only asks whether words are the same, a hash does, and a stream of texts then leaves nothing behind. The hash is
that of `meadow.kernels.word_runs.word_hash`, taken over the folded bytes of the word (FNV-1a, halves combined); its last
bit says whether the word has a digit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

# One set of rules for what a word is: those of the interning kernel.
from meadow.kernels.intern import _DIGIT, _HASH_START, _HASH_STEP, _character_tables, _code_point, _joins, _kind

Hashes = NDArray[np.uint64]
Longs = NDArray[np.int64]


def hash_words(texts: Sequence[str]) -> tuple[Hashes, Longs]:
    """Return the hashes of all words of the texts and, from 0 on, where those of each text begin."""
    encoded = [text.encode("utf-8", "replace") for text in texts]  # half a surrogate pair is in no word anyway
    buffer = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    row_ends = np.cumsum([len(data) for data in encoded], dtype=np.int64)
    hashes = np.empty(len(buffer) // 2 + len(texts) + 1, dtype=np.uint64)
    ends = np.zeros(len(texts) + 1, dtype=np.int64)
    count = _scan(buffer, row_ends, *_character_tables(), hashes, ends)
    return hashes[:count].copy(), ends


@njit(cache=True, nogil=True, inline="always")
def _hashed(code, point):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the hash after one more code point, byte by byte of its UTF-8."""
    if point < 0x80:
        return (code ^ np.uint64(point)) * _HASH_STEP
    if point < 0x800:
        code = (code ^ np.uint64(0xC0 | (point >> 6))) * _HASH_STEP
    else:
        if point < 0x10000:
            code = (code ^ np.uint64(0xE0 | (point >> 12))) * _HASH_STEP
        else:
            code = (code ^ np.uint64(0xF0 | (point >> 18))) * _HASH_STEP
            code = (code ^ np.uint64(0x80 | ((point >> 12) & 0x3F))) * _HASH_STEP
        code = (code ^ np.uint64(0x80 | ((point >> 6) & 0x3F))) * _HASH_STEP
    return (code ^ np.uint64(0x80 | (point & 0x3F))) * _HASH_STEP


@njit(cache=True, nogil=True, inline="always")
def _read_word(buffer, at, row_end, classes, lower):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return where the word that starts at `at` ends, and its hash."""
    code, run, figure = _HASH_START, 0, np.uint64(0)
    point, width = _code_point(buffer, at)
    kind = _kind(classes, point)
    while True:
        code = _hashed(code, lower[point])
        if kind == _DIGIT:
            figure = np.uint64(1)
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
    code ^= code >> np.uint64(32)
    return at, (code & ~np.uint64(1)) | figure


@njit(cache=True, nogil=True)
def _scan(buffer, row_ends, classes, lower, hashes, ends):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Write the hash of each word and where those of each row end; return the number of words."""
    at = written = 0
    for row in range(len(row_ends)):
        row_end = row_ends[row]
        while at < row_end:
            point, width = _code_point(buffer, at)
            kind = _kind(classes, point)
            if kind == 0 or kind > _DIGIT:
                at += width
                continue
            at, hashes[written] = _read_word(buffer, at, row_end, classes, lower)
            written += 1
        ends[row + 1] = written
    return written
