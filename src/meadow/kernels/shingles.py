"""Who shares runs of words with whom, for many texts at once: the fast twin of `meadow.kernels.word_runs.BodyIndex`.

Bodies are runs of 64-bit word hashes in one array; body i is `words[ends[i]:ends[i + 1]]`. Fingerprints are found through an
open-addressing table whose slots hold the newest posting of a key, and each posting names the one before it. The table is
made large enough before bodies go in, so the loop over bodies never stops to grow it.

Source: Schleimer, Wilkerson and Aiken (2003), "Winnowing: local algorithms for document fingerprinting".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.loops import shingles as loops
from meadow.kernels.loops.types import run
from meadow.kernels.word_hashes import hash_words
from meadow.kernels.word_runs import (
    CANDIDATES_READ,
    FEW_RUNS,
    POSTINGS_READ,
    SHARED_PART,
    WINNOW,
    Bodies,
    Hashes,
    Links,
    Longs,
    Rule,
    body_text,
)

Ints = NDArray[np.int32]

_LOAD = 2  # slots per posting; the number of slots is a power of two, so that a mask finds one


def read_bodies(texts: Sequence[str]) -> Bodies:
    """Return the bodies of texts, word by word."""
    parts = [body_text(text) for text in texts]
    words, ends = hash_words([text for text, _ in parts])
    return Bodies(words, ends, np.array([run for _, run in parts], np.int64))


class _Postings(NamedTuple):
    """Which body has a key: `slots` lead to the newest posting of a key, `previous` from there to older ones."""

    slots: Ints
    keys: Hashes
    bodies: Ints
    previous: Ints

    @classmethod
    def sized(cls, room: int) -> _Postings:
        """Return empty postings with room for so many."""
        slots = np.full(_slots_for(room), -1, np.int32)
        return cls(slots, np.empty(room, np.uint64), np.empty(room, np.int32), np.empty(room, np.int32))


class _Scratch(NamedTuple):
    """Room for one comparison after the other: a table of runs, how many fingerprints each body shares, and figures."""

    runs: Ints
    tally: Ints
    touched: Ints
    ours: Hashes
    theirs: Hashes

    @classmethod
    def sized(cls, longest: int, count: int) -> _Scratch:
        """Return room for bodies of so many words, and for so many bodies."""
        return cls(
            np.empty(_slots_for(longest), np.int32),
            np.zeros(count, np.int32),
            np.empty(count, np.int32),
            np.empty(_slots_for(longest), np.uint64),
            np.empty(_slots_for(longest), np.uint64),
        )


def _slots_for(room: int) -> int:
    return 1 << max(4, (_LOAD * room - 1).bit_length())


class CompiledBodyIndex:
    """Bodies in the order they came, and who has which fingerprint: answers as `meadow.kernels.word_runs.BodyIndex` does."""

    def __init__(self) -> None:
        self._words = np.empty(1024, np.uint64)
        self._ends = np.zeros(64, np.int64)
        self._runs = np.empty(64, np.int64)
        self._postings = _Postings.sized(1024)
        self._scratch = _Scratch.sized(64, 64)
        self._posted = 0
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @staticmethod
    def read(texts: Sequence[str]) -> Bodies:
        """Return the bodies of texts, word by word."""
        return read_bodies(texts)

    def bodies(self) -> Bodies:
        """Return all bodies, oldest first."""
        ends = self._ends[: self._count + 1]
        return Bodies(self._words[: ends[-1]], ends, self._runs[: self._count])

    def put(self, bodies: Bodies) -> None:
        """Take bodies in without looking for where they come from."""
        self._take(bodies, Rule(threshold=np.inf, least=np.inf))

    def link(self, bodies: Bodies, rule: Rule) -> Links:
        """Take bodies in, one after the other, and return which earlier one each was taken from."""
        return self._take(bodies, rule)

    def _take(self, bodies: Bodies, rule: Rule) -> Links:
        first = self._count
        self._append(bodies)
        prints, print_ends = _fingerprints(bodies)
        self._make_room(len(prints) + len(bodies))
        links = Links(np.full(len(bodies), -1, np.int64), np.zeros(len(bodies)))
        self._posted = run(
            loops.link,
            *self.bodies(),
            first,
            prints,
            print_ends,
            *self._postings,
            self._posted,
            *self._scratch,
            *rule,
            POSTINGS_READ,
            CANDIDATES_READ,
            SHARED_PART,
            *links,
        )
        return links

    def _append(self, bodies: Bodies) -> None:
        start, count = int(self._ends[self._count]), self._count + len(bodies)
        self._words = _grown(self._words, start + len(bodies.words))
        self._ends, self._runs = _grown(self._ends, count + 1), _grown(self._runs, count)
        self._words[start : start + len(bodies.words)] = bodies.words
        self._ends[self._count + 1 : count + 1] = bodies.ends[1:] + start
        self._runs[self._count : count] = bodies.runs
        self._count = count
        longest = _slots_for(int(np.diff(bodies.ends).max(initial=1)))
        if longest > len(self._scratch.runs) or count > len(self._scratch.tally):
            self._scratch = _Scratch.sized(max(longest, len(self._scratch.runs)) // _LOAD, len(self._runs))

    def _make_room(self, more: int) -> None:
        room = self._posted + more
        if room > len(self._postings.keys):
            old, self._postings = self._postings, _Postings.sized(max(room, 2 * len(self._postings.keys)))
            run(loops.refill, *self._postings, old.keys, old.bodies, self._posted)


def _grown(array: NDArray[Any], room: int) -> NDArray[Any]:
    if room <= len(array):
        return array
    larger = np.empty(max(room, 2 * len(array)), array.dtype)
    larger[: len(array)] = array
    return larger


def _fingerprints(bodies: Bodies) -> tuple[Hashes, Longs]:
    """Return the fingerprints of all bodies, ascending within each, and where those of each body begin."""
    prints, print_ends = np.empty(len(bodies.words), np.uint64), np.zeros(len(bodies) + 1, np.int64)
    latest = np.empty(WINNOW, np.uint64)
    count = run(loops.fingerprints, *bodies, WINNOW, FEW_RUNS, latest, prints, print_ends)
    return prints[:count], print_ends
