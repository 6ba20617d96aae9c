"""Numbers as people hand them in, checked: what correlations and significance tests have in common.

Source: own design.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from meadow.errors import InputError
from meadow.model import FloatArray

Numbers = Iterable[float] | FloatArray

LEVEL = 0.95


def sample(values: Numbers, *, name: str = "values") -> FloatArray:
    """Return one row of finite numbers; a missing or infinite one is an error that says where it is."""
    given = values if isinstance(values, np.ndarray) else list(values)
    try:
        row = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"The {name} are not all numbers: {error}.", allowed="Each must be a finite number.", given=name
        ) from error
    if row.ndim != 1:
        raise InputError(
            f"The {name} have {row.ndim} dimensions.", allowed="One number per item is needed.", given=name
        )
    missing = np.flatnonzero(~np.isfinite(row))
    if missing.size:
        raise InputError(
            f"The {name} hold {row[missing[0]]} for item {missing[0]}.",
            given=str(row[missing[0]]),
            allowed="Each must be a finite number.",
            advice="Leave out the items that lack a score, on every side.",
        )
    return row


def paired_samples(
    a: Numbers, b: Numbers, *, names: tuple[str, str] = ("first", "second")
) -> tuple[FloatArray, FloatArray]:
    """Return two rows of finite numbers about the same items."""
    first, second = sample(a, name=f"{names[0]} values"), sample(b, name=f"{names[1]} values")
    if len(first) != len(second):
        raise InputError(
            f"There are {len(first)} {names[0]} values, but {len(second)} {names[1]} values.",
            given=f"{len(first)} and {len(second)} values",
            allowed="Both must be about the same items, in the same order.",
        )
    return first, second


def drawn_counts(units: int, resamples: int, random: np.random.Generator) -> FloatArray:
    """Return how often each resample draws each unit, a row per resample: sums over units are then matrix products."""
    return random.multinomial(units, np.full(units, 1 / units), size=resamples).astype(np.float64)


def percentile_interval(draws: FloatArray, level: float = LEVEL) -> tuple[float, float]:
    """Return the bounds between which the middle share `level` of the draws lies."""
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return low, high


def mean_ranks(values: FloatArray) -> FloatArray:
    """Return ranks from 1, where equal values share the mean of their ranks."""
    _, group, sizes = np.unique(values, return_inverse=True, return_counts=True)
    ranks: FloatArray = (np.cumsum(sizes) - (sizes - 1) / 2)[group]
    return ranks
