"""Centroids: the words that characterise a story, weighed by mean occurrences per document times IDF.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from meadow.model import CentroidTerm, FloatArray
from meadow.vectors.counts import Counts
from meadow.vectors.products import column_sums

KEEP_OVER = 3.0  # the threshold of the released system


@dataclass(frozen=True, slots=True, eq=False)
class Centroid:
    """A story's centroid: `weights[k]` is the TF·IDF of term k, 0 where the term was not kept."""

    terms: tuple[str, ...]
    tf: FloatArray
    idf: FloatArray
    weights: FloatArray

    def table(self) -> list[CentroidTerm]:
        """Return the kept terms, heaviest first, equal ones by their text."""
        kept = np.flatnonzero(self.weights > 0).tolist()
        rows = [CentroidTerm(self.terms[k], float(self.tf[k]), float(self.idf[k])) for k in kept]
        return sorted(rows, key=lambda row: (-row.weight, row.term))


def story_centroid(counts: Counts, documents: int, *, keep_over: float = KEEP_OVER, keep_at_least: int = 0) -> Centroid:
    """Return the centroid of a story of so many documents: terms with TF·IDF above the threshold.

    The `keep_at_least` best terms stay whatever they weigh (the released system keeps 8 per document).
    """
    tf = column_sums(counts.matrix) / max(1, documents)
    products = tf * counts.idf
    kept = products > keep_over
    if keep_at_least > int(kept.sum()):
        kept[np.argsort(-products, kind="stable")[:keep_at_least]] = True
    return Centroid(counts.terms, tf, counts.idf, np.where(kept, products, 0.0))
