"""The index answers as plain loops over all documents do, whatever was added, revised, removed, merged and purged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.model import Document
from meadow.store.query import Query
from meadow.store.sqlite.schema import create_index
from meadow.store.tables import search_index
from meadow.store.tables.search_index import (
    Found,
    add,
    clear,
    indexed_numbers,
    outdated,
    problems,
    purge,
    remove,
    search,
)
from meadow.store.tables.search_segments import FANOUT, segments
from plain_search import plain_search

WORDS = ("ferry", "ferries", "harbour", "the", "of", "storm", "barco", "barcos", "puerto", "el", "9,000", "skerra")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
DOCUMENTS = st.builds(
    Document, id=st.just("d"), title=st.none() | TEXTS, text=TEXTS, language=st.sampled_from(("en", "es", "he"))
)
STEPS = st.lists(
    st.tuples(st.sampled_from(("add", "add", "add", "revise", "remove", "purge")), st.lists(DOCUMENTS, max_size=3)),
    min_size=1,
    max_size=24,
)
QUERIES = st.builds(
    Query,
    words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(tuple),
    excluded=st.lists(st.sampled_from(WORDS), max_size=1).map(tuple),
    languages=st.sampled_from(((), ("en",), ("es", "he"))),
)


def _index(*batches: Sequence[tuple[int, Document]]) -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    create_index(connection)
    for batch in batches:
        add(connection, batch)
    return connection


def _loader(documents: Mapping[int, Document]) -> search_index.Load:
    return lambda numbers: [documents[number] for number in numbers]


def _find(connection: apsw.Connection, query: Query, *, limit: int = 1000) -> Found:
    return search(connection, query, limit=limit, load=_loader({}))


def _applied(connection: apsw.Connection, steps: Sequence[tuple[str, list[Document]]]) -> dict[int, Document]:
    """Apply steps to the index and to a dictionary, and return the dictionary."""
    documents: dict[int, Document] = {}
    following = 1
    for kind, texts in steps:
        if kind == "add":
            rows = list(enumerate(texts, following))
            following += len(rows)
        else:
            rows = list(zip(sorted(documents), texts, strict=False))
            remove(connection, [number for number, _ in rows])
        if kind in {"add", "revise"}:
            add(connection, rows)
            documents |= dict(rows)
        elif kind == "remove":
            documents = {number: each for number, each in documents.items() if number not in dict(rows)}
        else:
            purge(connection)
            add(connection, rows)
            documents |= dict(rows)
    return documents


@settings(max_examples=150, deadline=None)
@given(STEPS, QUERIES)
def test_the_index_answers_as_plain_loops_do(steps: list[tuple[str, list[Document]]], query: Query) -> None:
    connection = _index()
    documents = _applied(connection, steps)
    hits, all_words = plain_search(documents, query)
    found = _find(connection, query)
    assert [number for number, _ in found.hits] == [number for number, _ in _settled(hits, found)]
    assert [score for _, score in found.hits] == pytest.approx([score for _, score in hits], abs=1e-9)
    assert (found.all_words, found.complete, found.total) == (all_words, True, len(hits))
    assert _find(connection, query, limit=2).hits == found.hits[:2]
    assert indexed_numbers(connection).tolist() == sorted(documents)
    assert problems(connection) == []


def _settled(hits: list[tuple[int, float]], found: Found) -> list[tuple[int, float]]:
    """Order plain results by the index's scores where the two agree to 1e-9, so that the last digit decides no tie."""
    scores = dict(found.hits)
    close = all(abs(scores.get(number, np.inf) - score) < 1e-9 for number, score in hits)
    return sorted(hits, key=lambda row: (-scores[row[0]], -row[0])) if close else hits


@settings(max_examples=50, deadline=None)
@given(STEPS)
def test_equal_steps_give_an_equal_index(steps: list[tuple[str, list[Document]]]) -> None:
    connection, again = _index(), _index()
    assert _applied(connection, steps) == _applied(again, steps)
    for statement in ("SELECT * FROM search_segments", "SELECT * FROM search_parts", "SELECT * FROM search_removed"):
        assert connection.execute(statement).fetchall() == again.execute(statement).fetchall()


