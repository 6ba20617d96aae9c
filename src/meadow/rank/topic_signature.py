"""Topic signature: sentences score by the words that are significantly more frequent in the story than elsewhere.

Source: Lin and Hovy (2000), "The automated acquisition of topic signatures for text summarization"; the share of words as
in Conroy, Schlesinger and O'Leary (2006).

A word that stands k times among the n words of the story is compared with its probability p in ordinary text by the
log-likelihood ratio `−2 ln λ = 2[k ln(k/(np)) + (n − k) ln((n − k)/(n(1 − p)))]`. It belongs to the signature if that is
over `cutoff` (10.83 is χ² at 0.001), it is more frequent than expected and stands at least `fewest` times. The background
is a list of word probabilities, not a second collection; this is what the two-sample ratio becomes as the other collection
grows without bound. There any word that the list lacks would be significant at its first occurrence: hence `fewest`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.errors import check_range
from meadow.model import FloatArray, Scores
from meadow.rank.expected import word_probabilities
from meadow.rank.scaling import one_feature
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
    ratios = signature(counts, cutoff=cutoff, fewest=fewest)
    values = _shares(counts.matrix, ratios > 0) if share else weighted_sums(counts.matrix, ratios)
    return one_feature("topic-signature", values, scaled=scaled)


def signature(counts: Counts, *, cutoff: float = SIGNIFICANT, fewest: int = 2) -> FloatArray:
    """Return the log-likelihood ratio of each term of the signature, 0 for the other terms."""
    total = float(counts.lengths.sum())
    occurrences = column_sums(counts.matrix)
    expected = word_probabilities(counts.idf)
    ratios = log_likelihood_ratio(occurrences, total, expected)
    belongs = (ratios > cutoff) & (occurrences > total * expected) & (occurrences >= fewest)
    return np.where(belongs, ratios, 0.0)


def _shares(matrix: sparse.csr_array, belongs: NDArray[np.bool_]) -> FloatArray:
    """Return the share of each row's distinct terms that belong; 0 for a row without terms."""
    distinct = with_values(matrix, np.ones_like(matrix.data))
    shares: FloatArray = weighted_sums(distinct, belongs.astype(np.float64)) / np.maximum(1, np.diff(matrix.indptr))
    return shares


def log_likelihood_ratio(occurrences: FloatArray, total: float, probability: FloatArray) -> FloatArray:
    """Return −2 ln λ of seeing so many occurrences in `total` words, each having its probability in ordinary text."""
    others = total - occurrences
    # A story may consist of one word only: 0 · ln 0 is 0.
    rest = others * np.log(np.maximum(others, 1.0) / (total * (1 - probability)))
    ratio: FloatArray = 2 * (occurrences * np.log(occurrences / (total * probability)) + rest)
    return ratio
