"""The frequency lists that the package `wordfreq` ships, read from its files: its code takes longer to load than ours.

A list is a compressed MessagePack array: a head, and for each centibel below 1 the words of that frequency. Numbers are
listed by their shape ("0000"); how the shape's frequency spreads over the digits is `wordfreq`'s model, Benford's law for
numbers and a curve for years, written down here once more and tested equal to it.

Source: Speer (2022), "rspeer/wordfreq: v3.0".
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import cast

import msgspec

_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d[\d.,]+")
_HEAD = {"format": "cB", "version": 1}
_SIZES = ("small", "large")  # the better one last
_LEADING = (0.009, 0.300, 0.175, 0.124, 0.096, 0.078, 0.066, 0.057, 0.050, 0.045)
_YEAR_DIGITS = 4
_YEAR_PEAK, _NO_YEAR = -1.9185, 0.1
_FIRST_PEAK, _LAST_PEAK = 2019, 2039
# Making a dictionary of 320,000 words takes as long as reading them through so many times.
_MOST_READINGS = 20


@cache
def list_paths() -> Mapping[str, Path]:
    """Return the file with the best list of each language."""
    spec = find_spec("wordfreq")
    folder = Path(str(spec.origin)).parent / "data" if spec is not None else Path()
    return {
        path.name.split(".")[0].removeprefix(f"{size}_"): path
        for size in _SIZES
        for path in folder.glob(f"{size}_*.msgpack.gz")
    }


class FrequencyList:
    """The frequencies of a language's words, for whoever first says which words are going to be asked for.

    A story of five articles asks for a thousand words of 300,000, and a digest may hold one article in a language. So the
    list is read through for the words that are wanted, all at once, and becomes a dictionary only where that was done often.
    Threads may share it.
    """

    def __init__(self, language: str) -> None:
        self._words_by_centibel: Sequence[Sequence[str]] = _load(language)
        self._readings = 0
        self._answers: dict[str, float] = {}
        self._every: dict[str, float] | None = None
        self._lock = Lock()

    def look_up(self, words: Iterable[str]) -> None:
        """Find out about some words, which can then be asked for one by one."""
        with self._lock:
            if self._every is not None:
                return
            wanted = set(words).difference(self._answers)
            if not wanted:
                return
            if self._readings == _MOST_READINGS:
                self._every = self._dictionary()
                return
            self._readings += 1
            answers = dict.fromkeys(wanted, 0.0)
            for centibel, listed in enumerate(self._words_by_centibel):
                for word in wanted.intersection(listed):
                    answers[word] = _frequency_at(centibel)
            self._answers.update(answers)

    def frequency(self, word: str) -> float:
        """Return how often a word occurs among all words, 0 for one that is not listed."""
        if self._every is not None:
            return self._every.get(word, 0.0)
        known = self._answers.get(word)
        if known is not None:
            return known
        with self._lock:
            self._every = self._dictionary()
        return self._every.get(word, 0.0)

    def _dictionary(self) -> dict[str, float]:
        if self._every is None:
            self._every = _as_dictionary(self._words_by_centibel)
            self._words_by_centibel = ()
        return self._every


def load_frequencies(language: str) -> dict[str, float]:
    """Return the frequency of each word of a language that has a list."""
    return _as_dictionary(_load(language))


def _load(language: str) -> Sequence[Sequence[str]]:
    """Return the words of a language by their frequency in centibels below 1."""
    head, *words_by_centibel = msgspec.msgpack.decode(gzip.decompress(list_paths()[language].read_bytes()))
    if head != _HEAD:
        raise ValueError(f"{list_paths()[language].name} is no list of words by centibels: {head!r}")
    return cast("list[list[str]]", words_by_centibel)


def _as_dictionary(words_by_centibel: Sequence[Sequence[str]]) -> dict[str, float]:
    frequencies: dict[str, float] = {}
    for centibel, words in enumerate(words_by_centibel):
        frequencies.update(dict.fromkeys(words, _frequency_at(centibel)))
    return frequencies


def _frequency_at(centibel: int) -> float:
    return float(10 ** (-centibel / 100))


def is_number(word: str) -> bool:
    """Say whether a word begins like a number that is listed by its shape."""
    return _NUMBER.match(word) is not None


def shape_of(word: str) -> str:
    """Return a word with zeros for the digits of its numbers."""
    return _NUMBER.sub(lambda number: _DIGIT.sub("0", number[0]), word)


def share_of_shape(word: str) -> float:
    """Return which part of its shape's frequency a word has."""
    share = 1.0
    for number in _NUMBER.findall(word):
        for digits in _DIGITS.findall(number):
            share *= _year_share(digits) if len(digits) == _YEAR_DIGITS else _digit_share(digits)
    return share


def _digit_share(digits: str) -> float:
    return float(_LEADING[int(digits[0])] / 10 ** (len(digits) - 1))


def _year_share(digits: str) -> float:
    year = int(digits)
    if year <= _FIRST_PEAK:
        power = _YEAR_PEAK - 0.0083 * (_FIRST_PEAK - year)
    elif year <= _LAST_PEAK:
        power = _YEAR_PEAK
    else:
        power = _YEAR_PEAK - 0.2 * (year - _LAST_PEAK)
    return float(10.0**power) + _NO_YEAR * _digit_share(digits)
