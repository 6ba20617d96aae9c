"""CIDR as released: the demo tracker that ships with MEAD 3.12, so that its clusters can be compared.

Source: Radev, Hatzivassiloglou and McKeown (1999), in the version released with MEAD 3.12.

The first 100 words of a document count, split at anything but letters: 2 for a word with a capital followed by a small
letter, 1 for others, then lower-cased. A word enters the centroid if weight·IDF > 3 or fewer than 10 have entered.
Similarity is the cosine of IDF-weighted weights; below 0.1 a new story opens. Centroids are running means, cut again by
the same rule after each document.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from meadow.model import Assignment, CentroidTerm, Document, Reason
from meadow.text.background import Background, default_background
from meadow.text.tokens import tokenize
from meadow.tracking.tracker import Snapshot, check_stamp, stamp
from meadow.vectors.centroid import KEEP_OVER

_CAPITALISED = re.compile(r"[A-Z][a-z]")


@dataclass(slots=True)
class _Story:
    id: str
    documents: int = 0
    weights: dict[str, float] = field(default_factory=dict)


class CidrRelease:
    """The released tracker's state: each story's running mean of word weights."""

    def __init__(
        self, background: Background | None, *, threshold: float, first_words: int, keep_over: float, keep_at_least: int
    ) -> None:
        self._background = background if background is not None else default_background("en")
        self._threshold = threshold
        self._first_words = first_words
        self._keep_over = keep_over
        self._keep_at_least = keep_at_least
        self._stamped = {
            "threshold": threshold,
            "first_words": first_words,
            "keep_over": keep_over,
            "keep_at_least": keep_at_least,
            "background": self._background.name,
        }
        self._stories: list[_Story] = []
        self._idf: dict[str, float] = {}

    def step(self, document: Document) -> Assignment:
        """Return which story the document joins or opens, and update that story's running mean."""
        weights = self._cut(self._weights(document))
        similarities = [self._cosine(weights, story.weights) for story in self._stories]
        similarity = max(similarities, default=0.0)
        opened = not similarities or similarity < self._threshold
        if opened:
            self._stories.append(_Story(document.id))
        story = self._stories[-1] if opened else self._stories[similarities.index(similarity)]
        self._join(story, weights)
        return Assignment(document.id, story.id, similarity, opened)

    def centroid(self, story_id: str) -> list[CentroidTerm]:
        """Return the story's centroid table, heaviest first; TF is the mean weight."""
        story = next(story for story in self._stories if story.id == story_id)
        rows = [CentroidTerm(word, weight, self._rarity(word)) for word, weight in story.weights.items()]
        return sorted(rows, key=lambda row: (-row.weight, row.term))

    def explain(self, documents: Sequence[Document], log: Sequence[Assignment]) -> list[Reason]:
        """Return why each document is in its story: the words that it shares with the others, by the released cosine."""
        from meadow.tracking.explaining_cidr import explain_release

        cut = [self._cut(self._weights(document)) for document in documents]
        rows = [{word: weight * self._rarity(word) for word, weight in each.items()} for each in cut]
        return explain_release(
            documents,
            log,
            rows,
            threshold=self._threshold,
            keep_over=self._keep_over,
            keep_at_least=self._keep_at_least,
        )

    def snapshot(self) -> dict[str, Any]:
        """Return the stories with their mean weights as JSON data."""
        stories = [{"id": s.id, "documents": s.documents, "weights": dict(s.weights)} for s in self._stories]
        return {**stamp("cidr-release", self._stamped), "stories": stories}

    def restore(self, snapshot: Snapshot) -> None:
        """Take over the stories of a snapshot."""
        check_stamp(snapshot, "cidr-release", self._stamped)
        self._stories = [_Story(s["id"], s["documents"], dict(s["weights"])) for s in snapshot["stories"]]

    def _weights(self, document: Document) -> dict[str, float]:
        title = document.title if document.title is not None and not document.text.startswith(document.title) else ""
        weights: dict[str, float] = {}
        for word in tokenize(f"{title} {document.text}", "cidr")[: self._first_words]:
            key = word.lower()
            weights[key] = weights.get(key, 0.0) + (2.0 if _CAPITALISED.search(word) else 1.0)
        self._learn(weights)
        return weights

    def _learn(self, words: Mapping[str, float]) -> None:
        new = [word for word in words if word not in self._idf]
        self._idf.update(zip(new, self._background.idf(new).tolist(), strict=True))

    def _rarity(self, word: str) -> float:
        self._learn({word: 0.0})
        return self._idf[word]

    def _cut(self, weights: Mapping[str, float]) -> dict[str, float]:
        heaviest = sorted(weights, key=lambda word: (-weights[word] * self._rarity(word), word))
        kept = [
            word
            for rank, word in enumerate(heaviest)
            if rank < self._keep_at_least or weights[word] * self._rarity(word) > self._keep_over
        ]
        return {word: weights[word] for word in kept}

    def _join(self, story: _Story, weights: Mapping[str, float]) -> None:
        number = story.documents
        every = dict.fromkeys([*story.weights, *weights])
        mean = {word: (story.weights.get(word, 0.0) * number + weights.get(word, 0.0)) / (number + 1) for word in every}
        story.weights = self._cut(mean)
        story.documents += 1

    def _cosine(self, first: Mapping[str, float], second: Mapping[str, float]) -> float:
        product = math.fsum(first[w] * second[w] * self._rarity(w) ** 2 for w in first if w in second)
        lengths = self._length(first) * self._length(second)
        return product / lengths if lengths > 0 else 0.0

    def _length(self, weights: Mapping[str, float]) -> float:
        return math.sqrt(math.fsum((weight * self._rarity(word)) ** 2 for word, weight in weights.items()))


def cidr_release(
    background: Background | None = None,
    *,
    threshold: float = 0.1,
    first_words: int = 100,
    keep_over: float = KEEP_OVER,
    keep_at_least: int = 10,
) -> CidrRelease:
    """Return an empty tracker with the released demo's settings."""
    return CidrRelease(
        background, threshold=threshold, first_words=first_words, keep_over=keep_over, keep_at_least=keep_at_least
    )
