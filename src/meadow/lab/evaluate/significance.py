"""Whether a difference is more than chance: bootstrap intervals, permutation, sign and rank tests, Holm's correction.

The unit that is resampled (a topic, a headline, a judge) is part of every result: another unit is another question.

Source: Efron (1979) for the bootstrap; Fisher (1935) and Pitman (1937) for permutations; Wilcoxon (1945); Holm (1979).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError, UsageError, check_choice
from meadow.lab.evaluate.samples import Numbers, mean_ranks, paired_samples, percentile_interval, sample
from meadow.model import FloatArray
from meadow.provenance import signature
from meadow.vectors.chance import generator

__all__ = [
    "Interval",
    "PermutationTest",
    "Statistic",
    "bootstrap",
    "holm",
    "paired_bootstrap",
    "paired_permutation",
    "sign_test_p",
    "wilcoxon_p",
]

Statistic = Callable[[FloatArray], FloatArray]

# Up to this many pairs every assignment of signs is tried: 65,536 of them, a few milliseconds.
_EXACT_PAIRS = 16
# Wilcoxon's exact distribution is used up to here; its counts stay below 2**53, so floats hold them exactly.
_EXACT_RANKS = 50
_NUMBERS_AT_ONCE = 4_000_000
# Sums of the same numbers in another order differ by rounding; they must still count as equal.
_ROUNDING = 1e-12


def _ratio_of_sums(rows: FloatArray) -> FloatArray:
    sums = rows.sum(axis=1)
    if np.any(sums[:, 1] == 0):
        raise InputError("A resample has a denominator of 0.", advice="Leave out units whose denominator is 0.")
    ratios: FloatArray = sums[:, 0] / sums[:, 1]
    return ratios


_STATISTICS: Mapping[str, Statistic] = {
    "mean": lambda rows: rows.mean(axis=1),
    "median": lambda rows: np.median(rows, axis=1),
    "sum": lambda rows: rows.sum(axis=1),
    "ratio": _ratio_of_sums,
}


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its bootstrap percentile interval, and all that is needed to compute it again."""

    low: float
    value: float
    high: float
    unit: str
    resamples: int
    seed: int
    level: float = 0.95
    statistic: str = "mean"

    @property
    def signature(self) -> str:
        """How the interval came about."""
        how = (
            f"bootstrap(statistic={self.statistic}, level={self.level:g}, resamples={self.resamples}, seed={self.seed})"
        )
        return signature({"interval": how, "unit": self.unit})


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """A two-sided paired permutation test; `exact` says that every assignment of signs was tried."""

    p_value: float
    difference: float
    pairs: int
    exact: bool
    resamples: int
    seed: int
    unit: str

    @property
    def signature(self) -> str:
        """How the p-value came about."""
        how = "exact" if self.exact else f"resamples={self.resamples}, seed={self.seed}"
        return signature({"test": f"paired_permutation({how})", "unit": self.unit, "pairs": self.pairs})


def bootstrap(
    values: Numbers | Sequence[Sequence[float]],
    *,
    statistic: str | Statistic = "mean",
    resamples: int = 10_000,
    level: float = 0.95,
    seed: int = 0,
    unit: str = "topic",
) -> Interval:
    """Return a statistic of `values`, one per unit, with its percentile interval over resampled units.

    `statistic` is `mean`, `median`, `sum`, `ratio` or a function that turns rows of resampled units into one number
    each. For `ratio` each unit has two counts, and the statistic is the quotient of their sums: a corpus score.
    A function may take units of several counts too.
    """
    units = _units(values, pairs=statistic == "ratio")
    measure, name = _statistic(statistic)
    _check_resampling(len(units), resamples, level)
    drawn = np.concatenate([measure(units[rows]) for rows in _resampled(units, resamples, seed)])
    value = float(measure(units[np.newaxis])[0])
    low, high = percentile_interval(drawn, level)
    return Interval(low, value, high, unit, resamples, seed, level, name)


