"""Centroid value: sentences score by the words that characterise the whole story (M4).

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", section 3.5.1 and Table 3.
"""

from __future__ import annotations

from meadow.model import FloatArray, Scores
from meadow.rank.readings import CENTROID_WORDS, RELEASE_KEPT_PER_DOCUMENT, check_reading
from meadow.vectors.centroid import KEEP_OVER, Centroid, story_centroid
from meadow.vectors.products import weighted_sums
from meadow.vectors.view import StoryView


def centroid(
    view: StoryView, *, reading: str = "table3", dialect: str = "meadow", keep_over: float = KEEP_OVER
) -> Scores:
    """Return the summed centroid values of each sentence's words, every occurrence counted.

    `table3` divides by the best sentence of the story; `section3` leaves the raw sum.
    """
    check_reading(reading, dialect)
    raw = centroid_sums(view, dialect=dialect, keep_over=keep_over)
    best = raw.max(initial=0.0)
    values = raw / best if reading == "table3" and best > 0 else raw
    return Scores(values, {"centroid": values})


def centroid_sums(view: StoryView, *, dialect: str = "meadow", keep_over: float = KEEP_OVER) -> FloatArray:
    """Return the raw sum of centroid values per sentence."""
    counts = view.counts(CENTROID_WORDS[dialect])
    weights = view_centroid(view, dialect=dialect, keep_over=keep_over).weights
    return weighted_sums(counts.matrix, weights)


def view_centroid(view: StoryView, *, dialect: str = "meadow", keep_over: float = KEEP_OVER) -> Centroid:
    """Return the centroid of a story (M3); the release keeps at least 8 words per document."""
    documents = len(view.documents)
    at_least = RELEASE_KEPT_PER_DOCUMENT * documents if dialect == "release" else 0
    counts = view.counts(CENTROID_WORDS[dialect])
    return story_centroid(counts, documents, keep_over=keep_over, keep_at_least=at_least)
