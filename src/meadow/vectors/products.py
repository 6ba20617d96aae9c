"""Sums and products of rows of counts: by scipy in a short run, by compiled code in a long one, with the same answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from meadow.model import FloatArray, IntArray
from meadow.vectors.vocabulary import kernels_in_use

Rows = NDArray[np.int64]


def weighted_sums(matrix: sparse.csr_array, weights: FloatArray) -> FloatArray:
    """Return for each row the sum of its values times the weights of their columns."""
    if kernels_in_use():
        from meadow.kernels import products

        sums: FloatArray = products.weighted_sums(matrix.indptr, matrix.indices, matrix.data, weights)
        return sums
    plain: FloatArray = matrix @ weights
    return plain


def column_sums(matrix: sparse.csr_array) -> FloatArray:
    """Return the sum of each column."""
    sums: FloatArray = np.bincount(matrix.indices, matrix.data, minlength=matrix.shape[1]).astype(
        np.float64, copy=False
    )
    return sums


def unit_rows(matrix: sparse.csr_array, weights: FloatArray) -> sparse.csr_array:
    """Return the rows with weighted columns at length one, so that a product of two is their cosine; empty ones stay 0."""
    if kernels_in_use():
        from meadow.kernels import products

        values = products.unit_values(matrix.indptr, matrix.indices, matrix.data, weights)
    else:
        values = matrix.data * weights[matrix.indices]
        norms = np.sqrt(row_sums(matrix, values * values))
        scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
        values = values * np.repeat(scale, np.diff(matrix.indptr))
    return with_values(matrix, values)


def paired_products(matrix: sparse.csr_array, left: Rows, right: Rows) -> FloatArray:
    """Return the inner product of each pair of rows."""
    if kernels_in_use():
        from meadow.kernels import products

        found: FloatArray = products.paired_products(matrix.indptr, matrix.indices, matrix.data, left, right)
        return found
    return np.asarray(matrix[left].multiply(matrix[right]).sum(axis=1)).ravel()


def products_with(matrix: sparse.csr_array, row: int) -> FloatArray:
    """Return the inner product of every row with one of them."""
    if kernels_in_use():
        from meadow.kernels import products

        found: FloatArray = products.products_with(matrix.indptr, matrix.indices, matrix.data, row, matrix.shape[1])
        return found
    return weighted_sums(matrix, _dense(matrix, row))


def overlaps_with(matrix: sparse.csr_array, lengths: IntArray, row: int) -> FloatArray:
    """Return R_s of every row with one of them, from counts of words: 2·Σ min(m, n) / (length + length)."""
    if kernels_in_use():
        from meadow.kernels import products

        common = products.common_with(matrix.indptr, matrix.indices, matrix.data, row, matrix.shape[1])
    else:
        common = row_sums(matrix, np.minimum(matrix.data, _dense(matrix, row)[matrix.indices]))
    total = lengths + lengths[row]
    overlaps: FloatArray = np.divide(2 * common, total, out=np.zeros_like(common), where=total > 0)
    return overlaps


def row_sums(matrix: sparse.csr_array, values: FloatArray) -> FloatArray:
    """Return the sum over each row of values that stand in the matrix's places."""
    sums: FloatArray = with_values(matrix, values) @ np.ones(matrix.shape[1])
    return sums


def with_values(matrix: sparse.csr_array, values: FloatArray) -> sparse.csr_array:
    """Return a matrix with other values in the same places."""
    changed = sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)
    changed.has_canonical_format = True
    return changed


def _dense(matrix: sparse.csr_array, row: int) -> FloatArray:
    own = np.zeros(matrix.shape[1])
    places = slice(matrix.indptr[row], matrix.indptr[row + 1])
    own[matrix.indices[places]] = matrix.data[places]
    return own
