"""The words of a language seen so far: each is read, stemmed and looked up once, however many stories hold it.

A vocabulary lives as long as the process and gives every word an int32 id, so that no method touches strings again. It
reads with `re` and a dictionary at first, and with the compiled kernel once the process has read enough text to repay
loading it; ids differ then, answers do not, because what methods see is numbered within their story.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, islice
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray, IntArray
from meadow.text.background import Background
from meadow.text.language import UNSPACED
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import Scheme, tokenize

STOP = -1
# Loading compiled code takes half a second; it saves that much over about so many characters.
BULK_CHARACTERS = 4_000_000
_MOST_WORDS = 2_000_000  # a vocabulary that has grown past this is left to those who hold it, and a new one begins
_BACKGROUNDS_KEPT = 4

WordIds = tuple[IntArray, NDArray[np.int64]]


class Reader(Protocol):
    """What turns texts into word ids; new words get the next ids."""

    def intern(self, texts: Sequence[str]) -> WordIds:
        """Return the ids of all words of the texts and, per text, where its ids end."""

    def words(self, start: int = 0) -> list[str]:
        """Return the words with ids from `start` on."""


class PlainReader:
    """The reader of small inputs, and of every scheme and language that the kernel does not know."""

    def __init__(self, scheme: Scheme, language: str) -> None:
        self._scheme: Scheme = scheme
        self._language = language
        self._known: dict[str, int] = {}

    def intern(self, texts: Sequence[str]) -> WordIds:
        """Return the ids of all words of the texts and, per text, where its ids end."""
        known = self._known
        rows = [
            [known.setdefault(word, len(known)) for word in tokenize(text, self._scheme, self._language)]
            for text in texts
        ]
        ids = np.fromiter((word for row in rows for word in row), np.int32)
        return ids, np.fromiter(accumulate(map(len, rows)), np.int64, len(rows))

    def words(self, start: int = 0) -> list[str]:
        """Return the words with ids from `start` on."""
        return _newest(self._known, len(self._known) - start)


class Vocabulary:
    """Words by id with the term that each stands for: `term_of[word]` is the id of its stem in `terms`, or `STOP`."""

    def __init__(self, language: str, reader: Reader) -> None:
        self.language = language
        self.words: list[str] = []
        self.terms: list[str] = []
        self.term_of: IntArray = np.empty(0, np.int32)
        self._reader = reader
        self._term_ids: dict[str, int] = {}
        self._rarities: list[tuple[Background, FloatArray]] = []
        self._lock = Lock()

    def read(self, texts: Sequence[str]) -> WordIds:
        """Return the ids of all words of the texts and, per text, where its ids end; new words join the vocabulary."""
        with self._lock:
            ids, ends = self._reader.intern(texts)
            if len(ids) and int(ids.max()) >= len(self.words):
                self._learn(self._reader.words(len(self.words)))
        return ids, ends

    def idf(self, background: Background) -> FloatArray:
        """Return the inverse document frequency of every word, by id."""
        with self._lock:
            kept = next((each for each in self._rarities if each[0] == background), (background, np.empty(0)))
            if len(kept[1]) < len(self.words):
                new = background.idf(self.words[len(kept[1]) :])
                others = [each for each in self._rarities if each[0] != background]
                kept = background, np.concatenate([kept[1], new])
                self._rarities = [kept, *others[: _BACKGROUNDS_KEPT - 1]]
            return kept[1]

    def _learn(self, words: Sequence[str]) -> None:
        stops = stop_words(self.language)
        known = self._term_ids
        stems = stem_words(words, self.language)
        new = (
            STOP if word in stops else known.setdefault(stem, len(known))
            for word, stem in zip(words, stems, strict=True)
        )
        self.term_of = np.concatenate([self.term_of, np.fromiter(new, np.int32, len(words))])
        self.words.extend(words)
        self.terms.extend(_newest(known, len(known) - len(self.terms)))


def _newest(known: dict[str, int], count: int) -> list[str]:
    """Return the keys that were added last, in order of adding, without walking the others."""
    return list(islice(reversed(known), count))[::-1]


_open: dict[tuple[Scheme, str, bool], Vocabulary] = {}
_characters_read = 0


def vocabulary_for(texts: Sequence[str], *, scheme: Scheme = "words", language: str = "en") -> Vocabulary:
    """Return the vocabulary to read texts with: the language's own, on the kernel if it is loaded or worth loading."""
    global _characters_read
    _characters_read += sum(map(len, texts))
    compiled = scheme == "words" and language not in UNSPACED and _characters_read >= BULK_CHARACTERS
    key = scheme, language, compiled
    known = _open.get(key)
    if known is None or len(known.words) > _MOST_WORDS:
        known = _open[key] = Vocabulary(language, _compiled_reader() if compiled else PlainReader(scheme, language))
    return known


def _compiled_reader() -> Reader:
    from meadow.kernels.intern import WordTable

    return WordTable.empty()


def use_kernels() -> None:
    """Read with compiled code from now on, whatever the size: for a process that will work for long, and for benchmarks."""
    global _characters_read
    _characters_read = max(_characters_read, BULK_CHARACTERS)


def kernels_in_use() -> bool:
    """Say whether compiled code is worth its loading time in this process by now."""
    return _characters_read >= BULK_CHARACTERS
