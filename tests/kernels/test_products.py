"""Products of rows by compiled code and by scipy are the same, to the bit."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from meadow.vectors import products

matrices = st.integers(1, 7).flatmap(
    lambda width: st.lists(st.lists(st.integers(0, 3), min_size=width, max_size=width), min_size=1, max_size=6)
)


def _both(job: Callable[[], Any]) -> tuple[Any, Any]:
    with pytest.MonkeyPatch.context() as patch:
        answers = []
        for compiled in (False, True):
            patch.setattr(products, "kernels_in_use", lambda compiled=compiled: compiled)
            answers.append(job())
    return answers[0], answers[1]


@settings(deadline=None)
@given(matrices)
def test_both_ways_give_the_same_bits(cells: list[list[int]]) -> None:
    dense = np.array(cells, dtype=np.float64)
    matrix = sparse.csr_array(dense)
    weights = np.linspace(0.3, 2.9, dense.shape[1])
    lengths = dense.sum(axis=1).astype(np.int32)
    pairs = np.arange(len(dense)), np.arange(len(dense))[::-1].copy()
    jobs: list[tuple[Callable[[], Any], Any]] = [
        (lambda: products.weighted_sums(matrix, weights), dense @ weights),
        (lambda: products.column_sums(matrix), dense.sum(axis=0)),
        (lambda: products.unit_rows(matrix, weights).toarray(), _unit(dense * weights)),
        (lambda: products.paired_products(matrix, *pairs), (dense[pairs[0]] * dense[pairs[1]]).sum(axis=1)),
        (lambda: products.products_with(matrix, 0), dense @ dense[0]),
        (lambda: products.overlaps_with(matrix, lengths, 0), _overlaps(dense)),
    ]
    for job, expected in jobs:
        plain, compiled = _both(job)
        assert np.array_equal(plain, compiled)
        assert np.allclose(plain, expected)


def _unit(dense: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    norms = np.linalg.norm(dense, axis=1, keepdims=True)
    unit: np.ndarray[Any, Any] = dense / np.where(norms > 0, norms, 1)
    return unit


def _overlaps(dense: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    total = dense.sum(axis=1) + dense[0].sum()
    overlaps: np.ndarray[Any, Any] = 2 * np.minimum(dense, dense[0]).sum(axis=1) / np.where(total > 0, total, 1)
    return overlaps
