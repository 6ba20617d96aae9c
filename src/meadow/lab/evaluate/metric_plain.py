"""The metrics that need no reference: `words`, `characters`, `sentences`, `redundancy` and `grounding`.

Source: our own; redundancy is the overlap R_s of Radev, Jing, Styś and Tam (2004), which their summarizer holds low;
`meadow.grounding` says how a sentence is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from meadow.grounding import check
from meadow.lab.evaluate.metric import Item, Metric
from meadow.model import FloatArray
from meadow.text.tokens import count_printed_words
from meadow.text.tokens import words as words_of
from meadow.vectors.similarity import word_overlap


def words() -> Metric:
    """Return the number of printed words, on average over items."""
    return _mean_of(lambda item: sum(count_printed_words(text, item.language) for text in item.sentences))


def characters() -> Metric:
    """Return the number of characters without those between sentences, on average over items."""
    return _mean_of(lambda item: sum(map(len, item.sentences)))


def sentences() -> Metric:
    """Return the number of sentences, on average over items."""
    return _mean_of(lambda item: len(item.sentences))


def redundancy() -> Metric:
    """Return the mean over sentences of the largest word overlap R_s with another one of the same text."""

    def count(items: Sequence[Item]) -> FloatArray:
        return np.array([(sum(largest_overlaps(item)), len(item.sentences)) for item in items]).reshape(-1, 2)

    return Metric(("value",), count, _quotient, better="lower", needs_references=False)


def largest_overlaps(item: Item) -> list[float]:
    """Return for each sentence of a text how much of it another one repeats at most."""
    rows = [words_of(sentence, item.language) for sentence in item.sentences]
    return [
        max((word_overlap(row, other) for at, other in enumerate(rows) if at != number), default=0.0)
        for number, row in enumerate(rows)
    ]


def _mean_of(size: Callable[[Item], int]) -> Metric:
    def count(items: Sequence[Item]) -> FloatArray:
        return np.array([(float(size(item)), 1.0) for item in items]).reshape(-1, 2)

    return Metric(("value",), count, _quotient, better=None, needs_references=False, digits=1)


def _quotient(sums: FloatArray) -> tuple[float]:
    total, count = sums.tolist()
    return (total / count if count else 0.0,)


def grounding() -> Metric:
    """Return the share of sentences with a claim that the documents of their item support."""
    return Metric(("value",), _count, _share, needs_references=False, needs_sources=True)


def _count(items: Sequence[Item]) -> FloatArray:
    return np.array([_counted(item) for item in items]).reshape(-1, 2)


def _counted(item: Item) -> tuple[float, float]:
    """Return how many sentences are supported, and how many claim something."""
    verdicts = check(item.sentences, item.sources) if item.sources else ()
    claims = [verdict for verdict in verdicts if verdict.kind != "no claim"]
    return float(sum(verdict.is_supported for verdict in claims)), float(len(claims))


def _share(sums: FloatArray) -> tuple[float]:
    supported, claims = sums.tolist()
    return (supported / claims if claims else 0.0,)
