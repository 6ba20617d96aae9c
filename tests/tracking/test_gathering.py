"""Groups grown from near rows: means by hand, what near rows miss, and time between."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.tracking.gathering import Fading, Near, Spans, SummedRows, faded, gather, near_products
from meadow.tracking.linking import Groups, Pairs, link

NEVER = Fading(math.inf, math.inf)


def _rows(rows: list[list[float]], dates: list[float] | None = None) -> SummedRows:
    days = np.array(dates) if dates is not None else np.full(len(rows), np.nan)
    return SummedRows(sparse.csr_array(np.array(rows, np.float64)), np.ones(len(rows)), Spans(days, days))


def _all(rows: SummedRows) -> Near:
    return Near(*np.triu_indices(len(rows.sizes), 1))


def _gathered(rows: SummedRows, near: Near, threshold: float, fading: Fading = NEVER, *, few: float = 0.0) -> list[int]:
    return [int(first) for first in gather(rows, near, threshold, fading, few=few).first]


def test_the_closest_are_joined_first_and_measured_anew() -> None:
    # Products: 0.36 of the first two, 0.3 of the last two, none of the first and the last; then 0.15 with both.
    rows = _rows([[0.6, 0.0, 0.3], [0.6, 0.5, 0.0], [0.0, 0.6, 0.0]])
    assert _gathered(rows, _all(rows), 0.2) == [0, 0, 2]
    assert _gathered(rows, _all(rows), 0.15) == [0, 0, 0]


def test_one_pair_needs_more_than_many_and_counts_again_once_its_groups_have_grown() -> None:
    # 0.25 between any two. One pair needs 0.2 · (1 + 1/3) = 0.27, two pairs 0.23.
    same = _rows([[0.5, 0.0], [0.5, 0.0], [0.5, 0.0]])
    assert _gathered(same, _all(same), 0.2, few=1 / 3) == [0, 1, 2]
    assert _gathered(same, _all(same), 0.2) == [0, 0, 0]
    # The first two have 0.35 in common, and 0.25 each with the third.
    rows = _rows([[0.5, 0.316], [0.5, 0.316], [0.5, 0.0]])
    assert _gathered(rows, _all(rows), 0.2, few=1 / 3) == [0, 0, 0]
    assert _gathered(rows, _all(rows), 0.22, few=1 / 3) == [0, 0, 2]


def test_rows_that_were_not_near_join_through_others() -> None:
    rows = _rows([[0.5, 0.4], [0.5, 0.4], [0.5, 0.4]])
    assert _gathered(rows, Near(np.array([0, 1]), np.array([1, 2])), 0.2) == [0, 0, 0]
    assert _gathered(rows, Near(np.array([0]), np.array([1])), 0.2) == [0, 0, 2]


def test_time_between_groups_weakens_evidence_and_a_long_affair_stays_one() -> None:
    same = [[0.6, 0.0]] * 4  # 0.36; a gap of half the half-life leaves 0.24
    fading = Fading(half_life=10.0, reach=math.inf)
    assert _gathered(_rows(same[:2], [0.0, 5.0]), _all(_rows(same[:2])), 0.25, fading) == [0, 1]
    assert _gathered(_rows(same, [0.0, 4.0, 8.0, 12.0]), _all(_rows(same)), 0.25, fading) == [0, 0, 0, 0]
    assert _gathered(_rows(same[:2], [0.0, 5.0]), _all(_rows(same[:2])), 0.25, Fading(math.inf, 4.0)) == [0, 1]


def test_what_a_gap_leaves() -> None:
    gaps = np.array([math.nan, -3.0, 0.0, 10.0, 30.0])
    assert faded(gaps, Fading(10.0, 20.0)).tolist() == [1.0, 1.0, 1.0, 0.5, 0.0]


def test_the_words_of_one_document_in_hundreds_decide_nothing() -> None:
    """The sums that two forms keep of a large group are the same, with light terms dropped from both."""
    common = [0.3, *([0.0] * 300)]
    rows = [common.copy() for _ in range(300)]
    for at, row in enumerate(rows):
        row[1 + at] = 0.2
    assert _gathered(_rows(rows), _all(_rows(rows)), 0.05) == [0] * 300


numbers = st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=14)


@given(numbers, st.sampled_from([0.05, 0.2, 0.5]), st.booleans())
def test_a_group_is_named_by_its_first_row(cells: list[list[int]], threshold: float, dated: bool) -> None:
    rows = _rows(
        [[cell / 7.0 for cell in row] for row in cells], [3.0 * at for at in range(len(cells))] if dated else None
    )
    every = _all(rows)
    for near in (every, every.only(np.arange(len(every.lower)) % 3 == 0)):
        first = _gathered(rows, near, threshold, Fading(20.0, 30.0))
        assert all(first[owner] == owner <= row for row, owner in enumerate(first))


@given(numbers)
def test_products_are_those_of_the_matrix(cells: list[list[int]]) -> None:
    rows = _rows([[cell / 7.0 for cell in row] for row in cells])
    near = _all(rows)
    wanted = (rows.sums @ rows.sums.T).toarray()[near.lower, near.higher]
    assert near_products(rows.sums, near).tolist() == pytest.approx(wanted.tolist())


@given(numbers, st.sampled_from([0.1, 0.3]), st.sampled_from([0.0, 0.31]))
def test_beside_all_it_is_average_linkage_over_all_pairs(cells: list[list[int]], threshold: float, few: float) -> None:
    """Witness: `linking.link` with the whole matrix of products, which sums pairs and never rows."""
    # Rows of different lengths, so that no two means are equal but for rounding.
    rows = _rows([[cell / (7.0 + at) for cell in row] for at, row in enumerate(cells)])
    products = (rows.sums @ rows.sums.T).toarray()
    np.fill_diagonal(products, 0.0)
    table = sparse.csr_array(products)
    pairs = Pairs(table.indptr.astype(np.int64), table.indices.astype(np.int64), table.data)
    count = len(cells)
    wanted = link(pairs, Groups(np.ones(count), np.zeros(count)), threshold, relative=False, few=few)
    assert _gathered(rows, _all(rows), threshold, few=few) == wanted.first.tolist()
