"""How sure an α is: its bootstrap interval over items, where each draw weighs an item by how often it was drawn.

Judges are not resampled: two copies of one judge agree with each other, and a draw of few judges holds such copies often.

Source: Efron (1979) for the bootstrap; Krippendorff (2011) for α.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from meadow.lab.evaluate.agreement import PAIR, Level, answer_counts, distances, krippendorff_alpha
from meadow.lab.evaluate.samples import drawn_counts, percentile_interval
from meadow.lab.evaluate.significance import Interval
from meadow.model import FloatArray
from meadow.vectors.chance import generator

FEWEST_ITEMS = 5  # of fewer items most draws are copies of two or three
RESAMPLES = 2_000
_MOST_UNDEFINED = 0.1


def alpha_interval(
    judges: Sequence[Sequence[Hashable]],
    *,
    level: Level = "nominal",
    scale: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval | None:
    """Return Krippendorff's α with its interval over items, None where α is undefined or too few items say how sure it is.

    Only items with two answers count, and at least five are needed. A draw in which all answers are equal has no α and is
    left out; where more than a tenth of the draws are such, there is no interval.
    """
    value = krippendorff_alpha(judges, level=level, scale=scale)
    counts, answers = answer_counts(judges, scale, sort=level != "nominal")
    counts = counts[counts.sum(axis=1) >= PAIR]
    if value is None or len(counts) < FEWEST_ITEMS:
        return None
    drawn = _drawn_alphas(counts, answers, level, drawn_counts(len(counts), resamples, generator(seed)))
    known = drawn[np.isfinite(drawn)]
    if len(known) < (1 - _MOST_UNDEFINED) * resamples:
        return None
    low, high = percentile_interval(known)
    return Interval(
        low, value, high, unit="item", resamples=resamples, seed=seed, statistic=f"krippendorff_alpha({level})"
    )


def _drawn_alphas(counts: FloatArray, answers: list[Hashable], level: Level, drawn: FloatArray) -> FloatArray:
    """Return α of each draw, NaN where it has none."""
    totals = drawn @ counts
    observed, expected = (_by_rank if level == "ordinal" else _by_value)(counts, answers, level, drawn)
    ratio = np.divide(observed, expected, out=np.full(len(drawn), np.nan), where=expected > 0)
    return np.asarray(1.0 - (totals.sum(axis=1) - 1) * ratio)


def _by_value(
    counts: FloatArray, answers: list[Hashable], level: Level, drawn: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return what is observed and expected in each draw, where two answers are equally far apart in all of them."""
    apart, totals = distances(level, answers, counts.sum(axis=0)), drawn @ counts
    # The distances between all pairs of answers that an item got; of m answers each is paired with m − 1.
    per_item = (counts @ apart * counts).sum(axis=1) / (counts.sum(axis=1) - 1)
    return drawn @ per_item, (totals @ apart * totals).sum(axis=1)


def _by_rank(
    counts: FloatArray, answers: list[Hashable], level: Level, drawn: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the same where ranks are compared: how far they are apart depends on how often a draw holds each answer."""
    size = counts.shape[1]
    pairs = counts[:, :, None] * counts[:, None, :] / (counts.sum(axis=1) - 1)[:, None, None]
    observed, expected = np.empty(len(drawn)), np.empty(len(drawn))
    for number, weights in enumerate(drawn):
        totals = weights @ counts
        apart = distances(level, answers, totals)
        observed[number] = (weights @ pairs.reshape(len(counts), size * size)) @ apart.ravel()
        expected[number] = totals @ apart @ totals
    return observed, expected
