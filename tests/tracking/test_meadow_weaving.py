"""Weaving: closeness by hand, words borrowed from neighbours, and compiled loops that answer as the plain ones do."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.kernels import bonds as kernel
from meadow.tracking.bonds import Bond, Pairs, closeness, cohesion, gather
from meadow.tracking.weaving import Loom, unit_rows, weave, with_borrowed

BOND = Bond(threshold=0.5, caution=0.0, expected=0.5, trust=2.0)

matrices = st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=14).map(
    lambda rows: sparse.csr_array(np.array(rows, np.float64))
)


def _pairs(matrix: list[list[float]]) -> Pairs:
    rows = sparse.csr_array(np.array(matrix))
    return Pairs(rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data)


def test_closeness_is_the_mean_between_over_the_cohesion_within() -> None:
    # Three documents with a summed similarity of 2.4 over 6 pairs, and one: (2.4 + 2·0.5) / (6 + 2) = 0.425, and 0.5.
    assert cohesion(3.0, 2.4, BOND) == pytest.approx(0.425)
    assert cohesion(1.0, 0.0, BOND) == pytest.approx(0.5)
    # Between them 0.9 over 3 pairs.
    assert closeness(0.9, (3.0, 2.4), (1.0, 0.0), BOND) == pytest.approx(0.3 / math.sqrt(0.425 * 0.5))


def test_caution_asks_more_of_two_groups_than_of_one_document() -> None:
    careful = Bond(0.5, caution=0.5, expected=0.5, trust=2.0)
    two, one = (2.0, 1.0), (1.0, 0.0)
    assert closeness(1.0, two, one, careful) == closeness(1.0, two, one, BOND)
    # 1 + 0.5 · (1 − 1/2) = 1.25
    assert closeness(1.0, two, two, careful) == pytest.approx(closeness(1.0, two, two, BOND) / 1.25)


def test_the_closest_are_joined_first_and_measured_anew() -> None:
    # 0 and 1 are joined at 0.6 / 0.5. Then 2, which was close enough to 1 alone (0.26 / 0.5), has a mean of 0.13 with both.
    pairs = _pairs([[0.0, 0.6, 0.0], [0.6, 0.0, 0.26], [0.0, 0.26, 0.0]])
    assert gather(pairs, np.ones(3), BOND).tolist() == [0, 0, 2]
    assert gather(_pairs([[0.0, 0.26], [0.26, 0.0]]), np.ones(2), BOND).tolist() == [0, 0]


def test_borrowed_words_join_what_shares_none() -> None:
    rows = unit_rows(sparse.csr_array(np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])))
    near = Pairs(np.array([0, 0, 0, 1, 2]), np.array([0, 1]), np.array([1.0, 1.0]))
    made = with_borrowed(rows, near, 1.0).toarray()
    assert rows.toarray()[2] @ rows.toarray()[3] == 0
    # (1 + √½, √½, 0) and (0, √½, 1 + √½) share the middle word: ½ over the squared length ½ + (1 + √½)².
    assert made[2] @ made[3] == pytest.approx(0.5 / (0.5 + (1 + math.sqrt(0.5)) ** 2))


def test_rows_without_neighbours_and_empty_rows_stay_as_they_are() -> None:
    rows = sparse.csr_array(np.array([[3.0, 4.0], [0.0, 0.0]]))
    none = Pairs(np.zeros(3, np.int64), np.zeros(0, np.int64), np.zeros(0))
    assert with_borrowed(unit_rows(rows), none, 1.0).toarray().tolist() == [[0.6, 0.8], [0.0, 0.0]]


@given(matrices, st.sampled_from([0.2, 0.5, 0.8]), st.integers(1, 6))
def test_compiled_weaving_gives_the_same_stories(rows: sparse.csr_array, threshold: float, neighbours: int) -> None:
    sizes = np.array([1.0 + at % 3 for at in range(rows.shape[0])], np.float64)
    loom = Loom(Bond(threshold, 0.25), neighbours)
    plain = weave(rows, sizes, loom, compiled=False)
    assert weave(rows, sizes, loom, compiled=True).tolist() == plain.tolist()


@given(matrices)
def test_a_story_is_named_by_its_first_strand(rows: sparse.csr_array) -> None:
    first = weave(rows, np.ones(rows.shape[0]), Loom(Bond(0.3, 0.25), 3))
    assert all(owner <= row for row, owner in enumerate(first.tolist()))
    assert first[first].tolist() == first.tolist()


@given(matrices, st.sampled_from([0.05, 0.5]))
def test_similar_pairs_are_those_of_the_product(rows: sparse.csr_array, least: float) -> None:
    units = unit_rows(rows)
    turned = sparse.csr_array(units.T)
    arrays = [(each.indptr.astype(np.int64), each.indices.astype(np.int64), each.data) for each in (units, turned)]
    starts, others, values = kernel.similar_pairs(*arrays[0], arrays[1], least)
    product = (units @ units.T).toarray()
    np.fill_diagonal(product, 0.0)
    product[product < least] = 0.0
    assert np.array_equal(sparse.csr_array((values, others, starts), shape=product.shape).toarray(), product)


def test_nothing_is_woven_from_nothing() -> None:
    empty = sparse.csr_array((0, 0))
    assert weave(empty, np.zeros(0), Loom(Bond(0.5, 0.25), 5)).tolist() == []
