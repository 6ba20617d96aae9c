"""Small kernels against what they are defined to be, in a few plain lines of Python: random reals, ties, nothing, one."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from meadow.kernels.loops import sparse as loops
from meadow.kernels.loops import terms as term_loops
from meadow.kernels.loops.types import run
from meadow.kernels.postings_rows import Longs
from meadow.model import FloatArray, IntArray
from meadow.select.exchange import pair_sums
from meadow.tracking.gathering import Near, Spans, near_products
from meadow.tracking.linking import similar_pairs
from meadow.vectors.cells import Cells
from rows_and_stories import closest_stories, count_holders
from uncompiled import plain

Row = dict[int, float]
Laid = tuple[Longs, Longs, FloatArray]
WIDTH = 9
# Of very different sizes, so that another order of adding would round otherwise; and equal ones, so that there are ties.
VALUE = st.one_of(st.floats(1e-3, 1e3).map(lambda value: value * math.pi), st.sampled_from([0.5, 1.0, 2.0]))
ROW = st.dictionaries(st.integers(0, WIDTH - 1), VALUE, max_size=WIDTH).map(lambda row: dict(sorted(row.items())))
ROWS = st.lists(ROW, max_size=7)


def laid_out(rows: list[Row]) -> tuple[Longs, Longs, FloatArray]:
    """Return rows as where they end, columns and values, all as long as products write them."""
    ends = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    columns = np.array([column for row in rows for column in row], np.int64)
    return ends, columns, np.array([value for row in rows for value in row.values()], np.float64)


def matrix(rows: list[Row]) -> sparse.csr_array:
    ends, columns, values = laid_out(rows)
    return sparse.csr_array((values, columns, ends), shape=(len(rows), WIDTH))


def short(array: Longs) -> IntArray:
    return array.astype(np.int32)


def product(one: Row, other: Row) -> float:
    """Return the sum over the other's cells in their order, as every twin adds."""
    total = 0.0
    for column, value in other.items():
        total += one.get(column, 0.0) * value
    return total


def walk(one: Laid, other: Laid, first: IntArray, second: IntArray) -> FloatArray:
    sums = np.empty((4, len(first)))
    rows = (part for each in (one, other) for part in (each[0], short(each[1]), each[2]))
    run(loops.shared_cells, *rows, first, second, sums.reshape(-1))
    return sums


class TestSharedCells:
    """What two rows hold in common."""

    @given(ROWS, ROWS, st.data())
    def test_each_pair_is_summed_in_the_order_of_columns(
        self, left: list[Row], right: list[Row], data: st.DataObject
    ) -> None:
        places = st.tuples(st.integers(0, max(0, len(left) - 1)), st.integers(0, max(0, len(right) - 1)))
        pairs = data.draw(st.lists(places, max_size=8)) if left and right else []
        one, other = laid_out(left), laid_out(right)
        first, second = (np.array([pair[at] for pair in pairs], np.int32) for at in (0, 1))
        found = walk(one, other, first, second)
        assert found.shape == (4, len(pairs))
        for at, (mine, theirs) in enumerate(pairs):
            sums = [0.0, 0.0, 0.0, 0.0]
            for column in sorted(left[mine].keys() & right[theirs].keys()):
                ours, others = left[mine][column], right[theirs][column]
                for place, value in enumerate((ours, others, min(ours, others), ours * others)):
                    sums[place] += value
            assert found[:, at].tolist() == sums

    def test_by_hand(self) -> None:
        left, right = [{0: 2.0, 3: 5.0, 7: 1.0}], [{3: 4.0, 7: 3.0, 8: 9.0}]
        one, other = laid_out(left), laid_out(right)
        pair = np.zeros(1, np.int32)
        found = walk(one, other, pair, pair)
        assert found.ravel().tolist() == [6.0, 7.0, 5.0, 23.0]


def heaviest(weights: FloatArray, ends: Longs, most: int) -> list[int]:
    found = []
    for loop in (term_loops.heaviest, plain("terms").heaviest):
        kept, sorting = np.empty(len(weights), np.int64), np.empty(len(weights))
        found.append(kept[: run(loop, weights, ends, most, sorting, kept)].tolist())
    assert found[0] == found[1]
    return [*found[0]]


class TestHeaviest:
    """The heaviest cells of each row."""

    @given(st.lists(st.lists(st.sampled_from([0.5, 1.0, 1.5, 2.0, 7.25]), max_size=9), max_size=5), st.integers(1, 6))
    def test_they_are_the_first_of_a_stable_sort(self, rows: list[list[float]], most: int) -> None:
        weights = np.array([weight for row in rows for weight in row], np.float64)
        ends = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        wanted: list[int] = []
        for row, begin in zip(rows, ends.tolist(), strict=False):
            order = sorted(range(len(row)), key=lambda at: -row[at])[:most]
            wanted += [begin + at for at in sorted(order)]
        assert heaviest(weights, ends, most) == wanted

    def test_rows_that_have_no_more_than_asked_for_are_kept_whole(self) -> None:
        weights, ends = np.array([3.0, 1.0, 2.0]), np.array([0, 0, 2, 3], np.int64)
        assert heaviest(weights, ends, 2) == [0, 1, 2]
        assert heaviest(weights, ends, 1) == [0, 2]


