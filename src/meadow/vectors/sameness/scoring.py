"""One score from a comparison: how far a sentence is covered by another, and how surely two sentences say the same.

A sentence is covered when the other is about the same subject *and* has its details: the product of two logistic
functions, each of a few features with one weight each. Two sentences say the same as far as each is covered by the other:
the smaller of the two. So whoever says the same is covered both ways, and every weight has the sign a reader expects: what
is shared never lowers a score, what is added, apart or denied never raises it.

Source: our own. The weights stand in `weights.json`, which says how they were fitted; `benchmarks/_sameness_weights.py`
fits them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import numpy as np

from meadow.model import FloatArray
from meadow.vectors.logistic import logistic
from meadow.vectors.sameness.comparison import Comparison, Coverage

Table = Mapping[str, float]
CONSTANT = "constant"
_AT_ONCE = 10_000  # pairs whose parts are held at once
_MOST_COUNTED = 3.0  # names or numbers beyond the third say nothing more

# 1: more of it is never worse; -1: never better; 0: either, because it only sets the scale of the others.
SIGNS: Mapping[str, int] = {
    "held": 1, "names_shared": 1, "numbers_shared": 1, "terms_added": -1, "function_words_added": -1, "names_added": -1,
    "numbers_added": -1, "terms_apart": -1, "names_apart": -1, "numbers_apart": -1, "denial": -1, "length": 0,
}  # fmt: skip


def features(comparison: Comparison, coverage: Coverage) -> dict[str, FloatArray]:
    """Return what the score of one direction is made of; counts of words enter as ln(1 + n)."""
    return {
        "held": coverage.held,
        "names_shared": np.minimum(comparison.names_shared, _MOST_COUNTED),
        "numbers_shared": np.minimum(comparison.numbers_shared, _MOST_COUNTED),
        "terms_added": np.log1p(coverage.terms_added),
        "function_words_added": np.log1p(coverage.function_words_added),
        "names_added": np.minimum(coverage.names_added, _MOST_COUNTED),
        "numbers_added": np.minimum(coverage.numbers_added, _MOST_COUNTED),
        "terms_apart": np.log1p(comparison.terms_apart),
        "names_apart": np.minimum(comparison.names_apart, _MOST_COUNTED),
        "numbers_apart": np.minimum(comparison.numbers_apart, _MOST_COUNTED),
        "denial": comparison.denial,
        "length": np.log1p(coverage.length),
    }


@cache
def shipped_weights() -> Mapping[str, Table]:
    """Return the tables that come with the package: `subject` and `detail`, each a weight per feature."""
    text = files("meadow.vectors.sameness").joinpath("weights.json").read_text(encoding="utf-8")
    tables: dict[str, Table] = json.loads(text)["weights"]
    return tables


def covered(comparison: Comparison, coverage: Coverage, weights: Mapping[str, Table] | None = None) -> FloatArray:
    """Return for each pair, from 0 to 1, how far the sentence of that coverage is covered by the other one."""
    return _covered(_stacked(comparison, coverage), weights)


def same(comparison: Comparison, weights: Mapping[str, Table] | None = None) -> FloatArray:
    """Return for each pair, from 0 to 1, how surely both say the same; by the shipped weights unless others are given."""
    pairs = len(comparison.denial)
    both = _covered(_stacked(comparison, comparison.forward, comparison.backward), weights)
    return np.minimum(both[:pairs], both[pairs:])


def _stacked(comparison: Comparison, *sides: Coverage) -> FloatArray:
    """Return the features as rows in the order of `SIGNS`, with a column for each pair of one side, then of the other."""
    every = [features(comparison, side) for side in sides]
    return np.concatenate([[values[name] for name in SIGNS] for values in every], axis=1)


def _covered(values: FloatArray, weights: Mapping[str, Table] | None) -> FloatArray:
    tables = _shipped_columns() if weights is None else _columns(weights)
    pieces = [_product(values[:, start : start + _AT_ONCE], tables) for start in range(0, values.shape[1], _AT_ONCE)]
    return pieces[0] if len(pieces) == 1 else np.concatenate([np.empty(0), *pieces])


def _product(values: FloatArray, tables: FloatArray) -> FloatArray:
    """Return the product of both logistic functions for each column of features."""
    parts = tables[:, 1:] * values
    parts[:, 0] += tables[:, 0]
    # Added up from the first feature to the last, however few pairs there are: a plain sum may add in pairs.
    subject, detail = logistic(np.add.accumulate(parts, axis=1)[:, -1])
    # Without a common letter group there is no common subject, whatever the constant says.
    return np.where(values[0] > 0, subject * detail, 0.0)


@cache
def _shipped_columns() -> FloatArray:
    return _columns(shipped_weights())


def _columns(weights: Mapping[str, Table]) -> FloatArray:
    """Return for each table its constant and its weights in the order of `SIGNS`, one below the other."""
    return np.array([_column(weights[table]) for table in ("subject", "detail")])


def _column(table: Table) -> list[list[float]]:
    """Return the constant and the weights of a table; a feature that it lacks has none, and others are an error."""
    unknown = table.keys() - {CONSTANT, *SIGNS}
    if unknown:
        raise KeyError(*sorted(unknown))
    return [[table[CONSTANT]], *([table.get(name, 0.0)] for name in SIGNS)]
