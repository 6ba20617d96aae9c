"""Average linkage beside the plainest form of it: all pairs of groups measured anew after each step."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.model import FloatArray
from meadow.tracking.linking import NEVER, Groups, Linked, Pairs, closeness, cohesion, find_owner, link, similar_pairs

_TABLES = st.integers(1, 6).flatmap(
    lambda size: st.lists(st.integers(0, 20), min_size=size * size, max_size=size * size).map(
        lambda cells: _symmetric(np.array(cells, np.float64).reshape(size, size) / 20.0)
    )
)


def _symmetric(table: FloatArray) -> FloatArray:
    made: FloatArray = np.triu(table, 1) + np.triu(table, 1).T
    return made


def pairs_of(table: FloatArray) -> Pairs:
    rows = sparse.csr_array(table)
    return Pairs(rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data)


def singles(count: int) -> Groups:
    return Groups(np.ones(count), np.zeros(count))


def plain_link(table: FloatArray, threshold: float) -> list[list[int]]:
    """Return the groups of rows: the two with the highest mean become one as long as it reaches the threshold."""
    groups = [[row] for row in range(len(table))]
    while len(groups) > 1:
        means = {
            (a, b): float(table[np.ix_(groups[a], groups[b])].mean())
            for a in range(len(groups))
            for b in range(a + 1, len(groups))
        }
        best = max(means.values())
        if best < threshold or best == 0.0:
            break
        # Of equally close ones those of the first rows come first.
        a, b = min(
            (pair for pair, mean in means.items() if math.isclose(mean, best)),
            key=lambda pair: (min(groups[pair[0]]), min(groups[pair[1]])),
        )
        groups[a] = sorted(groups[a] + groups[b])
        del groups[b]
    return sorted(groups)


def grouped(linked: Linked) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for row, first in enumerate(linked.first.tolist()):
        groups.setdefault(first, []).append(row)
    return sorted(groups.values())


@given(_TABLES, st.sampled_from([0.1, 0.33, 0.5, 0.9]))
def test_groups_are_those_of_the_plainest_form(table: FloatArray, threshold: float) -> None:
    # Means that a threshold or another mean comes within a hair of may fall either way.
    if any(abs(value - threshold) < 1e-9 for value in table.ravel()):
        threshold += 1e-6
    expected = plain_link(table, threshold)
    found = grouped(link(pairs_of(table), singles(len(table)), threshold, relative=False))
    for groups in (expected, found):
        assert sorted(row for group in groups for row in group) == list(range(len(table)))
    for left in range(len(found)):
        for right in range(left + 1, len(found)):
            assert table[np.ix_(found[left], found[right])].mean() < threshold + 1e-9
    if len({value for value in np.triu(table, 1).ravel() if value}) == np.count_nonzero(np.triu(table, 1)):
        assert found == expected  # no two pairs are equally close


@given(_TABLES)
def test_a_higher_threshold_never_makes_larger_groups_out_of_fewer_steps(table: FloatArray) -> None:
    low, high = (link(pairs_of(table), singles(len(table)), threshold, relative=False) for threshold in (0.2, 0.6))
    assert len(grouped(high)) >= len(grouped(low))
    assert all(value >= 0.6 - 1e-9 for value, turn in zip(high.values, high.turns, strict=True) if turn != NEVER)


@given(_TABLES)
def test_every_row_that_was_taken_in_says_when_by_whom_and_by_how_many_pairs(table: FloatArray) -> None:
    linked = link(pairs_of(table), singles(len(table)), 0.2, relative=False)
    taken = [row for row, turn in enumerate(linked.turns.tolist()) if turn != NEVER]
    assert sorted(linked.turns[taken].tolist()) == list(range(len(taken)))
    for row in range(len(table)):
        if row in taken:
            assert linked.into[row] < row
            assert linked.pairs[row] >= 1
        else:
            assert linked.into[row] == row
            assert linked.first[row] == row


def test_two_rows_met_where_the_later_of_their_groups_was_taken_in() -> None:
    table = _symmetric(np.array([[0, 0.9, 0.5, 0], [0, 0, 0.5, 0], [0, 0, 0, 0.8], [0, 0, 0, 0]], np.float64))
    # 0 and 1 at 0.9, 2 and 3 at 0.8, then both at the mean of 0.5, 0.5, 0 and 0.
    linked = link(pairs_of(table), singles(4), 0.2, relative=False)
    assert grouped(linked) == [[0, 1, 2, 3]]
    assert linked.values.tolist() == pytest.approx([0, 0.9, 0.25, 0.8])
    met = linked.meetings(np.array([0, 0, 1, 2]), np.array([1, 3, 2, 3]))
    assert met.tolist() == [1, 2, 2, 3]


def test_groups_that_stand_for_many_weigh_as_many() -> None:
    # Row 0 stands for ten documents, the others for one each.
    table = _symmetric(np.array([[0, 0.8, 0.1], [0, 0, 0.9], [0, 0, 0]], np.float64))
    sizes = np.array([10.0, 1.0, 1.0])
    linked = link(pairs_of(table), Groups(sizes, np.zeros(3)), 0.15, relative=False)
    # 1 and 2 are closest; then 0 with both: (10·0.8 + 10·0.1)/20.
    assert linked.values.tolist() == pytest.approx([0, 0.45, 0.9])
    assert linked.pairs.tolist() == [0, 20, 1]


@pytest.mark.parametrize("few", [0.0, 0.5, 2.0])
def test_the_value_that_is_noted_is_the_mean_without_what_few_pairs_say_less(few: float) -> None:
    table = _symmetric(np.array([[0, 0.9], [0, 0]], np.float64))
    linked = link(pairs_of(table), singles(2), 0.9 / (1 + few) - 1e-9, relative=False, few=few)
    assert linked.values[1] == pytest.approx(0.9)
    apart = link(pairs_of(table), singles(2), 0.9 / (1 + few) + 1e-9, relative=False, few=few)
    assert apart.first.tolist() == [0, 1]


@given(st.floats(1, 50), st.floats(0, 50), st.floats(1, 50), st.floats(0, 50), st.floats(0, 50))
def test_closeness_is_the_same_from_both_sides_and_never_below_nothing(
    a: float, b: float, c: float, d: float, between: float
) -> None:
    for relative in (False, True):
        one = closeness(between, (a, b), (c, d), relative=relative)
        assert one == pytest.approx(closeness(between, (c, d), (a, b), relative=relative))
        assert one >= 0
    assert cohesion(a, b) > 0


@given(
    st.lists(st.lists(st.sampled_from([0.0, 0.3, 0.7]), min_size=4, max_size=4), min_size=1, max_size=5),
    st.sampled_from([0.1, 0.4]),
)
def test_similar_pairs_are_listed_from_both_sides_without_rows_themselves(
    rows: list[list[float]], least: float
) -> None:
    pairs = similar_pairs(sparse.csr_array(np.array(rows)), least)
    listed = set(zip(pairs.rows.tolist(), pairs.others.tolist(), strict=True))
    assert listed == {(other, row) for row, other in listed}
    assert all(row != other for row, other in listed)
    product = np.array(rows) @ np.array(rows).T
    expected = {(a, b) for a in range(len(rows)) for b in range(len(rows)) if a != b and product[a, b] >= least}
    assert listed == expected


@given(st.lists(st.integers(0, 9), max_size=10))
def test_an_owner_is_found_through_any_chain_and_the_chain_is_shortened(steps: list[int]) -> None:
    owner = list(range(10))
    for row, target in enumerate(steps):
        if target < row:
            owner[row] = target
    expected = []
    for row in range(10):
        at = row
        while owner[at] != at:
            at = owner[at]
        expected.append(at)
    assert [find_owner(owner, row) for row in range(10)] == expected
    assert [find_owner(owner, row) for row in range(10)] == expected
