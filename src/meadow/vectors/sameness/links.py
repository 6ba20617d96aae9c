"""Which sentences are subsumed by which, across a whole story, and for whom else a chosen sentence speaks.

A sentence that gives a number which the other lacks, names another weekday or month, or denies what the other says, is not
subsumed, however much they share: "12 dead" is not covered by "14 dead". A question asserts nothing. Nor is one covered
that shares fewer than three content words, or names alone, unless it is equal: who shares the names of a story shares its
topic.

Source: our own; the automatic approximation of the judges' links of Radev, Jing, Styś and Tam (2004), section 2.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.vectors.cells import Longs, cells_of_rows
from meadow.vectors.ordering import distinct
from meadow.vectors.sameness.comparison import Comparison, Coverage, compare_at_best, compare_rows
from meadow.vectors.sameness.facts import sentence_facts
from meadow.vectors.sameness.pairs import candidate_pairs
from meadow.vectors.sameness.rows import SentenceRows, read_rows, sentence_rows, word_cells
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
_ROUNDING = 1e-9
_PIECE_PAIRS = 500_000  # that are compared at once: some hundred megabytes


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
    return _may_be_subsumed(comparison, coverage) & (covered(comparison, coverage) >= threshold)


def _may_be_subsumed(comparison: Comparison, coverage: Coverage) -> NDArray[np.bool_]:
    """Return for each pair whether both share enough to tell, and the sentence of that coverage contradicts nothing."""
    beyond_names = comparison.terms_shared > comparison.names_shared
    says_enough = ((comparison.terms_shared >= _SHARED_TERMS) & beyond_names) | (comparison.overlap == 1)
    may_be: NDArray[np.bool_] = says_enough & (coverage.numbers_added == 0) & ~contradicts(comparison, coverage)
    return may_be


def contradicts(comparison: Comparison, coverage: Coverage) -> NDArray[np.bool_]:
    """Return for each pair whether one denies or asks what the other says, or that coverage's sentence names another day."""
    contradicting: NDArray[np.bool_] = (comparison.denial > 0) | (comparison.asking > 0) | (coverage.days_changed > 0)
    return contradicting


def who_else(view: StoryView, chosen: Sequence[int], *, threshold: float = SAID_TOO) -> list[list[int]]:
    """Return for each chosen sentence the others, not chosen themselves, that it stands for.

    Each goes to the chosen sentence that covers it best, the earlier one if two cover it as well.
    """
    numbers = np.asarray(chosen, dtype=np.int64)
    sharing = list(_may_be_covered(view, list(_sharing(view, numbers)), numbers, threshold))
    sharing = [_agreeing(view, others, row) for others, row in zip(sharing, chosen, strict=True)]
    if not any(map(len, sharing)):
        return [[] for _ in chosen]
    others, places = np.concatenate(sharing), np.repeat(np.arange(len(chosen)), [len(each) for each in sharing])
    involved, place_in = distinct(np.concatenate([others, numbers[places]]))
    pairs = place_in[: len(others)], place_in[len(others) :]
    subsumed, scores = _subsumed(read_rows(view, involved), *pairs, threshold)
    others, places = others[subsumed], places[subsumed]
    # Of the lines for one sentence the best comes first, and of equal ones the earlier place.
    order = np.lexsort((places, -scores, others))
    best = order[np.unique(others[order], return_index=True)[1]]
    standing: list[list[int]] = [[] for _ in chosen]
    for other, index in zip(others[best].tolist(), places[best].tolist(), strict=True):
        standing[index].append(other)
    return standing


