"""Ids of a vocabulary numbered anew within one story: rows of counts over just the terms that the story holds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray, IntArray
from meadow.vectors.vocabulary import STOP


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

    Words whose key is `STOP` are left out. A cell is one number, row · width + column, so that sorting brings equal ones
    together and the cells into order.
    """
    rows = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    keys = ids if key_of is None else key_of[ids]
    kept = keys != STOP
    rows, words, keys = rows[kept], ids[kept], keys[kept]
    columns = numbered_by_appearance(keys)
    width = int(columns.max(initial=-1)) + 1
    cells, counts = np.unique(rows * max(1, width) + columns, return_counts=True)
    starts = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(np.bincount(cells // max(1, width), minlength=len(lengths)), out=starts[1:])
    least = np.full(width, np.inf)
    np.minimum.at(least, columns, idf[words])
    key_of_column = np.empty(width, np.int32)
    key_of_column[columns] = keys
    return LocalTerms(starts, (cells % max(1, width)).astype(np.int32), counts.astype(np.float64), key_of_column, least)


def numbered_by_appearance(keys: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return for each key the number of its kind, kinds being counted from 0 as they come, whatever the keys are.

    Sorting numbers the kinds in the order of their keys, which depends on what was read before the story; `rank` turns that
    into the order in which they first stand.
    """
    _, first_seen, kind_of = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first_seen), np.int64)
    rank[np.argsort(first_seen)] = np.arange(len(first_seen))
    numbers: NDArray[np.int64] = rank[kind_of]
    return numbers