def test_segments_stay_few() -> None:
    connection = _index(*([(number, Document("d", text=f"ferry {number}"))] for number in range(200)))
    by_size = [segment.size for segment in segments(connection)]
    assert max(map(by_size.count, by_size)) < FANOUT
    assert _find(connection, Query(("ferry",))).total == 200


def test_a_transaction_that_fails_leaves_the_index_as_it_was() -> None:
    connection = _index([(1, Document("a", text="the ferry sank", language="en"))])
    before = _find(connection, Query(("ferry",)))
    connection.execute("BEGIN")
    remove(connection, [1])
    add(connection, [(number, Document("b", text="ferry ferry", language="es")) for number in range(2, 40)])
    connection.execute("ROLLBACK")
    assert _find(connection, Query(("ferry",))) == before


def test_of_equals_the_newer_document_comes_first_also_at_the_limit() -> None:
    same = Document("d", text="ferry aground", language="en")
    connection = _index([(3, same)], [(9, same), (4, same)], [(1, same)])
    assert [number for number, _ in _find(connection, Query(("ferry",)), limit=3).hits] == [9, 4, 3]


def test_a_word_in_the_title_counts_more() -> None:
    titled = Document("a", title="Ferry aground", text="Nobody was hurt off Skerra.", language="en")
    untitled = Document("b", title="Nobody hurt", text="Ferry aground off Skerra was.", language="en")
    connection = _index([(1, titled), (2, untitled)])
    (first, best), (second, other) = _find(connection, Query(("ferry",))).hits
    assert (first, second) == (1, 2)
    assert best > other


def test_where_no_document_has_all_words_it_is_said() -> None:
    documents = [(1, Document("a", text="a ferry", language="en")), (2, Document("b", text="a storm", language="en"))]
    found = _find(_index(documents), Query(("ferry", "storm")))
    assert ({number for number, _ in found.hits}, found.all_words) == ({1, 2}, False)
    assert _find(_index(documents), Query(("harbour", "mast"))) == Found()


def test_function_words_are_wanted_only_where_there_is_nothing_else() -> None:
    documents = [
        (1, Document("a", text="ferry aground", language="en")),
        (2, Document("b", text="the who", language="en")),
    ]
    assert _find(_index(documents), Query(("the", "ferry"))).all_words
    assert [number for number, _ in _find(_index(documents), Query(("the", "who"))).hits] == [2]


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("en", "Two ferries were anchored off Haldmoor.", "ferry"),
        ("es", "Los barcos salieron del puerto.", "barco"),
        ("nl", "De boten schuilen voor de stormen.", "boot storm"),
        ("ja", "青い船が港に着いたと市長が述べた。", "述べる 港"),
        ("zh", "渡轮在港口附近搁浅，无人受伤。", "港口 渡轮"),
        ("ar", "وصلت السفينة إلى الميناء صباح اليوم.", "سفينة"),
        ("he", "הספינה הגיעה לנמל בבוקר.", "לנמל"),
        ("th", "เรือข้ามฟากเกยตื้นใกล้ท่าเรือ", "ท่าเรือ"),
        (None, "The ferry ran aground on the reef before dawn with ninety people on board.", "ferries"),
    ],
)
def test_every_language_is_found_among_all_others(language: str | None, text: str, asked: str) -> None:
    others = [
        (2, Document("en", text="A council met about parking.", language="en")),
        (3, Document("es", text="El consejo habló de parques.", language="es")),
        (4, Document("zh", text="市议会讨论了停车问题。", language="zh")),
        (5, Document("ja", text="市議会は駐車場を話し合った。", language="ja")),
    ]
    connection = _index(others, [(1, Document("d", text=text, language=language))])
    found = _find(connection, Query(tuple(asked.split())))
    assert ([number for number, _ in found.hits], found.all_words) == ([1], True)


