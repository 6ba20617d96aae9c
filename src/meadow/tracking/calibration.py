"""How likely a document belongs to a story: evidence turned into a probability.

Source: our own; logistic regression (Cox 1958) on the mean similarity s with the story's documents and on n, that with the
closest other story:

    chance = 1 / (1 + e^−(2.92 + 1.50 · ln s + 1.84 · ln(s / n)))

Learned on streams whose story sizes follow a power law, drawn from five collections with equal weight. Learned without one
of them, it holds there where it is high, and is too sure of articles that share an archive's boilerplate
(`python -m benchmarks.calibration`, docs/explanation/tracking.md).
"""

from __future__ import annotations

import math
from typing import NamedTuple


class Calibration(NamedTuple):
    """The weights of the two logarithms, and the constant."""

    constant: float
    similarity: float
    margin: float


LEARNED = Calibration(2.92, 1.50, 1.84)
# Below this the closest other story says nothing.
LEAST_RIVAL = 0.005
# Where the regression says more than 0.9 it is right in 83 to 100 of a hundred cases, so nothing is certain.
MOST = 0.99


def chance(similarity: float, rival: float | None, weights: Calibration = LEARNED) -> float:
    """Return the probability that a document is of a story, given its similarity with that and with the next best."""
    if similarity <= 0.0:
        return 0.0
    ahead = math.log(similarity / max(rival or 0.0, LEAST_RIVAL))
    exponent = weights.constant + weights.similarity * math.log(similarity) + weights.margin * ahead
    return min(1.0 / (1.0 + math.exp(-exponent)), MOST) if exponent > -700.0 else 0.0
