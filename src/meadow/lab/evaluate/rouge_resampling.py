"""Averages as ROUGE-1.5.5 prints them, to the last digit, confidence intervals included.

Source: Lin (2004), ROUGE; the resampling of the ROUGE-1.5.5 script, with the random numbers of C's drand48.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from meadow.errors import UsageError
from meadow.lab.evaluate.rouge_scores import Overlap, rounded
from meadow.model import FloatArray

_DIGITS = 5
_MULTIPLIER, _INCREMENT, _START = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64(0x330E)
_SEED_SHIFT, _MASK = np.uint64(16), np.uint64((1 << 48) - 1)


@dataclass(frozen=True, slots=True)
class Resampled:
    """An average over bootstrap samples with its confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ScriptAverage:
    """What ROUGE-1.5.5 prints of one system and one metric."""

    precision: Resampled
    recall: Resampled
    f: Resampled


def script_average(scores: Iterable[Overlap], *, resamples: int = 1000, confidence: float = 95.0) -> ScriptAverage:
    """Return precision, recall and F as ROUGE-1.5.5 prints them: means of bootstrap means, with their intervals.

    The script's "Average" is not the average of the items but that of its samples, drawn with the random numbers of C's
    drand48 from the seeds 0, 1, 2 …; so order matters, and the script's is that of the items' ids sorted as text.
    """
    rows = np.array([(score.precision, score.recall, score.f) for score in scores], dtype=np.float64)
    if not len(rows) or resamples < 1 or not 0 <= confidence < 100:
        raise UsageError(
            f"{len(rows)} scores, resamples={resamples} and confidence={confidence} cannot be averaged.",
            allowed="There is at least one score and one sample, and the confidence is from 0 to below 100 percent.",
        )
    means = np.sort(_sample_means(rows, resamples), axis=0)
    outside = resamples * ((100 - confidence) / 2) / 100
    top = int(resamples - outside - 1)
    share = resamples - outside - 1 - top
    low, high = (_between(means, at, share) for at in (int(outside), top))
    middle = np.cumsum(means, axis=0)[-1] / resamples  # one after the other, since the script rounds that way
    digits = [[rounded(float(value), _DIGITS) for value in row] for row in (middle, low, high)]
    return ScriptAverage(*(Resampled(*values) for values in zip(*digits, strict=True)))


def _between(means: FloatArray, at: int, share: float) -> FloatArray:
    following = min(at + 1, len(means) - 1)
    between: FloatArray = means[at] + (means[following] - means[at]) * share
    return between


def _sample_means(rows: FloatArray, resamples: int) -> FloatArray:
    """Draw all samples side by side, one item at a time: the sums grow in the script's order."""
    state = (np.arange(resamples, dtype=np.uint64) << _SEED_SHIFT) + _START
    sums = np.zeros((resamples, rows.shape[1]))
    for _ in range(len(rows)):
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK
        sums += rows[(len(rows) * (state * 2.0**-48)).astype(np.int64)]
    means: FloatArray = sums / len(rows)
    return means
