"""The peer of `benchmarks.stream`: hashed TF·IDF vectors against every open centroid, in plain numpy and scikit-learn.

What one writes in an afternoon: scikit-learn hashes the texts, IDF is counted as the stream runs, and one product
compares a document with all stories that were joined in the last three days. The centroids are one matrix. As one writes
it at first, each story is a row, and documents are hashed as they come; `tuned` lays the matrix out by word, so that a
document reads only whole rows of its own words, and hashes documents by the thousand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import HashingVectorizer

from meadow.model import Document

_BITS = 13
_WINDOW = 72 * 3600.0


class BruteForce:
    """A single pass: cosine with every open centroid, the best from `threshold` on wins."""

    def __init__(self, *, threshold: float, tuned: bool = True, stories: int = 1024) -> None:
        self._threshold = threshold
        self._order: Literal["C", "F"] = "C" if tuned else "F"
        self._batch = 1024 if tuned else 1
        self._vectorizer = HashingVectorizer(
            n_features=1 << _BITS, alternate_sign=False, norm=None, stop_words="english", dtype=np.float32
        )
        self._met = np.zeros(1 << _BITS, np.float32)
        self._seen = 0
        self._centroids: NDArray[np.float32] = np.zeros((1 << _BITS, stories), np.float32, self._order)
        self._squares: NDArray[np.float32] = np.zeros(stories, np.float32)
        self._last: NDArray[np.float64] = np.zeros(stories)
        self._ids: list[str] = []

    @property
    def open_stories(self) -> int:
        """How many stories the last document was compared with."""
        return len(self._ids)

    def iter_stories(self, documents: Sequence[Document]) -> Iterator[str]:
        """Iterate over the story of each document."""
        for start in range(0, len(documents), self._batch):
            batch = documents[start : start + self._batch]
            rows = self._vectorizer.transform([each.text for each in batch])
            for row, document in enumerate(batch):
                cells = slice(rows.indptr[row], rows.indptr[row + 1])
                yield self._step(document, rows.indices[cells], rows.data[cells])

    def _step(self, document: Document, words: NDArray[np.int32], counts: NDArray[np.float32]) -> str:
        time = document.published.timestamp() if document.published is not None else 0.0
        self._seen += 1
        self._met[words] += 1
        weights = counts * np.log((1 + self._seen) / self._met[words])
        weights /= max(float(np.sqrt(weights @ weights)), 1e-9)
        size = len(self._ids)
        products = weights @ self._centroids[words, :size]
        values = products / np.sqrt(self._squares[:size])
        values[self._last[:size] < time - _WINDOW] = -1.0
        best = int(values.argmax()) if size else -1
        if size == 0 or values[best] < self._threshold:
            best = self._open(document.id, time)
            product = 0.0
        else:
            product = float(products[best])
        self._centroids[words, best] += weights
        self._squares[best] += 2 * product + 1
        self._last[best] = time
        return self._ids[best]

    def _open(self, story_id: str, time: float) -> int:
        if len(self._ids) == len(self._last):
            self._drop_old(time)
        self._ids.append(story_id)
        self._squares[len(self._ids) - 1] = 0.0
        return len(self._ids) - 1

    def _drop_old(self, time: float) -> None:
        """Drop the stories that are over; if that leaves the matrix over half full, double it."""
        kept = np.flatnonzero(self._last >= time - _WINDOW)
        budget = len(self._last) * (2 if 2 * len(kept) > len(self._last) else 1)
        centroids = np.zeros((1 << _BITS, budget), np.float32, self._order)
        centroids[:, : len(kept)] = self._centroids[:, kept]
        self._centroids = centroids
        self._squares = np.concatenate([self._squares[kept], np.zeros(budget - len(kept), np.float32)])
        self._last = np.concatenate([self._last[kept], np.zeros(budget - len(kept))])
        self._ids = [self._ids[story] for story in kept.tolist()]
