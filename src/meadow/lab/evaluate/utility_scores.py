"""From sums of utility to the scores J, R, S and D: the arithmetic under `meadow.lab.evaluate.utility`.

Sums are counted first (`Tally`) and scored afterwards, for one story or for a whole stack of resamples: every array may
have leading axes.

Source: Radev, Jing, Styś and Tam (2004), Centroid-based summarization of multiple documents, section 4.2.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from meadow.errors import InputError, UsageError
from meadow.model import FloatArray

_LEAST_GAP = 1e-12  # at or below this distance between J and R there is no scale to put S on
_NARROW_GAP = 0.05  # below this, a hundredth of S moves D by more than a fifth: that deserves a note
_FEWEST_JUDGES = 2

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RelativeUtility:
    """What an extract is worth to the judges, between chance and the judges themselves.

    `matrix[i][j]` is the share of judge j's utility that judge i's extract reaches, `per_judge[i]` its mean over the
    others (J_i), `agreement` the mean of those (J), `random` the expectation over all extracts (R), `system` the share
    that the given extract reaches (S), `normalized` (S − R)/(J − R), called D. None stands where the paper prints "–":
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
