"""Tables in and out: mappings, data frames and Arrow are read as documents, and results come back as each of them."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Any

import pytest

import meadow
from meadow.errors import InputError, MissingExtraError, NothingReadableError, ReadError, ReadWarning, UnknownNameError
from meadow.ingest.frames import documents_from
from meadow.model import Document, WireMetadata

ROWS: list[dict[str, Any]] = [
    {"id": "a", "title": "Ferry sinks", "text": "A ferry sank off Skerra on Monday. Nine people died.", "source": "Wire",
     "published": datetime(2026, 3, 2, 9, tzinfo=UTC), "authors": ["Ana Reed", "Bo"], "language": "en"},
    {"id": "b", "title": "Nine dead", "text": "A ferry sank off Skerra on Monday. Divers wait ashore.", "source": "Echo",
     "published": datetime(2026, 3, 2, 11, tzinfo=UTC), "authors": [], "language": "en"},
]  # fmt: skip


def as_pandas() -> Any:
    return pytest.importorskip("pandas").DataFrame(ROWS)


def as_polars() -> Any:
    return pytest.importorskip("polars").DataFrame(ROWS)


def as_arrow() -> Any:
    return pytest.importorskip("pyarrow").Table.from_pylist(ROWS)


class Stream:
    """Something that only speaks the stream protocol of Arrow."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_stream__(self, schema: Any = None) -> Any:
        return self._table.__arrow_c_stream__(schema)


TABLES = (lambda: ROWS, lambda: iter(ROWS), as_pandas, as_polars, as_arrow, lambda: Stream(as_arrow()))


@pytest.mark.parametrize("table", TABLES)
def test_tables_of_every_kind_are_read_as_documents(table: Any) -> None:
    documents = list(meadow.read(table()))
    assert documents == [Document(**{**row, "authors": tuple(row["authors"])}) for row in ROWS]
    assert [document.place for document in documents] == ["memory:1", "memory:2"]


@pytest.mark.parametrize("table", TABLES)
def test_every_verb_takes_a_table(table: Any) -> None:
    documents = list(meadow.read(ROWS))
    assert meadow.summarize(table(), sentences=2) == meadow.summarize(documents, sentences=2)
    assert meadow.track(table()) == meadow.track(documents)
    assert meadow.digest(table()) == meadow.digest(documents)
    assert meadow.headline(table()) == meadow.headline(documents)
    assert meadow.group(table()) == meadow.group(documents)
    assert meadow.report("Who died?", table()) == meadow.report("Who died?", documents)
    assert meadow.pack("Who died?", table(), tokens=90) == meadow.pack("Who died?", documents, tokens=90)
    assert meadow.concepts(table()) == meadow.concepts(documents)
    assert meadow.check("Nine people died.", table()) == meadow.check("Nine people died.", documents)
    assert meadow.explain(table()).rows == meadow.explain(documents).rows


def test_one_mapping_is_one_document_and_bad_rows_cost_themselves() -> None:
    assert meadow.summarize({"text": "It rang."}).text == "It rang."
    with pytest.warns(ReadWarning, match="memory:2: There is neither text nor title"):
        (document,) = meadow.read([{"text": "It rang."}, {"mood": "glad"}])
    assert document.text == "It rang."
    with pytest.raises(ReadError, match="memory:1: not a document: this is a int"):
        list(meadow.read([3], strict=True))  # type: ignore[arg-type]
    with pytest.raises(NothingReadableError):
        list(meadow.read([]))
    with pytest.raises(InputError, match="Documents cannot be read from a int"):
        documents_from(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="is a path, but documents are expected"):
        meadow.summarize("news/")  # type: ignore[arg-type]
    assert [each.text for each in meadow.read([{"stuk": "It rang."}], columns={"text": "stuk"})] == ["It rang."]


def test_missing_values_of_a_frame_are_absent() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": ["It rang.", "Twice."], "source": ["Wire", None], "n": [1.5, float("nan")]})
    frame["published"] = pandas.to_datetime(["2026-03-02", None])
    frame["id"] = [7, 8]
    assert [(each.id, each.source, each.published is None) for each in meadow.read(frame)] == [
        ("7", "Wire", False), ("8", None, True),
    ]  # fmt: skip


def test_a_frame_goes_through_stories_to_a_frame() -> None:
    pytest.importorskip("pandas")
    frame = meadow.to_frame(meadow.track(as_pandas()))
    assert frame.columns.tolist() == ["id", "document_ids", "first", "last"]
    assert frame.document_ids.tolist() == [["a", "b"]]
    documents = list(meadow.read(as_pandas()))
    assert (
        list(
            meadow.read(
                meadow.to_frame(
                    documents, columns=["id", "title", "text", "source", "published", "authors", "language"]
                )
            )
        )
        == documents
    )


def test_polars_needs_no_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    polars = pytest.importorskip("polars")
    monkeypatch.setitem(sys.modules, "pandas", None)
    frame = meadow.digest(as_polars()).to_frame()
    assert isinstance(frame, polars.DataFrame)
    assert frame["documents"].to_list() == [["a", "b"]]


def test_arrow_has_times_lists_and_structs_also_without_rows() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    document = Document("a", text="It rang.", wire=WireMetadata(version="2", subjects=("medtop:1",)), pages=(0,))
    table = meadow.to_arrow([document])
    assert table.schema.field("published").type == pyarrow.timestamp("us", tz="UTC")
    assert table.schema.field("authors").type == pyarrow.list_(pyarrow.string())
    assert table.column("wire").to_pylist()[0]["subjects"] == ["medtop:1"]
    assert meadow.digest([]).to_arrow().schema == meadow.digest(ROWS).to_arrow().schema
    assert meadow.to_dicts(list(meadow.read(ROWS)), columns=["id", "authors"])[0] == {
        "id": "a",
        "authors": ["Ana Reed", "Bo"],
    }
    with pytest.raises(UnknownNameError, match=r"no column called 'athors'.*Did you mean 'authors'"):
        meadow.to_dicts(document, columns=["athors"])
    assert meadow.to_dicts([]) == []


def test_arrow_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"meadow\[files\]"):
        Document("a", text="It rang.").to_arrow()
