"""Sums and products of rows: what they mean, and that every sum adds from left to right, to the bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.vectors import products
from real_rows import real_matrices, summed_in_order

matrices = real_matrices(least_rows=1)


def _row(matrix: sparse.csr_array, row: int) -> dict[int, float]:
    cells = slice(matrix.indptr[row], matrix.indptr[row + 1])
    return dict(zip(matrix.indices[cells].tolist(), matrix.data[cells].tolist(), strict=True))


def _weights(matrix: sparse.csr_array) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(matrix.shape[1]).random(matrix.shape[1]) * 9


@given(matrices)
def test_weighted_sums_add_from_left_to_right(matrix: sparse.csr_array) -> None:
    weights = _weights(matrix)
    expected = [
        summed_in_order([value * float(weights[column]) for column, value in _row(matrix, row).items()])
        for row in range(matrix.shape[0])
    ]
    assert products.weighted_sums(matrix, weights).tolist() == expected


@given(matrices)
def test_sums_of_columns_add_from_the_first_row_on(matrix: sparse.csr_array) -> None:
    rows = [_row(matrix, row) for row in range(matrix.shape[0])]
    expected = [summed_in_order([row.get(column, 0.0) for row in rows]) for column in range(matrix.shape[1])]
    assert products.column_sums(matrix).tolist() == expected


@given(matrices)
def test_products_of_pairs_add_from_left_to_right(matrix: sparse.csr_array) -> None:
    left = np.arange(matrix.shape[0])
    right = left[::-1].copy()
    expected = []
    for one, other in zip(left.tolist(), right.tolist(), strict=True):
        theirs = _row(matrix, other)
        expected.append(
            summed_in_order([value * theirs[column] for column, value in _row(matrix, one).items() if column in theirs])
        )
    assert products.paired_products(matrix, left, right).tolist() == expected


@given(matrices, st.integers(0, 11))
def test_a_product_with_one_row_is_that_of_the_pair(matrix: sparse.csr_array, row: int) -> None:
    row %= matrix.shape[0]
    every = np.arange(matrix.shape[0])
    pairs = products.paired_products(matrix, every, np.full_like(every, row))
    assert products.products_with(matrix, row).tolist() == pairs.tolist()


@given(matrices, st.integers(0, 11))
def test_a_row_gives_the_same_bits_in_any_company(matrix: sparse.csr_array, row: int) -> None:
    row %= matrix.shape[0]
    alone = matrix[[row]]
    weights = _weights(matrix)
    assert products.weighted_sums(alone, weights)[0] == products.weighted_sums(matrix, weights)[row]
    assert products.row_sums(alone, alone.data)[0] == products.row_sums(matrix, matrix.data)[row]
    unit = products.unit_rows(matrix, weights)[[row]]
    assert products.unit_rows(alone, weights).data.tolist() == unit.data.tolist()


@given(matrices)
def test_unit_rows_have_length_one_and_empty_ones_stay_empty(matrix: sparse.csr_array) -> None:
    unit = products.unit_rows(matrix, np.ones(matrix.shape[1]))
    lengths = np.sqrt((unit.toarray() ** 2).sum(axis=1))
    assert lengths == pytest.approx((np.diff(matrix.indptr) > 0).astype(float))


def test_overlap_counts_a_repeated_word_as_often_as_both_have_it() -> None:
    # "ferry ferry rock" and "ferry rock rock rock": min(2, 1) + min(1, 3) = 2, so R_s = 2·2 / 7; an empty row shares none.
    matrix = sparse.csr_array(np.array([[2.0, 1.0], [1.0, 3.0], [0.0, 0.0]]))
    overlaps = products.overlaps_with(matrix, np.array([3, 4, 0], np.int32), 0)
    assert overlaps.tolist() == [1.0, 4 / 7, 0.0]


def test_two_empty_rows_do_not_overlap() -> None:
    matrix = sparse.csr_array((2, 3))
    assert products.overlaps_with(matrix, np.zeros(2, np.int32), 0).tolist() == [0.0, 0.0]


def test_no_rows_give_no_sums() -> None:
    none = sparse.csr_array((0, 4))
    nothing = np.empty(0, np.int64)
    assert products.weighted_sums(none, np.ones(4)).shape == (0,)
    assert products.column_sums(none).tolist() == [0.0] * 4
    assert products.paired_products(none, nothing, nothing).shape == (0,)
    assert products.unit_rows(none, np.ones(4)).shape == (0, 4)
