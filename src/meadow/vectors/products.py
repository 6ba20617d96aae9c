"""Sums and products of rows of counts.

Every sum runs over a row's columns from left to right, whatever else is in the matrix, so that a row gives the same bits in
any story. (numpy's own sums, and scipy's along an axis, add in pairs, in an order that depends on the length.)
"""

from __future__ import annotations

from copy import copy

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray, IntArray

Rows = NDArray[np.int64]


def weighted_sums(matrix: sparse.csr_array, weights: FloatArray) -> FloatArray:
    """Return for each row the sum of its values times the weights of their columns."""
    sums: FloatArray = matrix @ weights
    return sums


def column_sums(matrix: sparse.csr_array) -> FloatArray:
    """Return the sum of each column."""
    sums: FloatArray = np.bincount(matrix.indices, matrix.data, minlength=matrix.shape[1]).astype(
        np.float64, copy=False
    )
    return sums


def unit_rows(matrix: sparse.csr_array, weights: FloatArray) -> sparse.csr_array:
    """Return the rows with weighted columns at length one, so that a product of two is their cosine; empty ones stay 0."""
    values = matrix.data * weights[matrix.indices]
    norms = np.sqrt(row_sums(matrix, values * values))
    scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
    return with_values(matrix, values * np.repeat(scale, np.diff(matrix.indptr)))


def paired_products(matrix: sparse.csr_array, left: Rows, right: Rows) -> FloatArray:
    """Return the inner product of each pair of rows."""
    products = sparse.csr_array(matrix[left].multiply(matrix[right]))
    products.sort_indices()
    return row_sums(products, products.data)


def products_with(matrix: sparse.csr_array, row: int) -> FloatArray:
    """Return the inner product of every row with one of them."""
    return weighted_sums(matrix, _dense(matrix, row))


def overlaps_with(matrix: sparse.csr_array, lengths: IntArray, row: int) -> FloatArray:
    """Return R_s of every row with one of them, from counts of words: 2·Σ min(m, n) / (length + length)."""
    common = row_sums(matrix, np.minimum(matrix.data, _dense(matrix, row)[matrix.indices]))
    total = lengths + lengths[row]
    overlaps: FloatArray = np.divide(2 * common, total, out=np.zeros_like(common), where=total > 0)
    return overlaps


def row_sums(matrix: sparse.csr_array, values: FloatArray) -> FloatArray:
    """Return the sum over each row of values that stand in the matrix's places."""
    owners = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    return np.bincount(owners, values, minlength=matrix.shape[0]).astype(np.float64, copy=False)


def with_values(matrix: sparse.csr_array, values: FloatArray) -> sparse.csr_array:
    """Return a matrix with other values in the same places, which need not be checked once more."""
    changed = copy(matrix)
    changed.data = values
    changed.has_canonical_format = True
    return changed


def _dense(matrix: sparse.csr_array, row: int) -> FloatArray:
    """Return one row with a value for every column, zeros among them."""
    values = np.zeros(matrix.shape[1])
    cells = slice(matrix.indptr[row], matrix.indptr[row + 1])
    values[matrix.indices[cells]] = matrix.data[cells]
    return values
