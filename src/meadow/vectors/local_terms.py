"""Ids of a vocabulary numbered anew within one story: rows of counts over just the terms that the story holds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray, IntArray
from meadow.vectors.vocabulary import STOP, kernels_in_use


@dataclass(frozen=True, slots=True, eq=False)
class LocalTerms:
    """Rows of counts in compressed form: column k stands for `keys[k]`, numbered by first appearance.

    `idf[k]` is the least rarity among the words that the story writes the term with: the most common form speaks for it.
    """

    starts: IntArray
    columns: IntArray
    counts: FloatArray
    keys: IntArray
    idf: FloatArray


def number_locally(ids: IntArray, lengths: NDArray[np.int64], key_of: IntArray | None, idf: FloatArray) -> LocalTerms:
    """Return the rows of counts of a story whose words are `ids`; `key_of` maps words to terms, without it each is its own.

    Words whose key is `STOP` are left out.
    """
    if kernels_in_use():
        from meadow.kernels.rows import count_rows

        whole = np.empty(0, np.int32) if key_of is None else key_of
        return LocalTerms(*count_rows(ids, lengths, whole, idf))
    return number_plainly(ids, lengths, key_of, idf)


def number_plainly(ids: IntArray, lengths: NDArray[np.int64], key_of: IntArray | None, idf: FloatArray) -> LocalTerms:
    """Return the same by sorting, without compiled code."""
    rows = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    keys = ids if key_of is None else key_of[ids]
    kept = keys != STOP
    rows, words, keys = rows[kept], ids[kept], keys[kept]
    distinct, first_seen, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first_seen)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    columns = rank[inverse]
    cells, counts = np.unique(rows * max(1, len(order)) + columns, return_counts=True)
    starts = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(np.bincount(cells // max(1, len(order)), minlength=len(lengths)), out=starts[1:])
    least = np.full(len(order), np.inf)
    np.minimum.at(least, columns, idf[words])
    return LocalTerms(
        starts,
        (cells % max(1, len(order))).astype(np.int32),
        counts.astype(np.float64),
        distinct[order].astype(np.int32),
        least,
    )
