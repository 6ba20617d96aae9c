"""Average linkage over near rows: groups grown from rows that were near each other when they came, the closest first.

Source: Sokal and Michener (1958); the mean similarity of two groups is the product of their summed rows over their sizes
(Cutting et al. 1992), so it is exact without a list of all pairs. Two groups can only reach a mean that one pair across
them reaches. So only rows near each other are looked at, and the cost follows those, not the square of the rows.

Gaps in time weaken evidence: similarity halves when `half_life` lies between two groups, and is nothing beyond `reach`.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from scipy import sparse

from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import FloatArray
from meadow.tracking.linking import Linked, Steps, find_owner

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


@dataclass(slots=True)
class _Group:
    """Rows that belong together: summed weights by term, in order of terms; documents, dates, and the groups near it."""

    sums: dict[int, float]
    size: float
    first: float
    last: float
    near: list[int] = field(default_factory=list)
    version: int = 0


def faded(gaps: FloatArray, fading: Fading) -> FloatArray:
    """Return what gaps in time leave of a similarity; NaN is no gap."""
    known = np.maximum(np.nan_to_num(gaps), 0.0)
    return np.where(known > fading.reach, 0.0, 1.0 / (1.0 + known / fading.half_life))


def gap_between(one: Spans, other: Spans) -> FloatArray:
    """Return the time between spans, below zero where they overlap; NaN where one has no dates."""
    return np.maximum(other.first - one.last, one.first - other.last)


def near_products(sums: sparse.csr_array, near: Near, *, compiled: bool) -> FloatArray:
    """Return the product of the two rows of each pair."""
    if compiled:
        from meadow.kernels import gathering as kernel

        products: FloatArray = kernel.near_products(*arrays(sums), *near)
        return products
    rows = [_row(sums, row) for row in range(sums.shape[0])]
    pairs = zip(near.lower.tolist(), near.higher.tolist(), strict=True)
    return np.array([_product(rows[one], rows[other]) for one, other in pairs], np.float64)


def gather(
    given: SummedRows, near: Near, threshold: float, fading: Fading, *, few: float = 0.0, compiled: bool
) -> Linked:
    """Return the groups of rows; the closest two become one from the threshold on, and each is named by its first row.

    Of equally close ones those of the first rows come first. What n pairs of documents say is divided by 1 + few / n.
    """
    sizes, spans = given.sizes, given.spans
    one, other = (Spans(spans.first[rows], spans.last[rows]) for rows in near)
    values = near_products(given.sums, near, compiled=compiled) / (sizes[near.lower] * sizes[near.higher])
    values = values * faded(gap_between(one, other), fading)
    # Rows that are too few by themselves may be enough once their groups have grown, so they stay near.
    close = values >= threshold
    if not compiled:
        return _gather(given, near.only(close), values[close], threshold, few, fading)
    from meadow.kernels import gathering as kernel

    rows = (*arrays(given.sums), sizes, *spans)
    # A setting may be a whole number ("half_life_days=10"), for which the loop would be compiled anew.
    settings = map(float, (threshold, few, *fading))
    return Linked(*kernel.gather(*rows, *near.only(close), values[close], *settings))


def arrays(rows: sparse.csr_array) -> tuple[Longs, Longs, FloatArray]:
    """Return where rows start, their terms and their values."""
    return rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data


def _gather(given: SummedRows, near: Near, values: FloatArray, threshold: float, few: float, fading: Fading) -> Linked:
    steps = Steps(len(given.sizes))
    owner = steps.owner
    numbers = zip(given.sizes.tolist(), *(dates.tolist() for dates in given.spans), strict=True)
    groups = [_Group(_row(given.sums, row), *size_and_span) for row, size_and_span in enumerate(numbers)]
    heap: list[tuple[float, int, int, int, int]] = []
    for low, high, value in zip(near.lower.tolist(), near.higher.tolist(), values.tolist(), strict=True):
        groups[low].near.append(high)
        groups[high].near.append(low)
        certain = value / (1.0 + few / (groups[low].size * groups[high].size))
        if certain >= threshold:
            heap.append((-certain, low, high, 0, 0))
    heapq.heapify(heap)
    while heap:
        value, first, second, version, other_version = heapq.heappop(heap)
        # Versions only grow, and that of a group that was taken in grows too: an entry that is out of date never fits.
        if groups[first].version == version and groups[second].version == other_version:
            steps.note(first, second, -value, groups[first].size * groups[second].size, few)
            _join(groups[first], groups[second])
            owner[second] = first
            beside = dict.fromkeys(find_owner(owner, row) for row in groups[first].near)
            groups[first].near = []
            for other in beside:
                value = _closeness(groups[first], groups[other], fading)
                if other == first or value < threshold:
                    continue
                groups[first].near.append(other)
                certain = value / (1.0 + few / (groups[first].size * groups[other].size))
                if certain >= threshold:
                    low, high = min(first, other), max(first, other)
                    heapq.heappush(heap, (-certain, low, high, groups[low].version, groups[high].version))
    return steps.linked()


def _join(taking: _Group, taken: _Group) -> None:
    """Take one group into another."""
    taking.size += taken.size
    summed, least = taking.sums, KEEP_OVER * taking.size
    for term, weight in taken.sums.items():
        summed[term] = summed.get(term, 0.0) + weight
    taking.sums = {term: weight for term in sorted(summed) if (weight := summed[term]) > least}
    taking.first = float(np.fmin(taking.first, taken.first))
    taking.last = float(np.fmax(taking.last, taken.last))
    taking.near += taken.near
    taking.version += 1
    taken.version, taken.near, taken.sums = taken.version + 1, [], {}


def _closeness(one: _Group, other: _Group, fading: Fading) -> float:
    mean = _product(one.sums, other.sums) / (one.size * other.size)
    gap = max(other.first - one.last, one.first - other.last)
    if gap > 0.0:  # not so without dates
        return 0.0 if gap > fading.reach else mean * (1.0 / (1.0 + gap / fading.half_life))
    return mean


def _product(one: dict[int, float], other: dict[int, float]) -> float:
    """Return the product of two rows, summed in the order of terms."""
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    total = 0.0
    for term, weight in shorter.items():
        if term in longer:
            total += weight * longer[term]
    return total


def _row(sums: sparse.csr_array, row: int) -> dict[int, float]:
    part = slice(int(sums.indptr[row]), int(sums.indptr[row + 1]))
    return dict(zip(sums.indices[part].tolist(), sums.data[part].tolist(), strict=True))
