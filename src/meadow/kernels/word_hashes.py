"""Words to 64-bit hashes in one pass over UTF-8 bytes: what `meadow.kernels.intern` reads, without a table of words.

For who only asks whether words are the same, a hash does, and a stream of texts then leaves nothing behind. The hash is
that of `meadow.kernels.word_runs.word_hash`, taken over the folded bytes of the word (FNV-1a, halves combined); its last
bit says whether the word has a digit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.loops import words as loops
from meadow.kernels.loops.types import run
from meadow.kernels.word_scanner import Longs, character_tables, pack

Hashes = NDArray[np.uint64]

_FOLDED_GROWTH = 2  # a folded letter may take more bytes than the letter, but never twice as many
_SPARE = 8


def hash_words(texts: Sequence[str]) -> tuple[Hashes, Longs]:
    """Return the hashes of all words of the texts and, from 0 on, where those of each text begin."""
    buffer, row_ends = pack(texts)
    longest = int(np.diff(row_ends, prepend=0).max(initial=0))
    arena = np.empty(_FOLDED_GROWTH * longest + _SPARE, dtype=np.uint8)
    hashes = np.empty(len(buffer) // 2 + len(texts) + 1, dtype=np.uint64)
    ends = np.zeros(len(texts) + 1, dtype=np.int64)
    classes, lower = character_tables()
    count = run(loops.hash_words, buffer, row_ends, classes, lower, arena, hashes, ends)
    return hashes[:count].copy(), ends