def paired_bootstrap(
    a: Numbers,
    b: Numbers,
    *,
    statistic: str | Statistic = "mean",
    resamples: int = 10_000,
    level: float = 0.95,
    seed: int = 0,
    unit: str = "topic",
) -> Interval:
    """Return how much larger the statistic of `a` is than that of `b`, with its interval over resampled pairs."""
    first, second = paired_samples(a, b)
    if statistic == "ratio":
        raise UsageError("A ratio has two counts per unit, but a pair has one value on each side.", given="ratio")
    measure, name = _statistic(statistic)
    _check_resampling(len(first), resamples, level)
    drawn = np.concatenate(
        [measure(first[rows]) - measure(second[rows]) for rows in _resampled(first, resamples, seed)]
    )
    value = float(measure(first[np.newaxis])[0] - measure(second[np.newaxis])[0])
    low, high = percentile_interval(drawn, level)
    return Interval(low, value, high, unit, resamples, seed, level, name)


def paired_permutation(
    a: Numbers, b: Numbers, *, resamples: int = 10_000, seed: int = 0, unit: str = "topic"
) -> PermutationTest:
    """Return the two-sided p-value of the mean difference of pairs, when each pair might as well be swapped.

    Pairs without a difference do not count; with at most 16 others the test is exact, else signs are drawn, and the
    observed ones count as one draw, so that p is never 0.
    """
    first, second = paired_samples(a, b)
    _check_not_empty(len(first))
    _check_count("resamples", resamples)
    gaps = first - second
    telling = gaps[gaps != 0]
    exact = len(telling) <= _EXACT_PAIRS
    # Every draw, and the observed difference itself, is a sum that is compared with this one.
    bound = abs(float(telling.sum())) - _ROUNDING * float(np.abs(telling).sum())
    signs = _all_signs(len(telling)) if exact else _drawn_signs(len(telling), resamples, seed)
    hits = total = 0 if exact else 1
    for rows in signs:
        hits += int(np.count_nonzero(np.abs(rows @ telling) >= bound))
        total += len(rows)
    return PermutationTest(hits / total, float(gaps.mean()), len(gaps), exact, resamples, seed, unit)


def sign_test_p(a: Numbers, b: Numbers) -> float:
    """Return the exact two-sided p-value of the sign test; pairs without a difference are dropped."""
    first, second = paired_samples(a, b)
    more, less = int(np.count_nonzero(first > second)), int(np.count_nonzero(first < second))
    count, term, tail = more + less, 1, 1
    for chosen in range(min(more, less)):
        term = term * (count - chosen) // (chosen + 1)
        tail += term
    return min(1.0, float(2 * tail / 2**count))


def wilcoxon_p(a: Numbers, b: Numbers) -> float:
    """Return the two-sided p-value of Wilcoxon's signed ranks; pairs without a difference are dropped.

    Up to 50 pairs it is exact, ties included; above, it is the normal approximation with the correction for ties.
    """
    first, second = paired_samples(a, b)
    gaps = first - second
    gaps = gaps[gaps != 0]
    ranks = mean_ranks(np.abs(gaps))
    less = min(float(ranks[gaps > 0].sum()), float(ranks[gaps < 0].sum()))
    if len(gaps) <= _EXACT_RANKS:
        return min(1.0, 2 * _share_of_rank_sums(ranks, less))
    deviation = math.sqrt(float(np.square(ranks).sum()) / 4)
    return math.erfc((float(ranks.sum()) / 2 - less) / deviation / math.sqrt(2))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted for their number by Holm's step-down method, in the order given."""
    given = sample(p_values, name="p-values")
    outside = given[(given < 0) | (given > 1)]
    if outside.size:
        raise InputError(f"A p-value is {outside[0]:g}.", given=f"{outside[0]:g}", allowed="It lies between 0 and 1.")
    order = np.argsort(given, kind="stable")
    adjusted = np.empty_like(given)
    scaled = given[order] * np.arange(len(given), 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(scaled))
    return tuple(adjusted.tolist())


