"""How two sentences put it: the neighbours and runs of words that both have, beside the words themselves.

Two sentences with the same words in the same runs differ, if they do, in one stretch: something was put in its place. The
same words in other runs are the same thing put otherwise.

Source: our own; runs of words as in BLEU (Papineni, Roukos, Ward and Zhu 2002), which tells paraphrases well.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from meadow.model import FloatArray, IntArray
from meadow.vectors.cells import Cells, Longs, shared_cells, summed_cells
from meadow.vectors.view import StoryView
from meadow.vectors.vocabulary import STOP

_RUN = 3  # words


class WordingPair(NamedTuple):
    """What sentences hold in order, one row each: words, pairs of content words that follow each other, runs of three words.

    Words go by their stems, stop words by themselves; a pair may have stop words between its two.
    """

    words: Cells
    pairs: Cells
    runs: Cells


class SharedWording(NamedTuple):
    """The shares of its words, pairs and runs that a sentence has in common with the other: the first's, the second's."""

    words: tuple[FloatArray, FloatArray]
    pairs: tuple[FloatArray, FloatArray]
    runs: tuple[FloatArray, FloatArray]


def read_wording(view: StoryView, rows: Longs) -> WordingPair:
    """Return the wording of some sentences of a view, in the order given; the others are not touched."""
    owners, codes, content = _words_in_order(view, rows)
    content_owners, content_codes = owners[content], codes[content]
    singles = _neighbours(owners, codes, 1, len(rows))
    return WordingPair(
        singles, _neighbours(content_owners, content_codes, 2, len(rows)), _neighbours(owners, codes, _RUN, len(rows))
    )


def shared_wording(wording: WordingPair, first: IntArray, second: IntArray) -> SharedWording:
    """Return what row `first[p]` and row `second[p]` have in common, for each p."""
    return SharedWording(*(_shares(cells, first, second) for cells in wording))


def _words_in_order(view: StoryView, rows: Longs) -> tuple[Longs, Longs, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Return the words of some sentences one after the other: whose they are, a number for each, and which have content."""
    every = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.bool_))]
    start = 0
    for part in view.words("words"):
        places = np.minimum(np.searchsorted(part.rows, rows), max(0, len(part.rows) - 1))
        mine = np.flatnonzero(part.rows[places] == rows) if len(part.rows) else np.empty(0, np.int64)
        ends = np.concatenate([[0], np.cumsum(part.lengths)])
        starts, sizes = ends[places[mine]], part.lengths[places[mine]]
        ids = part.ids[np.arange(sizes.sum()) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)].astype(np.int64)
        terms = part.vocabulary.term_of[ids].astype(np.int64)
        codes = np.where(terms == STOP, 2 * ids + 1, 2 * terms)
        every.append((np.repeat(mine, sizes), start + codes, terms != STOP))
        start += int(codes.max(initial=-1)) + 1
    owners, codes, content = (np.concatenate(each) for each in zip(*every, strict=True))
    return owners, codes, content


def _neighbours(owners: Longs, codes: Longs, size: int, rows: int) -> Cells:
    """Return how often each row has each run of so many words that follow each other."""
    last = max(0, len(codes) - size + 1)
    together = owners[:last] == owners[size - 1 : size - 1 + last]
    # Numbered anew with each word that is added, so that a run of any length has a small number.
    numbers = codes[:last]
    for step in range(1, size):
        numbers = np.unique(numbers, return_inverse=True)[1]
        numbers = numbers * (int(codes.max(initial=0)) + 1) + codes[step : step + last]
    columns = np.unique(numbers[together], return_inverse=True)[1]
    return summed_cells(owners[:last][together], columns, np.ones(len(columns)), rows)


def _shares(cells: Cells, first: IntArray, second: IntArray) -> tuple[FloatArray, FloatArray]:
    shared, sizes = shared_cells(cells, cells, first, second).minima, cells.sums()
    ours, theirs = np.maximum(sizes[first], 1.0), np.maximum(sizes[second], 1.0)
    return shared / ours, shared / theirs
