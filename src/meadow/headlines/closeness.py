"""How close texts and documents are to a story: the cosine with its centroid.

Source: Radev, Jing, Styś and Tam (2004), section 3, for the centroid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

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
    return _cosines(view, count_texts(texts, languages, view.backgrounds(languages)))


def sentence_closeness(view: StoryView) -> FloatArray:
    """Return the cosine of each sentence with the story's centroid."""
    return _cosines(view, view.counts("terms"))


def document_closeness(view: StoryView) -> FloatArray:
    """Return the cosine of each document, all its sentences together, with the story's centroid."""
    counts = view.counts("terms")
    members = (np.ones(len(view)), (view.document_of, np.arange(len(view))))
    together = sparse.csr_array(members, shape=(len(view.documents), len(view))) @ counts.matrix
    lengths = np.bincount(view.document_of, counts.lengths, minlength=len(view.documents)).astype(np.int32)
    return _cosines(view, Counts(sparse.csr_array(together), counts.terms, counts.idf, lengths))


def _centroid(view: StoryView) -> Centroid:
    return story_centroid(view.counts("terms"), len(view.documents))


def _cosines(view: StoryView, counts: Counts) -> FloatArray:
    weight_of = view.kept(_weights)
    weights = np.array([weight_of.get(term, 0.0) for term in counts.terms])
    cosines: FloatArray = counts.unit_rows() @ weights
    return cosines


def _weights(view: StoryView) -> Mapping[str, float]:
    """Return the weight of each term in the centroid at length one; made once, since every line is compared with it."""
    centroid = centroid_of(view)
    length = float(np.linalg.norm(centroid.weights)) or 1.0
    return dict(zip(centroid.terms, (centroid.weights / length).tolist(), strict=True))