def test_a_phrase_is_checked_on_the_texts() -> None:
    documents = {
        1: Document("a", text="The cooling tower was shut.", language="en"),
        2: Document("b", text="The tower is cooling down.", language="en"),
        3: Document("c", title="Cooling tower", text="Shut at noon.", language="en"),
        4: Document("d", text="The cooling towers were shut.", language="en"),
    }
    connection = _index(list(documents.items()))
    found = search(connection, Query(phrases=("Cooling Tower",)), limit=9, load=_loader(documents))
    assert [number for number, _ in found.hits] == [3, 1]
    assert found.total == 2
    barred = Query(("shut",), excluded_phrases=("cooling tower",))
    assert [number for number, _ in search(connection, barred, limit=9, load=_loader(documents)).hits] == [4]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(DOCUMENTS, min_size=1, max_size=12),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3),
    st.booleans(),
)
def test_phrases_are_found_where_plain_reading_finds_them(
    texts: list[Document], words: list[str], barred: bool
) -> None:
    documents = dict(enumerate(texts))
    phrase = " ".join(words)
    query = Query(("ferry",), excluded_phrases=(phrase,)) if barred else Query(phrases=(phrase,))
    found = search(_index(list(documents.items())), query, limit=99, load=_loader(documents))
    holding = {
        number
        for number, document in documents.items()
        if any(f" {phrase} " in f" {text} " for text in (document.title or "", document.text))
    }
    wanted = {number for number, _ in plain_search(documents, Query(("ferry",)))[0]} - holding if barred else holding
    assert {number for number, _ in found.hits} == wanted


def test_a_phrase_that_needs_more_reading_than_allowed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_index, "READ_AT_MOST", 3)
    documents = {number: Document("d", text="tower cooling", language="en") for number in range(5)}
    documents[0] = Document("d", text="an old and very long cooling tower", language="en")
    connection = _index(list(documents.items()))
    query = Query(phrases=("cooling tower",))
    assert search(connection, query, limit=1, load=_loader(documents)) == Found((), complete=False, total=None)


def test_allowed_numbers_narrow_the_answer_and_change_no_score() -> None:
    documents = [(number, Document("d", text="ferry " * number, language="en")) for number in range(1, 9)]
    connection = _index(documents)
    scores = dict(_find(connection, Query(("ferry",))).hits)
    found = search(connection, Query(("ferry",)), limit=9, load=_loader({}), allowed=np.array([2, 7, 90]))
    assert dict(found.hits) == {number: scores[number] for number in (2, 7)}
    assert found.total == 2


def test_purging_leaves_nothing_of_what_was_removed() -> None:
    documents = [(number, Document("d", text=f"ferry word{number}", language="en")) for number in range(12)]
    connection = _index(documents[:10], documents[10:])
    remove(connection, [3])
    assert connection.execute("SELECT count(*) FROM search_removed").get == 1
    purge(connection)
    assert connection.execute("SELECT count(*) FROM search_removed").get == 0
    assert sum(segment.documents for segment in segments(connection)) == 11
    assert sum(segment.postings for segment in segments(connection)) == 22
    remove(connection, range(12))
    assert segments(connection) == []
    assert _find(connection, Query(("ferry",))) == Found()


def test_faults_of_the_index_are_named() -> None:
    ferry = Document("d", text="ferry", language="en")
    connection = _index([(1, ferry), (2, ferry)], [(2, ferry)])
    assert problems(connection) == ["document number 2 is in the search index twice"]
    parts = [row for (row,) in connection.execute("SELECT id FROM search_parts ORDER BY id")]
    copy = "UPDATE search_parts SET data = (SELECT data FROM search_parts WHERE id = ?) WHERE id = ?"
    connection.execute(copy, (parts[0], parts[1]))
    assert "segment 1 of the search index has other words than its documents" in problems(connection)
    connection.execute(copy, (parts[2], parts[1]))
    (problem,) = problems(connection)
    assert problem.startswith("the search index cannot be read")


def test_words_that_another_version_read_are_named_and_can_be_read_anew() -> None:
    boats = [(1, Document("d", text="Drie boten.", language="nl")), (2, Document("e", text="סירה", language="he"))]
    connection = _index(boats)
    assert outdated(connection) == []
    connection.execute("UPDATE search_languages SET reading = 'words PyStemmer 1.0' WHERE language = 'nl'")
    assert outdated(connection) == ["nl"]
    assert problems(connection) == ["words in Dutch were indexed by another version"]
    clear(connection)
    assert indexed_numbers(connection).tolist() == []
    add(connection, boats)
    assert problems(connection) == []
    assert _find(connection, Query(("boot",))).total == 1
