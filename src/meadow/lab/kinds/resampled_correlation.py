"""Correlations under resampled topics: how sure a ρ, τ or r is, when the topics might have been others.

A resample is a row of weights, how often each topic was drawn, so that all resamples are one matrix. An item drawn twice
counts twice and ties with itself. Nothing is sorted anew: a rank is a weighted sum of how many items of each topic lie
below, pairs in agreement are a quadratic form of weights, and moments add up. Two tables of columns are compared at
once, a row per column: the answer has the shape (columns of the first, columns of the second, resamples). Draws in which
a side is constant are NaN.

Source: Efron (1979) for the bootstrap; Spearman (1904); Kendall (1945); Pearson (1896); the sums are our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.lab.evaluate.agreement import kendall, pearson, spearman
from meadow.lab.evaluate.samples import Numbers, drawn_counts, percentile_interval
from meadow.model import FloatArray
from meadow.vectors.chance import generator

Places = NDArray[np.intp]
COEFFICIENTS: Mapping[str, Callable[[Numbers, Numbers], float | None]] = {
    "spearman": spearman,
    "kendall": kendall,
    "pearson": pearson,
}
_NUMBERS_AT_ONCE = 4_000_000
# What is this small next to the terms it was summed from is rounding, and counts as 0.
_ROUNDING = 1e-12


@lru_cache(maxsize=16)
def topic_weights(topics: int, resamples: int, seed: int, stratum: int = 0) -> FloatArray:
    """Return how often each resample draws each topic; strata are drawn apart from each other."""
    return drawn_counts(topics, resamples, generator(seed, stratum))


def interval(draws: FloatArray) -> tuple[float | None, float | None]:
    """Return the middle 95 % of the draws that are defined, or two None where none is."""
    known = draws[~np.isnan(draws)]
    return percentile_interval(known) if len(known) else (None, None)


def pooled_draws(a: FloatArray, b: FloatArray, topic: Places, weights: FloatArray, coefficient: str) -> FloatArray:
    """Return the correlations over all items in every resample; `topic` is the column of weights that an item follows."""
    order = np.argsort(topic, kind="stable")
    kept, topic_of = np.unique(topic[order], return_inverse=True)
    draws = {"spearman": _pooled_spearman, "kendall": _pooled_kendall, "pearson": _pooled_pearson}[coefficient]
    return draws(a[:, order], b[:, order], topic_of, weights[:, kept])


def system_draws(
    a: FloatArray, b: FloatArray, topic: Places, system: Places, weights: FloatArray, coefficient: str
) -> FloatArray:
    """Return the correlations of systems' means in every resample; a system without a topic there is left out."""
    systems = int(system.max()) + 1
    cell = topic * systems + system
    blocks = []
    for rows in _blocks(weights, (len(a) + len(b)) * systems**2):
        present, sizes = _means(np.ones((1, len(cell))), cell, rows, systems)
        first, second = (_means(side, cell, rows, systems)[0] / sizes for side in (a, b))
        blocks.append(_rows_correlation(first, second, present[0], coefficient))
    return np.concatenate(blocks, axis=2)


def _means(side: FloatArray, cell: Places, weights: FloatArray, systems: int) -> tuple[FloatArray, FloatArray]:
    """Return the weighted sums by column, resample and system; and the same, at least 1, to divide by."""
    cells = weights.shape[1] * systems
    tables = np.stack([np.bincount(cell, weights=values, minlength=cells).reshape(-1, systems) for values in side])
    sums: FloatArray = weights @ tables
    return sums, np.maximum(sums, 1.0)


def _rows_correlation(a: FloatArray, b: FloatArray, sizes: FloatArray, coefficient: str) -> FloatArray:
    """Return the correlation of every (column, resample, system) of `a` with those of `b`."""
    present = (sizes > 0).astype(np.float64)
    if coefficient == "pearson":
        return _weighted_pearson(a, b, present)
    signs = [_sign(side[..., :, np.newaxis] - side[..., np.newaxis, :]) for side in (a, b)]
    if coefficient == "kendall":
        both = present[:, :, np.newaxis] * present[:, np.newaxis, :]
        flat = [each.reshape(*each.shape[:2], -1) for each in signs]
        return _cosine(flat[0], flat[1], both.reshape(len(both), -1))
    # The sum of signs is twice a centred rank: how many more lie below than above.
    ranks = [np.einsum("crij,rj->cri", each, present) for each in signs]
    return _weighted_pearson(ranks[0], ranks[1], present)


def _pooled_spearman(a: FloatArray, b: FloatArray, topic_of: Places, weights: FloatArray) -> FloatArray:
    first, second = _below(a, topic_of), _below(b, topic_of)
    blocks = _blocks(weights, (len(a) + len(b)) * len(topic_of))
    draws = [_weighted_pearson(rows @ first, rows @ second, rows[:, topic_of]) for rows in blocks]
    return np.concatenate(draws, axis=2)


