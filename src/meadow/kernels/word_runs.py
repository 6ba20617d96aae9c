"""Runs of words that texts have in common: the words of a body as 64-bit hashes, and an index that finds who shares them.

A run is `WORD_RUN` words in a row, or `CHARACTER_RUN` characters where the script puts no blanks between words. Each body
leaves fingerprints, chosen by winnowing: of every `WINNOW` runs in a row the one with the least hash, so that two texts with
`run + WINNOW - 1` words in a row in common share a fingerprint for certain. Who shares most fingerprints is then compared
word by word. Words with a digit are figures: the same sentences around other figures are a form, such as a market report,
and not the same text. Two different words have the same hash once in 10^19 pairs; runs are compared as their words.

`BodyIndex` is the plain form; `meadow.kernels.shingles` holds the compiled one, which is tested equal to it.
Source: Schleimer, Wilkerson and Aiken (2003), "Winnowing: local algorithms for document fingerprinting".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.text.boilerplate import is_boilerplate
from meadow.text.datelines import dateline_length
from meadow.text.pieces import Pieces
from meadow.text.tokens import words

Hashes = NDArray[np.uint64]
Longs = NDArray[np.int64]

WORD_RUN = 8
CHARACTER_RUN = 16
WINNOW = 8
FEW_RUNS = (
    16  # a text of so many runs at most leaves them all as fingerprints: of a headline the least would say too little
)
POSTINGS_READ = 64  # of each fingerprint the newest so many, so that a phrase that everybody prints costs little
CANDIDATES_READ = 8
SHARED_PART = 16  # who shares fewer than one fingerprint in so many is not compared

_HASH_START = 14695981039346656037
_HASH_STEP = 1099511628211
_64_BITS = (1 << 64) - 1
RUN_FACTOR = 0x9E3779B97F4A7C15
_SHIFT = np.uint64(29)

_OPENING = 150
# In a longer text a dateline or a credit is too small a part to change an answer, and looking for it costs time.
SHORT_TEXT = 400
# Han, kana, Thai, Lao, Burmese and Khmer.
_UNSPACED = re.compile(
    "[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U000323af]"
)
_FIRST_UNSPACED = "\u0e01"
_WORD_CHARACTER = re.compile(r"\w")


class Bodies(NamedTuple):
    """Bodies of texts as hashes of their words: body i is `words[ends[i]:ends[i + 1]]`, compared in runs of `runs[i]`."""

    words: Hashes
    ends: Longs
    runs: Longs

    def __len__(self) -> int:
        return len(self.runs)

    def rows(self) -> Iterator[Hashes]:
        """Iterate over the words of each body."""
        return (self.words[start:end] for start, end in pairwise(self.ends.tolist()))

    def since(self, start: int) -> Bodies:
        """Return the bodies from number `start` on."""
        return Bodies(self.words[self.ends[start] :], self.ends[start:] - self.ends[start], self.runs[start:])


class Links(NamedTuple):
    """For each body the number of the earlier one that it was taken from, -1 for none, and the share of it that was."""

    parents: Longs
    shares: FloatArray


class Rule(NamedTuple):
    """When a later body counts as taken from an earlier one.

    `threshold` is the share of either that must stand in the other, `least` that of the later one, and the earlier body is
    one of the `window` before it (0: any).
    """

    threshold: float
    least: float
    window: int = 0


def body_text(text: str) -> tuple[str, int]:
    """Return what is compared of a text, and in runs of how many words.

    A short text loses its dateline and its credits. Where the script has no blanks, each character becomes a word.
    """
    unspaced = _is_unspaced(text[:_OPENING])
    if len(text) < SHORT_TEXT:
        text = _without_credits(text, "ja" if unspaced else "en")
    return (_UNSPACED.sub(r" \g<0> ", text), CHARACTER_RUN) if unspaced else (text, WORD_RUN)


def _is_unspaced(opening: str) -> bool:
    if max(opening, default="") < _FIRST_UNSPACED:
        return False
    return 2 * len(_UNSPACED.findall(opening)) > len(_WORD_CHARACTER.findall(opening))


def _without_credits(text: str, language: str) -> str:
    """Return the text without byline and dateline at its head and without the last line if that only gives credit."""
    text = text.strip()
    first, _, rest = text.partition("\n")
    if rest and is_boilerplate(first, language):
        text = rest.lstrip()
    before, _, last = text.rpartition("\n")
    if before and is_boilerplate(last, language):
        text = before
    return text[dateline_length(text, language) :]


def read_bodies(texts: Sequence[str]) -> Bodies:
    """Return the bodies of texts, word by word."""
    parts = [body_text(text) for text in texts]
    hashes, ends = _PIECES.read([text for text, _ in parts])
    return Bodies(
        np.array(hashes, np.uint64), np.array([0, *ends], np.int64), np.array([run for _, run in parts], np.int64)
    )


def starts_of(lengths: Iterator[int]) -> Longs:
    """Return where each of the parts that stand one after the other begins, and where the last one ends."""
    return np.fromiter(accumulate(lengths, initial=0), np.int64)


def word_hash(word: str) -> int:
    """Return the hash of a folded word (FNV-1a, halves combined); its last bit says whether the word is a figure."""
    code = _HASH_START
    for byte in word.encode():
        code = ((code ^ byte) * _HASH_STEP) & _64_BITS
    code ^= code >> 32
    return code | 1 if any(map(str.isdecimal, word)) else code & ~1


_PIECES = Pieces(lambda piece: [word_hash(word) for word in words(piece)])


def fingerprints(body: Hashes, run: int) -> list[int]:
    """Return the fingerprints of a body, ascending: the least of every `WINNOW` hashes of runs in a row, or few all."""
    hashes = _run_hashes(body, run)
    if not len(hashes):
        return []
    frames = np.lib.stride_tricks.sliding_window_view(hashes, WINNOW if len(hashes) > FEW_RUNS else 1)
    least: list[int] = np.unique(frames.min(axis=1)).tolist()
    return least


def sharing(bodies: Bodies) -> list[int]:
    """Return the numbers of the bodies that have a fingerprint, or all their words, in common with another, ascending.

    The fingerprints of all bodies are made at once, which for few short texts takes a fraction of the time.
    """
    shared: set[int] = set()
    equal: defaultdict[bytes, list[int]] = defaultdict(list)
    for number, body in enumerate(bodies.rows()):
        equal[body.tobytes()].append(number)
    shared.update(number for numbers in equal.values() if len(numbers) > 1 for number in numbers)
    values, owners = _least_hashes(bodies)
    order = np.argsort(values, kind="stable")  # of equal values the owners ascend: all who share one stand side by side
    values, owners = values[order], owners[order]
    changes = np.flatnonzero((values[1:] == values[:-1]) & (owners[1:] != owners[:-1]))
    shared.update(owners[changes].tolist(), owners[changes + 1].tolist())
    return sorted(shared)


def _least_hashes(bodies: Bodies) -> tuple[Hashes, Longs]:
    """Return the fingerprints of all bodies, perhaps several times, each with the number of its body."""
    runs, starts = bodies.runs.tolist(), bodies.ends.tolist()
    hashes = {run: _run_hashes(bodies.words, run) for run in set(runs)}
    least = {run: _least_in_a_row(every) for run, every in hashes.items()}
    parts = [np.empty(0, np.uint64)]
    for run, (start, end) in zip(runs, pairwise(starts), strict=True):
        count = max(0, end - start - run + 1)
        framed = count > FEW_RUNS
        parts.append(least[run][start : start + count - WINNOW + 1] if framed else hashes[run][start : start + count])
    values = np.concatenate(parts)
    owners = np.repeat(np.arange(len(runs), dtype=np.int64), [len(part) for part in parts[1:]])
    # The least of a frame is mostly that of the frame before it.
    fresh = np.flatnonzero(
        np.concatenate(
            [np.ones(min(1, len(values)), np.bool_), (values[1:] != values[:-1]) | (owners[1:] != owners[:-1])]
        )
    )
    return values[fresh], owners[fresh]


def _least_in_a_row(hashes: Hashes) -> Hashes:
    """Return the least of every `WINNOW` hashes in a row, a power of two: of two halves that are known the smaller."""
    width = 1
    while width < WINNOW:
        hashes = np.minimum(hashes[: max(0, len(hashes) - width)], hashes[width:])
        width *= 2
    return hashes


def _run_hashes(body: Hashes, run: int) -> Hashes:
    count = len(body) - run + 1
    hashes = np.full(max(0, count), run, np.uint64)
    for offset in range(run if count > 0 else 0):
        hashes = (hashes ^ body[offset : offset + count]) * np.uint64(RUN_FACTOR)
        hashes ^= hashes >> _SHIFT
    return hashes


def words_in_runs(body: Hashes, other: Hashes, run: int) -> int:
    """Return how many words of a body stand in the other too, in runs of at least so many words."""
    ours, theirs = _run_hashes(body, run), _run_hashes(other, run)
    # Equal runs have equal hashes: only where those are equal, words are looked at one by one.
    places = np.flatnonzero(np.isin(ours, theirs))
    if not len(places):
        return 0
    known = {other[start : start + run].tobytes() for start in np.flatnonzero(np.isin(theirs, ours[places])).tolist()}
    covered, end = 0, 0
    for start in places.tolist():
        if body[start : start + run].tobytes() in known:
            covered += start + run - max(start, end)
            end = start + run
    return covered


def figures_differ(body: Hashes, other: Hashes) -> bool:
    """Say whether two bodies are one form filled in twice: several figures differ, and more than agree."""
    ours, theirs = set(body[body % 2 == 1].tolist()), set(other[other % 2 == 1].tolist())
    agreeing = len(ours & theirs)
    differing = min(len(ours), len(theirs)) - agreeing
    return differing > 1 and differing > agreeing


class BodyIndex:
    """Bodies in the order they came, and for each fingerprint the numbers of those that have it."""

    def __init__(self) -> None:
        self._bodies: list[Hashes] = []
        self._runs: list[int] = []
        self._newest_equal: dict[bytes, int] = {}
        self._postings: defaultdict[int, list[int]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._bodies)

    @staticmethod
    def read(texts: Sequence[str]) -> Bodies:
        """Return the bodies of texts, word by word."""
        return read_bodies(texts)

    def bodies(self) -> Bodies:
        """Return all bodies, oldest first."""
        flat = np.concatenate([np.empty(0, np.uint64), *self._bodies])
        return Bodies(flat, starts_of(map(len, self._bodies)), np.array(self._runs, np.int64))

    def put(self, bodies: Bodies) -> None:
        """Take bodies in without looking for where they come from."""
        for body, run in zip(bodies.rows(), bodies.runs.tolist(), strict=True):
            self._put(body, run, fingerprints(body, run))

    def link(self, bodies: Bodies, rule: Rule) -> Links:
        """Take bodies in, one after the other, and return which earlier one each was taken from."""
        origins = []
        for body, run in zip(bodies.rows(), bodies.runs.tolist(), strict=True):
            prints = fingerprints(body, run)
            origins.append(self._origin(body, run, prints, rule))
            self._put(body, run, prints)
        return Links(np.array([p for p, _ in origins], np.int64), np.array([s for _, s in origins], np.float64))

    def _put(self, body: Hashes, run: int, prints: list[int]) -> None:
        number = len(self._bodies)
        self._bodies.append(body.copy())  # a slice would keep the texts it came with
        self._runs.append(run)
        self._newest_equal[body.tobytes()] = number
        for value in prints:
            self._postings[value].append(number)

    def _origin(self, body: Hashes, run: int, prints: list[int], rule: Rule) -> tuple[int, float]:
        oldest = len(self) - rule.window if rule.window else 0
        equal = self._newest_equal.get(body.tobytes(), -1)
        if len(body) and equal >= max(0, oldest):
            return equal, 1.0
        best = (0.0, 0.0, 1)
        for number in self._candidates(prints, oldest):
            other = self._bodies[number]
            taken = words_in_runs(body, other, run) / len(body)
            kept = words_in_runs(other, body, run) / len(other)
            enough = max(taken, kept) >= rule.threshold and taken >= rule.least
            if enough and not figures_differ(body, other):
                best = max(best, (taken, kept, -number))
        return (-best[2], best[0]) if best[2] <= 0 else (-1, 0.0)

    def _candidates(self, prints: list[int], oldest: int) -> list[int]:
        """Return the numbers of bodies that share most fingerprints; of equal ones the earlier."""
        lists = (self._postings.get(value, [])[-POSTINGS_READ:] for value in prints)
        tally = Counter(number for numbers in lists for number in numbers if number >= oldest)
        enough = [number for number, shared in tally.items() if shared * SHARED_PART >= len(prints)]
        return sorted(enough, key=lambda number: (-tally[number], number))[:CANDIDATES_READ]
