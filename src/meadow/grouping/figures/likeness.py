"""How alike sentences are: the share of their weight that two of them have in common, for all pairs of some rows at once.

Numbers, in digits or in words, make no sentences alike. Sums run over columns from left to right, so that two sentences are
as alike in any company.

Source: our own; the measure is Dice's, weighted by inverse document frequency.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meadow.model import FloatArray
from meadow.text.phrases.lexicon import lexicon
from meadow.vectors.cells import Cells, Longs, cells_of_rows
from meadow.vectors.view import StoryView


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """For each pair of rows, by their places, the share of weight and the number of words that they have in common."""

    place_of: dict[int, int]
    share: FloatArray
    words: FloatArray

    @classmethod
    def of(cls, view: StoryView, rows: Sequence[int]) -> Likeness:
        """Return how alike some different rows of a view are."""
        counts = view.counts("terms")
        cells = _words_of(view, rows)
        weights = counts.idf[cells.columns]
        totals = cells._replace(weights=weights).sums()
        common, words = _shared(cells, weights, len(rows))
        total = totals[:, None] + totals[None, :]
        share = np.divide(2 * common, total, out=np.zeros_like(common), where=total > 0)
        return cls({row: place for place, row in enumerate(rows)}, share, words)

    def pairs(self, first: Longs, second: Longs, *, share: float, words: int) -> tuple[Longs, Longs, FloatArray]:
        """Return the pairs of two lists of places that are alike enough, by their indices in the lists, and how alike."""
        block = np.ix_(first, second)
        alike = np.where(self.words[block] < words, 0.0, self.share[block])
        left, right = np.nonzero(alike >= share)
        return left, right, alike[left, right]


def _words_of(view: StoryView, rows: Sequence[int]) -> Cells:
    """Return the terms of some rows, without numbers."""
    counts = view.counts("terms")
    cells = cells_of_rows(counts.matrix, np.asarray(rows, dtype=np.int64))
    spelled = frozenset[str]().union(*(lexicon(language).table("numbers") for language in set(view.languages)))
    used = np.unique(cells.columns)
    is_word = np.zeros(len(counts.terms), dtype=bool)
    is_word[used] = [not (counts.terms[term][0].isdigit() or counts.terms[term] in spelled) for term in used.tolist()]
    kept = is_word[cells.columns]
    ends = np.concatenate([[0], np.cumsum(kept)])[cells.ends]
    return Cells(ends, cells.columns[kept], np.ones(int(kept.sum())))


def _shared(cells: Cells, weights: FloatArray, rows: int) -> tuple[FloatArray, FloatArray]:
    """Return the weight and the number of the columns that each two rows share; of a row with itself as well.

    Every cell meets all cells of its column. Columns come one after the other, and `bincount` adds in that order.
    """
    order = np.argsort(cells.columns, kind="stable")
    owners = np.repeat(np.arange(rows), np.diff(cells.ends))[order]
    columns = cells.columns[order]
    sizes = np.bincount(columns)[columns]
    met = np.repeat(np.searchsorted(columns, columns) - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
    pairs = np.repeat(owners * rows, sizes) + owners[met]
    common = np.bincount(pairs, np.repeat(weights[order], sizes), minlength=rows * rows).astype(np.float64, copy=False)
    words = np.bincount(pairs, minlength=rows * rows).astype(np.float64)
    return common.reshape(rows, rows), words.reshape(rows, rows)
