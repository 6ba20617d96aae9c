"""Statements: sentences that share the words by which the story's sentences differ, by average link.

A word of one story tells little if half its sentences hold it, however rare it is elsewhere: the name of the ferry is in
all of them. So a term weighs `w = √idf · ln(1 + n / n_t)`, `n_t` of the story's `n` sentences holding it, and two
sentences are as similar as the weight that they share: `Σ_shared w / √(Σ_a w · Σ_b w)`. Words of names weigh half, since
a name has two or three of them and says who, not what. To each sum one term of average weight is added that nobody
shares, for what a sentence means beyond its words; it matters to short sentences, in which one common word would
otherwise be half of all. Sentences with equal words are one wording and count once. Two sentences of one article are not
joined directly: who says both means two things. A third one, elsewhere, may join them. Sentences from one mould, a
hundred or ten thousand, are a family from the start and meet the others as one.

Source: our own; the weights and the threshold are measured on event chains in `benchmarks/groups.py`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.errors import UsageError
from meadow.grouping.average_link import average_link
from meadow.grouping.families import families, summed, without
from meadow.grouping.groups import Rows, groups_of
from meadow.grouping.name_terms import name_terms
from meadow.grouping.similar_pairs import similar_pairs
from meadow.model import FloatArray
from meadow.vectors.sameness import copies
from meadow.vectors.view import StoryView

Longs = NDArray[np.int64]

_LEAST_SHARED_TERMS = 2
_UNSAID_TERMS = 1  # of average weight, that every sentence holds beside its own and shares with none
_NAME_SHARE = 0.5
_USUAL_SENTENCES = 40
_RISE = 0.1
_CHUNK_PAIRS = 200_000  # that are multiplied at once


def statements(view: StoryView, *, threshold: float = 0.22) -> tuple[Rows, ...]:
    """Return the groups of rows that say the same; a higher threshold gives fewer and tighter ones.

    It is above 0 and at most 1, and meant for a story of forty sentences. It rises by 0.1 with every tenfold: the more
    sentences there are, the more similar are those that are so by chance.
    """
    check_threshold(threshold)
    wording = first_wordings(view)
    wordings = np.unique(wording)
    rows = story_rows(view, wordings)
    least = threshold_for(len(wordings), threshold)
    first_of = families(rows, view.row_languages, least=least)
    pairs = similar_pairs(without(rows, first_of), least=least)
    members = np.bincount(first_of[wordings], minlength=len(view)).astype(np.float64)
    first, second = _admissible(view, first_of[wording], *pairs)
    labels = average_link(summed(rows, first_of), first, second, least=least, members=members)
    return groups_of(view, labels[first_of[wording]].tolist())


def threshold_for(wordings: int, threshold: float) -> float:
    """Return the mean similarity that a group needs in a story of so many different sentences."""
    return min(1.0, threshold + _RISE * math.log10(max(1.0, wordings / _USUAL_SENTENCES)))


def check_threshold(threshold: float) -> None:
    """Raise an error unless the threshold is a similarity that only some sentences reach."""
    if not 0 < threshold <= 1:
        raise UsageError(
            f"The threshold is {threshold:g}.", given=f"{threshold:g}", allowed="It is above 0 and at most 1."
        )


def first_wordings(view: StoryView) -> Longs:
    """Return for each row the first row with the same words; sentences of stop words alone are compared by these."""
    original = copies(view).copy()
    terms, words = view.counts("terms").matrix, view.counts("words").matrix
    seen: dict[tuple[str, bytes, bytes], int] = {}
    for row in np.flatnonzero((np.diff(terms.indptr) == 0) & (np.diff(words.indptr) > 0)).tolist():
        cells = slice(words.indptr[row], words.indptr[row + 1])
        key = (view.language_of(row), words.indices[cells].tobytes(), words.data[cells].tobytes())
        original[row] = seen.setdefault(key, row)
    return original


def story_rows(view: StoryView, wordings: Longs) -> sparse.csr_array:
    """Return a row for each sentence of the view whose dot products are similarities; only the wordings' are filled."""
    counts = view.counts("terms")
    rows = _only(_incidence(counts.matrix), wordings)
    spread = np.asarray(rows.sum(axis=0)).ravel()
    weights = np.sqrt(np.maximum(counts.idf, 0)) * np.log1p(len(wordings) / np.maximum(spread, 1))
    weights[name_terms(view)] *= _NAME_SHARE
    rows.data = np.sqrt(weights[rows.indices])
    totals = rows.power(2) @ np.ones(rows.shape[1])
    average = float(totals.sum()) / max(1, rows.nnz)
    scale: FloatArray = 1 / np.sqrt(np.where(totals > 0, totals + _UNSAID_TERMS * average, 1.0))
    rows.data = rows.data * np.repeat(scale, np.diff(rows.indptr))
    return rows


def _only(matrix: sparse.csr_array, wordings: Longs) -> sparse.csr_array:
    chosen = np.zeros(matrix.shape[0])
    chosen[wordings] = 1
    kept = sparse.csr_array(sparse.diags_array(chosen) @ matrix)
    kept.eliminate_zeros()
    return kept


def _admissible(view: StoryView, wording: Longs, first: Longs, second: Longs) -> tuple[Longs, Longs]:
    """Return the pairs of wordings in one language that share several terms and stand in different articles."""
    languages = np.array(view.row_languages)
    terms = _incidence(view.counts("terms").matrix)
    cells = (np.ones(len(view)), (wording, view.document_of))
    articles = _incidence(sparse.csr_array(cells, shape=(len(view), len(view.documents))))
    sizes = np.diff(articles.indptr)
    apart = _shared(articles, first, second) < np.minimum(sizes[first], sizes[second])
    several = _shared(terms, first, second) >= _LEAST_SHARED_TERMS
    kept = apart & several & (languages[first] == languages[second])
    return first[kept], second[kept]


def _incidence(matrix: sparse.csr_array) -> sparse.csr_array:
    """Return the matrix with a 1 wherever it has a value."""
    incidence = matrix.copy()
    incidence.sum_duplicates()
    incidence.data = np.ones_like(incidence.data)
    return incidence


def _shared(incidence: sparse.csr_array, first: Longs, second: Longs) -> FloatArray:
    """Return how many columns the rows of each pair have in common."""
    shared = np.empty(len(first))
    for start in range(0, len(first), _CHUNK_PAIRS):
        part = slice(start, start + _CHUNK_PAIRS)
        shared[part] = incidence[first[part]].multiply(incidence[second[part]]).sum(axis=1)
    return shared
