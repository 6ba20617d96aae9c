"""Sparse rows as arrays: loops give the bits of sums over arrays, and both equal a dense computation."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from meadow.model import IntArray
from meadow.vectors.cells import (
    Cells,
    Shared,
    bounded_runs,
    every_pair,
    incidence,
    matrix_cells,
    products_after,
    products_of_pairs,
    shared_by_kind,
    shared_cells,
    shared_cells_plain,
    summed_cells,
    united,
)
from real_rows import real_matrices

_COLUMNS = 6
dense = st.lists(st.lists(st.integers(0, 3), min_size=_COLUMNS, max_size=_COLUMNS), min_size=1, max_size=5)


def _cells(rows: list[list[int]]) -> Cells:
    return matrix_cells(sparse.csr_array(np.array(rows, dtype=np.float64)))


def _pairs(left: list[list[int]], right: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    first, second = np.meshgrid(np.arange(len(left), dtype=np.int32), np.arange(len(right), dtype=np.int32))
    return first.ravel(), second.ravel()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 40])
def test_every_pair_comes_in_the_order_that_numpy_has(count: int) -> None:
    assert [each.tolist() for each in every_pair(count)] == [each.tolist() for each in np.triu_indices(count, 1)]


@given(dense, dense)
def test_shared_cells_are_what_dense_rows_give(left: list[list[int]], right: list[list[int]]) -> None:
    first, second = _pairs(left, right)
    ours, theirs = np.array(left, dtype=float)[first], np.array(right, dtype=float)[second]
    found = shared_cells_plain(_cells(left), _cells(right), first, second)
    both = (ours > 0) & (theirs > 0)
    assert found.left.tolist() == (ours * both).sum(axis=1).tolist()
    assert found.right.tolist() == (theirs * both).sum(axis=1).tolist()
    assert found.minima.tolist() == np.minimum(ours, theirs).sum(axis=1).tolist()
    assert found.products.tolist() == (ours * theirs).sum(axis=1).tolist()


@settings(max_examples=60, deadline=None)
@given(real_matrices(least_rows=1), st.randoms(use_true_random=False))
def test_loops_give_the_same_bits(matrix: sparse.csr_array, random: Random) -> None:
    cells, rows = matrix_cells(matrix), range(matrix.shape[0])
    first, second = (np.array(random.choices(rows, k=30), np.int32) for _ in range(2))
    plain = shared_cells_plain(cells, cells, first, second)
    for ours, theirs in zip(plain, _by_loops(cells, cells, first, second), strict=True):
        assert ours.tobytes() == theirs.tobytes()


def _by_loops(left: Cells, right: Cells, first: IntArray, second: IntArray) -> Shared:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("meadow.vectors.cells.COMPILED", True)
        return shared_cells(left, right, first, second)


@settings(max_examples=60, deadline=None)
@given(real_matrices(least_rows=1))
def test_products_of_pairs_are_those_of_each_row_with_the_rows_after_it(matrix: sparse.csr_array) -> None:
    cells = matrix_cells(matrix)
    by_rows = [value for row in range(matrix.shape[0] - 1) for value in products_after(cells, row).tolist()]
    for is_compiled in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("meadow.vectors.cells.COMPILED", is_compiled)
            assert products_of_pairs(cells).tolist() == by_rows


def test_a_row_has_as_many_cells_as_it_owns() -> None:
    cells = _cells([[1, 0, 2], [0, 0, 0], [0, 3, 0]])
    assert cells.sizes.tolist() == [2, 0, 1]
    assert cells.owners.tolist() == [0, 0, 2]


kinds = st.integers(1, 4).flatmap(
    lambda rows: st.lists(
        st.lists(st.lists(st.floats(0, 9), min_size=_COLUMNS, max_size=_COLUMNS), min_size=rows, max_size=rows),
        min_size=1,
        max_size=3,
    )
)


@pytest.mark.parametrize("gathered", [1, 20_000], ids=["many pairs", "few"])
@pytest.mark.parametrize("laid_out", [(0, 0), (1 << 16, 16)], ids=["looked through", "laid out"])
@given(grids=kinds, random=st.randoms(use_true_random=False))
def test_several_kinds_together_give_the_bits_of_each(
    gathered: int, laid_out: tuple[int, int], grids: list[list[list[float]]], random: Random
) -> None:
    every, rows = [matrix_cells(sparse.csr_array(np.array(grid))) for grid in grids], range(len(grids[0]))
    first, second = (np.array(random.choices(rows, k=5), np.int32) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("meadow.vectors.cells.COMPILED", False)
        patch.setattr("meadow.vectors.cells._GATHERED", gathered)
        patch.setattr("meadow.vectors.cells._LAID_OUT", laid_out[0])
        patch.setattr("meadow.vectors.cells._SPARSE", laid_out[1])
        for right in (every, every[::-1]):
            found = shared_by_kind(every, right, first, second)
            for (shared, ours, theirs), left, other in zip(found, every, right, strict=True):
                wanted = _by_loops(left, other, first, second)
                assert [each.tobytes() for each in shared] == [each.tobytes() for each in wanted]
                assert ours.tolist() == left.sums()[first].tolist()
                assert theirs.tolist() == other.sums()[second].tolist()


def test_kinds_of_no_pair_share_nothing() -> None:
    cells, none = _cells([[1, 0], [0, 2]]), np.empty(0, np.int32)
    assert all(
        each.dtype == np.float64 and not len(each) for each in shared_by_kind([cells], [cells], none, none)[0][0]
    )


def test_many_pairs_are_summed_in_parts_with_the_same_answer() -> None:
    random = np.random.default_rng(0)
    cells = matrix_cells(sparse.csr_array(random.exponential(size=(40, 9)) * (random.random((40, 9)) < 0.5)))
    first, second = (random.integers(40, size=60_000).astype(np.int32) for _ in range(2))
    for ours, theirs in zip(
        _by_loops(cells, cells, first, second), shared_cells_plain(cells, cells, first, second), strict=True
    ):
        assert ours.tobytes() == theirs.tobytes()


def test_no_pairs_and_no_columns_give_empty_answers() -> None:
    empty = incidence([[], []])
    none = np.empty(0, np.int32)
    assert shared_cells_plain(empty, empty, none, none).minima.tolist() == []
    assert shared_cells_plain(empty, empty, np.array([0], np.int32), np.array([1], np.int32)).left.tolist() == [0]


@given(dense)
def test_rows_are_taken_in_the_order_given(rows: list[list[int]]) -> None:
    taken = _cells(rows).of_rows(np.arange(len(rows))[::-1])
    assert taken.sums().tolist() == [float(sum(row)) for row in rows[::-1]]


def test_things_are_numbered_as_they_come() -> None:
    cells = incidence([["b", "a"], [], ["a", "c", "a"]])
    assert cells.ends.tolist() == [0, 2, 2, 4]
    assert cells.columns.tolist() == [0, 1, 1, 2]
    assert cells.sums().tolist() == [2, 0, 2]


def test_loose_cells_of_one_place_add_up() -> None:
    cells = summed_cells(np.array([2, 0, 2]), np.array([1, 3, 1]), np.array([0.5, 1.0, 0.25]), 3)
    assert (cells.ends.tolist(), cells.columns.tolist(), cells.weights.tolist()) == ([0, 1, 1, 2], [3, 1], [1.0, 0.75])


def test_united_rows_have_what_any_of_them_has() -> None:
    cells = _cells([[1, 0, 2, 0, 0, 0], [0, 0, 3, 1, 0, 0], [0, 0, 0, 0, 0, 1]])
    joined = united(cells, [np.array([0, 1], np.int32), np.array([2], np.int32)])
    assert joined.columns.tolist() == [0, 2, 3, 5]
    assert joined.weights.tolist() == [1, 1, 1, 1]


def test_runs_of_rows_read_no_more_than_they_may_but_one_row_at_least() -> None:
    asked = sparse.csr_array(np.array([[1.0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 0, 0], [1, 0, 0]]))
    spread = np.array([2, 3, 90])  # rows read 2, 5, 90, 2 and 2 entries
    assert list(bounded_runs(asked, spread, most=8)) == [(0, 2), (2, 3), (3, 5)]
    assert list(bounded_runs(asked, spread, most=1000)) == [(0, 5)]
    assert list(bounded_runs(sparse.csr_array((0, 3)), spread, most=8)) == []


@given(st.lists(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.7]), min_size=4, max_size=4), min_size=2, max_size=6))
def test_products_with_the_rows_behind_are_those_of_the_matrix(grid: list[list[float]]) -> None:
    matrix = sparse.csr_array(np.array(grid))
    expected = (matrix @ matrix.T).toarray()
    for row in range(len(grid)):
        assert products_after(matrix_cells(matrix), row).tolist() == expected[row, row + 1 :].tolist()
