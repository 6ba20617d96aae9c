"""How close texts and documents are to a story: the cosine with its centroid.

Source: Radev, Jing, Styś and Tam (2004), section 3, for the centroid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.vectors.centroid import Centroid, story_centroid
from meadow.vectors.counts import Counts, count_texts
from meadow.vectors.view import StoryView

_TRIGGERS = 10


def centroid_of(view: StoryView) -> Centroid:
    """Return the centroid of a story over our terms; it is made once per view."""
    return view.kept(_centroid)


def trigger_words(view: StoryView) -> Mapping[str, float]:
    """Return the ten heaviest terms of the centroid with their weights: what a headline should speak of (H1)."""
    return {row.term: row.weight for row in centroid_of(view).table()[:_TRIGGERS]}


def closeness(view: StoryView, texts: Sequence[str], languages: Sequence[str]) -> FloatArray:
    """Return the cosine of each text with the story's centroid; 0 for a text without a word of it."""
    return counted_closeness(view, counted(view, texts, languages))


def counted(view: StoryView, texts: Sequence[str], languages: Sequence[str]) -> Counts:
    """Return the words of texts, weighed as those of the story."""
    return count_texts(texts, languages, view.backgrounds(languages))


def counted_closeness(view: StoryView, counts: Counts) -> FloatArray:
    """Return the same as `closeness` of texts whose words were counted."""
    matrix, weight_of = counts.matrix, view.kept(_weights)
    weights = np.array([weight_of.get(term, 0.0) for term in counts.terms])
    owners = np.repeat(np.arange(matrix.shape[0], dtype=np.int64), np.diff(matrix.indptr))
    return _row_cosines(owners, matrix.data, counts.idf[matrix.indices], weights[matrix.indices], matrix.shape[0])


def sentence_closeness(view: StoryView) -> FloatArray:
    """Return the cosine of each sentence with the story's centroid."""
    counts = view.counts("terms")
    matrix = counts.matrix
    owners = np.repeat(np.arange(len(view), dtype=np.int64), np.diff(matrix.indptr))
    columns = matrix.indices
    return _row_cosines(owners, matrix.data, counts.idf[columns], _unit_weights(view)[columns], len(view))


def document_closeness(view: StoryView) -> FloatArray:
    """Return the cosine of each document, all its sentences together, with the story's centroid."""
    counts = view.counts("terms")
    matrix, width = counts.matrix, max(1, len(counts.terms))
    documents = np.repeat(view.document_of.astype(np.int64), np.diff(matrix.indptr))
    cells, first, cell_of = np.unique(documents * width + matrix.indices, return_index=True, return_inverse=True)
    amounts = np.bincount(cell_of, matrix.data, minlength=len(cells)).astype(np.float64, copy=False)
    # The terms of a document from the last that comes in to the first: sums keep the order that figures were made in.
    order = np.lexsort((-first, cells // width))
    owners, columns = np.divmod(cells[order], width)
    return _row_cosines(owners, amounts[order], counts.idf[columns], _unit_weights(view)[columns], len(view.documents))


def _centroid(view: StoryView) -> Centroid:
    return story_centroid(view.counts("terms"), len(view.documents))


def _row_cosines(
    owners: NDArray[np.int64], amounts: FloatArray, idf: FloatArray, weights: FloatArray, rows: int
) -> FloatArray:
    """Return the cosine of each row with the centroid: of each cell its row, count, rarity and weight in the centroid."""
    values = amounts * idf
    norms = np.sqrt(np.bincount(owners, values * values, minlength=rows))
    scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
    return np.bincount(owners, values * scale[owners] * weights, minlength=rows).astype(np.float64, copy=False)


def _unit_weights(view: StoryView) -> FloatArray:
    """Return the weight of each term in the centroid at length one."""
    weights = centroid_of(view).weights
    unit: FloatArray = weights / (float(np.linalg.norm(weights)) or 1.0)
    return unit


def _weights(view: StoryView) -> Mapping[str, float]:
    """Return the same by the term's text; made once, since every line is compared with it."""
    return dict(zip(centroid_of(view).terms, _unit_weights(view).tolist(), strict=True))
