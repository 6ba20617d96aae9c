"""Runs of words that two bodies of text have in common, found by 64-bit hashes of every run.

A run is 12 words; Chinese and Japanese, which put no blanks between words, count characters, 24 to a run. A run that is
mostly numbers and single letters is a row of figures or a formula, and those may be shared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RUN_WORDS = 12
RUN_CHARACTERS = 24
_FEWEST_WORDS = RUN_WORDS // 2

_IDEOGRAPH = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_CHARACTER = re.compile(f"[{_IDEOGRAPH}]")
_WORD = re.compile(f"[^\\W_{_IDEOGRAPH}]+")
# Between texts stands a word that no text can hold, so that no run crosses from one to the next.
_BORDER = "\x1e"
_BORDER_OR_WORD = re.compile(f"{_BORDER}|{_WORD.pattern}")
_BORDER_OR_CHARACTER = re.compile(f"{_BORDER}|{_CHARACTER.pattern}")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SIEVE_BITS = 22

Hashes = NDArray[np.uint64]


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
        # Nearly every run of a corpus is unknown here; a table of one byte per slot says so without a search.
        self._sieve = np.zeros(1 << _SIEVE_BITS, np.bool_)
        self._sieve[self._hashes >> np.uint64(64 - _SIEVE_BITS)] = True

    def found_in(self, corpus: str) -> list[Run]:
        """Return the runs that also occur in `corpus`, in the order of the project's files."""
        hashes = run_hashes(corpus)
        candidates = hashes[self._sieve[hashes >> np.uint64(64 - _SIEVE_BITS)]]
        if not len(candidates):
            return []
        return [self._run(int(at)) for at in np.flatnonzero(np.isin(self._hashes, candidates))]

    def _run(self, at: int) -> Run:
        name, text = self._texts[self._owners[at]]
        for start, words in iter_runs(text):
            if self._hashes[at] in run_hashes(words):
                return Run(name, text.lower().count("\n", 0, start) + 1, words)
        raise AssertionError("the run of a hash is in the text it was taken from")


def join_texts(texts: Iterable[str]) -> str:
    """Return one text whose runs are those of `texts`, none crossing from one to the next."""
    return f" {_BORDER} ".join(text.replace(_BORDER, " ") for text in texts)


def run_hashes(text: str) -> Hashes:
    """Return a hash per run of the text that is neither figures nor formula; words first, then characters."""
    lowered = text.lower()
    words = _hashed(_BORDER_OR_WORD.findall(lowered), RUN_WORDS, fewest_words=_FEWEST_WORDS)
    if lowered.isascii() or _CHARACTER.search(lowered) is None:
        return words
    characters = _hashed(_BORDER_OR_CHARACTER.findall(lowered), RUN_CHARACTERS, fewest_words=0)
    return np.concatenate([words, characters])


def iter_runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield each run of a text, in small letters, with its place there."""
    lowered = text.lower()
    for pattern, length in ((_BORDER_OR_WORD, RUN_WORDS), (_BORDER_OR_CHARACTER, RUN_CHARACTERS)):
        found = list(pattern.finditer(lowered))
        for first, last in zip(found, found[length - 1 :], strict=False):
            yield first.start(), lowered[first.start() : last.end()]


def _hashed(tokens: list[str], length: int, *, fewest_words: int) -> Hashes:
    count = len(tokens) - length + 1
    if count <= 0:
        return np.empty(0, np.uint64)
    each = np.fromiter(map(hash, tokens), np.int64, len(tokens)).view(np.uint64)
    runs = np.zeros(count, np.uint64)
    for offset in range(length):
        runs = runs * _FACTOR + each[offset : offset + count]
    # The top bits of a product are well mixed, and the sieve reads those.
    runs *= _FACTOR
    borders = np.fromiter((token == _BORDER for token in tokens), np.bool_, len(tokens))
    kept = _sliding_sum(borders, length) == 0
    if fewest_words:
        is_word = np.fromiter((len(token) > 1 and token.isalpha() for token in tokens), np.bool_, len(tokens))
        kept &= _sliding_sum(is_word, length) >= fewest_words
    kept_runs: Hashes = runs[kept]
    return kept_runs


def _sliding_sum(flags: NDArray[np.bool_], length: int) -> NDArray[np.int64]:
    sums = np.concatenate([[0], np.cumsum(flags)])
    return np.asarray(sums[length:] - sums[:-length], np.int64)