class TestProducts:
    """Products of rows."""

    @given(ROWS, st.data())
    def test_near_rows_are_multiplied_as_two_dictionaries(self, rows: list[Row], data: st.DataObject) -> None:
        every = [(low, high) for low in range(len(rows)) for high in range(low + 1, len(rows))]
        pairs = sorted(data.draw(st.sets(st.sampled_from(every)))) if every else []
        lower, higher = (np.array([pair[at] for pair in pairs], np.int64) for at in (0, 1))
        found = near_products(matrix(rows), Near(lower, higher))
        assert found.tolist() == [product(rows[low], rows[high]) for low, high in pairs]

    @given(ROWS, st.sampled_from([0.0, 1.0, 4.0, 1e5]))
    def test_similar_rows_are_listed_from_both_sides(self, rows: list[Row], least: float) -> None:
        places, others, similar = similar_pairs(matrix(rows), least)
        for row in range(len(rows)):
            part = slice(places[row], places[row + 1])
            sharing = {
                other: product(rows[max(row, other)], rows[min(row, other)])
                for other in range(len(rows))
                if other != row and rows[row].keys() & rows[other].keys()
            }
            wanted = {other: value for other, value in sharing.items() if value >= least}
            assert dict(zip(others[part].tolist(), similar[part].tolist(), strict=True)) == wanted
            assert others[part].tolist() == sorted(wanted)

    @given(st.lists(st.lists(st.integers(0, 5), max_size=6, unique=True).map(sorted), max_size=6), st.data())
    def test_sums_over_common_columns(self, rows: list[list[int]], data: st.DataObject) -> None:
        size = sum(map(len, rows))
        left, right = (
            np.array(data.draw(st.lists(st.integers(-(10**9), 10**9), min_size=size, max_size=size)), np.int64)
            for _ in "ab"
        )
        ends = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        columns = np.array([column for row in rows for column in row], np.int64)
        sums = pair_sums(Cells(ends, columns, np.ones(size)), left, right)
        for one, mine in enumerate(rows):
            for two, theirs in enumerate(rows):
                common = [(mine.index(column), theirs.index(column)) for column in mine if column in theirs]
                assert sums[one, two] == sum(int(left[ends[one] + a]) * int(right[ends[two] + b]) for a, b in common)


class TestStories:
    """Rows against stories."""

    @given(
        st.lists(st.tuples(st.lists(st.integers(0, 5), max_size=6, unique=True), st.integers(0, 3)), max_size=7),
        st.randoms(),
    )
    def test_holders_are_counted_whatever_order_the_stories_have(
        self, rows: list[tuple[list[int], int]], random: Random
    ) -> None:
        stories = np.array([story for _, story in rows], np.int64)
        names = list(range(4))
        random.shuffle(names)
        order = np.array(sorted(range(len(rows)), key=lambda row: names.index(rows[row][1])), np.int64)
        ends = np.cumsum([0, *(len(terms) for terms, _ in rows)], dtype=np.int64)
        terms = np.array([term for own, _ in rows for term in own], np.int32)
        held = count_holders(ends, terms, order, stories, 6)
        assert held.tolist() == [len({story for own, story in rows if term in own}) for term in range(6)]

    @pytest.mark.parametrize(
        ("gap", "half_life", "reach", "share"),
        [
            (0.0, 2.0, 9.0, 0.5),
            (2.0, 2.0, 9.0, 0.25),
            (9.0, 3.0, 9.0, 0.125),
            (9.5, 3.0, 9.0, 0.0),
            (math.nan, 2.0, 9.0, 0.5),
        ],
    )
    def test_a_share_fades_with_the_days_between(
        self, gap: float, half_life: float, reach: float, share: float
    ) -> None:
        one = laid_out([{0: 1.0}])
        by_term = np.array([0, 1], np.int64), np.array([0], np.int64), np.array([0.5])
        now, then = (Spans(np.array([day]), np.array([day])) for day in (0.0, gap))
        for own, their in ((now, then), (then, now)):
            best, shares = closest_stories(one, own, by_term, np.ones(1), their, half_life, reach)
            assert shares.tolist() == [share]
            assert best.tolist() == [0 if share else -1]


class TestWalk:
    """A walk over sentences along the words they share."""

    @given(
        st.lists(st.dictionaries(st.integers(0, 5), st.floats(0.1, 1), min_size=1, max_size=6), min_size=1, max_size=6),
        st.floats(0, 0.95),
    )
    def test_it_comes_to_rest_where_the_dense_walk_does(self, rows: list[Row], damping: float) -> None:
        dense = np.zeros((len(rows), 6))
        for at, row in enumerate(rows):
            for column, value in row.items():
                dense[at, column] = value
        dense /= np.sqrt((dense**2).sum(axis=1, keepdims=True))
        table = [{column: float(dense[at, column]) for column in sorted(row)} for at, row in enumerate(rows)]
        ends, columns, values = laid_out(table)
        visits = visited(ends, columns, values, damping, 1e-9)
        similar = dense @ dense.T
        moves = similar / similar.sum(axis=0)
        wanted = np.full(len(rows), 1 / len(rows))
        for _ in range(400):
            wanted = (1 - damping) / len(rows) + damping * moves @ wanted
        assert visits.sum() == pytest.approx(1.0)
        assert visits.tolist() == pytest.approx(wanted.tolist(), abs=1e-6)

    def test_without_damping_nobody_moves(self) -> None:
        ends, columns, values = laid_out([{0: 1.0}, {0: 0.6, 1: 0.8}])
        assert visited(ends, columns, values, 0.0, 1e-9).tolist() == [0.5, 0.5]


def visited(ends: Longs, columns: Longs, values: FloatArray, damping: float, settled: float) -> FloatArray:
    rows = len(ends) - 1
    visits, room = np.full(rows, 1 / rows), [np.empty(6), np.ones(rows), np.empty(rows), np.empty(rows)]
    given = (short(ends), short(columns), values)
    run(loops.similarity_walk, *given, damping, settled, 2000, *room, visits)
    return visits
