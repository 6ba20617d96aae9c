"""Average-link clustering of sparse rows: the most similar two clusters become one until none are similar enough.

The similarity of two clusters is the mean dot product over all pairs of their rows, which is the dot product of their
sums over the product of their sizes: exact, and no matrix of pairs is ever made. Only clusters joined by a given pair of
rows are compared. All pairs of clusters that are each other's nearest merge in the same round, which gives the tree that
merging one pair at a time gives, because a merged cluster is never nearer to a third than both its parts were.

Source: Sokal and Michener (1958) for the link; Sumengen et al. (2021), "Scaling hierarchical agglomerative clustering to
billion-sized datasets", for the rounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray

Longs = NDArray[np.int64]

_CHUNK_EDGES = 100_000  # how many pairs of clusters are multiplied at once: some tens of megabytes
_CHUNK_CELLS = 5_000_000  # and how many terms they hold together: a large cluster has thousands


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Pairs of clusters, `low < high`, each once, and their link."""

    low: Longs
    high: Longs
    link: FloatArray

    def part(self, kept: NDArray[np.bool_]) -> _Edges:
        return _Edges(self.low[kept], self.high[kept], self.link[kept])


def average_link(
    rows: sparse.csr_array, first: Longs, second: Longs, *, least: float, members: FloatArray | None = None
) -> Longs:
    """Return for each row the cluster it ends in, named by its first row; no two clusters have a link of `least`.

    `first` and `second` are the pairs of rows along which clusters may meet. Of equal links the earlier rows merge first.
    A row may be the sum of several already; `members` says of how many.
    """
    label = np.arange(rows.shape[0], dtype=np.int64)
    sizes = np.ones(len(label)) if members is None else members.copy()
    rows = _shared_columns(rows)
    low, high = _distinct(first.astype(np.int64), second.astype(np.int64), len(label))
    edges = _Edges(low, high, _links(rows, sizes, low, high))
    while True:
        nearest = _nearest(edges, len(label), least)
        winners = _reciprocal(nearest)
        if not len(winners):
            return label
        target = np.arange(len(label), dtype=np.int64)
        target[nearest[winners]] = winners
        label = target[label]
        sizes[winners] += sizes[nearest[winners]]
        rows = _moved(target, rows)
        edges = _merged(
            edges.part((nearest[edges.low] >= 0) & (nearest[edges.high] >= 0)), target, winners, rows, sizes
        )


def _distinct(first: Longs, second: Longs, count: int) -> tuple[Longs, Longs]:
    apart = first != second
    keys = np.unique(np.minimum(first, second)[apart] * count + np.maximum(first, second)[apart])
    return keys // max(1, count), keys % max(1, count)


def _links(rows: sparse.csr_array, sizes: FloatArray, low: Longs, high: Longs) -> FloatArray:
    dots, cells = np.empty(len(low)), np.diff(rows.indptr)
    read = np.cumsum(cells[low] + cells[high])
    start = 0
    while start < len(low):
        so_far = read[start - 1] if start else 0
        stop = int(np.searchsorted(read, so_far + _CHUNK_CELLS, side="right"))
        part = slice(start, min(max(stop, start + 1), start + _CHUNK_EDGES))
        start = part.stop
        dots[part] = rows[low[part]].multiply(rows[high[part]]).sum(axis=1)
    links: FloatArray = dots / (sizes[low] * sizes[high])
    return links


def _nearest(edges: _Edges, count: int, least: float) -> Longs:
    """Return for each cluster the one with the highest link, the earlier of equal ones; -1 where none reaches `least`."""
    close = edges.part(edges.link >= least)
    cluster, other = np.concatenate([close.low, close.high]), np.concatenate([close.high, close.low])
    link = np.concatenate([close.link, close.link])
    highest = np.full(count, -np.inf)
    np.maximum.at(highest, cluster, link)
    best = link == highest[cluster]
    nearest = np.full(count, count, dtype=np.int64)
    np.minimum.at(nearest, cluster[best], other[best])
    nearest[nearest == count] = -1
    return nearest


def _reciprocal(nearest: Longs) -> Longs:
    """Return the lower one of each two clusters that are each other's nearest."""
    asked = np.flatnonzero(nearest >= 0)
    lower: Longs = asked[(nearest[nearest[asked]] == asked) & (asked < nearest[asked])]
    return lower


def _moved(target: Longs, rows: sparse.csr_array) -> sparse.csr_array:
    """Return the sums of clusters after each has been added to its target."""
    count = len(target)
    adding = sparse.csr_array((np.ones(count), (target, np.arange(count))), shape=(count, count))
    return _shared_columns(sparse.csr_array(adding @ rows))


def _shared_columns(rows: sparse.csr_array) -> sparse.csr_array:
    """Return the rows without the cells that no other row has: a cluster gathers thousands, and no product needs them."""
    shared = np.bincount(rows.indices, minlength=rows.shape[1])[rows.indices] > 1
    if shared.all():
        return rows
    ends = np.concatenate([[0], np.cumsum(shared)])[rows.indptr]
    return sparse.csr_array((rows.data[shared], rows.indices[shared], ends), shape=rows.shape)


def _merged(edges: _Edges, target: Longs, winners: Longs, rows: sparse.csr_array, sizes: FloatArray) -> _Edges:
    """Return the edges between merged clusters; links of those that did not change are kept as they are."""
    grown = np.zeros(len(target), dtype=bool)
    grown[winners] = True
    low, high = target[edges.low], target[edges.high]
    changed = grown[low] | grown[high]
    same = _Edges(low[~changed], high[~changed], edges.link[~changed])
    low, high = _distinct(low[changed], high[changed], len(target))
    link = _links(rows, sizes, low, high)
    return _Edges(*(np.concatenate(parts) for parts in zip(
        (same.low, same.high, same.link), (low, high, link), strict=True,
    )))  # fmt: skip
