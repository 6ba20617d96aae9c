"""Edit distances from one text to many at once: the bit-parallel algorithm over one long integer.

All texts stand side by side in one integer, a bit per character, each followed by a guard bit that stops carries. One pass
over the other text's characters then moves every column of every dynamic-programming table together, and the distance is
read off the vertical differences of the last column.

Source: Myers (1999), A fast bit-vector algorithm for approximate string matching; Hyyrö (2003) for global distances.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_BYTE = 8


class TextBlocks:
    """Texts laid out for distances: build once, ask often."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.lengths: NDArray[np.int64] = np.array([len(text) for text in texts], dtype=np.int64)
        # A block is a text and its guard, rounded up to whole bytes so that sums of bits are sums over bytes.
        sizes = (self.lengths + 1 + _BYTE - 1) // _BYTE
        self._starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]) if len(texts) else np.zeros(0, dtype=np.int64)
        self._bytes = int(sizes.sum())
        offsets = np.repeat(self._starts * _BYTE, self.lengths)
        within = np.arange(len(offsets)) - np.repeat(np.cumsum(self.lengths) - self.lengths, self.lengths)
        self._places = offsets + within
        self._characters = np.array([ord(character) for text in texts for character in text], dtype=np.int64)
        self._text_bits = self._integer(self._places)
        self._first_bits = self._integer(self._starts * _BYTE) & self._text_bits
        self._match_bits: dict[str, int] = {}

    def distances(self, other: str) -> NDArray[np.int64]:
        """Return the Levenshtein distance from `other` to each text, with unit costs."""
        if not len(self.lengths):
            return self.lengths
        rising, falling = self._text_bits, 0
        for character in other:
            rising, falling = self._next_column(rising, falling, self._matches(character))
        return len(other) + self._bit_counts(rising) - self._bit_counts(falling)

    def _next_column(self, rising: int, falling: int, match: int) -> tuple[int, int]:
        """Return the vertical +1 and −1 differences of the next column (Myers's step; guards absorb carries)."""
        inside, first = self._text_bits, self._first_bits
        diagonal = ((((match & rising) + rising) ^ rising) | match | falling) & inside
        across_up = falling | (inside & ~(diagonal | rising))
        across_down = rising & diagonal
        # The row above the table grows by one per character, which enters each block at its first bit.
        across_up = ((across_up << 1) | first) & inside
        across_down = (across_down << 1) & inside
        return across_down | (inside & ~((match | falling) | across_up)), across_up & (match | falling)

    def _matches(self, character: str) -> int:
        bits = self._match_bits.get(character)
        if bits is None:
            bits = self._integer(self._places[self._characters == ord(character)])
            self._match_bits[character] = bits
        return bits

    def _integer(self, places: NDArray[np.int64]) -> int:
        bits = np.zeros(self._bytes * _BYTE, dtype=np.uint8)
        bits[places] = 1
        return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

    def _bit_counts(self, bits: int) -> NDArray[np.int64]:
        counts = np.bitwise_count(np.frombuffer(bits.to_bytes(self._bytes, "little"), dtype=np.uint8))
        totals: NDArray[np.int64] = np.add.reduceat(counts.astype(np.int64), self._starts)
        return totals
