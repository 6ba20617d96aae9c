"""Six features of a sentence that tell whether a headline could be taken from it (H1).

Source: van Kesteren and Kraaij (2005); which features, and how each is measured, is our own decision (WITNESSES, part 5).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from meadow.headlines.closeness import centroid_of
from meadow.model import FloatArray
from meadow.vectors.products import paired_products, weighted_sums
from meadow.vectors.view import StoryView

FEATURES = ("position", "length", "centroid", "first", "title", "numbers")


def sentence_features(view: StoryView) -> Mapping[str, FloatArray]:
    """Return the value of each feature for each sentence; not a number where a feature is absent.

    `position` is the place in the document, from 1; `length` is in words, by the mean of the document's sentences, so
    that languages agree; `centroid` sums centroid weights, the best sentence at 1; `first` is the cosine with the
    document's first sentence; `title` is the share of terms that stand in the document's title, `numbers` that of words
    with a digit. The title is absent where the document has none, or nothing else.
    """
    values = (_position(view), _length(view), _centroid(view), _first(view), _title(view), _numbers(view))
    return dict(zip(FEATURES, values, strict=True))


def _position(view: StoryView) -> FloatArray:
    return view.number.astype(np.float64)


def _length(view: StoryView) -> FloatArray:
    lengths = view.counts("words").lengths.astype(np.float64)
    sums = np.bincount(view.document_of, lengths, minlength=len(view.documents))
    means = sums / np.maximum(1, np.bincount(view.document_of, minlength=len(view.documents)))
    relative: FloatArray = lengths / np.maximum(1e-9, means[view.document_of])
    return relative


def _centroid(view: StoryView) -> FloatArray:
    sums = weighted_sums(view.counts("terms").matrix, centroid_of(view).weights)
    best = float(sums.max(initial=0.0))
    return sums / best if best > 0 else sums


def _first(view: StoryView) -> FloatArray:
    leading = np.zeros(len(view.documents), np.int64)
    rows = np.flatnonzero(view.number == 1)
    leading[view.document_of[rows]] = rows
    return paired_products(view.counts("terms").unit_rows(), np.arange(len(view)), leading[view.document_of])


def _title(view: StoryView) -> FloatArray:
    titles = [document.title if document.text != document.title else None for document in view.documents]
    if all(title is None for title in titles):
        return np.full(len(view), np.nan)
    matrix = view.counts_with([title or "" for title in titles], view.languages).matrix
    named = matrix[len(view) :]
    named.data = np.ones_like(named.data)
    sentence_counts = matrix[: len(view)]
    shared = np.asarray(sentence_counts.multiply(named[view.document_of]).sum(axis=1)).ravel()
    total = np.asarray(sentence_counts.sum(axis=1)).ravel()
    absent = np.array([title is None for title in titles])[view.document_of]
    share: FloatArray = np.where(absent, np.nan, shared / np.maximum(1, total))
    return share


def _numbers(view: StoryView) -> FloatArray:
    counts = view.counts("words")
    digits = np.array([any(map(str.isdigit, word)) for word in counts.terms], np.float64)
    share: FloatArray = weighted_sums(counts.matrix, digits) / np.maximum(1, counts.lengths)
    return share
