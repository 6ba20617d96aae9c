"""Words to int32 ids in one pass over UTF-8 bytes: the fast twin of `meadow.text.tokens.words` plus a dictionary.

All texts are packed into one byte buffer. The scan folds each letter, hashes the word while reading it, and probes an
open-addressing table; a new word's bytes stay where they were written, at the end of one arena, and equal hashes are
settled by comparing bytes. When an array is full the scan stops before the word, the arrays grow, and it goes on there.
Ids count up in order of first appearance, which is what the plain twin does too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.loops import words as loops
from meadow.kernels.loops.types import run
from meadow.kernels.word_scanner import Bytes, character_tables, pack
from meadow.model import IntArray

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

    def expect(self, texts: Sequence[str]) -> list[str]:
        """Return the words of texts, each once."""
        words = WordTable.empty()
        words.intern(texts)
        return words.words()

    def intern(self, texts: Sequence[str]) -> tuple[IntArray, NDArray[np.int64]]:
        """Return the ids of all words of the texts and, per text, where its ids end; new words join the table."""
        buffer, row_ends = pack(texts)
        ids = np.empty(len(buffer) // 2 + len(texts) + 1, dtype=np.int32)
        id_ends = np.zeros(len(texts), dtype=np.int64)
        classes, lower = character_tables()
        state = np.zeros(3, dtype=np.int64)  # position in the buffer, row, ids written
        while True:
            self.count = run(
                loops.intern,
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
            run(loops.refill, self.slots, self.hashes, self.count)
