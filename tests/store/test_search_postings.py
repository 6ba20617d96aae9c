"""Postings come back from their blobs as they went in, and are merged and thinned as lists of pairs would be."""

from __future__ import annotations

from collections.abc import Mapping

import apsw
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from meadow.store.sqlite.schema import create_index
from meadow.store.tables.search_parts import PartKind, SegmentColumn, drop_parts, narrowed
from meadow.store.tables.search_postings import Postings, decode, encode, find, merged, without

TERMS = st.integers(-(2**63), 2**63 - 1)
COUNTS = st.integers(1, 2**32 - 1)
TABLES = st.dictionaries(TERMS, st.dictionaries(st.integers(0, 70_000), COUNTS, min_size=1, max_size=6), max_size=8)


def _postings(table: Mapping[int, Mapping[int, int]]) -> Postings:
    rows = [(place, table[term][place]) for term in sorted(table) for place in sorted(table[term])]
    sizes = [len(table[term]) for term in sorted(table)]
    columns = sorted(table), sizes, [place for place, _ in rows], [count for _, count in rows]
    return Postings(*(np.array(column, dtype=np.int64) for column in columns))


def _table(postings: Postings) -> dict[int, dict[int, int]]:
    table = {}
    for term, start, size in zip(
        postings.terms.tolist(), postings.starts.tolist(), postings.sizes.tolist(), strict=False
    ):
        reach = slice(start, start + size)
        table[term] = dict(zip(postings.places[reach].tolist(), postings.counts[reach].tolist(), strict=True))
    return table


@given(TABLES, TERMS)
def test_blobs_give_back_what_they_were_made_of(table: dict[int, dict[int, int]], other: int) -> None:
    blocks = list(encode(_postings(table)))
    assert _table(decode([block for _, block in blocks])) == table
    for term in (*table, other):
        block = next((block for first, block in reversed(blocks) if first <= term), None)
        run = None if block is None else find(block, term)
        assert (None if run is None else dict(zip(run[0].tolist(), run[1].tolist(), strict=True))) == table.get(term)


def test_a_term_with_many_postings_has_a_block_to_itself() -> None:
    table = {term: {place: 1 + place % 300 for place in range(5_000 if term == 7 else 2)} for term in range(3_000)}
    blocks = list(encode(_postings(table)))
    firsts = [first for first, _ in blocks]
    assert firsts[:3] == [0, 7, 8]
    assert len(firsts) > 4
    assert _table(decode([block for _, block in blocks])) == table
    run = find(blocks[1][1], 7)
    assert run is not None
    assert run[0].tolist() == list(range(5_000))
    assert len(blocks[1][1]) < 5_000 * 3 + 64


@given(st.lists(TABLES, min_size=1, max_size=4))
def test_merging_is_what_a_dictionary_would_do(tables: list[dict[int, dict[int, int]]]) -> None:
    bases = [100_000 * number for number in range(len(tables))]
    wanted: dict[int, dict[int, int]] = {}
    for table, base in zip(tables, bases, strict=True):
        for term, places in table.items():
            wanted.setdefault(term, {}).update({place + base: count for place, count in places.items()})
    assert _table(merged([_postings(table) for table in tables], bases)) == wanted


@given(TABLES, st.sets(st.integers(0, 70_000)))
def test_what_is_removed_leaves_no_gap(table: dict[int, dict[int, int]], gone: set[int]) -> None:
    removed = np.zeros(70_001, dtype=np.bool_)
    removed[sorted(gone)] = True
    moved = {place: place - int(removed[:place].sum()) for places in table.values() for place in places}
    kept = {
        term: {moved[place]: count for place, count in places.items() if place not in gone}
        for term, places in table.items()
    }
    assert _table(without(_postings(table), removed)) == {term: places for term, places in kept.items() if places}


@given(st.lists(st.integers(0, 2**62), min_size=1, max_size=30), st.data())
def test_a_column_gives_back_all_numbers_and_some(values: list[int], data: st.DataObject) -> None:
    connection = apsw.Connection(":memory:")
    column = SegmentColumn(PartKind.LENGTHS, chunk=4)
    create_index(connection)
    column.save(connection, 1, np.array(values))
    column.save(connection, 2, np.array(values[:1]))
    places = sorted(data.draw(st.sets(st.integers(0, len(values) - 1))))
    assert column.load(connection, 1, len(values)).tolist() == values
    some = column.look_up(connection, 1, np.array(places, dtype=np.int64), len(values))
    assert some.tolist() == [values[place] for place in places]
    drop_parts(connection, 1)
    assert connection.execute("SELECT count(*) FROM search_parts").get == 1


def test_numbers_take_no_more_bytes_than_the_largest_needs() -> None:
    assert [narrowed(np.array([most])).itemsize for most in (0, 255, 256, 65_535, 65_536, 2**32)] == [1, 1, 2, 2, 4, 8]
