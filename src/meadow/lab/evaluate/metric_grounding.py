"""The metric `grounding`: the share of a text's claims that its source documents support.

Source: our own; `meadow.grounding` says how a sentence is judged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.grounding import check
from meadow.lab.evaluate.metric import Item, Metric
from meadow.model import FloatArray


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
