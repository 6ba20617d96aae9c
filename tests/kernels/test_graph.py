"""The compiled walk and its plain twin give the same bits on real numbers, whatever the rows look like."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from meadow.kernels.graph import similarity_walk
from meadow.model import FloatArray
from meadow.rank.lexrank import similarity_walk_plainly
from meadow.vectors.products import unit_rows
from real_rows import real_matrices


def _compiled(rows: sparse.csr_array, damping: float) -> FloatArray:
    walked: FloatArray = similarity_walk(rows.indptr, rows.indices, rows.data, rows.shape[1], damping, 1e-6, 1000)
    return walked


@settings(deadline=None)
@given(real_matrices(empty_rows=False), st.floats(0, 1))
def test_the_walk_gives_the_same_bits(matrix: sparse.csr_array, damping: float) -> None:
    rows = unit_rows(matrix, np.random.default_rng(0).random(matrix.shape[1]) + 0.1)
    assert _compiled(rows, damping).tobytes() == similarity_walk_plainly(rows, damping).tobytes()


def test_one_row_is_visited_always_and_no_row_never() -> None:
    one = sparse.csr_array(np.array([[0.6, 0.8]]))
    assert _compiled(one, 0.85).tolist() == similarity_walk_plainly(one, 0.85).tolist() == [1.0]
    none = sparse.csr_array((0, 2))
    assert len(_compiled(none, 0.85)) == len(similarity_walk_plainly(none, 0.85)) == 0


def test_products_are_rounded_before_they_are_added() -> None:
    # (1 + ε)² = 1 + 2ε + ε²: one rounding, of the sum with 1, keeps what two roundings lose.
    near = 1 + 2.0**-52
    rows = sparse.csr_array(np.array([[1.0, near, 2.0**-30]]))
    assert _compiled(rows, 0.5).tobytes() == similarity_walk_plainly(rows, 0.5).tobytes()
