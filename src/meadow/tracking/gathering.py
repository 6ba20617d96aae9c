"""Average linkage over near rows: groups grown from rows that were near each other when they came, the closest first.

Source: Sokal and Michener (1958); the mean similarity of two groups is the product of their summed rows over their sizes
(Cutting et al. 1992), so it is exact without a list of all pairs. Two groups can only reach a mean that one pair across
them reaches. So only rows near each other are looked at, and the cost follows those, not the square of the rows.

Gaps in time weaken evidence: similarity halves when `half_life` lies between two groups, and is nothing beyond `reach`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.kernels.loops import groups as loops
from meadow.kernels.loops.types import hold, lengthen, run
from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import FloatArray
from meadow.tracking.linking import Linked, arrays, from_both_sides, linked, new_heap, new_steps

# A term whose mean weight in a group is as low as this is dropped: its few documents decide nothing among hundreds.
KEEP_OVER = 0.001


class Spans(NamedTuple):
    """The first and last dates of rows; NaN is none."""

    first: FloatArray
    last: FloatArray


class Fading(NamedTuple):
    """The gap that halves similarity, and the one beyond which there is none."""

    half_life: float
    reach: float


class SummedRows(NamedTuple):
    """Rows of summed weights, terms in order, with how many documents each stands for, and their dates.

    `trusted` says how far relative evidence counts in each row's language; None is in full.
    """

    sums: sparse.csr_array
    sizes: FloatArray
    spans: Spans
    trusted: FloatArray | None = None

    @property
    def means(self) -> sparse.csr_array:
        """The mean weights of each row's documents."""
        sums = self.sums
        sizes = np.repeat(self.sizes, np.diff(sums.indptr))
        return sparse.csr_array((sums.data / sizes, sums.indices, sums.indptr), shape=sums.shape)

    def filled(self, cells: FloatArray) -> SummedRows:
        """Return rows of cells, where these hold the places of theirs."""
        sums = self.sums
        return self._replace(sums=sparse.csr_array((cells[sums.data], sums.indices, sums.indptr), shape=sums.shape))

    def trust_in(self, rows: Longs) -> FloatArray:
        """Return how far relative evidence of some rows counts."""
        return np.ones(len(rows)) if self.trusted is None else self.trusted[rows]


class Near(NamedTuple):
    """Pairs of rows, each once and with the lower row first, in order."""

    lower: Longs
    higher: Longs

    def only(self, kept: Flags) -> Near:
        """Return some of the pairs."""
        return Near(self.lower[kept], self.higher[kept])


def faded(gaps: FloatArray, fading: Fading) -> FloatArray:
    """Return what gaps in time leave of a similarity; NaN is no gap."""
    known = np.maximum(np.nan_to_num(gaps), 0.0)
    return np.where(known > fading.reach, 0.0, 1.0 / (1.0 + known / fading.half_life))


def gap_between(one: Spans, other: Spans) -> FloatArray:
    """Return the time between spans, below zero where they overlap; NaN where one has no dates."""
    return np.maximum(other.first - one.last, one.first - other.last)


def near_products(sums: sparse.csr_array, near: Near) -> FloatArray:
    """Return the product of the two rows of each pair, whose lower rows are in order."""
    products = np.zeros(len(near.lower))
    run(loops.near_products, *arrays(sums), *near, np.zeros(sums.shape[1]), products)
    return products


def gather(given: SummedRows, near: Near, threshold: float, fading: Fading, *, few: float = 0.0) -> Linked:
    """Return the groups of rows; the closest two become one from the threshold on, and each is named by its first row.

    Of equally close ones those of the first rows come first. What n pairs of documents say is divided by 1 + few / n.
    """
    sizes, spans = given.sizes, given.spans
    one, other = (Spans(spans.first[rows], spans.last[rows]) for rows in near)
    values = near_products(given.sums, near) / (sizes[near.lower] * sizes[near.higher])
    values = values * faded(gap_between(one, other), fading)
    # Rows that are too few by themselves may be enough once their groups have grown, so they stay near.
    close = values >= threshold
    near, values = near.only(close), values[close]
    starts, terms, weights = arrays(given.sums)
    near_starts, near_rows, _ = from_both_sides(len(sizes), *near, values)
    room = len(sizes) + 1
    state = hold(
        loops.Gathering,
        sizes=sizes.astype(np.float64),
        first=spans.first.copy(),
        last=spans.last.copy(),
        begins=starts[:-1].copy(),
        ends=starts[1:].copy(),
        terms=np.concatenate([terms, np.zeros_like(terms), [0]]),
        values=np.concatenate([weights, np.zeros_like(weights), [0.0]]),
        top=len(terms),
        near_begins=near_starts[:-1].copy(),
        near_ends=near_starts[1:].copy(),
        near=np.concatenate([near_rows, np.zeros(room, np.int64)]),
        near_top=len(near_rows),
        spread=np.zeros(given.sums.shape[1]),
        stamps=np.zeros(len(sizes), np.int64),
        met=np.zeros(len(sizes), np.int64),
    )
    heap, steps = new_heap(len(values) + room), new_steps(len(sizes))
    run(loops.enter_near, heap, state, *near, values, float(threshold), float(few))
    settings = *map(float, (threshold, few, *fading)), KEEP_OVER
    while not run(loops.gather, heap, steps, state, *settings):
        lengthen(state, "terms", "values", "near")
        lengthen(heap, "values", "entries")
    return linked(steps)
