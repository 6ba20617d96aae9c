"""Doubt about a story: which of its articles may belong to another.

Source: our own. The story's documents are weighed by their own words alone, and average linkage divides them in two. What
the parts have in common is held against what holds each together:

    share(A, B) = mean(A, B) / √(cohesion(A) · cohesion(B))        share(a, B) = mean(a, B) / cohesion(B) for one document a

Where that is low, the smaller part may be another story, and the larger part is looked at again. So it is where strangers
have as much in common. This judges stories whatever made them; it changes none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.kernels.postings_rows import Longs
from meadow.model import Document, Doubt, FloatArray
from meadow.text.background import Background
from meadow.text.language import detect_language
from meadow.tracking.average_linkage import joined_last
from meadow.tracking.linking import cohesion
from meadow.tracking.weighing import WeightedRows, rows_alone

# Chosen for precision over the stories that the default tracker makes of every collection (docs/explanation/tracking.md):
# three in four stories that are doubted hold articles of two.
_LEAST_SHARE = 0.35
# The mean similarity that articles of different stories seldom reach.
_STRANGERS = 0.05
# Two articles say nothing of what holds a story together, and a pair that was joined has passed the tracker's test.
_FEWEST = 3
# The table of similarities of more would not fit the promise of memory; such a story is not looked at.
_MOST = 2_000
# So many products are listed at once, in some tens of megabytes; of more a sparse matrix takes care.
_MOST_PRODUCTS = 1_000_000


def find_doubt(documents: Sequence[Document], background: Background | None = None) -> Doubt | None:
    """Return which documents of a story may belong to another, or None where all seem to belong together.

    Documents in another language than most are left out: they share no words with the others.
    """
    judged = _of_one_language(documents)
    if not _FEWEST <= len(judged) <= _MOST:
        return None
    similarity = _similarities(judged, background)
    rest: Longs = np.arange(len(judged), dtype=np.int64)
    odd: list[int] = []
    shared, within = 0.0, 0.0
    while len(rest) >= _FEWEST:
        smaller, larger = _halves(similarity, rest)
        mean = float(similarity[np.ix_(smaller, larger)].mean())
        if not _is_doubtful(mean, _cohesion(similarity, smaller), _cohesion(similarity, larger)):
            break
        odd += smaller.tolist()
        rest, shared, within = larger, mean, _cohesion(similarity, larger) or 0.0
    ids = tuple(judged[row].id for row in sorted(odd))
    return Doubt(ids, shared, within) if ids else None


def _of_one_language(documents: Sequence[Document]) -> list[Document]:
    languages = [document.language or detect_language(document.text) for document in documents]
    most = max(dict.fromkeys(languages), key=languages.count, default="")
    return [document for document, language in zip(documents, languages, strict=True) if language == most]


def _similarities(documents: Sequence[Document], background: Background | None) -> FloatArray:
    return similarities(rows_alone(documents, background))


def similarities(rows: WeightedRows) -> FloatArray:
    """Return the products of all rows; each sum runs over their terms in order."""
    number = len(rows.ends) - 1
    order = np.argsort(rows.terms, kind="stable")
    holders = np.bincount(rows.terms)
    if int((holders * holders).sum()) > _MOST_PRODUCTS:
        table = rows.matrix()
        return np.asarray((table @ table.T).toarray(), np.float64)
    # Each cell meets the cells of its term: those lie together, `met` of them, from `first` on.
    terms = rows.terms[order]
    met, first = holders[terms], (np.cumsum(holders) - holders)[terms]
    left = np.repeat(np.arange(len(terms)), met)
    right = np.arange(len(left)) - np.repeat(np.cumsum(met) - met - first, met)
    row_of, weights = np.repeat(np.arange(number), np.diff(rows.ends))[order], rows.weights[order]
    sums = np.bincount(row_of[left] * number + row_of[right], weights[left] * weights[right], minlength=number * number)
    return sums.astype(np.float64, copy=False).reshape(number, number)


def _halves(similarity: FloatArray, rows: Longs) -> tuple[Longs, Longs]:
    """Return the two parts that average linkage joins last, the smaller one first; of equal ones the later."""
    parts = sorted(
        joined_last(np.maximum(1.0 - similarity[rows[:, None], rows], 0.0)), key=lambda part: (len(part), -min(part))
    )
    return rows[parts[0]], rows[parts[1]]


def _cohesion(similarity: FloatArray, rows: Longs) -> float | None:
    """Return the mean similarity within some documents; one alone has none."""
    if len(rows) == 1:
        return None
    table = similarity[np.ix_(rows, rows)]
    return cohesion(float(len(rows)), float(table.sum() - np.trace(table)))


def _is_doubtful(mean: float, smaller: float | None, larger: float | None) -> bool:
    whole = larger or 0.0
    within = whole if smaller is None else float(np.sqrt(smaller * whole))
    return mean < _STRANGERS or mean < _LEAST_SHARE * within
