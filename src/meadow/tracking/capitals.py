"""Which terms of a stream are names: those that its documents write with a capital within a sentence.

Source: our own. A term is a name unless more documents write it small than with a capital within a sentence; a word that
none writes small is taken for one. Capitals at the beginning of a line or a sentence, and in a title all in capitals, say
nothing. A language without capitals has no names here.

Texts are read as arrays of characters, many at once. Their words begin where those of `text.tokens.words` do, so that the
n-th beginning is that of the n-th word, whose id is known already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.postings_rows import Flags, Longs, pack, unpack
from meadow.model import IntArray
from meadow.text.tokens import LAST_LETTER, marks

_ASCII = 0x80
# What a character is; those below `_WORD` make words, and the others may join two parts of one.
_LETTER, _DIGIT, _WORD, _APOSTROPHE, _POINT, _COMMA, _KIND = 1, 2, 3, 4, 5, 6, 7
_LARGE, _SMALL = 8, 16
# Separates texts; a word looks as far back as this is long.
_BETWEEN = "\0\0\0"
# A capital counts after these and a blank, if a small letter follows; after a small letter and a blank it counts anyway.
_AFTER = [ord(mark) for mark in ",;)>"]

# A language has capitals if at least this part of its terms is written with one.
_CASED = 0.05
_COUNTS = ("within", "anywhere")

_Kinds = NDArray[np.uint8]


class Kinds(NamedTuple):
    """For each term whether it is a name, and whether it is no common word: a name, a number, or without capitals."""

    names: Flags
    kept: Flags


class Capitals:
    """How many documents write each term with a capital within a sentence, and anywhere."""

    def __init__(self) -> None:
        self.within: Longs = np.zeros(0, np.int64)
        self.anywhere: Longs = np.zeros(0, np.int64)

    def count(self, texts: Sequence[str], terms: IntArray, ends: Longs) -> None:
        """Count the terms that texts write with a capital; text t has those of `terms[ends[t - 1]:ends[t]]`, -1 is none."""
        self._make_room(int(terms.max(initial=-1)) + 1)
        words, within = find_capitals(texts)
        known = terms[words] >= 0
        words, within = words[known], within[known]
        # Each text and term as one number, so that it counts once.
        width = len(self.anywhere)
        cells = np.searchsorted(ends, words, side="right") * width + terms[words]
        for counts, own in ((self.within, cells[within]), (self.anywhere, cells)):
            np.add.at(counts, np.unique(own) % max(width, 1), 1)

    def names(self, frequencies: Longs, languages: NDArray[np.int32]) -> Flags:
        """Return which terms are names, given how many documents have each and the number of its language."""
        self._make_room(len(frequencies))
        within, anywhere = self.within[: len(frequencies)], self.anywhere[: len(frequencies)]
        written = anywhere > 0
        # A script without capitals has a few in foreign words, which say nothing.
        cased = np.bincount(languages, written) >= _CASED * np.bincount(languages)
        return written & (within >= frequencies - anywhere) & cased[languages]

    def fade(self, kept: Flags) -> None:
        """Halve all counts, and keep those of some terms."""
        self._make_room(len(kept))
        self.within, self.anywhere = self.within[: len(kept)][kept] // 2, self.anywhere[: len(kept)][kept] // 2

    def snapshot(self) -> dict[str, str]:
        """Return all counts as JSON data."""
        return {name: pack(getattr(self, name)) for name in _COUNTS}

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over the counts of another stream; those of another form are counted anew."""
        self.within, self.anywhere = (unpack(snapshot.get(name, ""), "<i8") for name in _COUNTS)

    def _make_room(self, size: int) -> None:
        if size > len(self.anywhere):
            more = np.zeros(max(size, 2 * len(self.anywhere)) - len(self.anywhere), np.int64)
            self.within, self.anywhere = np.concatenate([self.within, more]), np.concatenate([self.anywhere, more])


def find_capitals(texts: Sequence[str]) -> tuple[Longs, Flags]:
    """Return which words of texts, counted through all of them, begin with a capital, and which do so within a sentence."""
    whole = _BETWEEN.join(["", *texts, ""])
    if whole.isascii():
        codes: NDArray[Any] = np.frombuffer(whole.encode("ascii"), np.uint8)
        kinds = _table(_ASCII)[codes]
    else:
        codes = np.frombuffer(whole.encode("utf-32-le", "replace"), "<u4")
        kinds = _table(LAST_LETTER)[np.minimum(codes, LAST_LETTER - 1)]
    begins = _begins(kinds & _KIND)
    words = np.flatnonzero(kinds[begins] & _LARGE)
    at = begins[words]
    small = (kinds & _SMALL) > 0
    last = codes[at - 2]
    closed = np.isin(last, _AFTER) | _in_word(kinds[at - 2])
    blank = codes[at - 1] == ord(" ")
    return words, (blank & (small[at - 2] | (closed & small[at + 1]))) | (codes[at - 1] == ord("<"))


def has_capitals(stem: str) -> bool:
    """Say whether a stem begins with a letter that could be a capital: no digit, and no letter of a script without them."""
    return stem[:1].upper() != stem[:1]


def _in_word(kinds: _Kinds) -> Flags:
    return (kinds & _KIND) - np.uint8(1) < _WORD - 1  # below zero it is the largest


def _begins(kinds: _Kinds) -> Longs:
    """Return where words begin, given what each character is."""
    word = _in_word(kinds)
    begins = np.flatnonzero(word[1:] & ~word[:-1]) + 1
    joined = np.flatnonzero(kinds[begins - 1] > _WORD)
    at = begins[joined]
    before, mark, after, alone = kinds[at - 2], kinds[at - 1], kinds[at], ~word[at - 3]
    letters, digits = (before == _LETTER) & (after == _LETTER), (before == _DIGIT) & (after == _DIGIT)
    joins = np.where(mark == _APOSTROPHE, letters, digits | ((mark == _POINT) & alone & letters))
    return np.delete(begins, joined[joins])


@cache
def _table(size: int) -> _Kinds:
    """Return what each character is, of so many."""
    points = np.arange(size, dtype="<u4")
    points[0xD800:0xE000] = ord(" ")  # halves of surrogate pairs are no characters
    characters = points.view("<U1")
    kinds = np.where(np.char.isalnum(characters), _LETTER, 0).astype(np.uint8)
    kinds[np.char.isdecimal(characters)] = _DIGIT
    named = {"'": _APOSTROPHE, "’": _APOSTROPHE, ".": _POINT, ",": _COMMA}
    of_marks = dict.fromkeys(marks(), _LETTER) if size > _ASCII else {}
    for mark, kind in {**of_marks, **named}.items():
        if ord(mark) < size:
            kinds[ord(mark)] = kind
    kinds[np.char.isupper(characters)] |= _LARGE
    kinds[np.char.islower(characters)] |= _SMALL
    return kinds
