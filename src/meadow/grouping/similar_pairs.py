"""All pairs of sparse rows whose dot product reaches a threshold, without a matrix of all pairs.

Every row looks up its rarest terms only, so many that the rest of it is a little shorter than the threshold: a pair that
shares none of them cannot reach it (Cauchy and Schwarz). What a pair shares in the rest is at most the length of the rest
times the length of what the other row holds of terms as frequent. Only pairs for which the part looked up and that bound
reach the threshold together are multiplied whole, and they are few. Frequent terms, whose look-ups would make the cost
quadratic, weigh least and are seldom looked up.

In a story of many thousand sentences where they would be looked up all the same, look-ups and neighbours of a row are
bounded, so that the cost stays linear: of a crowd that all resemble each other a row then meets the nearest.

Source: Bayardo, Ma and Srikant (2007), "Scaling up all pairs similarity search"; the bound by lengths is that of
Anastasiu and Karypis (2014), "L2AP: fast cosine similarity search with prefix L-2 norm bounds".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray
from meadow.vectors.cells import bounded_runs

Longs = NDArray[np.int64]

_CHUNK_LOOKUPS = 2_000_000  # entries of the inverted index that are read at once: about 50 MB
_CHUNK_PAIRS = 200_000  # that are multiplied at once
# What all rows together may look up and whom they may meet; where that leaves a row less than its due, it has its due.
# A story of 4,000 sentences is as good as compared whole: 75,000 look-ups and 500 neighbours a row.
_ALL_LOOKUPS, _ROW_LOOKUPS = 300_000_000, 4_000
_ALL_PAIRS, _ROW_PAIRS = 2_000_000, 50
_REST = 0.95  # of the threshold: the length of what is not looked up
_ROUNDING = 1e-9


def similar_pairs(rows: sparse.csr_array, *, least: float) -> tuple[Longs, Longs]:
    """Return the pairs of rows, `first < second`, whose product is `least` or more; rows have a length of at most 1.

    All of them, unless there are so many look-ups or pairs that a row has only its nearest.
    """
    spread, steps = np.bincount(rows.indices, minlength=rows.shape[1]), frequency_steps(rows)
    asked, rests, cuts = _rarest(rows, spread, steps, _REST * least)
    lengths, index = lengths_from(rows, steps), rows.T.tocsr()
    most = max(_ROW_PAIRS, _ALL_PAIRS // max(1, _filled(rows)))
    pairs = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for start, stop in bounded_runs(asked, spread, most=_CHUNK_LOOKUPS):
        partial = (asked[start:stop] @ index).tocoo()
        first, second = partial.row.astype(np.int64) + start, partial.col.astype(np.int64)
        # Either row of a pair finds the other.
        later = second > first
        first, second, shared = first[later], second[later], partial.data[later]
        likely = shared + rests[first] * lengths[second, cuts[first]] >= least - _ROUNDING
        near = _nearest(first[likely], second[likely], shared[likely], most)
        pairs.extend(_reaching(rows, *near, least))
    first, second = (np.concatenate(side) for side in zip(*pairs, strict=True))
    order = np.lexsort((second, first))
    return first[order], second[order]


def frequency_steps(rows: sparse.csr_array) -> Longs:
    """Return for each term how many rows hold it, in steps of a doubling."""
    spread = np.bincount(rows.indices, minlength=rows.shape[1])
    return np.ceil(np.log2(np.maximum(spread, 1))).astype(np.int64)


def lengths_from(rows: sparse.csr_array, steps: Longs) -> FloatArray:
    """Return the length of what each row holds of the terms from each step on: it bounds what the row can share."""
    count, most = rows.shape[0], int(steps.max(initial=0)) + 1
    owner = np.repeat(np.arange(count), np.diff(rows.indptr))
    squares = np.bincount(owner * most + steps[rows.indices], rows.data**2, minlength=count * most)
    lengths: FloatArray = np.sqrt(np.cumsum(squares.reshape(count, most)[:, ::-1], axis=1)[:, ::-1])
    return lengths


def _filled(rows: sparse.csr_array) -> int:
    return int(np.count_nonzero(np.diff(rows.indptr)))


def _nearest(first: Longs, second: Longs, shared: FloatArray, most: int) -> tuple[Longs, Longs]:
    """Return of each first row's pairs those that share most, the earlier of equal ones; all if no row has too many."""
    if not len(first) or np.bincount(first - first.min()).max() <= most:
        return first, second
    order = np.lexsort((second, -shared, first))
    first, second = first[order], second[order]
    starts = np.flatnonzero(np.diff(first, prepend=-1))
    rank = np.arange(len(first)) - np.repeat(starts, np.diff(np.append(starts, len(first))))
    return first[rank < most], second[rank < most]


def _reaching(rows: sparse.csr_array, first: Longs, second: Longs, least: float) -> Iterator[tuple[Longs, Longs]]:
    """Iterate over the pairs whose whole product is `least` or more, some at a time."""
    for start in range(0, len(first), _CHUNK_PAIRS):
        ours, theirs = first[start : start + _CHUNK_PAIRS], second[start : start + _CHUNK_PAIRS]
        whole = np.asarray(rows[ours].multiply(rows[theirs]).sum(axis=1)).ravel()
        yield ours[whole >= least], theirs[whole >= least]


def _rarest(
    rows: sparse.csr_array, spread: Longs, steps: Longs, rest: float
) -> tuple[sparse.csr_array, FloatArray, Longs]:
    """Return the rows without their most frequent terms, the length of those, and the step of the rarest of those.

    As many are left out as together stay below the length `rest`, and more where the look-ups of a row are too many.
    """
    count, cost = rows.shape[0], spread[rows.indices]
    owner = np.repeat(np.arange(count), np.diff(rows.indptr))
    order = np.lexsort((rows.indices, -cost, owner))
    kept = np.zeros(len(owner), dtype=bool)
    squares, read = _running(rows.data[order] ** 2, rows.indptr), _running(cost[order], rows.indptr)
    # From the rarest term of the row up to this one.
    lookups = np.bincount(owner, cost, minlength=count)[owner] - read + cost[order]
    most = max(_ROW_LOOKUPS, _ALL_LOOKUPS // max(1, _filled(rows)))
    kept[order] = (squares >= rest**2) & (lookups <= most)
    left_out = owner[~kept]
    rests: FloatArray = np.sqrt(np.bincount(left_out, rows.data[~kept] ** 2, minlength=count))
    cuts = np.full(count, steps.max(initial=0), dtype=np.int64)
    np.minimum.at(cuts, left_out, steps[rows.indices[~kept]])
    asked = sparse.csr_array((rows.data[kept], (owner[kept], rows.indices[kept])), shape=rows.shape)
    return asked, rests, cuts


def _running(values: NDArray[Any], ends: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of each row's values up to each of them."""
    totals = np.cumsum(values)
    before = np.concatenate([[0], totals])[ends[:-1]]
    sums: NDArray[Any] = totals - np.repeat(before, np.diff(ends))
    return sums
