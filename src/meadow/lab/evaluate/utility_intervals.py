"""Intervals for relative utility: how far J, R, S and D would move with other judges or other sentences.

Source: Efron and Tibshirani (1993), An introduction to the bootstrap, for percentile intervals; Radev et al. (2004).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from meadow import provenance
from meadow.errors import UsageError
from meadow.lab.evaluate.samples import drawn_counts, percentile_interval
from meadow.lab.evaluate.significance import Interval
from meadow.lab.evaluate.utility_scores import (
    Mask,
    Means,
    check_count,
    extract_mask,
    means,
    positions,
    tally,
    utility_array,
)
from meadow.model import FloatArray
from meadow.vectors.chance import generator

Unit = Literal["judges", "sentences"]

_SCORES = ("agreement", "random", "system", "normalized")
_BATCH = 500  # resamples held in memory at once


@dataclass(frozen=True, slots=True)
class UtilityIntervals:
    """Intervals of J, R, S and D over one unit of resampling; None where the score itself is undefined."""

    agreement: Interval | None
    random: Interval | None
    system: Interval | None
    normalized: Interval | None
    notes: tuple[str, ...]
    signature: str


def bootstrap(
    judges: ArrayLike,
    *,
    count: int,
    unit: Unit,
    extract: Collection[int] | None = None,
    resamples: int = 10_000,
    level: float = 0.95,
    seed: int = 0,
) -> UtilityIntervals:
    """Return percentile intervals for the scores of `relative_utility`, by drawing anew from one `unit`.

    `judges`: as many judges are drawn with replacement; a judge drawn twice weighs double, but is not compared with
    themselves. `sentences`: sentences are drawn inside the extract and outside it, so that its length stays.
    """
    utilities = utility_array(judges)
    check_count(count, utilities.shape[1])
    _check_drawing(unit, resamples, level)
    mask = None if extract is None else extract_mask(extract, count=count, total=utilities.shape[1])
    draw = _over_judges if unit == "judges" else _over_sentences
    batches = list(draw(utilities, count, mask, resamples, generator(seed)))
    columns = {name: np.concatenate([getattr(batch, name) for batch in batches]) for name in _SCORES}
    observed = means(tally(utilities, positions(utilities), count, mask))

    def interval(name: str) -> Interval | None:
        value, drawn = float(getattr(observed, name)), columns[name][~np.isnan(columns[name])]
        if math.isnan(value) or not drawn.size:
            return None
        low, high = percentile_interval(drawn, level)
        return Interval(low, value, high, unit, resamples, seed, level, name)

    method = f"bootstrap(count={count}, unit={unit}, resamples={resamples}, level={level:g}, seed={seed})"
    parts = {"metric": method, "judges": utilities.shape[0], "sentences": utilities.shape[1]}
    return UtilityIntervals(
        agreement=interval("agreement"),
        random=interval("random"),
        system=interval("system"),
        normalized=interval("normalized"),
        notes=tuple(_undefined_notes(columns)),
        signature=provenance.signature(parts),
    )


def _over_judges(
    utilities: FloatArray, count: int, extract: Mask | None, resamples: int, random: np.random.Generator
) -> Iterator[Means]:
    # What each judge's extract reaches stays; a resample only weighs judges by how often it draws them.
    sums = tally(utilities, positions(utilities), count, extract)
    yield means(sums, drawn_counts(len(utilities), resamples, random))


def _over_sentences(
    utilities: FloatArray, count: int, extract: Mask | None, resamples: int, random: np.random.Generator
) -> Iterator[Means]:
    chosen = np.zeros(utilities.shape[1], dtype=bool) if extract is None else extract
    for start in range(0, resamples, _BATCH):
        drawn = _drawn_sentences(chosen, min(_BATCH, resamples - start), random)
        # A table of judges × drawn sentences for each resample.
        stack = np.swapaxes(utilities[:, drawn], 0, 1)
        yield means(tally(stack, positions(stack), count, None if extract is None else chosen[drawn]))


def _drawn_sentences(chosen: Mask, resamples: int, random: np.random.Generator) -> NDArray[np.intp]:
    strata = (stratum for stratum in (np.flatnonzero(chosen), np.flatnonzero(~chosen)) if stratum.size)
    drawn = [random.choice(stratum, size=(resamples, stratum.size)) for stratum in strata]
    # In story order, because ties go to the earlier sentence.
    return np.sort(np.concatenate(drawn, axis=1), axis=1)


def _undefined_notes(columns: dict[str, FloatArray]) -> Iterator[str]:
    for name, values in columns.items():
        share = np.isnan(values).mean()
        if 0 < share < 1:
            yield f"{name} is undefined in {share:.1%} of the resamples; its interval describes the others."


def _check_drawing(unit: str, resamples: int, level: float) -> None:
    if unit not in ("judges", "sentences"):
        raise UsageError(f"There is no resampling of {unit!r}.", given=unit, allowed="unit is 'judges' or 'sentences'.")
    if resamples < 1 or not 0 < level < 1:
        raise UsageError(
            f"A bootstrap with {resamples} resamples at level {level:g} is impossible.",
            given=f"resamples={resamples}, level={level:g}",
            allowed="At least one resample, and a level between 0 and 1 such as 0.95.",
        )
