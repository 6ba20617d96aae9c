"""Segments: few of each size, none merged past its fill, and what is removed goes when they are written anew."""

from __future__ import annotations

from collections import Counter

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.store.sqlite.schema import create_index
from meadow.store.tables import search_segments
from meadow.store.tables.search_parts import Longs
from meadow.store.tables.search_postings import Postings
from meadow.store.tables.search_segments import (
    FANOUT,
    Segment,
    drop,
    live_documents,
    mark_removed,
    removed,
    rewrite,
    save,
    segments,
    settle,
)
from meadow.store.tables.search_terms import IndexedDocuments


def _connection() -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    create_index(connection)
    return connection


def _longs(*values: int) -> Longs:
    return np.array(values, dtype=np.int64)


def _documents(first: int, count: int) -> IndexedDocuments:
    """Return documents that all hold the term 7 once, and each one of its own twice."""
    own = [(first + place, place) for place in range(count)]
    terms = _longs(-7, *(1000 + number for number, _ in own))
    places = _longs(*range(count), *(place for _, place in own))
    postings = Postings(terms, _longs(count, *[1] * count), places, _longs(*[1] * count, *[2] * count))
    return IndexedDocuments(_longs(*(number for number, _ in own)), _longs(*[3] * count), postings)


@pytest.mark.parametrize(
    ("documents", "size"), [(1, 0), (2, 0), (3, 1), (8, 1), (9, 2), (26, 2), (27, 3), (100_000, 10)]
)
def test_a_size_class_is_a_power_of_the_fan_out(documents: int, size: int) -> None:
    assert Segment(1, documents, 0, 0, 0, 0).size == size


@settings(deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=40))
def test_there_are_fewer_of_each_size_than_make_one(counts: list[int]) -> None:
    connection, first = _connection(), 0
    for count in counts:
        save(connection, _documents(first, count))
        settle(connection)
        first += count
    every = segments(connection)
    assert max(Counter(segment.size for segment in every).values()) < FANOUT
    assert sum(segment.documents for segment in every) == first
    assert sum(segment.words for segment in every) == 3 * first
    assert sum(segment.postings for segment in every) == 2 * first
    numbers = np.concatenate([live_documents(connection, segment).numbers for segment in every])
    assert sorted(numbers.tolist()) == list(range(first))
    assert all(segment.lowest <= segment.highest < first for segment in every)


def test_full_segments_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_segments, "FULL_POSTINGS", 20)
    connection = _connection()
    for number in range(0, 400, 4):
        save(connection, _documents(number, 4))
        settle(connection)
    every = segments(connection)
    assert max(segment.postings for segment in every) < FANOUT * 20
    assert sum(segment.postings >= 20 for segment in every) == 33
    assert sum(segment.documents for segment in every) == 400


def test_what_is_removed_is_listed_once_and_goes_with_the_rewriting() -> None:
    connection = _connection()
    save(connection, _documents(10, 6))
    (segment,) = segments(connection)
    assert mark_removed(connection, segment, _longs(4, 1)) == 2
    assert mark_removed(connection, segment, _longs(1, 5)) == 3
    words, places = removed(connection)[segment.id]
    assert (words, places.tolist()) == (9, [1, 4, 5])
    assert live_documents(connection, segment).numbers.tolist() == [10, 12, 13]
    rewrite(connection, [segment])
    (segment,) = segments(connection)
    assert removed(connection) == {}
    assert (segment.documents, segment.words, segment.postings, segment.highest) == (3, 9, 6, 13)
    assert live_documents(connection, segment).postings.terms.tolist() == [-7, 1010, 1012, 1013]


def test_a_segment_of_which_all_is_removed_is_gone() -> None:
    connection = _connection()
    save(connection, _documents(1, 2))
    mark_removed(connection, segments(connection)[0], _longs(0, 1))
    rewrite(connection, segments(connection))
    assert segments(connection) == []
    assert connection.execute("SELECT count(*) FROM search_parts").get == 0


def test_dropping_a_segment_leaves_the_others_whole() -> None:
    connection = _connection()
    save(connection, _documents(1, 5))
    save(connection, _documents(6, 1))
    drop(connection, [1])
    (left,) = segments(connection)
    assert (left.id, live_documents(connection, left).numbers.tolist()) == (2, [6])
    assert connection.execute("SELECT count(*) FROM search_parts").get == 3
