"""The documents of two neighbouring shards over one vocabulary, as rows by which their stories are compared.

Source: our own, by the formulas of `linking` and `second_look`. A shard weighs words by what it has seen itself; the
product of two rows of different shards takes each side's weight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import FloatArray
from meadow.tracking.evidence import Settings
from meadow.tracking.gathering import Spans, faded, gap_between
from meadow.tracking.linking import closeness, cohesion
from meadow.tracking.second_look import SHOWN
from meadow.tracking.shards import ShardStories


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Documents taken together: their terms in order with summed weights, how many they are, what is within, their dates.

    `within` are the similarities of all ordered pairs of its documents, summed.
    """

    terms: Longs
    sums: FloatArray
    size: int
    within: float
    spans: Spans


class NeighbourRows:
    """The documents of two shards one after the other; those that both have stand there once, as the earlier weighs them."""

    def __init__(self, left: ShardStories, right: ShardStories) -> None:
        names: dict[str, int] = {}
        parts = [_matrix(left, names, 0), _matrix(right, names, right.before)]
        self._rows = sparse.vstack([_wide(rows, len(names)) for rows, _ in parts], format="csr")
        self._held: Flags = np.concatenate([has_row for _, has_row in parts])
        self._dates: FloatArray = np.concatenate([left.dates, right.dates[right.before :]])

    def body(self, places: Longs) -> Body | None:
        """Return documents taken together; those without rows are too far from the neighbour to count."""
        known = places[self._held[places]]
        if not len(known):
            return None
        rows, dates = self._rows[known], self._dates[known]
        terms, inside = np.unique(rows.indices, return_inverse=True)
        sums = np.bincount(inside, rows.data, minlength=len(terms)).astype(np.float64)
        within = max(float(sums @ sums) - float(rows.data @ rows.data), 0.0)
        spans = Spans(np.fmin.reduce(dates, keepdims=True), np.fmax.reduce(dates, keepdims=True))
        return Body(terms.astype(np.int64), sums, len(known), within, spans)


def mean_similarity(one: Body, other: Body, settings: Settings) -> float:
    """Return the mean similarity between two bodies, the less the more time lies between them."""
    _, here, there = np.intersect1d(one.terms, other.terms, assume_unique=True, return_indices=True)
    mean = float(one.sums[here] @ other.sums[there]) / (one.size * other.size)
    return mean * float(faded(gap_between(one.spans, other.spans), settings.fading)[0])


def is_one_story(one: Body, other: Body, settings: Settings) -> bool:
    """Say whether a second look would make one story of two bodies: alike, or close by what holds them together."""
    rules, mean = settings.thresholds, mean_similarity(one, other, settings)
    pairs = one.size * other.size
    if mean >= rules.alike_of(pairs):
        return True
    small, large = sorted((one, other), key=lambda body: body.size)
    if large.size < SHOWN:
        return False
    if small.size < SHOWN:
        return mean / cohesion(large.size, large.within) >= rules.stray
    share = closeness(mean * pairs, (small.size, small.within), (large.size, large.within), relative=True)
    return share >= rules.join_of(pairs)


def _matrix(shard: ShardStories, names: dict[str, int], begin: int) -> tuple[sparse.csr_array, Flags]:
    """Return a row per document from `begin` on, over a vocabulary that grows, and which of them have one."""
    ids = np.array([names.setdefault(name, len(names)) for name in shard.rows.names], np.int64)
    lengths, has_row = np.zeros(len(shard.ids), np.int64), np.zeros(len(shard.ids), np.bool_)
    lengths[shard.rows.places] = np.diff(shard.rows.ends)
    has_row[shard.rows.places] = True
    starts = np.concatenate([[0], np.cumsum(lengths)])
    cells = (shard.rows.weights.astype(np.float64), ids[shard.rows.terms], starts)
    return sparse.csr_array(cells, shape=(len(shard.ids), len(names)))[begin:], has_row[begin:]


def _wide(rows: sparse.csr_array, width: int) -> sparse.csr_array:
    return sparse.csr_array((rows.data, rows.indices, rows.indptr), shape=(rows.shape[0], width))
