"""JSON as it comes: the names of keys, the objects that stand for texts, and what was not read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import meadow
from ingest.support import document_of, items_of, told
from meadow.errors import ReadWarning, UnknownNameError
from meadow.ingest import Hint, JsonKeys, iter_items, parse_columns
from meadow.ingest.columns import find_columns, find_keys
from meadow.model import Document

BODY = "The ferry sank on Monday, killing 17 people, the coast guard said."
NEWSAPI = {
    "source": {"id": None, "name": "Harbour Wire"}, "author": "Ana Ruel", "title": "Ferry sinks", "description": "It sank.",
    "url": "https://wire.example/ferry", "urlToImage": None, "publishedAt": "2026-03-02T08:00:00Z", "content": BODY,
}  # fmt: skip
WILD: dict[str, dict[str, Any]] = {
    "NewsAPI": NEWSAPI,
    "headline and body": {
        "headline": "Ferry sinks", "body": BODY, "pub_date": "2026-03-02T08:00:00Z", "outlet": "Harbour Wire",
    },
    "news-please": {
        "title": "Ferry sinks", "maintext": BODY, "description": "It sank.", "date_publish": "2026-03-02 08:00:00",
        "source_domain": "Harbour Wire", "authors": ["Ana Ruel"],
    },
    "newsdata": {
        "title": "Ferry sinks", "content": BODY, "pubDate": "2026-03-02 08:00:00", "source_id": "Harbour Wire", "link": "x",
    },
    "Event Registry": {
        "title": "Ferry sinks", "body": BODY, "dateTimePub": "2026-03-02T08:00:00Z",
        "source": {"uri": "wire.example", "title": "Harbour Wire"},
    },
    "New York Times": {
        "headline": {"main": "Ferry sinks", "kicker": None}, "abstract": BODY, "lead_paragraph": "It sank.",
        "pub_date": "2026-03-02T08:00:00+0000", "source": "Harbour Wire",
    },
    "MongoDB": {
        "_id": {"$oid": "5e"}, "title": "Ferry sinks", "text": BODY, "publishDate": {"$date": "2026-03-02T08:00:00Z"},
        "publisher": "Harbour Wire",
    },
    "a byline alone": {"title": "Ferry sinks", "text": BODY, "date": "2026-03-02T08:00:00Z", "author": "Harbour Wire"},
}  # fmt: skip


@pytest.mark.parametrize("name", WILD)
@pytest.mark.parametrize("form", ["{}", '[{},\n{{"text": "Other."}}]', '{{"status": "ok", "articles": [{}]}}'])
def test_json_as_it_comes_is_read(name: str, form: str) -> None:
    data = form.replace("{{", "{").replace("}}", "}").replace("{}", json.dumps(WILD[name]), 1)
    document = items_of(data)[0]
    assert isinstance(document, Document)
    assert (document.title, document.text, document.source) == ("Ferry sinks", BODY, "Harbour Wire")
    assert str(document.published) == "2026-03-02 08:00:00+00:00"


@pytest.mark.parametrize("wrapper", ["articles", "results", "items", "docs", "data"])
def test_lists_that_an_object_wraps_are_read_also_one_object_further_in(wrapper: str) -> None:
    assert [item.title for item in items_of(json.dumps({wrapper: [NEWSAPI]})) if isinstance(item, Document)] == [
        "Ferry sinks"
    ]
    inner = json.dumps({"response": {wrapper: [NEWSAPI, {"text": "Two.", "id": "b"}]}})
    assert [item.place for item in items_of(inner) if isinstance(item, Document)] == ["-:1", "-:2"]
    assert document_of(json.dumps({"text": "x", "data": [{"a": 1}]})).text == "x"


def test_the_most_telling_name_that_holds_something_wins() -> None:
    keys = {"description": "D.", "content": "C.", "body": "B.", "text": "T."}
    for expected in ("T.", "B.", "C.", "D."):
        assert document_of(json.dumps({**keys, "title": "t"})).text == expected
        keys[next(key for key in ("text", "body", "content", "description") if keys[key])] = ""
    document = document_of('{"text": "x", "author": "Ana", "url": "https://a.example/x"}')
    assert document.source is None
    assert document.authors == ("Ana",)
    assert document_of('{"text": "x", "published": 5, "pubDate": "2026-03-02"}').published_text == "2026-03-02"


def test_one_table_of_names_serves_tables_and_json() -> None:
    header = ["headline", "bodyText", "date_publish", "source_domain", "extra"]
    at = find_columns(header, {}, place="-")
    assert {field: header[place] for field, place in at.items()} == {
        field: keys[0] for field, keys in find_keys(header, {}).items() if keys
    }


def test_the_keys_are_named_where_there_is_neither_text_nor_title() -> None:
    (error,) = told(items_of('{"kop2": "x", "stuk": "y"}'))
    assert "The keys are 'kop2', 'stuk'. Say which one it is: --columns text=KEY" in error


def test_columns_name_keys_of_json_and_break_no_table_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text('{"stuk": "One.", "wanneer": "2026-03-02"}\n{"text": "Two."}\n', encoding="utf-8")
    Path("b.csv").write_text("id,text\n1,Three.\n", encoding="utf-8")
    Path("c.json").write_text('[{"stuk": "Four.", "text": "Other."}]', encoding="utf-8")
    columns = {"text": "stuk", "date": "wanneer"}
    items = list(iter_items(["."], columns=columns))
    documents = [item for item in items if isinstance(item, Document)]
    assert [document.text for document in documents] == ["One.", "Two.", "Three.", "Four."]
    assert documents[0].published_text == "2026-03-02"
    notes = [str(item.reason) for item in items if isinstance(item, Hint)]
    assert notes == [
        "there is no column called 'stuk' or 'wanneer'; the columns 'id', 'text' were read by their own names",
        "no document has a key called 'wanneer'; the known keys were read",
    ]
    with pytest.warns(ReadWarning) as caught:
        assert len(list(meadow.read(".", columns=columns))) == 4
    assert len(caught) == 2
    assert parse_columns("date=wanneer,lang=taal") == {"published": "wanneer", "language": "taal"}
    with pytest.raises(UnknownNameError, match=r"no field called 'dat'.*Did you mean 'date'"):
        list(meadow.read(".", columns={"dat": "x"}))


def test_keys_that_were_not_read_are_named_where_a_field_is_missing() -> None:
    (_, note) = items_of('{"text": "One.", "created_on": "2026-03-02", "rubric": "sea"}')
    assert isinstance(note, JsonKeys)
    assert note.reason == (
        "no key is known to hold dates, but 'created_on' looks so, with '2026-03-02'; the documents are undated."
        " If it says when they were published: --columns published=created_on"
    )
    (_, quiet) = items_of('{"text": "One.", "rubric": "sea"}')
    assert told([quiet]) == ["-: no key is known to hold the source; not read are the keys 'rubric'"]
    assert isinstance(quiet, JsonKeys)
    assert not quiet.is_loud
    assert len(items_of('{"text": "One.", "source": "Wire", "date": "2026-03-02", "rubric": "sea"}')) == 1


def test_titles_without_texts_are_noted_once_per_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"title": "One", "stuk": "x"}\n{"title": "Two"}\n{"text": "Three."}\n', encoding="utf-8")
    with pytest.warns(ReadWarning) as caught:
        assert len(list(meadow.read(str(path)))) == 3
    (warning,) = caught
    assert "only a title and no text in 2 documents; the keys are 'title', 'stuk'" in str(warning.message)
