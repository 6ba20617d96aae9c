from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pyarrow
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from examples import dear
from ingest.archive_files import zipped
from ingest.support import documents_of, errors_in, items_of, notes_in, told
from meadow.errors import LimitError, MissingReaderError, ReadError
from meadow.ingest import LIMITS, Item, Limits, Undated, iter_items, read
from meadow.ingest.opening import open_standard_input
from meadow.ingest.parquet import iter_rows
from meadow.model import Document


def saved(columns: Mapping[str, Sequence[Any] | pyarrow.Array], **options: Any) -> bytes:
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(dict(columns)), buffer, **options)
    return buffer.getvalue()


def rows_here(data: bytes, limits: Limits = LIMITS, **columns: str) -> list[Item]:
    """Return the items, read in this process: a worker for each of a hundred examples would take a minute."""
    with open_standard_input(io.BytesIO(data), limits) as opened:
        return list(iter_rows(opened, limits, columns))


NEWS = saved(
    {
        "Article ID": [1, 2, 3],
        "headline": ["Ferry back", None, "Only a title"],
        "body": ["It sails.", "No title here.", ""],
        "publisher": pyarrow.array(["Wire", "Wire", "Echo"]).dictionary_encode(),
        "pubdate": pyarrow.array([datetime(2026, 3, 3, 8), None, datetime(2026, 3, 4)], pyarrow.timestamp("ms", "UTC")),
        "extra": [{"a": [1]}, {"a": []}, None],
    },
    row_group_size=2,
)


def test_rows_are_read_in_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("news.parquet").write_bytes(NEWS)
    documents = list(read("news.parquet"))
    assert documents[0] == Document(
        id="1",
        source="Wire",
        title="Ferry back",
        text="It sails.",
        published=datetime(2026, 3, 3, 8, tzinfo=UTC),
        language="en",
    )
    assert [document.place for document in documents] == [f"news.parquet:{number}" for number in (1, 2, 3)]
    assert [document.text for document in documents] == ["It sails.", "No title here.", "Only a title"]
    assert documents[1].published is None


def test_standard_input_archives_and_compression_are_no_obstacle() -> None:
    assert told(items_of(NEWS)) == ["1", "2", "3"]
    assert documents_of(zipped({"n/news.parquet": NEWS}))[0].place == "-/n/news.parquet:1"
    assert len(documents_of(zstandard.compress(NEWS))) == 3


def test_times_of_a_zone_that_is_not_known_here_are_read_in_utc() -> None:
    """A Parquet file holds the moment in UTC; the zone is only for display."""
    moments = pyarrow.array([datetime(2026, 3, 3, 8), None], pyarrow.timestamp("ms", "Nowhere/At_All"))
    data = saved({"text": ["The ferry sank.", "The bridge fell."], "published": moments})
    assert [document.published for document in documents_of(data)] == [datetime(2026, 3, 3, 8, tzinfo=UTC), None]


def test_columns_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(saved({"wat": ["De veerboot vaart weer."], "n": [5]}))
    (error,) = iter_items([tmp_path])
    assert "The columns are 'wat', 'n'. Say which one it is" in str(error)
    (document,) = read(tmp_path, columns={"text": "wat", "id": "n"})
    assert (document.id, document.text) == ("5", "De veerboot vaart weer.")


def test_days_bytes_and_numbers() -> None:
    days = saved({"text": [b"Der Kapit\xe4n l\xe4chelt"], "date": [date(2026, 3, 3)], "id": [1.5]})
    (document,) = rows_here(days)
    assert isinstance(document, Document)
    assert (document.id, document.text, document.published_text) == ("1.5", "Der Kapitän lächelt", "2026-03-03")


def test_a_bad_row_costs_itself() -> None:
    far = pyarrow.array([0, 2**62], pyarrow.timestamp("us"))
    items = rows_here(saved({"text": ["One.", "Two."], "date": far}))
    assert isinstance(items[0], Document)
    assert told(items)[1].startswith("-:2: a value cannot be read (")
    (error,) = rows_here(saved({"text": [5]}))
    assert told([error]) == ["-:1: The field 'text' holds a number (5); it must be a text."]


def test_dates_that_are_no_times_leave_documents_undated() -> None:
    *documents, note = rows_here(saved({"text": ["One.", "Two."], "date": [1772409600, None]}))
    assert [isinstance(document, Document) and document.published for document in documents] == [None, None]
    assert note == Undated("-", "date", "1772409600", 1)


def test_a_column_of_times_under_another_name_is_reported() -> None:
    data = saved({"text": ["One."], "seen": [date(2026, 3, 3)]})
    (note,) = notes_in(rows_here(data))
    assert "--columns published=seen" in note.reason
    (document,) = rows_here(data, published="seen")
    assert isinstance(document, Document)
    assert document.published_text == "2026-03-03"


def test_a_long_value_is_a_limit() -> None:
    items = rows_here(saved({"text": ["x" * 200, "short"]}), Limits(item_bytes=100))
    assert [type(item) for item in items] == [LimitError, Document]


def test_a_table_without_rows_is_a_note() -> None:
    assert [note.reason for note in notes_in(rows_here(saved({"text": pyarrow.array([], pyarrow.string())})))] == [
        "a table without rows"
    ]


def test_a_bomb_of_repeated_values_stops() -> None:
    """Twenty thousand times the same page, written once: the file is small, what it says is not."""
    page = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 20_000, pyarrow.int32()), ["The ferry. " * 500])
    bomb = saved({"text": page})
    assert len(bomb) < 50_000
    with pytest.raises(LimitError, match="the Parquet data unfolds to more than 200 times its size"):
        rows_here(bomb)


def test_damage_is_a_named_error() -> None:
    for data in (NEWS[:200], NEWS[:-100] + NEWS[-90:], b"PAR1\x15" + b"x" * 100, NEWS[:-8] + b"\xff\xff\xff\x7fPAR1"):
        with pytest.raises(ReadError, match="the Parquet data is damaged"):
            rows_here(data)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit a process's memory")
def test_a_file_that_needs_too_much_memory_is_a_limit(tmp_path: Path) -> None:
    """Twelve texts of 40 MB each in a file of 2 MB, and all of them in one batch."""
    (tmp_path / "a.parquet").write_bytes(saved({"text": ["word " * 8_000_000] * 12}))
    (error,) = iter_items([tmp_path], limits=Limits(worker_megabytes=300))
    assert isinstance(error, LimitError)
    assert error.reason == "parsing it takes more than 300 MB of memory."


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (error,) = errors_in(items_of(NEWS))
    assert isinstance(error, MissingReaderError)
    assert str(error) == (
        "-: Parquet needs the extra 'files', which is not installed. Install it with: pip install 'meadow[files]'"
    )


@dear(0.1)
@given(st.data())
def test_damaged_files_give_documents_or_named_errors(data: st.DataObject) -> None:
    """In a worker, as ever: some of these could end the process that reads them."""
    file = bytearray(saved({"id": ["a", "b"], "text": ["One.", "Two."]}, compression="none"))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(5, len(file) - 5))
        file[at : at + 1] = data.draw(st.binary(min_size=1, max_size=1))
    assert told(items_of(bytes(file)))
