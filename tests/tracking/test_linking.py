"""Average linkage: closeness by hand, groups grown in order."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.tracking.linking import Groups, Pairs, closeness, cohesion, link, similar_pairs

matrices = st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=14).map(
    lambda rows: sparse.csr_array(np.array(rows, np.float64) / 7.0)
)


def _pairs(matrix: list[list[float]]) -> Pairs:
    rows = sparse.csr_array(np.array(matrix))
    return Pairs(rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data)


def _singles(count: int) -> Groups:
    return Groups(np.ones(count), np.zeros(count))


def test_closeness_is_the_mean_between_over_the_cohesion_within() -> None:
    # Three documents whose six ordered pairs sum to 2.4, and two whose pair has 0.5: cohesions 0.4 and 0.5.
    assert cohesion(3.0, 2.4) == pytest.approx(0.4)
    assert cohesion(2.0, 1.0) == pytest.approx(0.5)
    # Between them 1.8 over six pairs.
    assert closeness(1.8, (3.0, 2.4), (2.0, 1.0), relative=False) == pytest.approx(0.3)
    assert closeness(1.8, (3.0, 2.4), (2.0, 1.0), relative=True) == pytest.approx(0.3 / math.sqrt(0.4 * 0.5))


def test_one_document_has_no_cohesion_to_show() -> None:
    assert 0 < cohesion(1.0, 0.0) < 1e-6
    assert 0 < cohesion(2.0, 0.0) < 1e-6


def test_the_closest_are_joined_first_and_measured_anew() -> None:
    # 0 and 1 are joined at 0.6. Then 2, which was close enough to 1 alone, has a mean of 0.13 with both.
    pairs = _pairs([[0.0, 0.6, 0.0], [0.6, 0.0, 0.26], [0.0, 0.26, 0.0]])
    assert link(pairs, _singles(3), 0.2, relative=False).first.tolist() == [0, 0, 2]
    assert link(_pairs([[0.0, 0.26], [0.26, 0.0]]), _singles(2), 0.2, relative=False).first.tolist() == [0, 0]


def test_the_step_at_which_two_rows_came_together_is_known() -> None:
    # 0 and 1 at 0.6; 2 and 3 at 0.5; then the two groups at the mean of 0.4, 0.4, 0.3 and 0.3.
    pairs = _pairs([[0.0, 0.6, 0.4, 0.4], [0.6, 0.0, 0.3, 0.3], [0.4, 0.3, 0.0, 0.5], [0.4, 0.3, 0.5, 0.0]])
    linked = link(pairs, _singles(4), 0.2, relative=False, few=1 / 3)
    met = linked.meetings(np.array([0, 3, 1, 1, 3]), np.array([1, 2, 3, 2, 0]))
    assert linked.values[met].tolist() == pytest.approx([0.6, 0.5, 0.35, 0.35, 0.35])
    assert linked.pairs[met].tolist() == [1, 1, 4, 4, 4]
    assert linked.into.tolist() == [0, 0, 0, 2]
    assert linked.turns[1] < linked.turns[3] < linked.turns[2] < linked.turns[0]


def test_relative_linkage_asks_for_a_share_of_what_holds_each_group_together() -> None:
    pairs = _pairs([[0.0, 0.2], [0.2, 0.0]])
    loose, tight = Groups(np.full(2, 3.0), np.full(2, 1.8)), Groups(np.full(2, 3.0), np.full(2, 3.6))
    # Cohesions of 0.3 and 0.6: the same mean of 0.2 is two thirds of the one and a third of the other.
    assert link(pairs, loose, 0.5, relative=True).first.tolist() == [0, 0]
    assert link(pairs, tight, 0.5, relative=True).first.tolist() == [0, 1]


def test_few_pairs_say_less_than_many() -> None:
    pairs = _pairs([[0.0, 0.2], [0.2, 0.0]])
    # A share of 0.2/0.3: nine pairs must reach 0.6 · (1 + 1.5/9) = 0.7, and 36 pairs 0.625.
    three, six = (Groups(np.full(2, size), np.full(2, size * (size - 1.0) * 0.3)) for size in (3.0, 6.0))
    assert link(pairs, three, 0.6, relative=True, few=1.5).first.tolist() == [0, 1]
    assert link(pairs, six, 0.6, relative=True, few=1.5).first.tolist() == [0, 0]
    assert link(pairs, three, 0.6, relative=True).first.tolist() == [0, 0]


@given(matrices)
def test_a_group_is_named_by_its_first_row(rows: sparse.csr_array) -> None:
    first = link(similar_pairs(rows, 0.0), _singles(rows.shape[0]), 0.3, relative=False).first
    assert all(owner <= row for row, owner in enumerate(first.tolist()))
    assert first[first].tolist() == first.tolist()


@given(matrices, st.sampled_from([0.05, 0.5]))
def test_similar_pairs_are_those_of_the_product(rows: sparse.csr_array, least: float) -> None:
    pairs = similar_pairs(rows, least)
    product = (rows @ rows.T).toarray()
    np.fill_diagonal(product, 0.0)
    product[product < least] = 0.0
    made = sparse.csr_array((pairs.values, pairs.others, pairs.starts), shape=product.shape).toarray()
    assert np.array_equal(made, product)


def test_nothing_is_linked_from_nothing() -> None:
    none = Pairs(np.zeros(1, np.int64), np.zeros(0, np.int64), np.zeros(0))
    assert link(none, _singles(0), 0.5, relative=True).first.tolist() == []
