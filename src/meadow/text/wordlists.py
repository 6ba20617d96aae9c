"""The frequency lists of the package `wordfreq` 3.1, in files of half their size (`tools/wordlists.py` wrote them).

A list has the words, sorted, and for each how many centibels below 1 its frequency is. Numbers are
listed by their shape ("0000"); how the shape's frequency spreads over the digits is `wordfreq`'s model, Benford's law for
numbers and a curve for years, written down here once more and tested equal to it.

Source: Speer (2022), "rspeer/wordfreq: v3.0".
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meadow.text.kept_tables import Table, kept_table

_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d[\d.,]+")
_FOLDER = Path(__file__).parent / "frequencies"
_LEADING = (0.009, 0.300, 0.175, 0.124, 0.096, 0.078, 0.066, 0.057, 0.050, 0.045)
_YEAR_DIGITS = 4
_YEAR_PEAK, _NO_YEAR = -1.9185, 0.1
_FIRST_PEAK, _LAST_PEAK = 2019, 2039
_LEAST = 32  # of the bytes of words
_END = b"\0"  # an empty word has a byte too
# The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
_MIXING = tuple(
    (np.uint64(shift), np.uint64(factor)) for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
)
_LAST_SHIFT = np.uint64(31)


@cache
def list_paths() -> Mapping[str, Path]:
    """Return the file with the list of each language."""
    return {path.stem: path for path in _FOLDER.glob("*.xz")}


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
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
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
    return _hashes(np.frombuffer(b"".join(encoded), np.uint8), np.fromiter(map(len, encoded), np.int64, len(encoded)))


def _hashes(content: NDArray[np.uint8], lengths: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return the hashes of words of some lengths that stand one behind the other."""
    starts = np.cumsum(lengths) - lengths
    mixed = np.arange(lengths.sum()) - np.repeat(starts, lengths)
    mixed = (mixed.astype(np.uint64) << np.uint64(8)) + content
    for shift, factor in _MIXING:
        mixed ^= mixed >> shift
        mixed *= factor
    mixed ^= mixed >> _LAST_SHIFT
    return np.add.reduceat(mixed, starts)


def load_frequencies(language: str) -> dict[str, float]:
    """Return the frequency of each word of a language that has a list."""
    words, centibels = _read(list_paths()[language].read_bytes())
    listed = words.tobytes().decode().split("\0")[:-1]
    return dict(zip(listed, map(_frequency_at, centibels.tolist()), strict=True))


def _read(content: bytes) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """Return the words of a file, sorted and each with a zero byte behind it, and their centibels."""
    parts: list[NDArray[np.uint8]] = []
    while content:
        size = int.from_bytes(content[:4], "little")
        parts.append(np.frombuffer(lzma.decompress(content[4 : 4 + size]), np.uint8))
        content = content[4 + size :]
    coded, low, high = parts
    return _unfolded(coded), low.astype(np.int16) + (high.astype(np.int16) << 8)


def _unfolded(coded: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return sorted words, each with a zero byte behind it.

    In a file, a byte below 32 begins a word and says how many bytes it shares with the one before; the others follow.
    """
    heads = np.flatnonzero(coded < _LEAST)
    shared, own = coded[heads].astype(np.int64), np.diff(heads, append=len(coded)) - 1
    lengths = shared + own + 1
    begins = np.cumsum(lengths) - lengths
    words = np.zeros(int(lengths.sum()), np.uint8)
    given = np.flatnonzero(coded >= _LEAST)
    words[given + np.repeat(begins + shared - heads - 1, own)] = coded[given]
    every = np.arange(len(heads))
    for place in range(int(shared.max(initial=0))):
        sharing = np.flatnonzero(shared > place)
        # The last word before that has this byte itself.
        source = np.maximum.accumulate(np.where(shared <= place, every, 0))[sharing]
        words[begins[sharing] + place] = words[begins[source] + place]
    return words


def _index(content: bytes) -> Table:
    """Return the sorted hashes of the words of a file, and the frequency of each."""
    words, centibels = _read(content)
    hashes = _hashes(words, np.diff(np.flatnonzero(words == 0), prepend=-1))
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
