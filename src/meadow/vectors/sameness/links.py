"""Which sentences are subsumed by which, across a whole story, and for whom else a chosen sentence speaks.

A sentence that gives a number which the other lacks, or denies what the other says, is not subsumed, however much they
share: "12 dead" is not covered by "14 dead". A question asserts nothing. Nor is one covered that shares fewer than three
content words, or names alone, unless it is equal: who shares the names of a story shares its topic.

Source: our own; the automatic approximation of the judges' links of Radev, Jing, Styś and Tam (2004), section 2.2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meadow.vectors.cells import Longs
from meadow.vectors.sameness.comparison import Comparison, Coverage, compare_rows
from meadow.vectors.sameness.pairs import candidate_pairs
from meadow.vectors.sameness.rows import read_rows, sentence_rows
from meadow.vectors.sameness.scoring import covered
from meadow.vectors.view import StoryView

# Nine in ten of the links that reach it are judges' links too, in MEAD's CST story (`python -m benchmarks.sameness`):
# precision comes first, because what is taken for old is not shown. It is well above one half because most pairs of a
# story do not say the same, while of the pairs that the weights were fitted to most did.
SUBSUMED = 0.85
# To name somebody as saying it too is a claim about them: 20 of 21 are right on the seen half of `benchmarks.facts`.
SAID_TOO = 0.88
_SHARED_TERMS = 3  # with fewer a sentence says too little to be told apart, unless both are equal
_SHARED_WEIGHT = 0.4  # of a sentence's weight in terms must be shared with a chosen one before anything else is read


def subsumption_links(
    view: StoryView, *, threshold: float = SUBSUMED, across_documents_only: bool = True
) -> list[tuple[int, int]]:
    """Return the links (a, b), a is subsumed by b, between rows of a view, in order; equal sentences link both ways.

    Only pairs that share rare words are looked at (`candidate_pairs`), and of copies only the first, so that the
    transitive closure of the links holds what is not among them.
    """
    first, second = candidate_pairs(view, across_documents_only=across_documents_only)
    rows = sentence_rows(view)
    comparison = compare_rows(rows, rows, first, second)
    forward = is_subsumed(comparison, comparison.forward, threshold)
    backward = is_subsumed(comparison, comparison.backward, threshold)
    links = [
        *zip(first[forward].tolist(), second[forward].tolist(), strict=True),
        *zip(second[backward].tolist(), first[backward].tolist(), strict=True),
    ]
    return sorted(links)


def is_subsumed(comparison: Comparison, coverage: Coverage, threshold: float) -> NDArray[np.bool_]:
    """Return for each pair whether the sentence of that coverage adds nothing to the other one."""
    contradicts = (coverage.numbers_added > 0) | (comparison.denial > 0) | (comparison.asking > 0)
    beyond_names = comparison.terms_shared > comparison.names_shared
    says_enough = ((comparison.terms_shared >= _SHARED_TERMS) & beyond_names) | (comparison.overlap == 1)
    found: NDArray[np.bool_] = (covered(comparison, coverage) >= threshold) & says_enough & ~contradicts
    return found


def who_else(view: StoryView, chosen: Sequence[int], *, threshold: float = SAID_TOO) -> list[list[int]]:
    """Return for each chosen sentence the others, not chosen themselves, that it stands for.

    Each goes to the chosen sentence that covers it best, the earlier one if two cover it as well.
    """
    others, places = _sharing(view, np.asarray(chosen, dtype=np.int64))
    if not len(others):
        return [[] for _ in chosen]
    involved, places_of = np.unique(np.concatenate([others, chosen]), return_inverse=True)
    numbers = places_of.astype(np.int32)
    rows = read_rows(view, involved)
    comparison = compare_rows(rows, rows, numbers[: len(others)], numbers[len(others) :][places])
    found = is_subsumed(comparison, comparison.forward, threshold)
    scores = covered(comparison, comparison.forward)
    # Of the lines for one sentence the best comes first, and of equal ones the earlier place.
    order = np.lexsort((places, -scores, others))
    order = order[found[order]]
    best = order[np.unique(others[order], return_index=True)[1]]
    standing: list[list[int]] = [[] for _ in chosen]
    for other, place in zip(others[best].tolist(), places[best].tolist(), strict=True):
        standing[place].append(other)
    return standing


def _sharing(view: StoryView, chosen: Longs) -> tuple[Longs, Longs]:
    """Return pairs of a row and a place in `chosen` that share several terms and much of the row's weight."""
    counts = view.counts("terms")
    matrix, idf = counts.matrix, counts.idf
    owners = np.repeat(np.arange(len(view)), np.diff(matrix.indptr))
    totals = np.bincount(owners, idf[matrix.indices], minlength=len(view))
    rows, places = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for place, row in enumerate(chosen.tolist()):
        held = np.zeros(matrix.shape[1], dtype=bool)
        held[matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]]] = True
        shared = held[matrix.indices]
        several = np.bincount(owners[shared], minlength=len(view)) >= _SHARED_TERMS
        weight = np.bincount(owners[shared], idf[matrix.indices[shared]], minlength=len(view))
        found = np.flatnonzero(several & (weight >= _SHARED_WEIGHT * totals))
        found = found[~np.isin(found, chosen)]
        rows.append(found)
        places.append(np.full(len(found), place))
    return np.concatenate(rows), np.concatenate(places)
