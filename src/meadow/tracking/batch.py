"""The batch yardstick: average-link agglomeration of TF-IDF vectors, which sees all documents before it decides.

Source: average linkage of Sokal and Michener (1958); TF-IDF with ln((1 + N) / (1 + df)) + 1, as scikit-learn has it.

It is no tracker: it needs the whole collection and time that grows with its square. It shows what a stream costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from meadow.errors import check_range
from meadow.model import Document, FloatArray
from meadow.text.background import IdfTable
from meadow.text.language import detect_language
from meadow.vectors.counts import Counts, count_texts


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Documents merged two by two, the most similar first: scipy's linkage matrix over 1 − cosine; None for one document."""

    documents: int
    merges: FloatArray | None

    def cut(self, threshold: float) -> list[int]:
        """Return a label for each document, equal where the mean cosine of the merged groups reaches the threshold."""
        check_range("agglomerative", "threshold", threshold, least=0, most=1)
        if self.merges is None:
            return [0] * self.documents
        return [int(label) for label in fcluster(self.merges, 1.0 - threshold, "distance")]


def average_link(documents: Sequence[Document]) -> Tree:
    """Return the whole tree of merges, to be cut at any threshold."""
    if len(documents) < 2:
        return Tree(len(documents), None)
    rows = _tf_idf(documents)
    similar = (rows @ rows.T)[np.triu_indices(len(rows), 1)]
    return Tree(len(documents), linkage(np.clip(1.0 - similar, 0.0, None), "average"))


def agglomerative(documents: Sequence[Document], *, threshold: float = 0.15) -> list[int]:
    """Return a label for each document: groups whose mean cosine reaches the threshold are one."""
    return average_link(documents).cut(threshold)


def _tf_idf(documents: Sequence[Document]) -> FloatArray:
    texts = [each.text if each.title in (None, each.text) else f"{each.title}\n{each.text}" for each in documents]
    languages = [each.language or detect_language(text) for each, text in zip(documents, texts, strict=True)]
    flat = IdfTable("flat", {}, unknown=1.0)
    counts = count_texts(texts, languages, dict.fromkeys(languages, flat))
    document_frequency = np.bincount(counts.matrix.indices, minlength=len(counts.terms))
    idf = np.log((1.0 + len(texts)) / (1.0 + document_frequency)) + 1.0
    dense: FloatArray = Counts(counts.matrix, counts.terms, idf, counts.lengths).unit_rows().toarray()
    return dense
