"""From counts to scores: precision, recall and F of one item, of several references, and of a corpus.

Several references: `sum` adds hits and sizes over the references (ROUGE-1.5.5's default), `best` takes the reference
with the highest F (rouge-score) or recall (ROUGE-1.5.5's -f B), `jackknife` averages the best score over all sets
that leave one reference out (Lin 2004, section 2.1), and `jackknife-sum` does the same with the summed score, as DUC
did.

Averages as ROUGE-1.5.5 prints them have confidence intervals from samples drawn with the random numbers of C's drand48.

Source: Lin (2004), ROUGE; rounding and resampling follow the ROUGE-1.5.5 script.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.rouge_counts import Counts
from meadow.lab.evaluate.rouge_rules import RougeRules, RougeVariant
from meadow.model import FloatArray

_DIGITS = 5
_MULTIPLIER, _INCREMENT, _START = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64(0x330E)
_SEED_SHIFT, _MASK = np.uint64(16), np.uint64((1 << 48) - 1)


@dataclass(frozen=True, slots=True)
class Overlap:
    """A ROUGE score and the counts behind it; the counts of several items add up.

    `hits`, `candidate` and `reference` are numbers of n-grams, words or pairs (weighted ones for rougeW).
    """

    precision: float
    recall: float
    f: float
    hits: float = 0.0
    candidate: float = 0.0
    reference: float = 0.0


def combine(counts: Sequence[Counts], metric: RougeVariant, rules: RougeRules) -> Overlap:
    """Return the score of a candidate from its counts against each reference, in order."""
    if not counts:
        raise InputError("There is no reference to compare with.", advice="Give at least one reference text.")
    if rules.multiple in ("best", "sum"):
        return _one_score(counts, metric, rules)
    if len(counts) == 1:
        raise InputError(
            f"multiple={rules.multiple!r} leaves out one reference at a time, but only one is given.",
            given="1 reference",
            advice="Give at least two references for every candidate, or use multiple='best' or 'sum'.",
        )
    folds = [_one_score([*counts[:out], *counts[out + 1 :]], metric, rules) for out in range(len(counts))]
    return _mean(folds)


def _one_score(counts: Sequence[Counts], metric: RougeVariant, rules: RougeRules) -> Overlap:
    if rules.multiple in ("sum", "jackknife-sum"):
        return overlap(total(weighted(item, metric, rules) for item in counts), metric, rules)
    best = counts[0] if len(counts) == 1 else max(counts, key=_rank_function(metric, rules))
    return overlap(weighted(best, metric, rules), metric, rules)


def _rank_function(metric: RougeVariant, rules: RougeRules) -> Callable[[Counts], float]:
    """Return what `best` maximises; of equals the first wins, in both dialects."""
    if not rules.best_by_recall:
        return lambda item: overlap(weighted(item, metric, rules), metric, rules).f
    if metric.kind == "W":
        return lambda item: _ratio(item.hits, item.reference) ** (1 / metric.weight)
    # The script compares recalls of five decimals, except for the measures of common subsequences.
    digits = None if metric.kind in ("L", "Lsum") else rules.digits
    return lambda item: rounded(_ratio(item.hits, item.reference), digits)


def weighted(counts: Counts, metric: RougeVariant, rules: RougeRules) -> Counts:
    """Return counts whose sizes can be added: the script raises ROUGE-W's to the weight, the reference's twice."""
    if metric.kind != "W" or not rules.script_counts:
        return counts
    return Counts(counts.hits, counts.candidate**metric.weight, counts.reference**metric.weight)


def total(counts: Iterable[Counts]) -> Counts:
    """Return the sum of counts, added in order."""
    hits = candidate = reference = 0.0
    for item in counts:
        hits, candidate, reference = hits + item.hits, candidate + item.candidate, reference + item.reference
    return Counts(hits, candidate, reference)


def overlap(counts: Counts, metric: RougeVariant, rules: RougeRules) -> Overlap:
    """Return the score that counts amount to."""
    precision, recall = _ratio(counts.hits, counts.candidate), _ratio(counts.hits, counts.reference)
    if metric.kind == "W":
        precision, recall = precision ** (1 / metric.weight), recall ** (1 / metric.weight)
    precision, recall = rounded(precision, rules.digits), rounded(recall, rules.digits)
    f = rounded(f_measure(precision, recall, rules.alpha), rules.digits)
    return Overlap(precision, recall, f, counts.hits, counts.candidate, counts.reference)


def overlaps(rows: FloatArray, rules: RougeRules) -> list[Overlap]:
    """Return the scores of rows (hits, candidate, reference): `overlap` for many, without weights or rounding."""
    hits, candidate, reference = rows.T
    precision = np.divide(hits, candidate, out=np.zeros_like(hits), where=candidate > 0)
    recall = np.divide(hits, reference, out=np.zeros_like(hits), where=reference > 0)
    below = (1 - rules.alpha) * precision + rules.alpha * recall
    f = np.divide(precision * recall, below, out=np.zeros_like(hits), where=below > 0)
    return list(
        map(
            Overlap,
            precision.tolist(),
            recall.tolist(),
            f.tolist(),
            hits.tolist(),
            candidate.tolist(),
            reference.tolist(),
        )
    )


def f_measure(precision: float, recall: float, alpha: float = 0.5) -> float:
    """Return the weighted harmonic mean; alpha is the weight of precision, and 0.5 makes both equal."""
    below = (1 - alpha) * precision + alpha * recall
    return precision * recall / below if below > 0 else 0.0


def _ratio(hits: float, size: float) -> float:
    return hits / size if size else 0.0


def rounded(value: float, digits: int | None) -> float:
    """Return the value as it prints with so many decimals; None keeps it."""
    return value if digits is None else float(f"{value:.{digits}f}")


def _mean(scores: Sequence[Overlap]) -> Overlap:
    count = len(scores)
    summed = [math.fsum(values) for values in zip(*(_fields(score) for score in scores), strict=True)]
    return Overlap(summed[0] / count, summed[1] / count, summed[2] / count, *summed[3:])


def _fields(score: Overlap) -> tuple[float, ...]:
    return score.precision, score.recall, score.f, score.hits, score.candidate, score.reference


def average(scores: Iterable[Overlap]) -> Overlap:
    """Return the mean precision, recall and F of many items, each item weighing the same; counts are summed."""
    listed = list(scores)
    if not listed:
        raise InputError("There is no score to average.", advice="Give the scores of at least one item.")
    return _mean(listed)


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
