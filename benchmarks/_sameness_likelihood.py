"""Weights from examples: the two tables of the likelihood, fitted to pairs that people graded or decided on.

Grades (0 to 1, how alike) and decisions (0 or 1, whether they say the same) are of different kinds: a pair at three
fifths may be surely no paraphrase. So one sum of features orders all pairs, a grade is the logistic function of it, and a
decision that of a line through it, whose slope and start are fitted too. What is shipped is the likelihood of a decision,
with another line for its product with coverage, so that one half is as likely as not among the pairs that were decided on.
Small weights are preferred, each in the scale of its feature's spread. The result does not depend on chance.

Source: our own; the optimiser is L-BFGS-B (Byrd, Lu, Nocedal and Zhu 1995) as in scipy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from meadow.errors import InputError
from meadow.model import FloatArray
from meadow.vectors.sameness.comparison import Comparison
from meadow.vectors.sameness.likelihood import (
    LINE,
    LONG,
    SHORT,
    SIGNS,
    SLOPE,
    both_hold,
    likelihood_features,
    logit_of,
    share_of_long,
)
from meadow.vectors.sameness.scoring import CONSTANT, Table
from meadow.vectors.sameness.wording import SharedWording

_PENALTY = 1e-4
_DECIMALS = 2  # more digits than these change no figure that we print


class Pairs(NamedTuple):
    """Judged pairs: how the two of each compare, how they put it, and the judgement, 0 to 1."""

    comparison: Comparison
    wording: SharedWording
    judged: FloatArray


def fit_likelihood(graded: Sequence[Pairs], decided: Pairs, *, share: float) -> dict[str, Table]:
    """Return the tables `short` and `long` and the `line`; decisions count `share` beside all sets of grades together."""
    _check([*graded, decided])
    parts = [_rows(each) for each in (*graded, decided)]
    spread = np.mean([part.std(axis=0) for part in parts], axis=0)
    spread[spread == 0] = 1.0
    long = np.concatenate([share_of_long(each.comparison) for each in (*graded, decided)])[:, None]
    scaled = np.vstack([np.column_stack([np.ones(len(part)), part / spread]) for part in parts])
    counted = [np.full(len(each.judged), 1 / len(each.judged) / len(graded)) for each in graded]
    counted.append(np.full(len(decided.judged), share / len(decided.judged)))
    judged = np.concatenate([each.judged for each in (*graded, decided)])
    problem = _LikelihoodProblem(
        np.hstack([scaled * (1 - long), scaled * long]), judged, np.concatenate(counted), len(decided.judged)
    )
    bounds = [(None, None), *(_SIDES[sign] for sign in SIGNS.values())] * 2 + [(None, None)] * 2
    start = np.append(np.zeros(problem.rows.shape[1] + 1), 1.0)
    weights = minimize(problem.loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 1000}).x
    tables = weights[-2] * np.eye(1, len(SIGNS) + 1) + weights[-1] * weights[:-2].reshape(2, -1)
    fitted = {name: _table(values, spread) for name, values in zip((SHORT, LONG), tables, strict=True)}
    return {**fitted, LINE: _line(logit_of(both_hold(decided.comparison, decided.wording, fitted)), decided.judged)}


_SIDES: Mapping[int, tuple[float | None, float | None]] = {1: (0.0, None), -1: (None, 0.0), 0: (None, None)}


class _LikelihoodProblem(NamedTuple):
    """What is minimised: rows of features, the last `decisions` of which are judged through a line of their own."""

    rows: FloatArray
    judged: FloatArray
    counted: FloatArray
    decisions: int

    def loss(self, weights: FloatArray) -> tuple[float, FloatArray]:
        """Return the loss and its slope; the last two weights are the line's."""
        feature_weights, constant, slope = weights[:-2], weights[-2], weights[-1]
        last = slice(len(self.judged) - self.decisions, None)
        sums = self.rows @ feature_weights
        logits = sums.copy()
        logits[last] = constant + slope * sums[last]
        entropy = (self.counted * (np.logaddexp(0.0, logits) - self.judged * logits)).sum()
        pull = self.counted * (expit(logits) - self.judged)
        line = pull[last].sum(), pull[last] @ sums[last]
        pull[last] *= slope
        kept_small = feature_weights.copy()
        kept_small[[0, len(feature_weights) // 2]] = 0.0  # the constants go where they must
        gradient = np.concatenate([self.rows.T @ pull + _PENALTY * kept_small, line])
        return float(entropy + _PENALTY / 2 * (kept_small**2).sum()), gradient


def _rows(pairs: Pairs) -> FloatArray:
    return np.column_stack(list(likelihood_features(pairs.comparison, pairs.wording).values()))


def _line(logits: FloatArray, judged: FloatArray) -> Table:
    """Return the line that turns logits into those of the decisions."""

    def loss(line: FloatArray) -> tuple[float, FloatArray]:
        sums = line[0] + line[1] * logits
        pull = expit(sums) - judged
        return float((np.logaddexp(0.0, sums) - judged * sums).mean()), np.array([pull.mean(), (pull * logits).mean()])

    constant, slope = minimize(loss, np.array([0.0, 1.0]), jac=True, method="L-BFGS-B").x
    return {CONSTANT: round(float(constant), _DECIMALS), SLOPE: round(float(slope), _DECIMALS)}


def _table(values: FloatArray, spread: FloatArray) -> Table:
    scaled = [float(values[0]), *(values[1:] / spread).tolist()]
    rounded = {name: round(value, _DECIMALS) for name, value in zip((CONSTANT, *SIGNS), scaled, strict=True)}
    return {name: value for name, value in rounded.items() if value or name == CONSTANT}


def _check(sets: Sequence[Pairs]) -> None:
    for each in sets:
        outside = (each.judged < 0) | (each.judged > 1)
        if len(each.judged) != len(each.comparison.overlap) or not len(each.judged) or outside.any():
            raise InputError(
                "Examples need one judgement from 0 to 1 for each pair, and one pair at least.",
                given=f"{len(each.comparison.overlap)} pairs, {len(each.judged)} judgements",
                allowed="0 says that the two have nothing in common, 1 that they say the same.",
            )
