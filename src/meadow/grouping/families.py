"""Families: many sentences from one mould, "Unit 17 left port", "Unit 18 left port", which differ in rare words alone.

Every two of a family are similar, so that a thousand members make half a million pairs, and ten thousand fifty million.
But they need not be compared. The frequent terms of a row, taken from the most frequent down until their share of its
weight reaches the threshold, are its mould: two rows with the same mould reach the threshold by it alone, whatever else
they hold. A mould that many rows have is one row with a count.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.grouping.similar_pairs import frequency_steps, lengths_from

Longs = NDArray[np.int64]

LEAST_MEMBERS = 64  # fewer are compared one by one: 2,000 pairs cost nothing, and each may have nearer neighbours
_LEAST_TERMS = 2  # of a mould


def families(rows: sparse.csr_array, languages: Sequence[str], *, least: float) -> Longs:
    """Return for each row the first row of its family, which is itself unless 64 rows or more have its mould.

    The products of every two rows of a family are `least` or more.
    """
    first_of = np.arange(rows.shape[0], dtype=np.int64)
    if np.count_nonzero(np.diff(rows.indptr)) < LEAST_MEMBERS:
        return first_of
    for members in _by_mould(rows, languages, least).values():
        if len(members) >= LEAST_MEMBERS:
            first_of[members] = members[0]
    return first_of


def summed(rows: sparse.csr_array, first_of: Longs) -> sparse.csr_array:
    """Return the sum of each family in the place of its first row; the others' rows are empty."""
    count = len(first_of)
    if _all_alone(first_of):
        return rows
    adding = sparse.csr_array((np.ones(count), (first_of, np.arange(count))), shape=(count, count))
    return sparse.csr_array(adding @ rows)


def without(rows: sparse.csr_array, first_of: Longs) -> sparse.csr_array:
    """Return the rows as they are, those empty that another one stands for."""
    if _all_alone(first_of):
        return rows
    stays = first_of == np.arange(len(first_of))
    kept = sparse.csr_array(sparse.diags_array(stays.astype(np.float64)) @ rows)
    kept.eliminate_zeros()
    return kept


def _all_alone(first_of: Longs) -> bool:
    return bool(np.all(first_of == np.arange(len(first_of))))


def _by_mould(rows: sparse.csr_array, languages: Sequence[str], least: float) -> dict[tuple[str, bytes], list[int]]:
    """Return the rows of each mould, in order; rows that have none because they are too short are left out."""
    rows = rows.sorted_indices()
    steps = frequency_steps(rows)
    # What a row holds from a step on shrinks with the step: the last one at which enough is held gives the mould.
    from_step = np.count_nonzero(lengths_from(rows, steps) ** 2 >= least, axis=1) - 1
    owner = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    inside = (steps[rows.indices] >= from_step[owner]) & (from_step[owner] >= 0)
    ends = np.concatenate([[0], np.cumsum(np.bincount(owner[inside], minlength=rows.shape[0]))])
    terms = rows.indices[inside]
    moulds: dict[tuple[str, bytes], list[int]] = {}
    for row in np.flatnonzero(np.diff(ends) >= _LEAST_TERMS).tolist():
        key = languages[row], terms[ends[row] : ends[row + 1]].tobytes()
        moulds.setdefault(key, []).append(row)
    return moulds
