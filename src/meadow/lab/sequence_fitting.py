"""Learning the weights of `sequence` from summaries that editors chose, and how well they do on stories left out.

Three functions are fitted, each on standardised features with a squared penalty (`meadow.select.sequence.model`): the
opening by the likelihood of sentences that tell the newest outcome, repeats by pairs of sentences that tell one fact, and
the rest by what each sentence adds to a beginning. Beginnings are the editor's own, and those that the weights choose, which
are learned from again (Ross, Gordon and Bagnell, 2011): so the search meets beginnings that it knows.

Source: our own; logistic regression with worths in shares as targets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np
from scipy.optimize import minimize

from meadow.lab.sequence_lessons import SequenceLesson
from meadow.model import FloatArray
from meadow.select.sequence.features import Columns
from meadow.select.sequence.model import CONSTANT, Estimates, SequenceWeights
from meadow.select.sequence.search import BeamSearch
from meadow.vectors.logistic import logistic

OPENING = (
    "position", "log_position", "log_number", "age", "recency", "last_day", "later_articles", "centrality",
    "similarity_elsewhere", "concepts", "score", "log_words", "words", "stop_words", "self_contained", "scene",
    "own_voice", "opens_with_quotation",
)  # fmt: skip
NEXT = (
    "log_position", "log_number", "age", "recency", "last_day", "later_articles", "centrality", "similarity",
    "similarity_elsewhere", "concepts", "score", "log_words", "words", "scene", "own_voice", "quotation",
    "opens_with_quotation", "same_article", "log_gap", "covered", "new_words", "older", "newer", "repeats",
)  # fmt: skip
REPEATS = ("share_of_lighter", "share_of_heavier", "shared_words", "two_leads", "words")
FOLDS = 5
_ROUNDS = 1  # of learning from beginnings that the weights choose; a second one changes nothing
# Penalties by cross-validation on editors' judgements of 118 stories, flat from a half to twice of each.
_OPENING_PENALTY, _NEXT_PENALTY, _REPEATS_PENALTY = 20.0, 60.0, 1.0
_DIGITS = 4


@dataclass(frozen=True, slots=True, eq=False)
class SequenceFit:
    """Learned weights, from how many judgements, and the figures of summaries of stories that were left out."""

    weights: SequenceWeights
    judgements: int
    figures: dict[str, float]


def fit_sequence(lessons: Sequence[SequenceLesson], *, folds: int = FOLDS) -> SequenceFit:
    """Return the weights that judgements teach; for the figures each story is summarized by weights of the others."""
    fold_of = {name: at % folds for at, name in enumerate(sorted({_story(lesson) for lesson in lessons}))}
    figures: list[dict[str, float]] = []
    for fold in range(folds):
        weights = learn([lesson for lesson in lessons if fold_of[_story(lesson)] != fold])
        left_out = (lesson for lesson in lessons if fold_of[_story(lesson)] == fold)
        figures += [lesson.figures(chosen(lesson, weights)) for lesson in left_out]
    means = {name: fmean(each[name] for each in figures) for name in figures[0]}
    return SequenceFit(learn(lessons), len(lessons), means)


def learn(lessons: Sequence[SequenceLesson]) -> SequenceWeights:
    """Return the weights that all lessons teach."""
    repeats = _fit_repeats(lessons)
    opening = _fit_openings(lessons)
    beginnings = [{lesson.picks[:count] for count in range(1, len(lesson.picks) + 1)} for lesson in lessons]
    following = _fit_next(lessons, beginnings, repeats)
    for _ in range(_ROUNDS):
        for lesson, known in zip(lessons, beginnings, strict=True):
            members = chosen(lesson, SequenceWeights(opening, following, repeats))
            known |= {tuple(members[:count]) for count in range(1, len(members) + 1)}
        following = _fit_next(lessons, beginnings, repeats)
    return SequenceWeights(opening, following, repeats)


def chosen(lesson: SequenceLesson, weights: SequenceWeights, **parameters: Any) -> list[int]:
    """Return the members of a lesson's shortlist that weights choose, in printing order."""
    return BeamSearch(lesson.view, lesson.short, Estimates(lesson.short, weights), **parameters).best().members


def _story(lesson: SequenceLesson) -> str:
    """Return the name of a story without the edition or language behind its stop: those are never parted."""
    return lesson.name.partition(".")[0]


