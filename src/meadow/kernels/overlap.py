"""What pairs of texts have in common, for many pairs at once: the fast twin of `meadow.lab.evaluate.rouge_counts`.

Texts are runs of int32 ids, one after the other in `ids`; text t is `ids[ends[t]:ends[t + 1]]`. A pair is two text
numbers, `left` (the candidate) and `right` (the reference), and each kernel answers with one number of hits per pair.
N-grams are packed into 64 bits, sorted once per text and merged per pair.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.loops import overlap as loops
from meadow.kernels.loops.types import run
from meadow.model import FloatArray, IntArray

Longs = NDArray[np.int64]
_BITS = 64  # cells of a table that a loop works on at a time


class Lines(NamedTuple):
    """The lines of texts: line l is `ids[ends[l]:ends[l + 1]]`; text t has the lines `texts[t]` to `texts[t + 1]`."""

    ids: IntArray
    ends: Longs
    texts: Longs


def packed_ngrams(ids: IntArray, ends: Longs, length: int) -> tuple[Longs, Longs]:
    """Return one int64 per n-gram, equal for equal n-grams and sorted within each text, and where texts end.

    Two ids fill 64 bits; longer n-grams are built by numbering those one shorter, so no two ever share a key.
    """
    keys = ids.astype(np.int64)
    for _ in range(length - 1):
        if len(keys) and keys.max() >> 31:
            keys = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        keys = (keys[:-1] << 32) | ids[len(ids) - len(keys) + 1 :].astype(np.int64)
    gram_ends = np.zeros_like(ends)
    np.cumsum(np.maximum(np.diff(ends) - (length - 1), 0), out=gram_ends[1:])
    grams = np.empty(int(gram_ends[-1]), dtype=np.int64)
    for (start, stop), source in zip(pairwise(gram_ends.tolist()), ends.tolist(), strict=False):
        part = grams[start:stop]
        part[:] = keys[source : source + stop - start]
        part.sort()
    return grams, gram_ends


def common_ngrams(grams: Longs, ends: Longs, left: IntArray, right: IntArray) -> Longs:
    """Return the clipped number of common n-grams of each pair."""
    hits = np.zeros(len(left), np.int64)
    run(loops.common_ngrams, grams, ends, left, right, hits)
    return hits


def common_pairs(ids: IntArray, ends: Longs, left: IntArray, right: IntArray, reach: int, words: int) -> Longs:
    """Return, per pair of texts, the clipped number of common word pairs at most `reach` places apart (0: any)."""
    hits, longest = np.zeros(len(left), np.int64), _longest(ends)
    first = (_nowhere(words), _nowhere(words))
    following = (np.empty(longest, np.int32), np.empty(longest, np.int32))
    run(
        loops.common_pairs,
        ids,
        ends,
        left,
        right,
        reach,
        *first,
        *following,
        np.zeros(words, np.int64),
        hits,
    )
    return hits


def common_lengths(ids: IntArray, ends: Longs, left: IntArray, right: IntArray, words: int) -> Longs:
    """Return the length of the longest common subsequence of each pair."""
    lengths, longest = np.zeros(len(left), np.int64), _longest(ends)
    width = _width(longest)
    run(
        loops.common_lengths,
        ids,
        ends,
        left,
        right,
        _nowhere(words),
        np.empty(longest, np.int32),
        np.empty(width, np.uint64),
        np.zeros(width, np.uint64),
        lengths,
    )
    return lengths


def union_hits(row_ids: IntArray, row_ends: Longs, lines: Lines, left: IntArray, right: IntArray, words: int) -> Longs:
    """Return, per pair, how many words of the reference lie on a common subsequence with any line of the candidate.

    A word counts no oftener than it stands in the rows of both texts.
    """
    hits, longest = np.zeros(len(left), np.int64), _longest(lines.ends)
    width = _width(longest)
    run(
        loops.union_hits,
        row_ids,
        row_ends,
        *lines,
        left,
        right,
        _nowhere(words),
        np.zeros(words, np.int64),
        np.zeros(words, np.int64),
        np.empty(longest, np.int32),
        np.empty((longest + 1) * width, np.uint64),
        np.zeros(width, np.uint64),
        np.empty(longest, np.bool_),
        hits,
    )
    return hits


def weighted_lengths(ids: IntArray, ends: Longs, left: IntArray, right: IntArray, powers: FloatArray) -> FloatArray:
    """Return the weighted length of the common subsequence of each pair; a run of n words weighs `powers[n]`."""
    lengths, two_rows = np.zeros(len(left)), 2 * (_longest(ends) + 1)
    run(
        loops.weighted_lengths,
        ids,
        ends,
        left,
        right,
        powers,
        np.empty(two_rows),
        np.empty(two_rows, np.int64),
        np.empty(0, np.bool_),
        lengths,
    )
    return lengths


def weighted_union_hits(
    row_ids: IntArray, row_ends: Longs, lines: Lines, left: IntArray, right: IntArray, words: int, powers: FloatArray
) -> FloatArray:
    """Return the weighted runs of the reference's words on common subsequences, summed as ROUGE-1.5.5 does."""
    hits, longest = np.zeros(len(left)), _longest(lines.ends)
    run(
        loops.weighted_union_hits,
        row_ids,
        row_ends,
        *lines,
        left,
        right,
        powers,
        np.zeros(words, np.int64),
        np.zeros(words, np.int64),
        np.empty(2 * (longest + 1)),
        np.empty(2 * (longest + 1), np.int64),
        np.empty(longest * longest, np.bool_),
        np.empty(longest + 1, np.bool_),
        hits,
    )
    return hits


def _longest(ends: Longs) -> int:
    return int(np.diff(ends).max(initial=0))


def _width(longest: int) -> int:
    return (longest + _BITS - 1) // _BITS


def _nowhere(words: int) -> IntArray:
    return np.full(words, -1, np.int32)