def _units(values: Numbers | Sequence[Sequence[float]], *, pairs: bool) -> FloatArray:
    rows = np.asarray(values if isinstance(values, np.ndarray) else list(values))
    if rows.ndim == 1 and not pairs:
        return sample(rows)
    if rows.ndim != 2 or (pairs and rows.shape[1] != 2):
        raise InputError(
            f"The values have the shape {rows.shape}.",
            given=str(rows.shape),
            allowed="Give one number per unit, or one row of counts per unit; a ratio takes rows of two.",
        )
    return sample(rows.ravel()).reshape(rows.shape)


def _statistic(statistic: str | Statistic) -> tuple[Statistic, str]:
    if not isinstance(statistic, str):
        return statistic, getattr(statistic, "__name__", "function")
    check_choice("statistic", statistic, _STATISTICS)
    return _STATISTICS[statistic], statistic


def _resampled(units: FloatArray, resamples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Yield rows of drawn unit numbers, a block at a time, so that memory stays flat."""
    random = generator(seed)
    for rows in _blocks(resamples, units.size):
        yield random.integers(len(units), size=(rows, len(units)))


def _all_signs(pairs: int) -> Iterator[FloatArray]:
    # Bit i of a number from 0 to 2ⁿ − 1 is the sign of pair i.
    bits = np.arange(2**pairs)[:, np.newaxis] >> np.arange(pairs)
    yield np.where(bits & 1, -1.0, 1.0)


def _drawn_signs(pairs: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    if pairs * resamples <= _NUMBERS_AT_ONCE:
        return iter((_kept_signs(pairs, resamples, seed),))
    return _new_signs(pairs, resamples, seed)


def _new_signs(pairs: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    random = generator(seed)
    for rows in _blocks(resamples, pairs):
        yield np.where(random.integers(2, size=(rows, pairs)), -1.0, 1.0)


@lru_cache(maxsize=4)
def _kept_signs(pairs: int, resamples: int, seed: int) -> FloatArray:
    """Return the signs of one block: a table asks for the same ones once per system and metric."""
    return next(_new_signs(pairs, resamples, seed))


def _blocks(resamples: int, width: int) -> Iterator[int]:
    block = max(1, _NUMBERS_AT_ONCE // max(1, width))
    yield from (min(block, resamples - start) for start in range(0, resamples, block))


def _share_of_rank_sums(ranks: FloatArray, bound: float) -> float:
    """Return the share of all sign assignments whose positive ranks sum to at most `bound`."""
    steps = np.rint(2 * ranks).astype(int)  # mean ranks are halves
    ways = np.zeros(int(steps.sum()) + 1)
    ways[0] = 1.0
    # ways[s] counts the assignments of the ranks so far whose positive ones sum to s: each next rank joins or does not.
    for step in steps:
        ways[step:] += ways[:-step].copy()
    return float(ways[: round(2 * bound) + 1].sum()) / 2.0 ** len(ranks)


def _check_resampling(units: int, resamples: int, level: float) -> None:
    if units < 2:
        raise InputError(
            f"There are {units} units to resample.", given=str(units), allowed="An interval needs at least two."
        )
    _check_count("resamples", resamples)
    if not 0 < level < 1:
        raise UsageError(f"The level is {level:g}.", given=str(level), allowed="It lies between 0 and 1, such as 0.95.")


def _check_not_empty(pairs: int) -> None:
    if pairs == 0:
        raise InputError("There are no pairs to compare.", given="0 pairs", allowed="At least one pair is needed.")


def _check_count(name: str, count: int) -> None:
    if count < 1:
        raise UsageError(f"The number of {name} is {count}.", given=str(count), allowed="It must be at least 1.")
