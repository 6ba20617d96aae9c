"""Words interned to int32 ids once, so that no method touches strings again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from meadow.model import IntArray
from meadow.text.language import UNSPACED
from meadow.text.tokens import Scheme, tokenize

# Below this many characters, loading the compiled kernel costs more time than it saves.
BULK_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Interned:
    """The words of some texts: `ids` in order, those of text i ending at `ends[i]`; id k is `words[k]`, first seen first."""

    ids: IntArray
    ends: NDArray[np.int64]
    words: list[str]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of words of each text."""
        return np.diff(self.ends, prepend=0)

    def rows(self) -> Iterator[IntArray]:
        """Iterate over the ids of each text."""
        return (self.ids[end - length : end] for end, length in zip(self.ends, self.lengths, strict=True))


def intern_words(texts: Sequence[str], *, scheme: Scheme = "words", language: str = "en") -> Interned:
    """Return the words of the texts as ids; large inputs take the compiled kernel, with the same answer."""
    bulk = scheme == "words" and language not in UNSPACED and sum(map(len, texts)) >= BULK_CHARACTERS
    return _intern_bulk(texts) if bulk else _intern_plain(texts, scheme, language)


def _intern_plain(texts: Sequence[str], scheme: Scheme, language: str) -> Interned:
    known: dict[str, int] = {}
    rows = [[known.setdefault(word, len(known)) for word in tokenize(text, scheme, language)] for text in texts]
    ids = np.fromiter((word for row in rows for word in row), np.int32)
    return Interned(ids, np.fromiter(accumulate(map(len, rows)), np.int64, len(rows)), list(known))


def _intern_bulk(texts: Sequence[str]) -> Interned:
    from meadow.kernels.intern import WordTable

    table = WordTable.empty()
    ids, ends = table.intern(texts)
    return Interned(ids, ends, table.words())
