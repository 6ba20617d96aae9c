"""How far two scores, or several judges, agree: rank correlations, kappas and Krippendorff's alpha.

A value that the data leave undefined (a constant score, a single category) is None, never 0 or NaN.
Judges are rows and items columns, as everywhere in `meadow.lab.evaluate`.

The interval of α is over items, each draw weighing an item by how often it was drawn. Judges are not resampled: two
copies of one judge agree with each other, and a draw of few judges holds such copies often.

Source: Cohen (1960, 1968); Fleiss (1971); Krippendorff (2011); Efron (1979) for the bootstrap; Pearson (1896);
Spearman (1904); Kendall (1945), counted as by Knight (1966).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError, UnknownNameError, check_choice
from meadow.lab.evaluate.samples import Numbers, drawn_counts, mean_ranks, paired_samples, percentile_interval
from meadow.lab.evaluate.significance import Interval
from meadow.lab.evaluate.subsumption import agreement_levels as subsumption_agreement_levels
from meadow.lab.evaluate.subsumption import agreement_scores as subsumption_agreement
from meadow.model import FloatArray
from meadow.provenance import signature
from meadow.vectors.chance import generator

Level = Literal["nominal", "ordinal", "interval", "ratio"]
Weights = Literal["linear", "quadratic"]
_LEVELS: tuple[str, ...] = get_args(Level)
_POWERS: Mapping[str, int] = {"linear": 1, "quadratic": 2}
PAIR = 2

__all__ = [
    "JudgeAgreement",
    "alpha_interval",
    "cohen_kappa",
    "fleiss_kappa",
    "judge_agreement",
    "kendall",
    "krippendorff_alpha",
    "pearson",
    "spearman",
    "subsumption_agreement",
    "subsumption_agreement_levels",
]

FEWEST_ITEMS = 5  # of fewer items most draws are copies of two or three
RESAMPLES = 2_000
_MOST_UNDEFINED = 0.1
_FEWEST_CORRELATED = 2


def cohen_kappa(
    a: Sequence[Hashable],
    b: Sequence[Hashable],
    *,
    weights: Weights | None = None,
    scale: Sequence[Hashable] | None = None,
) -> float | None:
    """Return Cohen's κ of two judges, or None where both always give the same one answer.

    With `weights`, answers further apart on the scale disagree more; `scale` lists all answers in order and is
    the sorted answers by default.
    """
    if weights is not None and weights not in _POWERS:
        raise UnknownNameError("weighting of kappa", weights, _POWERS)
    _check_complete([a, b])
    column = _places([*a, *b], scale, sort=weights is not None)
    table = np.zeros((len(column), len(column)))
    # A cell counts the items that got the answer of its row from one judge and that of its column from the other.
    np.add.at(table, ([column[answer] for answer in a], [column[answer] for answer in b]), 1.0)
    steps = np.abs(np.subtract.outer(np.arange(len(column)), np.arange(len(column))))
    cost = steps > 0 if weights is None else steps ** _POWERS[weights]
    # By chance a cell holds the product of its row's and its column's sums, divided by the number of items.
    expected = float((np.outer(table.sum(axis=1), table.sum(axis=0)) * cost).sum()) / len(a)
    return 1.0 - float((table * cost).sum()) / expected if expected > 0 else None


def fleiss_kappa(judges: Sequence[Sequence[Hashable]]) -> float | None:
    """Return Fleiss' κ of any number of judges who all answered every item, or None where they gave one answer only."""
    _check_complete(judges)
    counts = answer_counts(judges, None, sort=False)[0]
    raters = len(judges)
    # Of the ordered pairs of judges of an item, those who gave it the same answer: n(n − 1) for each answer.
    agreed = float((counts * (counts - 1)).sum()) / (len(counts) * raters * (raters - 1))
    chance = float(np.square(counts.sum(axis=0) / counts.sum()).sum())
    return (agreed - chance) / (1.0 - chance) if np.count_nonzero(counts.sum(axis=0)) > 1 else None


