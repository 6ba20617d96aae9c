"""Compiled and uncompiled linkage give the same bits on real numbers, whatever the rows and the sizes look like."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.tracking import linking
from meadow.tracking.linking import NEVER, Groups, Linked, Pairs, find_owner, link, similar_pairs
from real_rows import real_matrices, reals
from uncompiled import plain, with_plain_loops

PLAIN = with_plain_loops(linking, loops="groups", sums="sparse")
EMPTY = sparse.csr_array((0, 3))


def bits(parts: Pairs | Linked) -> list[bytes]:
    return [part.tobytes() for part in parts]


def unit(matrix: sparse.csr_array) -> sparse.csr_array:
    """Return the rows at a length of one, so that a threshold lies between their products."""
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    scales = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return sparse.csr_array(sparse.diags_array(scales) @ matrix) if matrix.shape[0] else matrix


def both(pairs: Pairs, groups: Groups, threshold: float, *, relative: bool, few: float) -> Linked:
    linked = link(pairs, groups, threshold, relative=relative, few=few)
    assert bits(PLAIN.link(pairs, groups, threshold, relative=relative, few=few)) == bits(linked)
    return linked


@given(real_matrices(), st.floats(0, 1))
def test_similar_pairs_have_the_same_bits(matrix: sparse.csr_array, least: float) -> None:
    rows = unit(matrix)
    assert bits(PLAIN.similar_pairs(rows, least)) == bits(similar_pairs(rows, least))


@given(real_matrices(least_rows=1), st.floats(0, 1), st.booleans(), st.sampled_from([0.0, 0.33, 1.5]), st.data())
def test_linkage_has_the_same_bits(
    matrix: sparse.csr_array, threshold: float, relative: bool, few: float, data: st.DataObject
) -> None:
    count = matrix.shape[0]
    sizes = np.array(data.draw(st.lists(st.integers(1, 900), min_size=count, max_size=count)), np.float64)
    within = np.array(data.draw(st.lists(reals, min_size=count, max_size=count)), np.float64)
    pairs = similar_pairs(unit(matrix), 0.01)
    linked = both(pairs, Groups(sizes, within), threshold, relative=relative, few=few)
    assert_consistent(linked, sizes, threshold)


def assert_consistent(linked: Linked, sizes: np.ndarray, threshold: float) -> None:
    """Ask what must hold of every linkage: who takes in comes first, and nothing is taken in below the threshold."""
    taken = np.flatnonzero(linked.into != np.arange(len(sizes)))
    assert (linked.into[taken] < taken).all()
    assert (linked.first[linked.into] == linked.first).all()
    assert sorted(linked.turns[taken].tolist()) == list(range(len(taken)))
    assert (linked.turns[linked.first] == NEVER).all()
    assert (linked.values[taken] >= threshold).all()
    assert (linked.pairs[taken] >= sizes[taken]).all()
    untouched = np.setdiff1d(np.arange(len(sizes)), taken)
    assert not linked.values[untouched].any()
    assert not linked.pairs[untouched].any()


@pytest.mark.parametrize("relative", [False, True])
@pytest.mark.parametrize("rows", [0, 1, 2, 40])
def test_rows_that_are_all_equal_become_one_group_in_the_order_of_rows(rows: int, relative: bool) -> None:
    same = sparse.csr_array(np.full((rows, 2), math.sqrt(0.5)))
    pairs = similar_pairs(same, 0.5)
    assert np.diff(pairs.starts).tolist() == [rows - 1] * rows
    linked = both(pairs, Groups(np.ones(rows), np.zeros(rows)), 0.5, relative=relative, few=0.0)
    assert linked.first.tolist() == [0] * rows


def test_rows_without_a_word_in_common_stay_apart_at_any_threshold() -> None:
    apart = sparse.csr_array(np.eye(5))
    pairs = similar_pairs(apart, 0.0)
    assert [len(part) for part in pairs] == [6, 0, 0]
    linked = both(pairs, Groups(np.ones(5), np.zeros(5)), 0.0, relative=False, few=0.0)
    assert (linked.first.tolist(), linked.turns.tolist()) == (list(range(5)), [NEVER] * 5)


def test_similarities_are_listed_from_both_sides_in_the_order_of_rows() -> None:
    # 0 and 2 share the first word, 1 and 2 the second: 0.5 · 0.4 and 0.6 · 0.3.
    rows = sparse.csr_array(np.array([[0.5, 0.0], [0.0, 0.6], [0.4, 0.3], [0.0, 0.0]]))
    pairs = similar_pairs(rows, 0.1)
    assert pairs.starts.tolist() == [0, 1, 2, 4, 4]
    assert pairs.others.tolist() == [2, 2, 0, 1]
    assert pairs.values.tolist() == [0.5 * 0.4, 0.6 * 0.3, 0.5 * 0.4, 0.6 * 0.3]
    # What is just as similar as asked for is in.
    assert similar_pairs(rows, 0.5 * 0.4).others.tolist() == [2, 0]


def test_more_pairs_than_there_is_room_for_at_first() -> None:
    # Room is made for 16 others a row; each of 60 rows has 59.
    rng = np.random.default_rng(2)
    rows = unit(sparse.csr_array(rng.random((60, 4)) + 0.1))
    pairs = similar_pairs(rows, 0.0)
    assert bits(PLAIN.similar_pairs(rows, 0.0)) == bits(pairs)
    assert len(pairs.others) == 60 * 59
    both(pairs, Groups(np.ones(60), np.zeros(60)), 0.85, relative=False, few=1 / 3)


def test_lists_that_are_written_anew_at_each_step_have_room() -> None:
    # One row is similar to all others, which take turns in joining it: 39 + 38 + … entries, of 78 pairs.
    table = np.zeros((40, 40))
    table[0, 1:] = table[1:, 0] = np.linspace(0.9, 0.5, 39)
    star = sparse.csr_array(table)
    pairs = Pairs(star.indptr.astype(np.int64), star.indices.astype(np.int64), star.data)
    linked = both(pairs, Groups(np.ones(40), np.zeros(40)), 0.001, relative=False, few=0.0)
    assert linked.into.tolist() == [0] * 40
    assert linked.turns[1:].tolist() == list(range(39))


def test_of_equally_close_pairs_that_of_the_first_rows_comes_first() -> None:
    # All similarities are equal and two rows joined are no closer to a third: 0 with 1, then 0 with 2, then 0 with 3.
    table = np.full((4, 4), 0.25)
    np.fill_diagonal(table, 0.0)
    dense = sparse.csr_array(table)
    pairs = Pairs(dense.indptr.astype(np.int64), dense.indices.astype(np.int64), dense.data)
    linked = both(pairs, Groups(np.ones(4), np.zeros(4)), 0.25, relative=False, few=0.0)
    assert (linked.into.tolist(), linked.turns.tolist()) == ([0, 0, 0, 0], [NEVER, 0, 1, 2])
    assert linked.values.tolist() == [0.0, 0.25, 0.25, 0.25]
    assert linked.pairs.tolist() == [0.0, 1.0, 2.0, 3.0]


def test_huge_groups_join_by_their_means_not_by_their_sums() -> None:
    pairs = Pairs(np.array([0, 1, 2]), np.array([1, 0]), np.array([0.3, 0.3]))
    groups = Groups(np.array([1e9, 1e9]), np.array([0.5 * 1e18, 0.5 * 1e18]))
    linked = both(pairs, groups, 0.29, relative=False, few=1.0)
    assert linked.first.tolist() == [0, 0]
    assert linked.values[1] == pytest.approx(0.3)
    # Beside a cohesion of 0.5 the mean of 0.3 is a share of 0.6.
    assert both(pairs, groups, 0.61, relative=True, few=1.0).first.tolist() == [0, 1]
    assert both(pairs, groups, 0.59, relative=True, few=1.0).first.tolist() == [0, 0]


@given(st.lists(st.integers(0, 9), max_size=10))
def test_a_chain_of_owners_leads_to_the_same_row_and_gets_shorter(links: list[int]) -> None:
    owners = [min(target, row) for row, target in enumerate(links)]
    loops, listed = np.array(owners, np.int64), list(owners)
    for row in range(len(owners)):
        end = row
        while owners[end] != end:
            end = owners[end]
        assert plain("groups")._find(loops.data, row) == find_owner(listed, row) == end
    assert loops.tolist() == listed


def test_no_rows_at_all() -> None:
    pairs = similar_pairs(EMPTY, 0.5)
    assert [part.tolist() for part in pairs] == [[0], [], []]
