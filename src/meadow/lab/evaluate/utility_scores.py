"""From sums of utility to the scores J, R, S and D: the arithmetic under `meadow.lab.evaluate.utility`.

Sums are counted first (`Tally`) and scored afterwards, for one story or for a whole stack of resamples: every array may
have leading axes.

Intervals say how far J, R, S and D would move with other judges or other sentences.

Source: Radev, Jing, Styś and Tam (2004), Centroid-based summarization of multiple documents, section 4.2; Efron and
Tibshirani (1993), An introduction to the bootstrap, for percentile intervals.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from meadow import provenance
from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.samples import drawn_counts, percentile_interval
from meadow.lab.evaluate.significance import Interval
from meadow.model import FloatArray
from meadow.vectors.chance import generator

_LEAST_GAP = 1e-12  # at or below this distance between J and R there is no scale to put S on
_NARROW_GAP = 0.05  # below this, a hundredth of S moves D by more than a fifth: that deserves a note
_FEWEST_JUDGES = 2

Mask = NDArray[np.bool_]

Unit = Literal["judges", "sentences"]
_SCORES = ("agreement", "random", "system", "normalized")
_BATCH = 500  # resamples held in memory at once


@dataclass(frozen=True, slots=True)
class RelativeUtility:
    """What an extract is worth to the judges, between chance and the judges themselves.

    `matrix[i][j]` is the share of judge j's utility that judge i's extract reaches, `per_judge[i]` its mean over the
    others (J_i), `agreement` the mean of those (J), `random` the expectation over all extracts (R), `system` the share
    that the given extract reaches (S), `normalized` (S − R)/(J − R), called D. None is what the paper prints as "–":
    no extract, only one judge, a judge who finds nothing useful, or a J that does not exceed R; `notes` say which.
    """

    matrix: tuple[tuple[float | None, ...], ...]
    per_judge: tuple[float | None, ...]
    agreement: float | None
    random: float | None
    system: float | None
    normalized: float | None
    notes: tuple[str, ...]
    signature: str


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Sums of utility: reached by each judge's extract (picker × owner), the best, the expected, and the system's."""

    reached: FloatArray
    best: FloatArray
    expected: FloatArray
    achieved: FloatArray | None


@dataclass(frozen=True, slots=True, eq=False)
class Means:
    """J_i, J, R, S and D of one story or of a stack of resamples; NaN where undefined."""

    per_judge: FloatArray
    agreement: FloatArray
    random: FloatArray
    system: FloatArray
    normalized: FloatArray


