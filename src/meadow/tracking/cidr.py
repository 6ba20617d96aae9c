"""CIDR: each document joins the story whose centroid it is most similar to, or opens a new one (M1–M3).

Source: CIDR of Radev, Hatzivassiloglou and McKeown (1999), in the form of Radev, Jing, Styś and Tam (2004), section 3.2.

`sim(D, C) = Σ_k d_k·c_k·idf(k) / (‖d‖·‖c‖)`, where d and c are TF·IDF weights and idf enters once more, as printed: not a
cosine, it may exceed 1. A centroid is the running mean of its documents' weights; terms under a threshold are dropped
after each document. Stories stay within a language.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from meadow.model import Assignment, CentroidTerm, Document
from meadow.text.background import Background
from meadow.tracking.terms import DocumentTerms
from meadow.tracking.tracker import Snapshot
from meadow.vectors.centroid import KEEP_OVER


def similarity(document: Mapping[str, float], centroid: Mapping[str, float], idf: Mapping[str, float]) -> float:
    """Return `sim(D, C)` of two TF·IDF vectors, the formula as printed; 0 where either is empty."""
    product = math.fsum(weight * centroid[term] * idf[term] for term, weight in document.items() if term in centroid)
    lengths = math.hypot(*document.values()) * math.hypot(*centroid.values())
    return product / lengths if lengths > 0 else 0.0


@dataclass(slots=True)
class _Story:
    """A live story: for its kept terms, the occurrences and the TF·IDF weights summed over its documents."""

    id: str
    language: str
    documents: int = 0
    counts: dict[str, float] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)
    length: float = 0.0


class Cidr:
    """The tracker's state: stories in the order they were opened, and which of them hold a term."""

    def __init__(
        self, background: Background | None, *, threshold: float, keep_over: float, background_documents: int
    ) -> None:
        self._terms = DocumentTerms(background, background_documents=background_documents)
        self._threshold = threshold
        self._keep_over = keep_over
        self._stories: list[_Story] = []
        self._holders: dict[tuple[str, str], set[int]] = defaultdict(set)

    def step(self, document: Document) -> Assignment:
        """Return which story the document joins or opens, and update that story's centroid."""
        language, counts, idf = self._terms.weigh(document)
        weights = {term: count * idf[term] for term, count in counts.items()}
        number, similarity = self._closest(language, weights, idf)
        opened = number is None or similarity < self._threshold
        if number is None or opened:
            number = len(self._stories)
            self._stories.append(_Story(document.id, language))
        self._join(number, counts, weights)
        return Assignment(document.id, self._stories[number].id, similarity, opened)

    def centroid(self, story_id: str) -> list[CentroidTerm]:
        """Return the story's centroid table, heaviest first (M3): mean occurrences, and the IDF they were weighed with."""
        story = next(story for story in self._stories if story.id == story_id)
        rows = [
            CentroidTerm(term, count / story.documents, story.weights[term] / count)
            for term, count in story.counts.items()
        ]
        return sorted(rows, key=lambda row: (-row.weight, row.term))

    def snapshot(self) -> dict[str, Any]:
        """Return the stories and the document frequencies as JSON data."""
        stories = [
            {
                "id": s.id,
                "language": s.language,
                "documents": s.documents,
                "counts": dict(s.counts),
                "weights": dict(s.weights),
            }
            for s in self._stories
        ]
        return {"tracker": "cidr", "stories": stories, "terms": self._terms.snapshot()}

    def restore(self, snapshot: Snapshot) -> None:
        """Take over the stories and document frequencies of a snapshot."""
        self._terms.restore(snapshot["terms"])
        self._stories = [
            _Story(s["id"], s["language"], s["documents"], dict(s["counts"]), dict(s["weights"]))
            for s in snapshot["stories"]
        ]
        self._holders.clear()
        for number, story in enumerate(self._stories):
            story.length = _length(story.weights)
            for term in story.weights:
                self._holders[story.language, term].add(number)

    def _closest(
        self, language: str, weights: Mapping[str, float], idf: Mapping[str, float]
    ) -> tuple[int | None, float]:
        """Return the most similar story that shares a term, and its similarity; of equal ones the one opened first.

        The number of a story's documents cancels out of the formula, so summed weights serve as well as means.
        """
        products: dict[int, float] = defaultdict(float)
        for term, weight in weights.items():
            for number in self._holders.get((language, term), ()):
                products[number] += weight * idf[term] * self._stories[number].weights[term]
        length = _length(weights)
        best: tuple[int | None, float] = (None, 0.0)
        for number in sorted(products):
            similarity = products[number] / (length * self._stories[number].length)
            if best[0] is None or similarity > best[1]:
                best = number, similarity
        return best

    def _join(self, number: int, counts: Counter[str], weights: Mapping[str, float]) -> None:
        story = self._stories[number]
        story.documents += 1
        for term, weight in weights.items():
            story.counts[term] = story.counts.get(term, 0) + counts[term]
            story.weights[term] = story.weights.get(term, 0.0) + weight
            self._holders[story.language, term].add(number)
        light = [term for term, weight in story.weights.items() if weight / story.documents <= self._keep_over]
        for term in light:
            del story.counts[term], story.weights[term]
            self._holders[story.language, term].discard(number)
        story.length = _length(story.weights)


def _length(weights: Mapping[str, float]) -> float:
    return math.sqrt(math.fsum(weight * weight for weight in weights.values()))


def cidr(
    background: Background | None = None,
    *,
    threshold: float = 1.5,
    keep_over: float = KEEP_OVER,
    background_documents: int = 0,
) -> Cidr:
    """Return an empty CIDR tracker; a document joins a story from the threshold's similarity on.

    With `background_documents` the stream's own document frequencies count too, against a background that weighs as much
    as so many documents: names that fill the news of a whole region then stop holding its stories together.
    """
    return Cidr(background, threshold=threshold, keep_over=keep_over, background_documents=background_documents)