def _below(side: FloatArray, topic_of: Places) -> FloatArray:
    """Return by column, topic and item how many items of the topic lie below it, ties half: weights make ranks of it."""
    columns = []
    for values in side:
        groups = [np.sort(each) for each in np.split(values, _starts(topic_of)[1:])]
        columns.append([(np.searchsorted(g, values, "left") + np.searchsorted(g, values, "right")) / 2 for g in groups])
    return np.array(columns, dtype=np.float64)


def _pooled_kendall(a: FloatArray, b: FloatArray, topic_of: Places, weights: FloatArray) -> FloatArray:
    starts = _starts(topic_of)
    forms: list[list[FloatArray]] = [[], [], []]
    # For the items of one topic and all others: the signs of their gaps, then their sums by pairs of topics. Weights make of
    # such a matrix the number of pairs in agreement, or untied, that a resample holds.
    for rows in np.split(np.arange(len(topic_of)), starts[1:]):
        x, y = (np.sign(side[:, rows, np.newaxis] - side[:, np.newaxis, :]) for side in (a, b))
        sums = np.einsum("mij,kij->mkj", x, y), np.abs(x).sum(axis=1), np.abs(y).sum(axis=1)
        for form, values in zip(forms, sums, strict=True):
            form.append(np.add.reduceat(values, starts, axis=-1))
    agree, first, second = (_quadratic(np.stack(form, axis=-2), weights) for form in forms)
    return _quotient(agree, first[:, np.newaxis] * second)


def _pooled_pearson(a: FloatArray, b: FloatArray, topic_of: Places, weights: FloatArray) -> FloatArray:
    a, b = (side - side.mean(axis=1, keepdims=True) for side in (a, b))
    products = a[:, np.newaxis] * b
    # Sizes, sums, squares and products by topic; times how often a topic is drawn they are those of a resample.
    size, sum_a, sum_b, aa, bb, ab = (
        np.add.reduceat(each, _starts(topic_of), axis=-1) @ weights.T
        for each in (np.ones(len(topic_of)), a, b, a * a, b * b, products)
    )
    size = np.maximum(size, 1.0)
    variances = [_positive(squares - sums**2 / size, squares) for squares, sums in ((aa, sum_a), (bb, sum_b))]
    return _quotient(ab - sum_a[:, np.newaxis] * sum_b / size, variances[0][:, np.newaxis] * variances[1])


def _weighted_pearson(a: FloatArray, b: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Pearson's r by column of `a`, column of `b` and resample; a resample without items is undefined."""
    return _cosine(_centred(a, weights), _centred(b, weights), weights)


def _centred(side: FloatArray, weights: FloatArray) -> FloatArray:
    means = np.einsum("cri,ri->cr", side, weights) / np.maximum(weights.sum(axis=1), 1.0)
    gaps = side - means[..., np.newaxis]
    return np.where(np.abs(gaps) > _ROUNDING * np.abs(side).max(axis=2, keepdims=True), gaps, 0.0)


def _cosine(a: FloatArray, b: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the weighted cosines by column of `a`, column of `b` and resample."""
    # For each resample a product of matrices, (columns of a × items) @ (items × columns of b); resamples then come last.
    weighted = b * weights
    part = np.matmul(a.transpose(1, 0, 2), weighted.transpose(1, 2, 0)).transpose(1, 2, 0)
    first, second = (np.einsum("cri,cri,ri->cr", side, side, weights) for side in (a, b))
    return _quotient(part, first[:, np.newaxis] * second)


def _quotient(part: FloatArray, square: FloatArray) -> FloatArray:
    """Return part / √square within −1 and 1, NaN where the square is 0."""
    defined = square > 0
    quotient: FloatArray = np.clip(part / np.sqrt(np.where(defined, square, 1.0)), -1.0, 1.0)
    return np.where(defined, quotient, np.nan)


def _positive(squares: FloatArray, scale: FloatArray) -> FloatArray:
    return np.where(squares > _ROUNDING * scale, squares, 0.0)


def _sign(gaps: FloatArray) -> FloatArray:
    """Return signs, 0 for gaps that only the order of summing makes."""
    return np.where(np.abs(gaps) > _ROUNDING, np.sign(gaps), 0.0)


def _quadratic(form: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the value of each form (the last two axes) for every resample, which becomes the last axis."""
    values: FloatArray = np.einsum("...rt,rt->...r", weights @ form, weights)
    return values


def _starts(topic_of: Places) -> Places:
    """Return where each topic's items begin; they are sorted by topic."""
    return np.flatnonzero(np.diff(topic_of, prepend=-1))


def _blocks(weights: FloatArray, width: int) -> Iterator[FloatArray]:
    block = max(1, _NUMBERS_AT_ONCE // max(1, width))
    yield from (weights[start : start + block] for start in range(0, len(weights), block))
