"""Compiled and uncompiled gathering give the same bits on real numbers, with dates and without."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

import rows_and_stories
from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray
from meadow.tracking import gathering
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows, faded, gap_between, gather, near_products
from meadow.tracking.linking import Linked, arrays
from real_rows import real_matrices
from rows_and_stories import closest_stories, count_holders
from uncompiled import with_plain_loops

PLAIN_ROWS = with_plain_loops(rows_and_stories, loops="sparse")
PLAIN = with_plain_loops(gathering, loops="groups")
FADINGS = st.sampled_from([Fading(math.inf, math.inf), Fading(2.0, math.inf), Fading(5.0, 6.0), Fading(math.inf, 0.5)])


def bits(linked: Linked) -> list[bytes]:
    return [part.tobytes() for part in linked]


@st.composite
def spans(draw: st.DrawFn, count: int) -> Spans:
    """Draw dates for rows; some have none, some last for days."""
    days = draw(st.lists(st.one_of(st.just(math.nan), st.floats(0, 20)), min_size=count, max_size=count))
    lasting = draw(st.lists(st.sampled_from([0.0, 0.0, 1.0, 9.0]), min_size=count, max_size=count))
    first = np.array(days, np.float64)
    return Spans(first, first + np.array(lasting, np.float64))


@st.composite
def summed_rows(draw: st.DrawFn, *, least_rows: int = 0) -> SummedRows:
    """Draw rows that stand for several documents each."""
    sums = draw(real_matrices(least_rows=least_rows))
    count = sums.shape[0]
    sizes = draw(st.lists(st.integers(1, 400), min_size=count, max_size=count))
    return SummedRows(sums, np.array(sizes, np.float64), draw(spans(count)))


def some_pairs(draw: st.DataObject, count: int) -> Near:
    lower, higher = np.triu_indices(count, 1)
    kept = np.array(draw.draw(st.lists(st.booleans(), min_size=len(lower), max_size=len(lower))), np.bool_)
    return Near(lower.astype(np.int64), higher.astype(np.int64)).only(kept)


@given(summed_rows(), st.data())
def test_products_have_the_same_bits(rows: SummedRows, data: st.DataObject) -> None:
    near = some_pairs(data, len(rows.sizes))
    assert PLAIN.near_products(rows.sums, near).tobytes() == near_products(rows.sums, near).tobytes()


@given(summed_rows(), FADINGS, st.floats(0, 3), st.sampled_from([0.0, 0.33, 2.0]), st.data())
def test_gathering_has_the_same_bits(
    rows: SummedRows, fading: Fading, threshold: float, few: float, data: st.DataObject
) -> None:
    near = some_pairs(data, len(rows.sizes))
    linked = gather(rows, near, threshold, fading, few=few)
    assert bits(PLAIN.gather(rows, near, threshold, fading, few=few)) == bits(linked)
    assert (linked.first[linked.first] == linked.first).all()
    taken = linked.into != np.arange(len(rows.sizes))
    assert (linked.values[taken] >= threshold).all()
    # Rows that no chain of near pairs joins are never one group.
    joined = sparse.csr_array((np.ones(len(near.lower)), near), shape=(len(rows.sizes), len(rows.sizes)))
    _, parts = sparse.csgraph.connected_components(joined, directed=False)
    assert (parts[linked.first] == parts).all()


def test_what_is_given_is_left_as_it_is() -> None:
    sums, sizes = sparse.csr_array(np.full((6, 2), 0.7)), np.ones(6)
    rows = SummedRows(sums, sizes, Spans(np.arange(6.0), np.arange(6.0)))
    near = Near(*(part.astype(np.int64) for part in np.triu_indices(6, 1)))
    linked = gather(rows, near, 0.1, Fading(2.0, 9.0))
    assert linked.first.tolist() == [0] * 6
    assert (sums.toarray() == 0.7).all()
    assert (sizes.tolist(), rows.spans.first.tolist(), rows.spans.last.tolist()) == (
        [1.0] * 6,
        [*range(6)],
        [*range(6)],
    )


def test_no_rows_one_row_and_no_pairs() -> None:
    for count in (0, 1, 3):
        rows = SummedRows(sparse.csr_array(np.ones((count, 2))), np.ones(count), Spans(*[np.full(count, math.nan)] * 2))
        none = Near(np.empty(0, np.int64), np.empty(0, np.int64))
        linked = gather(rows, none, 0.0, Fading(1.0, 1.0))
        assert linked.first.tolist() == list(range(count))
        assert near_products(rows.sums, none).tolist() == []


def test_a_group_lasts_from_its_first_day_to_its_last() -> None:
    # 0 and 1 are three days apart and become one; 2 comes four days after 1, ten after 0. Halved at four days, 0.81
    # becomes 0.405 with the group, whose last day is that of 1; with 0 alone it would be 0.81 / (1 + 7/4) = 0.29.
    days = np.array([0.0, 3.0, 7.0])
    rows = SummedRows(sparse.csr_array(np.full((3, 1), 0.9)), np.ones(3), Spans(days, days))
    near = Near(np.array([0, 0]), np.array([1, 2]))
    linked = gather(rows, near, 0.29, Fading(4.0, math.inf))
    assert linked.first.tolist() == [0, 0, 0]
    assert linked.values.tolist() == pytest.approx([0.0, 0.81 / (1 + 3 / 4), 0.81 / 2])
    assert linked.pairs.tolist() == [0.0, 1.0, 2.0]


def test_a_day_that_nobody_knows_keeps_nothing_apart() -> None:
    days = np.array([0.0, math.nan, 90.0])
    rows = SummedRows(sparse.csr_array(np.full((3, 1), 0.9)), np.ones(3), Spans(days, days))
    near = Near(np.array([0, 0, 1]), np.array([1, 2, 2]))
    # Without a date 1 is as close to 0 as on its day; then the group has the day of 0, and 2 is out of reach.
    linked = gather(rows, near, 0.5, Fading(math.inf, 10.0))
    assert linked.first.tolist() == [0, 0, 2]
    assert linked.values[1] == 0.9 * 0.9


def test_lists_that_are_written_anew_at_each_step_have_room() -> None:
    # One row has a word in common with each of 39 others, which take turns in joining it.
    words = np.diag(np.linspace(0.5, 0.9, 40))
    words[0, :] = 1.0
    rows = SummedRows(sparse.csr_array(words), np.ones(40), Spans(*[np.full(40, math.nan)] * 2))
    near = Near(np.zeros(39, np.int64), np.arange(1, 40))
    linked = gather(rows, near, 0.01, Fading(1.0, 1.0))
    assert bits(PLAIN.gather(rows, near, 0.01, Fading(1.0, 1.0))) == bits(linked)
    assert linked.into.tolist() == [0] * 40
    assert linked.turns[1:].tolist() == list(range(38, -1, -1))


def closest_plainly(
    means: sparse.csr_array, own: Spans, stories: sparse.csr_array, holds: FloatArray, their: Spans, fading: Fading
) -> tuple[Longs, FloatArray]:
    gaps = gap_between(Spans(own.first[:, None], own.last[:, None]), their)
    values = (means @ stories.T).toarray() / holds * faded(gaps, fading)
    best = values.max(axis=1, initial=0.0)
    return np.where(best > 0.0, values.argmax(axis=1), -1), best


@given(real_matrices(least_rows=2), FADINGS, st.data())
def test_the_closest_story_has_the_same_bits(matrix: sparse.csr_array, fading: Fading, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, matrix.shape[0] - 1))
    rows, stories = sparse.csr_array(matrix[:cut]), sparse.csr_array(matrix[cut:])
    own, their = data.draw(spans(rows.shape[0])), data.draw(spans(stories.shape[0]))
    holds = np.array(data.draw(st.lists(st.floats(0.1, 9), min_size=len(their.first), max_size=len(their.first))))
    best, shares = closest_stories(arrays(rows), own, arrays(sparse.csr_array(stories.T)), holds, their, *fading)
    uncompiled = PLAIN_ROWS.closest_stories(
        arrays(rows), own, arrays(sparse.csr_array(stories.T)), holds, their, *fading
    )
    assert [part.tobytes() for part in uncompiled] == [best.tobytes(), shares.tobytes()]
    wanted = closest_plainly(rows, own, stories, holds, their, fading)
    assert (best.tolist(), shares.tobytes()) == (wanted[0].tolist(), wanted[1].tobytes())


def test_the_closest_story_by_hand() -> None:
    # 0.6 · 0.5 over a cohesion of 0.5 is 0.6, 0.8 · 0.5 over 1 is 0.4; a row without words of theirs has no story.
    rows = sparse.csr_array(np.array([[0.6, 0.8, 0.0], [0.0, 0.0, 1.0], [0.0, 0.8, 0.0]]))
    stories = sparse.csr_array(np.array([[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.5, 0.0]]))
    nowhen = Spans(*[np.full(3, math.nan)] * 2)
    given_rows = (arrays(rows), nowhen, arrays(sparse.csr_array(stories.T)), np.array([0.5, 1.0, 1.0]), nowhen)
    best, shares = closest_stories(*given_rows, math.inf, math.inf)
    # Of two stories that are equally close the first one is taken.
    assert (best.tolist(), shares.tolist()) == ([0, -1, 1], [0.6, 0.0, 0.4])


@given(st.lists(st.tuples(st.lists(st.integers(0, 6), max_size=8, unique=True), st.integers(0, 4)), max_size=9))
def test_a_term_is_counted_once_for_each_story_that_holds_it(rows: list[tuple[list[int], int]]) -> None:
    stories = np.array([story for _, story in rows], np.int64)
    ends = np.cumsum([0, *(len(terms) for terms, _ in rows)], dtype=np.int64)
    terms = np.array([term for own, _ in rows for term in own], np.int32)
    given_rows = ends, terms, np.argsort(stories, kind="stable"), stories, 7
    holders = count_holders(*given_rows)
    assert PLAIN_ROWS.count_holders(*given_rows).tolist() == holders.tolist()
    assert holders.tolist() == [len({story for own, story in rows if term in own}) for term in range(7)]
