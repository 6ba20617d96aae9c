"""Weights from examples: the two tables of the scorer, fitted to pairs that people judged.

The fit minimises the cross entropy between the judgements (0 to 1) and the score, plus a small penalty on large weights;
each weight is kept on the side of zero that its feature allows. An example counts by its weight, so that a large
collection does not drown a small one. The result does not depend on chance.

Source: our own; the optimiser is L-BFGS-B (Byrd, Lu, Nocedal and Zhu 1995) as in scipy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from meadow.errors import InputError
from meadow.model import FloatArray
from meadow.vectors.sameness.comparison import Comparison
from meadow.vectors.sameness.scoring import CONSTANT, SIGNS, Table, features

_PENALTY = 1e-5
_DECIMALS = 2  # more digits than these change no figure that we print
_LEAST = 0.02  # and neither does a weight below this
# Where the search begins: the subject is what is held, the details are what is added.
_START = {
    "subject": {CONSTANT: -2.0, "held": 4.0},
    "detail": {CONSTANT: 2.0, "terms_added": -0.5, "function_words_added": -0.5},
}


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Judged pairs: the comparison of each, how far its sentences say the same (0 to 1), and what the whole set counts."""

    comparison: Comparison
    judged: FloatArray
    weight: float = 1.0


def fit_weights(sets: Sequence[Examples], *, penalty: float = _PENALTY) -> dict[str, Table]:
    """Return the tables `subject` and `detail` that explain the judgements best; tiny weights are left out."""
    _check(sets)
    forward = np.vstack([_matrix(each, backward=False) for each in sets])
    backward = np.vstack([_matrix(each, backward=True) for each in sets])
    judged = np.concatenate([each.judged for each in sets])
    counted = np.concatenate([np.full(len(each.judged), each.weight / len(each.judged)) for each in sets])
    problem = _Problem(forward, backward, judged, counted / counted.sum(), penalty)
    result = minimize(
        problem.loss,
        np.concatenate([_start("subject"), _start("detail")]),
        jac=True,
        method="L-BFGS-B",
        bounds=_bounds() * 2,
        options={"maxiter": 3000, "maxls": 50, "ftol": 1e-12, "gtol": 1e-8},
    )
    size = len(SIGNS) + 1
    return {"subject": _table(result.x[:size]), "detail": _table(result.x[size:])}


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """What is minimised: examples as rows of features, once for each direction."""

    forward: FloatArray
    backward: FloatArray
    judged: FloatArray
    counted: FloatArray
    penalty: float

    def loss(self, weights: FloatArray) -> tuple[float, FloatArray]:
        """Return the loss and its slope; where both directions score the same, the first one is followed."""
        tables = weights.reshape(2, -1)
        ours, theirs = expit(self.forward @ tables.T), expit(self.backward @ tables.T)
        first = (ours.prod(axis=1) <= theirs.prod(axis=1))[:, None]
        rows, parts = np.where(first, self.forward, self.backward), np.where(first, ours, theirs)
        score = np.clip(parts.prod(axis=1), 1e-9, 1 - 1e-9)
        entropy = -(self.counted * (self.judged * np.log(score) + (1 - self.judged) * np.log1p(-score))).sum()
        pull = self.counted * (score - self.judged) / (1 - score)
        free = tables.copy()
        free[:, 0] = 0.0  # the constants go where they must
        slope = (pull[:, None] * (1 - parts)).T @ rows + self.penalty * free
        return float(entropy + self.penalty / 2 * (free**2).sum()), slope.ravel()


def _matrix(examples: Examples, *, backward: bool) -> FloatArray:
    comparison = examples.comparison
    values = features(comparison, comparison.backward if backward else comparison.forward)
    return np.column_stack([np.ones(len(examples.judged)), *(values[name] for name in SIGNS)])


def _start(table: str) -> FloatArray:
    return np.array([_START[table].get(name, 0.0) for name in (CONSTANT, *SIGNS)])


def _bounds() -> list[tuple[float | None, float | None]]:
    sides: Mapping[int, tuple[float | None, float | None]] = {1: (0.0, None), -1: (None, 0.0), 0: (None, None)}
    return [(None, None), *(sides[sign] for sign in SIGNS.values())]


def _table(values: FloatArray) -> Table:
    rounded = {name: round(float(value), _DECIMALS) for name, value in zip((CONSTANT, *SIGNS), values, strict=True)}
    return {name: value for name, value in rounded.items() if abs(value) >= _LEAST or name == CONSTANT}


def _check(sets: Sequence[Examples]) -> None:
    for each in sets:
        outside = (each.judged < 0) | (each.judged > 1)
        if len(each.judged) != len(each.comparison.overlap) or outside.any():
            raise InputError(
                "Examples need one judgement from 0 to 1 for each pair.",
                given=f"{len(each.comparison.overlap)} pairs, {len(each.judged)} judgements",
                allowed="0 says that the two have nothing in common, 1 that they say the same.",
            )
    if not sum(len(each.judged) for each in sets):
        raise InputError("There are no examples to fit weights to.", given="0 pairs", allowed="Give judged pairs.")
