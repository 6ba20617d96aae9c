"""The words of a language seen so far: each is read, stemmed and looked up once, however many stories hold it.

A vocabulary lives as long as the process and gives every word an int32 id, so that no method touches strings again. Ids
depend on what was read before, answers do not: what methods see is numbered within their story. For the same reason nobody
can tell whether the words were read by `re` and a dictionary or by compiled loops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, islice
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.loops import COMPILED
from meadow.model import FloatArray, IntArray
from meadow.text.background import Background
from meadow.text.language import UNSPACED
from meadow.text.pieces import Pieces
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import Scheme, tokenize
from meadow.vectors.growing import GrowingArray

STOP = -1
_MOST_WORDS = 2_000_000  # a vocabulary that has grown past this is left to those who hold it, and a new one begins
_BACKGROUNDS_KEPT = 4
_BEHIND_WORDS = frozenset(",.;:!?)'\"”")

WordIds = tuple[IntArray, NDArray[np.int64]]


class Reader(Protocol):
    """What turns texts into word ids; new words get the next ids."""

    def intern(self, texts: Sequence[str]) -> WordIds:
        """Return the ids of all words of the texts and, per text, where its ids end."""

    def words(self, start: int = 0) -> list[str]:
        """Return the words with ids from `start` on."""


class PlainReader:
    """The reader of every scheme and language that the loops do not know, and of all where they are not compiled."""

    def __init__(self, scheme: Scheme, language: str) -> None:
        self._scheme: Scheme = scheme
        self._language = language
        self._known: dict[str, int] = {}
        self._pieces = Pieces(self._ids_of_piece)

    def intern(self, texts: Sequence[str]) -> WordIds:
        """Return the ids of all words of the texts and, per text, where its ids end."""
        if self._scheme == "words" and self._language not in UNSPACED:
            numbers, places = self._pieces.read(texts)
            return np.array(numbers, np.int32), np.array(places, np.int64)
        rows = list(map(self._ids, texts))
        ids = np.fromiter((word for row in rows for word in row), np.int32)
        return ids, np.fromiter(accumulate(map(len, rows)), np.int64, len(rows))

    def words(self, start: int = 0) -> list[str]:
        """Return the words with ids from `start` on."""
        return _newest(self._known, len(self._known) - start)

    def _ids_of_piece(self, piece: str) -> list[int]:
        """Return the ids of the words of a piece without blanks: nearly always letters, and perhaps a mark behind them."""
        word = piece if piece.isalpha() else piece[:-1] if piece[-1] in _BEHIND_WORDS else ""
        if not (word.isalpha() and word.isascii()):
            return self._ids(piece)
        known = self._known
        return [known.setdefault(word.lower(), len(known))]

    def _ids(self, text: str) -> list[int]:
        known = self._known
        return [known.setdefault(word, len(known)) for word in tokenize(text, self._scheme, self._language)]


class Vocabulary:
    """Words by id with the term that each stands for: `term_of[word]` is the id of its stem in `terms`, or `STOP`.

    Threads may share it: it only grows, what an id stands for never changes, and `read` returns ids that are known already.
    After an error it is `broken`: nobody is given it any more, so that what failed in one story stays there.
    """

    def __init__(self, language: str, reader: Reader) -> None:
        self.language = language
        self.words: list[str] = []
        self.terms: list[str] = []
        self._reader = reader
        self._term_ids: dict[str, int] = {}
        self._term_of = GrowingArray[np.int32](np.int32)
        self._rarities: list[tuple[Background, GrowingArray[np.float64]]] = []
        self._answers: dict[Callable[[str], int], GrowingArray[np.int64]] = {}
        self._lock = Lock()
        self.broken = False

    @property
    def term_of(self) -> IntArray:
        """The term of each word so far, by its id."""
        return self._term_of.values

    def read(self, texts: Sequence[str]) -> WordIds:
        """Return the ids of all words of the texts and, per text, where its ids end; new words join the vocabulary."""
        with self._lock, self._breaking():
            ids, ends = self._reader.intern(texts)
            if len(ids) and int(ids.max()) >= len(self.words):
                self._learn(self._reader.words(len(self.words)))
        return ids, ends

    def idf(self, background: Background) -> FloatArray:
        """Return the inverse document frequency of every word, by id."""
        with self._lock, self._breaking():
            rarity = next((each for known, each in self._rarities if known == background), None)
            if rarity is None:
                rarity = GrowingArray[np.float64](np.float64)
            if len(rarity) < len(self.words):
                rarity.extend(background.idf(self.words[len(rarity) :]))
                others = [each for each in self._rarities if each[0] != background]
                self._rarities = [(background, rarity), *others[: _BACKGROUNDS_KEPT - 1]]
            return rarity.values

    def answers(self, ask: Callable[[str], int]) -> NDArray[np.int64]:
        """Return the number that a pure function says of every word, by id: each is asked about once, in whatever story.

        The function is known by its identity, so one that lives as long as the process is to be given.
        """
        with self._lock, self._breaking():
            said = self._answers.setdefault(ask, GrowingArray[np.int64](np.int64))
            if len(said) < len(self.words):
                said.extend(np.fromiter(map(ask, self.words[len(said) :]), np.int64))
            return said.values

    @contextmanager
    def _breaking(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.broken = True
            raise

    def _learn(self, words: Sequence[str]) -> None:
        stops = stop_words(self.language)
        known = self._term_ids
        stems = stem_words(words, self.language)
        new = (
            STOP if word in stops else known.setdefault(stem, len(known))
            for word, stem in zip(words, stems, strict=True)
        )
        term_ids = np.fromiter(new, np.int32, len(words))
        # Whoever reads an id in `term_of` must find its text: the texts come first.
        self.words.extend(words)
        self.terms.extend(_newest(known, len(known) - len(self.terms)))
        self._term_of.extend(term_ids)


def _newest(known: dict[str, int], count: int) -> list[str]:
    """Return the keys that were added last, in order of adding, without walking the others."""
    return list(islice(reversed(known), count))[::-1]


_open: dict[tuple[Scheme, str], Vocabulary] = {}
_opening = Lock()


def vocabulary_for(scheme: Scheme = "words", *, language: str = "en") -> Vocabulary:
    """Return the vocabulary to read texts with: the language's own."""
    key = scheme, language
    with _opening:
        known = _open.get(key)
        if known is None or known.broken or len(known.words) > _MOST_WORDS:
            known = _open[key] = Vocabulary(language, _reader(scheme, language))
        return known


def _reader(scheme: Scheme, language: str) -> Reader:
    if not COMPILED or scheme != "words" or language in UNSPACED:
        return PlainReader(scheme, language)
    from meadow.kernels.intern import WordTable

    return WordTable.empty()
