"""Pairs of sentences worth comparing: those that share rare words, a bounded number for each sentence.

Sentences with the same terms are copies and stand for one: each copy is paired with the first one, and the first ones
with each other. Every first one looks up its rarest terms, as many as a fixed number of look-ups allows, and keeps the
neighbours that share most weight. So the cost grows with the number of sentences, not with its square, even in a story
that a thousand outlets copied from one agency.

Source: our own; the pruning by rare terms follows Bayardo, Ma and Srikant (2007), "Scaling up all pairs similarity search".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray, IntArray
from meadow.vectors.cells import Longs, bounded_runs
from meadow.vectors.view import StoryView

MOST_NEIGHBOURS = 50
LEAST_SHARED = 0.1
_MOST_LOOKUPS = 4_000  # entries of the inverted index that one sentence may read
_CHUNK_LOOKUPS = 4_000_000  # and how many are read at once: about 50 MB


def candidate_pairs(
    view: StoryView,
    *,
    across_documents_only: bool = True,
    neighbours: int = MOST_NEIGHBOURS,
    least: float = LEAST_SHARED,
) -> tuple[IntArray, IntArray]:
    """Return the pairs worth scoring as two arrays of rows, `first < second`, sorted, each pair once.

    A sentence meets its `neighbours` best others, by the IDF cosine of the terms that were looked up, down to `least`. Of
    sentences with equal terms (copies) each meets the first, and only the first meets others. Rows of different languages
    are never paired. With `across_documents_only` two copies may stand in for each other, so that no pair of contents is
    lost because the first copies share a document.
    """
    original = copies(view)
    rows = np.unique(original)
    units = view.counts("terms").unit_rows()[rows]
    languages = np.array(view.row_languages)[rows]
    # Each sentence finds itself first.
    hits = _lookup(units, units, languages, languages, neighbours + 1, least)
    pairs = rows[hits[hits[:, 0] != hits[:, 1]]]
    if across_documents_only:
        pairs = _across_documents(pairs, original, view.document_of)
    repeats = np.flatnonzero(original != np.arange(len(view)))
    stars = np.column_stack([original[repeats], repeats])
    if across_documents_only:
        stars = stars[view.document_of[stars[:, 0]] != view.document_of[stars[:, 1]]]
    every = np.unique(np.sort(np.concatenate([pairs, stars]), axis=1), axis=0)
    return every[:, 0].astype(np.int32), every[:, 1].astype(np.int32)


def neighbours_among(
    view: StoryView,
    rows: Longs,
    others: Longs,
    *,
    neighbours: int = MOST_NEIGHBOURS,
    least: float = LEAST_SHARED,
) -> tuple[IntArray, IntArray]:
    """Return the pairs of one of `rows` with one of its best neighbours among `others`, found as candidate pairs are."""
    units = view.counts("terms").unit_rows()
    languages = np.array(view.row_languages)
    hits = _lookup(units[rows], units[others], languages[rows], languages[others], neighbours, least)
    return rows[hits[:, 0]].astype(np.int32), others[hits[:, 1]].astype(np.int32)


def copies(view: StoryView) -> Longs:
    """Return for each sentence the first one with the same terms as often and in the same language; often itself.

    A sentence without any term is a copy of nothing.
    """
    return view.kept(_copies)


def _copies(view: StoryView) -> Longs:
    matrix = view.counts("terms").matrix
    seen: dict[tuple[str, bytes, bytes], int] = {}
    original = np.arange(len(view), dtype=np.int64)
    ends = matrix.indptr.tolist()
    for row, language in enumerate(view.row_languages):
        cells = slice(ends[row], ends[row + 1])
        if ends[row] < ends[row + 1]:
            key = (language, matrix.indices[cells].tobytes(), matrix.data[cells].tobytes())
            original[row] = seen.setdefault(key, row)
    return original


def _lookup(
    asking: sparse.csr_array,
    answering: sparse.csr_array,
    asking_languages: NDArray[np.str_],
    answering_languages: NDArray[np.str_],
    most: int,
    least: float,
) -> Longs:
    """Return pairs (asking row, answering row) of one language in which the second is among the best of the first."""
    index = answering.T.tocsr()
    spread = np.diff(index.indptr)
    asked = _rarest(asking, spread)
    best_pairs = [np.empty((0, 2), np.int64)]
    for start, stop in bounded_runs(asked, spread, most=_CHUNK_LOOKUPS):
        shared = (asked[start:stop] @ index).tocoo()
        row, other = shared.row.astype(np.int64) + start, shared.col.astype(np.int64)
        kept = shared.data >= least
        row, other, value = row[kept], other[kept], shared.data[kept]
        kept = asking_languages[row] == answering_languages[other]
        best_pairs.append(_best(row[kept], other[kept], value[kept], most))
    return np.concatenate(best_pairs)


def _rarest(units: sparse.csr_array, spread: Longs) -> sparse.csr_array:
    """Return the rows with only their rarest terms: as many as the look-ups allow."""
    rows = np.repeat(np.arange(units.shape[0]), np.diff(units.indptr))
    cost = spread[units.indices]
    order = np.lexsort((units.indices, cost, rows))
    total = np.cumsum(cost[order])
    before = np.concatenate([[0], total])[units.indptr[:-1]]
    allowed = np.zeros(len(cost), dtype=bool)
    allowed[order] = total - before[rows[order]] <= _MOST_LOOKUPS
    cells = (units.data[allowed], (rows[allowed], units.indices[allowed]))
    return sparse.csr_array(cells, shape=units.shape)


def _best(row: Longs, other: Longs, value: FloatArray, most: int) -> Longs:
    """Return the pairs with the highest values of each row; of equal ones those nearest by."""
    order = np.lexsort((np.abs(other - row), -value, row))
    row, other = row[order], other[order]
    starts = np.flatnonzero(np.diff(row, prepend=-1))
    rank = np.arange(len(row)) - np.repeat(starts, np.diff(np.append(starts, len(row))))
    return np.column_stack([row, other])[rank < most]


def _across_documents(pairs: Longs, original: Longs, document_of: IntArray) -> Longs:
    """Return the pairs that cross documents; a copy in another document steps in where the first ones share theirs."""
    substitute = _elsewhere(original, document_of)
    together = document_of[pairs[:, 0]] == document_of[pairs[:, 1]]
    crossing = pairs[~together]
    inside = pairs[together]
    moved = [
        np.column_stack([substitute[inside[:, side]], inside[:, 1 - side]])[substitute[inside[:, side]] >= 0]
        for side in (0, 1)
    ]
    return np.concatenate([crossing, *moved])


def _elsewhere(original: Longs, document_of: IntArray) -> Longs:
    """Return for each first copy the next one in another document, -1 where there is none."""
    next_copy = np.full(len(original), -1, dtype=np.int64)
    away = np.flatnonzero(document_of != document_of[original])[::-1]
    next_copy[original[away]] = away
    return next_copy
