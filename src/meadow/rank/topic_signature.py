"""Topic signature: sentences score by the words that are significantly more frequent in the story than elsewhere.

Source: Lin and Hovy (2000), "The automated acquisition of topic signatures for text summarization"; the share of words as
in Conroy, Schlesinger and O'Leary (2006).

A word that occurs k times among the n words of the story is compared with its probability p in ordinary text by the
log-likelihood ratio `−2 ln λ = 2[k ln(k/(np)) + (n − k) ln((n − k)/(n(1 − p)))]`. It belongs to the signature if that is
over `cutoff` (10.83 is χ² at 0.001), it is more frequent than expected and occurs at least `fewest` times. A background that
is a list of word probabilities and no second collection gives what the two-sample ratio becomes as the other collection
grows without bound. There any word that the list lacks would be significant at its first occurrence: hence `fewest`. Where
the background is a collection (`meadow.vectors.collection`), the ratio is that of two samples, as the paper has it: the
story and the rest of the collection.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.rank.expected import word_probabilities
from meadow.rank.scaling import one_feature
from meadow.vectors.collection import Collection
from meadow.vectors.counts import Counts
from meadow.vectors.products import column_sums, weighted_sums, with_values
from meadow.vectors.view import StoryView

SIGNIFICANT = 10.83


def topic_signature(
    view: StoryView, *, cutoff: float = SIGNIFICANT, fewest: int = 2, share: bool = True, scaled: bool = False
) -> Scores:
    """Return the share of each sentence's content words that belong to the signature.

    `share=false` sums their log-likelihood ratios instead, every occurrence counted, as Lin and Hovy do. With `scaled` the
    best sentence has 1.
    """
    check_range("topic-signature", "cutoff", cutoff, least=0)
    check_range("topic-signature", "fewest", fewest, least=1)
    counts = view.counts("terms")
    ratios = signature(counts, cutoff=cutoff, fewest=fewest, other=_other_text(view, counts))
    values = _shares(counts.matrix, ratios > 0) if share else weighted_sums(counts.matrix, ratios)
    return one_feature("topic-signature", values, scaled=scaled)


@dataclass(frozen=True, slots=True, eq=False)
class OtherText:
    """The words of a second text: how often each of the story's terms occurs there, and its length in words."""

    occurrences: FloatArray
    total: float


def signature(
    counts: Counts, *, cutoff: float = SIGNIFICANT, fewest: int = 2, other: OtherText | None = None
) -> FloatArray:
    """Return the log-likelihood ratio of each term of the signature, 0 for the other terms."""
    total = float(counts.lengths.sum())
    occurrences = column_sums(counts.matrix)
    if other is None:
        expected = word_probabilities(counts.idf)
        ratios = log_likelihood_ratio(occurrences, total, expected)
    else:
        expected = other.occurrences / other.total
        ratios = two_sample_ratio(occurrences, total, other)
    belongs = (ratios > cutoff) & (occurrences > total * expected) & (occurrences >= fewest)
    return np.where(belongs, ratios, 0.0)


def _other_text(view: StoryView, counts: Counts) -> OtherText | None:
    """Return the words of the rest of the view's collection; None where its background is none."""
    if not isinstance(view.background, Collection):
        return None
    kept = view.background.rest(view.documents)
    rest = view.background.view.counts("terms")
    occurrences = dict(zip(rest.terms, column_sums(rest.matrix[np.flatnonzero(kept)]).tolist(), strict=True))
    return OtherText(np.array([occurrences.get(term, 0.0) for term in counts.terms]), float(rest.lengths[kept].sum()))


def _shares(matrix: sparse.csr_array, belongs: NDArray[np.bool_]) -> FloatArray:
    """Return the share of each row's distinct terms that belong; 0 for a row without terms."""
    distinct = with_values(matrix, np.ones_like(matrix.data))
    shares: FloatArray = weighted_sums(distinct, belongs.astype(np.float64)) / np.maximum(1, np.diff(matrix.indptr))
    return shares


def log_likelihood_ratio(occurrences: FloatArray, total: float, probability: FloatArray) -> FloatArray:
    """Return −2 ln λ of seeing `occurrences` in `total` words, each having its probability in ordinary text."""
    others = total - occurrences
    # A story may consist of one word only: 0 · ln 0 is 0.
    rest = others * np.log(np.maximum(others, 1.0) / (total * (1 - probability)))
    ratio: FloatArray = 2 * (occurrences * np.log(occurrences / (total * probability)) + rest)
    return ratio


def two_sample_ratio(occurrences: FloatArray, total: float, other: OtherText) -> FloatArray:
    """Return −2 ln λ of two samples: that words are as frequent here as elsewhere, against their own frequencies."""
    here, elsewhere = occurrences, other.occurrences
    every, both = total + other.total, here + elsewhere
    cells = (
        (here, total, both), (total - here, total, every - both),
        (elsewhere, other.total, both), (other.total - elsewhere, other.total, every - both),
    )  # fmt: skip
    # An empty cell adds nothing: 0 · ln 0 is 0.
    parts = [
        seen * np.log(np.maximum(seen, 1.0) * every / (size * np.maximum(margin, 1.0))) for seen, size, margin in cells
    ]
    ratio: FloatArray = 2 * np.sum(parts, axis=0)
    return ratio
