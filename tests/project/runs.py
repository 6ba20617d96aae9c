"""Runs of words that two bodies of text have in common, found by 64-bit hashes of every run.

A run is 12 words; Chinese and Japanese, which put no blanks between words, count characters, 24 to a run. A run that is
mostly numbers and single letters is a row of figures or a formula, and those may be shared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

RUN_WORDS = 12
RUN_CHARACTERS = 24
_FEWEST_WORDS = RUN_WORDS // 2

_IDEOGRAPH = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_CHARACTER = re.compile(f"[{_IDEOGRAPH}]")
_WORD = re.compile(f"[^\\W_{_IDEOGRAPH}]+")
# Between texts is a word that no text can hold, so that no run crosses from one to the next.
_BORDER = "\x1e"
_BORDER_OR_WORD = re.compile(f"{_BORDER}|{_WORD.pattern}")
_BORDER_OR_CHARACTER = re.compile(f"{_BORDER}|{_CHARACTER.pattern}")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SIEVE_BITS = 26

Hashes = NDArray[np.uint64]
Possible = Callable[[Hashes], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class Run:
    """A run of words in one of the project's files."""

    file: str
    line: int
    text: str


class RunIndex:
    """Every run of some named texts, ready to be looked for in others."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._texts = list(texts)
        parts = [run_hashes(text) for _, text in self._texts]
        self._hashes: Hashes = np.concatenate([*parts, np.empty(0, np.uint64)])
        self._owners = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        # Sorted once: a body of texts is asked for in hundreds of parts, and each would sort a million runs again.
        self._known: Hashes = np.unique(self._hashes)
        # Nearly every run of a corpus is unknown here; a table of one byte per slot says so without a search.
        self._sieve = np.zeros(1 << _SIEVE_BITS, np.bool_)
        self._sieve[_slots(self._hashes)] = True

    def found_in(self, corpus: str) -> list[Run]:
        """Return the runs that also occur in `corpus`, in the order of the project's files."""
        hashes = run_hashes(corpus, possible=self._possible)
        common = hashes[self._known[np.searchsorted(self._known, hashes) % len(self._known)] == hashes]
        if not len(common):
            return []
        return [self._run(int(at)) for at in np.flatnonzero(np.isin(self._hashes, common))]

    def _possible(self, hashes: Hashes) -> NDArray[np.bool_]:
        return np.asarray(self._sieve[_slots(hashes)], np.bool_)

    def _run(self, at: int) -> Run:
        name, text = self._texts[self._owners[at]]
        for start, words in iter_runs(text):
            if self._hashes[at] in run_hashes(words):
                return Run(name, text.lower().count("\n", 0, start) + 1, words)
        raise AssertionError("the run of a hash is in the text it was taken from")


def join_texts(texts: Iterable[str]) -> str:
    """Return one text whose runs are those of `texts`, none crossing from one to the next."""
    return f" {_BORDER} ".join(text.replace(_BORDER, " ") for text in texts)


def run_hashes(text: str, *, possible: Possible | None = None) -> Hashes:
    """Return a hash per run of the text; words first, then characters.

    With `possible`, which tells of a hash whether it may be one of ours, only such runs come back, and of those none
    that is figures or formula, and none that crosses from one text to the next. To ask that of every run would take as
    long as all the rest.
    """
    lowered = text.lower()
    words = _hashed(_BORDER_OR_WORD.findall(lowered), RUN_WORDS, fewest_words=_FEWEST_WORDS, possible=possible)
    if lowered.isascii() or _CHARACTER.search(lowered) is None:
        return words
    found = _BORDER_OR_CHARACTER.findall(lowered)
    return np.concatenate([words, _hashed(found, RUN_CHARACTERS, fewest_words=0, possible=possible)])


def iter_runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield each run of a text, in small letters, with its place there."""
    lowered = text.lower()
    for pattern, length in ((_BORDER_OR_WORD, RUN_WORDS), (_BORDER_OR_CHARACTER, RUN_CHARACTERS)):
        found = list(pattern.finditer(lowered))
        for first, last in zip(found, found[length - 1 :], strict=False):
            yield first.start(), lowered[first.start() : last.end()]


def _hashed(tokens: list[str], length: int, *, fewest_words: int, possible: Possible | None) -> Hashes:
    count = len(tokens) - length + 1
    if count <= 0:
        return np.empty(0, np.uint64)
    each = np.fromiter(map(hash, tokens), np.int64, len(tokens)).view(np.uint64)
    runs = np.zeros(count, np.uint64)
    for offset in range(length):
        runs *= _FACTOR
        runs += each[offset : offset + count]
    # The top bits of a product are well mixed, and the sieve reads those.
    runs *= _FACTOR
    if possible is None:
        return runs
    places: list[int] = np.flatnonzero(possible(runs)).tolist()
    return runs[[at for at in places if _is_run(tokens[at : at + length], fewest_words)]]


def _is_run(tokens: list[str], fewest_words: int) -> bool:
    """Tell whether the tokens are of one text, and enough of them words."""
    return _BORDER not in tokens and sum(map(_is_word, tokens)) >= fewest_words


@cache
def _is_word(token: str) -> bool:
    return len(token) > 1 and token.isalpha()


def _slots(hashes: Hashes) -> Hashes:
    return hashes >> np.uint64(64 - _SIEVE_BITS)