def _may_be_covered(view: StoryView, sharing: Sequence[Longs], chosen: Longs, threshold: float) -> Iterator[Longs]:
    """Iterate, for each chosen one, over the rows that it may cover whatever letter groups, names and numbers tell: few."""
    terms = view.counts("terms").matrix
    for start, stop in _pieces([len(each) for each in sharing]):
        sizes = [len(each) for each in sharing[start:stop]]
        first, second = np.concatenate(sharing[start:stop]), np.repeat(chosen[start:stop], sizes)
        involved, places = distinct(np.concatenate([first, second]))
        pairs = places[: len(first)].astype(np.int32), places[len(first) :].astype(np.int32)
        best = compare_at_best(word_cells(view, involved), cells_of_rows(terms, involved), *pairs)
        hopeful = covered(best, best.forward) >= threshold - _ROUNDING
        ends = accumulate(sizes)
        yield from (each[hopeful[end - len(each) : end]] for each, end in zip(sharing[start:stop], ends, strict=True))


def _agreeing(view: StoryView, others: Longs, chosen: int) -> Longs:
    """Return the rows among some that do not contradict a chosen one.

    A row does if it gives a number that the chosen one lacks, or only one of them denies or asks, as `is_subsumed` says.
    Told apart by this little, most pairs need no comparison, and what it takes need not be made.
    """
    if not len(others):
        return others
    ours = view.told(sentence_facts, chosen)
    agree = [
        theirs.denies == ours.denies and theirs.asks == ours.asks and theirs.numbers <= ours.numbers
        for theirs in (view.told(sentence_facts, row) for row in others.tolist())
    ]
    agreeing: Longs = others[np.array(agree)]
    return agreeing


def _subsumed(rows: SentenceRows, first: Longs, second: Longs, threshold: float) -> tuple[Longs, FloatArray]:
    """Return the numbers of the pairs whose first adds nothing to the second, and how far it is covered."""
    numbers, scores = [np.empty(0, np.int64)], [np.empty(0)]
    for start in range(0, len(first), _PIECE_PAIRS):
        part = slice(start, start + _PIECE_PAIRS)
        comparison = compare_rows(rows, rows, first[part].astype(np.int32), second[part].astype(np.int32))
        score = covered(comparison, comparison.forward)
        subsumed = _may_be_subsumed(comparison, comparison.forward) & (score >= threshold)
        numbers.append(start + np.flatnonzero(subsumed))
        scores.append(score[subsumed])
    return np.concatenate(numbers), np.concatenate(scores)


def _pieces(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Iterate over runs of places that have a bounded number of pairs together, one place at least."""
    start = 0
    while start < len(sizes):
        stop, pairs = start + 1, sizes[start]
        while stop < len(sizes) and pairs + sizes[stop] <= _PIECE_PAIRS:
            pairs += sizes[stop]
            stop += 1
        yield start, stop
        start = stop


def _sharing(view: StoryView, chosen: Longs) -> Iterator[Longs]:
    """Iterate, for each chosen one, over the other rows that share several terms and much of their weight with it."""
    counts = view.counts("terms")
    matrix, idf = counts.matrix, counts.idf
    owners = np.repeat(np.arange(len(view)), np.diff(matrix.indptr))
    totals = np.bincount(owners, idf[matrix.indices], minlength=len(view))
    others = np.ones(len(view), dtype=bool)
    others[chosen] = False
    # A summary that takes nearly all leaves few others, and only those are looked through for each of its sentences.
    of_others = others[owners]
    owners, indices = owners[of_others], matrix.indices[of_others]
    together = max(1, _PIECE_PAIRS // max(1, len(indices), matrix.shape[1]))
    for start in range(0, len(chosen), together):
        rows = chosen[start : start + together]
        has_term = np.zeros((len(rows), matrix.shape[1]), dtype=bool)
        asked = cells_of_rows(matrix, rows)
        has_term[asked.owners, asked.columns] = True
        places, cells = np.nonzero(has_term[:, indices])
        pairs = places * len(view) + owners[cells]
        several = np.bincount(pairs, minlength=len(rows) * len(view)) >= _SHARED_TERMS
        weight = np.bincount(pairs, idf[indices[cells]], minlength=len(rows) * len(view))
        much = weight.reshape(len(rows), -1) >= _SHARED_WEIGHT * totals
        yield from map(np.flatnonzero, several.reshape(len(rows), -1) & much & others)
