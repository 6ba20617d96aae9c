"""A story's words as compressed rows of counts, in two passes over its ids: the fast twin of `vectors.local_terms`."""

from __future__ import annotations

from typing import Any

import numpy as np

from meadow.kernels.compiling import kernel


@kernel
def count_rows(ids, lengths, key_of, idf) -> Any:  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return row starts, columns, counts, the key of each column and its least rarity; an empty `key_of` keeps words."""
    mapped = len(key_of) > 0
    local = np.full(len(key_of) if mapped else len(idf), -1, np.int32)
    rows, total = len(lengths), len(ids)
    starts = np.zeros(rows + 1, np.int32)
    columns, counts = np.empty(total, np.int32), np.empty(total, np.float64)
    keys, least = np.empty(total, np.int32), np.empty(total, np.float64)
    cell_of = np.full(total, -1, np.int32)  # where a column stands in the current row
    known, written, at = 0, 0, 0
    for row in range(rows):
        begin = written
        for _ in range(lengths[row]):
            word = ids[at]
            at += 1
            key = key_of[word] if mapped else word
            if key < 0:
                continue
            column = local[key]
            if column < 0:
                column = np.int32(known)
                local[key], keys[known], least[known] = column, key, idf[word]
                known += 1
            elif idf[word] < least[column]:
                least[column] = idf[word]
            if cell_of[column] >= begin:
                counts[cell_of[column]] += 1.0
            else:
                cell_of[column] = written
                columns[written], counts[written] = column, 1.0
                written += 1
        _sort(columns, counts, begin, written)
        starts[row + 1] = written
    return starts, columns[:written].copy(), counts[:written].copy(), keys[:known].copy(), least[:known].copy()


_SHORT = 64


@kernel
def _sort(columns, counts, begin, end):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Sort a row by column: by insertion, as nearly all rows are short; a long one through an index."""
    if end - begin > _SHORT:
        order = np.argsort(columns[begin:end])
        columns[begin:end] = columns[begin:end][order]
        counts[begin:end] = counts[begin:end][order]
        return
    for right in range(begin + 1, end):
        column, count = columns[right], counts[right]
        left = right - 1
        while left >= begin and columns[left] > column:
            columns[left + 1], counts[left + 1] = columns[left], counts[left]
            left -= 1
        columns[left + 1], counts[left + 1] = column, count
