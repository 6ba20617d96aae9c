"""From counts to scores: precision, recall and F of one item, of several references, and of a corpus.

Several references: `sum` adds hits and sizes over the references (ROUGE-1.5.5's default), `best` takes the reference
with the highest F (rouge-score) or recall (ROUGE-1.5.5's -f B), `jackknife` averages the best score over all sets
that leave one reference out (Lin 2004, section 2.1), and `jackknife-sum` does the same with the summed score, as DUC
did.

Source: Lin (2004), ROUGE; rounding follows the ROUGE-1.5.5 script.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.errors import InputError
from meadow.lab.evaluate.rouge_counts import Counts
from meadow.lab.evaluate.rouge_rules import RougeRules
from meadow.lab.evaluate.rouge_variants import RougeVariant
from meadow.model import FloatArray


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