def utility_array(judges: ArrayLike) -> FloatArray:
    """Return judges × sentences as an array, or raise `InputError` for what no judge can have meant."""
    try:
        utilities = np.asarray(judges, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise _bad_judges("is not a table of numbers: rows differ in length or a score is missing") from error
    if utilities.ndim != 2 or utilities.size == 0:
        raise _bad_judges(f"has the shape {utilities.shape}")
    if not np.isfinite(utilities).all() or (utilities < 0).any():
        judge, sentence = np.argwhere(~(np.isfinite(utilities) & (utilities >= 0)))[0]
        raise _bad_judges(f"holds {utilities[judge, sentence]} (judge {judge}, sentence {sentence})")
    return utilities


def check_count(count: int, total: int) -> None:
    """Raise `UsageError` unless an extract of `count` sentences can be drawn from `total`."""
    if not 1 <= count <= total:
        raise UsageError(
            f"An extract of {count} sentences cannot be drawn from {total}.",
            given=str(count),
            allowed=f"count is between 1 and {total}.",
        )


def extract_mask(extract: Collection[int], *, count: int, total: int) -> Mask:
    """Return which sentences an extract holds; unknown numbers and too long extracts are errors."""
    chosen = frozenset(extract)
    unknown = sorted(sentence for sentence in chosen if not 0 <= sentence < total)
    if unknown:
        raise InputError(
            f"The extract names sentence {unknown[0]}, which is not there.",
            given=str(unknown[0]),
            allowed=f"Sentences are numbered 0 to {total - 1}.",
            advice="Only judged sentences can be scored.",
        )
    if len(chosen) > count:
        raise UsageError(
            f"The extract has {len(chosen)} sentences, but count is {count}.",
            given=str(len(chosen)),
            allowed=f"At most {count}, or the extract could be worth more than the best one.",
            advice=f"Shorten the extract, or compare it at count={len(chosen)}.",
        )
    mask = np.zeros(total, dtype=bool)
    mask[list(chosen)] = True
    return mask


def positions(utilities: FloatArray) -> NDArray[np.intp]:
    """Return each sentence's place in its judge's order of preference, from 0; ties go to the earlier sentence."""
    order = np.argsort(-utilities, axis=-1, kind="stable")
    return np.argsort(order, axis=-1)


def tally(utilities: FloatArray, places: NDArray[np.intp], count: int, extract: Mask | None) -> Tally:
    """Return the sums of utility at one length, where every judge picks the `count` sentences they like best."""
    # reached[i, j] sums what judge j finds in the sentences that judge i picks, so that its diagonal is each judge's best.
    picks = (places < count).astype(np.float64)
    reached = picks @ np.swapaxes(utilities, -1, -2)
    return Tally(
        reached=reached,
        best=np.diagonal(reached, axis1=-2, axis2=-1),
        expected=count * utilities.mean(axis=-1),
        achieved=None if extract is None else np.where(extract[..., None, :], utilities, 0.0).sum(axis=-1),
    )


def shares(sums: Tally) -> FloatArray:
    """Return the cross-judge matrix; NaN in row and column of a judge who finds nothing useful."""
    useful = sums.best > 0
    both = useful[..., :, None] & useful[..., None, :]
    return _ratio(sums.reached, np.where(both, sums.best[..., None, :], 0.0))


def means(sums: Tally, weights: FloatArray | None = None) -> Means:
    """Return the means over judges, each counted `weights` times; a judge is never compared with themselves."""
    useful = (sums.best > 0).astype(np.float64)
    weights = useful if weights is None else useful * weights
    others = np.nan_to_num(shares(sums)) * (1 - np.eye(sums.best.shape[-1]))
    reached = (others @ weights[..., None])[..., 0]
    per_judge = _ratio(reached, np.where(weights > 0, weights.sum(axis=-1, keepdims=True) - weights, 0.0))
    compared = np.where(np.isnan(per_judge), 0.0, weights)
    agreement = _ratio(np.nansum(per_judge * weights, axis=-1), compared.sum(axis=-1))
    random = _weighted(sums.expected, sums.best, weights)
    system = np.full(random.shape, np.nan) if sums.achieved is None else _weighted(sums.achieved, sums.best, weights)
    gap = agreement - random
    normalized = _ratio(system - random, np.where(gap > _LEAST_GAP, gap, 0.0))
    return Means(per_judge, agreement, random, system, normalized)


def result(sums: Tally, *, signature: str, notes: Sequence[str] = ()) -> RelativeUtility:
    """Return the scores of one story as a value, with notes on whatever makes them mean less than they seem to."""
    scores = means(sums)
    agreement, random = _value(scores.agreement), _value(scores.random)
    return RelativeUtility(
        matrix=tuple(tuple(map(_value, row)) for row in shares(sums)),
        per_judge=tuple(map(_value, scores.per_judge)),
        agreement=agreement,
        random=random,
        system=_value(scores.system),
        normalized=_value(scores.normalized),
        notes=(*notes, *_judge_notes(sums.best), *_gap_notes(agreement, random)),
        signature=signature,
    )


def _judge_notes(best: FloatArray) -> list[str]:
    useless = np.flatnonzero(best <= 0).tolist()
    notes = [f"Judge {judge} finds nothing useful and is left out of every mean." for judge in useless]
    if len(best) - len(useless) < _FEWEST_JUDGES:
        notes.append("Agreement needs two judges, so J and D are undefined.")
    return notes


def _gap_notes(agreement: float | None, random: float | None) -> list[str]:
    if agreement is None or random is None or agreement - random >= _NARROW_GAP:
        return []
    gap = agreement - random
    if gap <= _LEAST_GAP:
        return ["The judges agree no better than chance (J ≤ R), so D is undefined."]
    return [f"J − R is only {gap:.4f}: a change of 0.01 in S moves D by {0.01 / gap:.2f}, so D means little."]


def _weighted(sums: FloatArray, best: FloatArray, weights: FloatArray) -> FloatArray:
    return _ratio((np.nan_to_num(_ratio(sums, best)) * weights).sum(axis=-1), weights.sum(axis=-1))


def _ratio(above: FloatArray, below: FloatArray) -> FloatArray:
    undefined = np.full(np.broadcast_shapes(np.shape(above), np.shape(below)), np.nan)
    quotient: FloatArray = np.divide(above, below, out=undefined, where=np.greater(below, 0))
    return quotient


def _value(number: np.float64 | FloatArray) -> float | None:
    return None if np.isnan(number) else float(number)


def _bad_judges(why: str) -> InputError:
    return InputError(
        f"The judges' table {why}.",
        given=why,
        allowed="judges × sentences: one row per judge, one score from 0 up for every sentence.",
        advice="Leave out judges or sentences whose scores are incomplete.",
    )


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
    agreement, chance, system, normalized = map(interval, _SCORES)
    notes = tuple(_undefined_notes(columns))
    return UtilityIntervals(agreement, chance, system, normalized, notes, provenance.signature(parts))


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
