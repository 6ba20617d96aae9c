"""The most significant sequences of a story, found without listing the others.

Source: Pei et al. (2001), "PrefixSpan"; the bound on χ² of longer patterns from Morishita and Sese (2000).

A pattern grows at its end, and each of its sentences is remembered by where the pattern is first complete: what follows
there is all that can extend it. A longer pattern is in no more sentences than the one it grew from, here or elsewhere, so
its χ² is at most that of the shorter one's sentences with none elsewhere. Patterns are grown in the order of this bound,
then of their text, and growing stops where neither can reach the best ones found: this keeps two copies of a sentence of
60 words from costing their five million common sequences. The answer is the same as if all had been listed: the highest
χ², then the most sentences, then the first in alphabetical order.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from meadow.model import FloatArray
from meadow.rank.gathering import Places, gather_runs
from meadow.vectors.sequences import Sequences

FEWEST_SENTENCES = 2
Words = tuple[int, ...]


class Rest(Protocol):
    """The sentences that a story is compared with: how many there are, and how many of them hold a growing pattern."""

    @property
    def sentences(self) -> int:
        """How many sentences there are."""

    def grow(self, holders: Any, term: int, length: int) -> tuple[Any, int]:
        """Return what holds a pattern of `length` words after its last one, a column of the story's terms; and how many.

        `holders` is what this gave for the pattern without its last word; None before the first.
        """


@dataclass(frozen=True, slots=True, eq=False)
class OrdinaryText:
    """A number of sentences of ordinary text, and the share of them that is expected to hold each of the story's terms.

    All words of a pattern occur in its order one time in len!.
    """

    sentences: int
    shares: FloatArray

    def grow(self, holders: float | None, term: int, length: int) -> tuple[float, int]:
        """Return the share of sentences that hold the longer pattern, and that many whole sentences."""
        share = (1.0 if holders is None else holders) * float(self.shares[term]) / length
        return share, int(self.sentences * share + 0.5)


class Pattern(NamedTuple):
    """A significant sequence: its terms, the rows of the story's sentences that hold it, how many others do, its χ²."""

    words: Words
    sentences: Places
    elsewhere: int
    chi_square: float


class _Grown(NamedTuple):
    """A sequence with the places where it is first complete in each sentence, and what holds it elsewhere.

    `bound` is the largest χ² that it or a longer one can have. Sequences sort by what they can reach, best first.
    """

    minus_bound: float
    minus_here: int
    words: Words
    places: Places
    holders: Any


class _FoundPattern(NamedTuple):
    """A significant sequence in its place among the best: these sort best first."""

    minus_chi_square: float
    minus_here: int
    words: Words
    places: Places
    elsewhere: int


def chi_square(here: int, sentences: int, elsewhere: int, others: int) -> float:
    """Return Pearson's χ², uncorrected: `here` of the story's sentences hold a pattern and `elsewhere` of `others`."""
    holding, every = here + elsewhere, sentences + others
    margins = holding * (every - holding) * sentences * others
    difference = here * (others - elsewhere) - elsewhere * (sentences - here)
    return every * difference**2 / margins if margins else 0.0


def mine_patterns(
    sequences: Sequences, terms: tuple[str, ...], rest: Rest, *, most: int, longest: int
) -> tuple[Pattern, ...]:
    """Return the `most` significant patterns of at most `longest` words, best first."""
    alphabet = np.array(sorted(range(len(terms)), key=terms.__getitem__), dtype=np.int64)
    letters = _Letters.of(sequences, alphabet)
    best = _best(letters, alphabet.tolist(), rest, most=most, longest=longest)
    return tuple(
        Pattern(tuple(alphabet[list(found.words)].tolist()), letters.row[found.places], found.elsewhere, -found[0])
        for found in best
    )


def _best(letters: _Letters, alphabet: list[int], rest: Rest, *, most: int, longest: int) -> list[_FoundPattern]:
    sentences, others = len(letters.starts) - 1, rest.sentences
    best: list[_FoundPattern] = []
    growing = [_Grown(0.0, 0, (), letters.starts[:-1] - 1, None)] if sentences else []
    while growing:
        short = heappop(growing)
        if short.words and len(best) == most and short[:3] >= best[-1][:3]:
            break
        for letter, places in letters.following(short):
            words, here = (*short.words, letter), len(places)
            holders, elsewhere = rest.grow(short.holders, alphabet[letter], len(words))
            found = _FoundPattern(-chi_square(here, sentences, elsewhere, others), -here, words, places, elsewhere)
            if here * others > elsewhere * sentences and (len(best) < most or found[:3] < best[-1][:3]):
                insort(best, found)
                del best[most:]
            grown = _Grown(-chi_square(here, sentences, 0, others), -here, words, places, holders)
            if len(words) < longest and (len(best) < most or grown[:3] < best[-1][:3]):
                heappush(growing, grown)
    return best


@dataclass(frozen=True, slots=True, eq=False)
class _Letters:
    """Sentences as runs of letters: terms numbered alphabetically, so that comparing numbers compares texts.

    For each place: its letter, its row, where that ends, and the letter's previous place in it (-1 for none).
    """

    letter: Places
    row: Places
    before: Places
    ends: Places
    starts: Places

    @classmethod
    def of(cls, sequences: Sequences, alphabet: Places) -> _Letters:
        rank = np.empty(len(alphabet), np.int64)
        rank[alphabet] = np.arange(len(alphabet))
        letter = rank[sequences.columns]
        row = np.repeat(np.arange(len(sequences.starts) - 1), np.diff(sequences.starts))
        order = np.lexsort((letter, row))
        again = (np.diff(letter[order]) == 0) & (np.diff(row[order]) == 0)
        before = np.full(len(letter), -1, np.int64)
        before[order[1:][again]] = order[:-1][again]
        return cls(letter, row, before, sequences.starts[row + 1], sequences.starts)

    def following(self, short: _Grown) -> Iterator[tuple[int, Places]]:
        """Yield each letter that follows a sequence in enough sentences, with its first place in each of them."""
        begins = short.places + 1
        runs = gather_runs(begins, self.ends[begins - 1] if short.words else self.starts[1:])
        first = runs.places[self.before[runs.places] < np.repeat(begins, runs.sizes)]
        letters = self.letter[first]
        order = np.argsort(letters, kind="stable")
        letters, places = letters[order], first[order]
        changes = np.flatnonzero(letters[1:] != letters[:-1]) + 1
        bounds = [0, *changes.tolist(), len(letters)]
        for start, end in pairwise(bounds):
            if end - start >= FEWEST_SENTENCES:
                yield int(letters[start]), places[start:end]