def krippendorff_alpha(
    judges: Sequence[Sequence[Hashable]], *, level: Level = "nominal", scale: Sequence[Hashable] | None = None
) -> float | None:
    """Return Krippendorff's α of judges who may have left out items (None or NaN).

    `level` says how answers differ: by being other (nominal), by rank, by interval or by ratio. The order of ranks is
    that of `scale`, else of the sorted answers. α is None where no item has two answers, or all such answers are equal.
    """
    check_choice("level of measurement", level, _LEVELS)
    _check_same_items(judges)
    counts, answers = answer_counts(judges, scale, sort=level != "nominal")
    counts = counts[counts.sum(axis=1) >= PAIR]
    totals = counts.sum(axis=0)
    distance = distances(level, answers, totals)
    # The distances between all pairs of answers that an item got; of m answers each is paired with m − 1.
    per_item = (counts @ distance * counts).sum(axis=1)
    expected = float(totals @ distance @ totals)
    if expected == 0:
        return None
    observed = float((per_item / (counts.sum(axis=1) - 1)).sum())
    return 1.0 - (float(totals.sum()) - 1) * observed / expected


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """Spearman's ρ of every pair of judges; a pair is None where a judge gave one score only."""

    pairs: Mapping[tuple[str, str], float | None]

    @property
    def mean(self) -> float | None:
        """The mean over the pairs that have a value."""
        known = [value for value in self.pairs.values() if value is not None]
        return math.fsum(known) / len(known) if known else None

    @property
    def least(self) -> float | None:
        """The lowest agreement of any pair that has a value."""
        return min((value for value in self.pairs.values() if value is not None), default=None)

    @property
    def signature(self) -> str:
        """How the values came about."""
        return signature({"measure": "spearman(ties=mean)", "pairs": len(self.pairs)})


def judge_agreement(judges: Mapping[str, Sequence[float | None]]) -> JudgeAgreement:
    """Return how far named judges' scores agree, pair by pair, over the items that both scored (None = not scored)."""
    rows = {name: list(scores) for name, scores in judges.items()}
    _check_same_items(list(rows.values()))
    return JudgeAgreement({(one, two): _common_spearman(rows[one], rows[two]) for one, two in combinations(rows, 2)})


def _common_spearman(a: Sequence[float | None], b: Sequence[float | None]) -> float | None:
    both = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    return spearman([x for x, _ in both], [y for _, y in both])


def _places(answers: Sequence[Hashable], scale: Sequence[Hashable] | None, *, sort: bool) -> dict[Hashable, int]:
    """Return the place of each answer on the scale."""
    distinct = dict.fromkeys(answers)
    if scale is None:
        return {answer: column for column, answer in enumerate(_sorted(distinct) if sort else distinct)}
    column = {answer: number for number, answer in enumerate(scale)}
    for answer in distinct:
        if answer not in column:
            raise InputError(
                f"The answer {answer!r} is not on the scale.",
                given=repr(answer),
                allowed=f"Answers: {', '.join(map(repr, column))}.",
            )
    return column


def _sorted(answers: Mapping[Hashable, None]) -> list[Hashable]:
    try:
        return sorted(answers)  # type: ignore[type-var]
    except TypeError as error:
        raise InputError(
            f"The answers have no order: {error}.", advice="List them in order with the parameter `scale`."
        ) from error


def answer_counts(
    judges: Sequence[Sequence[Hashable]], scale: Sequence[Hashable] | None, *, sort: bool
) -> tuple[FloatArray, list[Hashable]]:
    """Return items × answers, how many judges gave the item the answer, and the answers in order."""
    given = [(item, answer) for row in judges for item, answer in enumerate(row) if not _is_missing(answer)]
    column = _places([answer for _, answer in given], scale, sort=sort)
    counts = np.zeros((len(judges[0]), len(column)))
    np.add.at(counts, ([item for item, _ in given], [column[answer] for _, answer in given]), 1.0)
    return counts, list(column)


def _is_missing(answer: Hashable) -> bool:
    return answer is None or answer != answer  # only NaN differs from itself


def _check_same_items(judges: Sequence[Sequence[Hashable]]) -> None:
    lengths = {len(row) for row in judges}
    if len(judges) < PAIR or len(lengths) != 1 or lengths == {0}:
        raise InputError(
            f"There are {len(judges)} judges, with {', '.join(map(str, sorted(lengths))) or 'no'} answers.",
            given=f"{len(judges)} judges",
            allowed="At least two judges must answer the same items, at least one.",
            advice="Give one row per judge; None stands for an item that a judge left out.",
        )


