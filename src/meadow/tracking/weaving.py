"""Strands woven into stories: each borrows words from its neighbours, and the closest become one.

Source: our own; document expansion by neighbours after Singhal and Pereira (1999), then average linkage (`bonds`).

A strand is a run of nearly equal reports. A headline of seven words may share none with another one of its event, but
both share some with a third. So every strand first takes on the words of its nearest neighbours. That also evens out
what similarity means: after it, the strands of one event are about as similar in headlines as in long articles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from meadow.kernels.loading import load_kernels
from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray
from meadow.tracking.bonds import Bond, Pairs, gather

# From this many strands on, compiled loops are worth the second that loading them takes.
COMPILE_FROM = 500
# Similarities below this are taken for none; they are nine in ten, and it moves no figure of the tables.
_LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Loom:
    """How strands are woven: words borrowed from so many `neighbours`, weighing `borrowed` times the strand's own."""

    bond: Bond
    neighbours: int
    borrowed: float = 1.0


def weave(rows: sparse.csr_array, sizes: FloatArray, loom: Loom, *, compiled: bool | None = None) -> Longs:
    """Return for each strand, a row of term weights for so many documents, the first strand of its story."""
    fast = (rows.shape[0] >= COMPILE_FROM if compiled is None else compiled) and load_kernels()
    near = _nearest(unit_rows(rows), loom.neighbours, compiled=fast)
    pairs = _similar(with_borrowed(unit_rows(rows), near, loom.borrowed), compiled=fast)
    if not fast:
        return gather(pairs, sizes, loom.bond)
    from meadow.kernels import bonds as kernel

    bond = loom.bond
    return kernel.gather(*pairs, sizes, (bond.threshold, bond.caution, bond.expected, bond.trust))


def unit_rows(rows: sparse.csr_array) -> sparse.csr_array:
    """Return the rows at length one, terms in order; empty rows stay empty."""
    made = rows.copy()
    made.sort_indices()
    lengths = np.diff(made.indptr)
    squares = np.zeros(len(lengths))
    np.add.at(squares, np.repeat(np.arange(len(lengths)), lengths), made.data**2)
    made.data = made.data / np.repeat(np.sqrt(np.where(squares > 0, squares, 1.0)), lengths)
    return made


def with_borrowed(rows: sparse.csr_array, near: Pairs, borrowed: float) -> sparse.csr_array:
    """Return the rows with the mean of their neighbours added, closer ones counting more, at length one."""
    shares = sparse.csr_array((near.values, near.others, near.starts), shape=(rows.shape[0], rows.shape[0]))
    totals: FloatArray = np.asarray(shares.sum(axis=1)).ravel()
    shares.data = borrowed * shares.data / np.repeat(np.where(totals > 0, totals, 1.0), np.diff(near.starts))
    return unit_rows(sparse.csr_array(rows + shares @ rows))


def _nearest(rows: sparse.csr_array, count: int, *, compiled: bool) -> Pairs:
    if compiled:
        from meadow.kernels import bonds as kernel

        return Pairs(*kernel.nearest(*_arrays(rows), _arrays(sparse.csr_array(rows.T)), count))
    every = _without_self(rows)
    chosen: list[Longs] = []
    for start, end in zip(every.starts[:-1], every.starts[1:], strict=True):
        own = np.lexsort((every.others[start:end], -every.values[start:end]))[:count]
        chosen.append(start + own[every.values[start + own] > 0])
    at = np.concatenate([np.zeros(0, np.int64), *chosen])
    return Pairs(np.cumsum([0, *map(len, chosen)], dtype=np.int64), every.others[at], every.values[at])


def _similar(rows: sparse.csr_array, *, compiled: bool) -> Pairs:
    if compiled:
        from meadow.kernels import bonds as kernel

        return Pairs(*kernel.similar_pairs(*_arrays(rows), _arrays(sparse.csr_array(rows.T)), _LEAST))
    every = _without_self(rows)
    kept = every.values >= _LEAST
    ends = np.concatenate([[0], np.cumsum(kept)])
    return Pairs(ends[every.starts], every.others[kept], every.values[kept])


def _without_self(rows: sparse.csr_array) -> Pairs:
    products = sparse.csr_array(rows @ rows.T)
    products.sort_indices()
    owners = np.repeat(np.arange(rows.shape[0]), np.diff(products.indptr))
    kept = products.indices != owners
    ends = np.concatenate([[0], np.cumsum(kept)]).astype(np.int64)
    return Pairs(ends[products.indptr], products.indices[kept].astype(np.int64), products.data[kept])


def _arrays(rows: sparse.csr_array) -> tuple[Longs, Longs, FloatArray]:
    return rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data
