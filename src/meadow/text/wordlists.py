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
from typing import cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from meadow.text.kept_tables import Table, kept_table

_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d[\d.,]+")
_HEAD = {"format": "cB", "version": 1}
_SIZES = ("small", "large")  # the better one last
_LEADING = (0.009, 0.300, 0.175, 0.124, 0.096, 0.078, 0.066, 0.057, 0.050, 0.045)
_YEAR_DIGITS = 4
_YEAR_PEAK, _NO_YEAR = -1.9185, 0.1
_FIRST_PEAK, _LAST_PEAK = 2019, 2039
_END = b"\0"  # an empty word has a byte too
# The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
_MIXING = tuple(
    (np.uint64(shift), np.uint64(factor)) for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
)
_LAST_SHIFT = np.uint64(31)


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
    """The frequencies of a language's words.

    A story of five articles asks for a thousand words of 300,000, and a digest may hold one article in a language. So the
    list is an index from hashes of words, made once and kept on disk; no two words of a list have the same hash, and one
    that is not listed has a listed one's in one case of 10^13. Threads may share it.
    """

    def __init__(self, language: str) -> None:
        index = kept_table(f"words-{language}", list_paths()[language], _index)
        self._hashes, self._centibels = index["hashes"], index["centibels"]
        self._answers: dict[str, float] = {}

    def look_up(self, words: Iterable[str]) -> None:
        """Find out about some words at once, which takes less time than asking for them one by one."""
        wanted = [word for word in dict.fromkeys(words) if word not in self._answers]
        if not wanted:
            return
        hashes = word_hashes(wanted)
        # Of equal hashes the last: a word that is listed twice has its lower frequency.
        places = np.maximum(np.searchsorted(self._hashes, hashes, side="right") - 1, 0)
        listed = self._hashes[places] == hashes
        centibels = np.where(listed, self._centibels[places], -1).tolist()
        self._answers.update(zip(wanted, map(_frequency_at, centibels), strict=True))

    def frequency(self, word: str) -> float:
        """Return how often a word occurs among all words, 0 for one that is not listed."""
        known = self._answers.get(word)
        if known is None:
            self.look_up((word,))
            known = self._answers[word]
        return known


def word_hashes(words: Sequence[str]) -> NDArray[np.uint64]:
    """Return a hash of each word: the sum of what its bytes are mixed to, each with its place, so that all count alike."""
    encoded = [word.encode("utf-8", "surrogatepass") + _END for word in words]
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    starts = np.cumsum(lengths) - lengths
    mixed = np.arange(lengths.sum()) - np.repeat(starts, lengths)
    mixed = (mixed.astype(np.uint64) << np.uint64(8)) + np.frombuffer(b"".join(encoded), np.uint8)
    for shift, factor in _MIXING:
        mixed ^= mixed >> shift
        mixed *= factor
    mixed ^= mixed >> _LAST_SHIFT
    return np.add.reduceat(mixed, starts)


def load_frequencies(language: str) -> dict[str, float]:
    """Return the frequency of each word of a language that has a list."""
    frequencies: dict[str, float] = {}
    for centibel, words in enumerate(_read(list_paths()[language].read_bytes())):
        frequencies.update(dict.fromkeys(words, _frequency_at(centibel)))
    return frequencies


def _read(content: bytes) -> Sequence[Sequence[str]]:
    """Return the words of a file by their frequency in centibels below 1."""
    head, *words_by_centibel = msgspec.msgpack.decode(gzip.decompress(content))
    if head != _HEAD:
        raise ValueError(f"This is no list of words by centibels: {head!r}")
    return cast("list[list[str]]", words_by_centibel)


def _index(content: bytes) -> Table:
    """Return the sorted hashes of the words of a file, and the frequency of each."""
    words_by_centibel = _read(content)
    hashes = word_hashes([word for words in words_by_centibel for word in words])
    centibels = np.repeat(np.arange(len(words_by_centibel), dtype=np.int16), list(map(len, words_by_centibel)))
    order = np.argsort(hashes, kind="stable")
    return {"hashes": hashes[order], "centibels": centibels[order]}


def _frequency_at(centibel: int) -> float:
    """Return the frequency so far below 1; below 0 stands for none."""
    return float(10 ** (-centibel / 100)) if centibel >= 0 else 0.0


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