def _check_complete(judges: Sequence[Sequence[Hashable]]) -> None:
    _check_same_items(judges)
    for number, row in enumerate(judges):
        for item, answer in enumerate(row):
            if _is_missing(answer):
                raise InputError(
                    f"Judge {number} gave no answer for item {item}.",
                    given=repr(answer),
                    allowed="This measure needs an answer from every judge for every item.",
                    advice="Use krippendorff_alpha, or leave out the item.",
                )


def distances(level: Level, answers: list[Hashable], totals: FloatArray) -> FloatArray:
    """Return the squared difference of every two answers; ranks depend on how often each answer was given."""
    if level == "nominal":
        return 1.0 - np.eye(len(answers))
    places = np.cumsum(totals) - totals / 2 if level == "ordinal" else _numbers(answers)
    gaps = np.subtract.outer(places, places)
    if level == "ratio":
        sums = np.add.outer(places, places)
        gaps = np.divide(gaps, sums, out=np.zeros_like(gaps), where=sums != 0)
    return np.square(gaps)


def _numbers(answers: list[Hashable]) -> FloatArray:
    try:
        return np.array([float(answer) for answer in answers])  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise InputError(
            f"Intervals and ratios need numbers: {error}.", advice='Use level="nominal" or level="ordinal".'
        ) from error


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


def pearson(a: Numbers, b: Numbers) -> float | None:
    """Return the linear correlation of two scores, or None where one of them is constant."""
    first, second = paired_samples(a, b)
    return _correlation(first, second)


def spearman(a: Numbers, b: Numbers) -> float | None:
    """Return Spearman's ρ, with mean ranks for ties, or None where one score is constant."""
    first, second = paired_samples(a, b)
    return _correlation(mean_ranks(first), mean_ranks(second))


def kendall(a: Numbers, b: Numbers) -> float | None:
    """Return Kendall's τ-b, or None where one score is constant."""
    first, second = (np.unique(row, return_inverse=True)[1] for row in paired_samples(a, b))
    every = len(first) * (len(first) - 1) // 2
    tied_first, tied_second = _tied_pairs(first), _tied_pairs(second)
    if tied_first == every or tied_second == every:
        return None
    order = np.lexsort((second, first))
    tied_both = _tied_pairs(first * (second.max() + 1) + second)
    balance = every - tied_first - tied_second + tied_both - 2 * _inversions(second[order])
    return _within_one(balance / math.sqrt(every - tied_first) / math.sqrt(every - tied_second))


def _correlation(a: FloatArray, b: FloatArray) -> float | None:
    if len(a) < _FEWEST_CORRELATED or a.min() == a.max() or b.min() == b.max():
        return None
    first, second = a - a.mean(), b - b.mean()
    # Scaling first keeps squares of very large or very small scores in range.
    first, second = first / np.abs(first).max(), second / np.abs(second).max()
    return _within_one(float(first @ second) / math.sqrt(float(first @ first) * float(second @ second)))


def _within_one(value: float) -> float:
    return min(1.0, max(-1.0, value))


def _tied_pairs(groups: NDArray[np.intp]) -> int:
    sizes = np.unique(groups, return_counts=True)[1]
    return int((sizes * (sizes - 1) // 2).sum())


def _inversions(numbers: NDArray[np.intp]) -> int:
    """Return how many pairs stand in descending order, from the highest bit to the lowest.

    Numbers that share their higher bits stand together, in their order; there, each 0 counts the 1s before it.
    """
    total = 0
    for bit in range(int(numbers.max()).bit_length() - 1, -1, -1):
        ones = (numbers >> bit) & 1
        before = np.cumsum(ones) - ones
        block = numbers >> (bit + 1)
        start = np.flatnonzero(np.diff(block, prepend=-1))
        before -= np.repeat(before[start], np.diff(start, append=len(numbers)))
        total += int(before[ones == 0].sum())
        numbers = numbers[np.argsort(numbers >> bit, kind="stable")]
    return total