def _fit_openings(lessons: Iterable[SequenceLesson]) -> dict[str, float]:
    """Return the weights by which sentences that tell the outcome are the most likely ones of their story."""
    taught = [lesson for lesson in lessons if lesson.outcome.any()]
    values, means, scales = _standardised([_stacked(lesson.short.features, OPENING) for lesson in taught])
    target = np.concatenate([lesson.outcome / lesson.outcome.sum() for lesson in taught])
    sizes = [len(lesson.outcome) for lesson in taught]
    starts = np.cumsum([0, *sizes])[:-1]
    owners = np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: FloatArray) -> tuple[float, FloatArray]:
        logits = values @ weights
        shifted = logits - np.maximum.reduceat(logits, starts)[owners]
        total = np.add.reduceat(np.exp(shifted), starts)[owners]
        slope = values.T @ (np.exp(shifted) / total - target) + _OPENING_PENALTY * weights
        return float(-(target * (shifted - np.log(total))).sum() + _OPENING_PENALTY * (weights @ weights) / 2), slope

    return _table(OPENING, _minimum(loss, len(OPENING)), 0.0, means, scales)


def _fit_repeats(lessons: Iterable[SequenceLesson]) -> dict[str, float]:
    """Return the weights of the likelihood that two useful sentences tell the same fact."""
    values: list[FloatArray] = []
    targets: list[float] = []
    for lesson in lessons:
        useful = np.flatnonzero(lesson.worth > 0)
        one, other = (useful[each] for each in np.triu_indices(len(useful), 1))
        values.append(np.stack([lesson.short.pairs[name][one, other] for name in REPEATS], axis=1))
        targets += [bool(lesson.facts[a] & lesson.facts[b]) for a, b in zip(one, other, strict=True)]
    return _logistic(REPEATS, values, np.array(targets, np.float64), np.ones(len(targets)), _REPEATS_PENALTY)


def _fit_next(
    lessons: Sequence[SequenceLesson], beginnings: Sequence[set[tuple[int, ...]]], repeats: dict[str, float]
) -> dict[str, float]:
    """Return the weights of what a sentence adds to a beginning; each judgement counts alike."""
    values: list[FloatArray] = []
    targets: list[FloatArray] = []
    shares: list[FloatArray] = []
    for lesson, known in zip(lessons, beginnings, strict=True):
        estimates = Estimates(lesson.short, SequenceWeights({}, {}, repeats))
        for printed in sorted(known):
            columns = lesson.short.features | estimates.columns_after(printed)
            fitting = lesson.short.fitting(printed)
            values.append(_stacked(columns, NEXT)[fitting])
            targets.append(lesson.gains(printed)[fitting])
            shares.append(np.full(int(fitting.sum()), 1 / len(known)))
    weights = np.concatenate(shares)
    return _logistic(NEXT, values, np.concatenate(targets), weights * len(weights) / weights.sum(), _NEXT_PENALTY)


def _logistic(
    names: Sequence[str], parts: Sequence[FloatArray], target: FloatArray, shares: FloatArray, penalty: float
) -> dict[str, float]:
    """Return the weights of a logistic regression whose targets are shares."""
    standard, means, scales = _standardised(parts)
    values = np.column_stack([standard, np.ones(len(standard))])
    penalties = np.array([penalty] * len(names) + [0.0])

    def loss(weights: FloatArray) -> tuple[float, FloatArray]:
        logits = values @ weights
        misfit = (shares * (np.logaddexp(0, logits) - target * logits)).sum()
        slope = values.T @ (shares * (logistic(logits) - target)) + penalties * weights
        return float(misfit + (penalties * weights * weights).sum() / 2), slope

    found = _minimum(loss, len(names) + 1)
    return _table(names, found[:-1], float(found[-1]), means, scales)


def _minimum(loss: Callable[[FloatArray], tuple[float, FloatArray]], size: int) -> FloatArray:
    found: FloatArray = minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B").x
    return found


def _stacked(columns: Columns, names: Sequence[str]) -> FloatArray:
    return np.stack([columns[name] for name in names], axis=1)


def _standardised(parts: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return features with mean 0 and deviation 1, and the means and deviations."""
    values = np.concatenate(parts)
    means, scales = values.mean(axis=0), values.std(axis=0)
    scales[scales == 0] = 1.0
    return (values - means) / scales, means, scales


def _table(
    names: Sequence[str], weights: FloatArray, constant: float, means: FloatArray, scales: FloatArray
) -> dict[str, float]:
    """Return the weights for features as they are, to four digits."""
    plain = weights / scales
    values = [constant - float(plain @ means), *plain.tolist()]
    return {name: float(f"{value:.{_DIGITS}g}") for name, value in zip((CONSTANT, *names), values, strict=True)}
