from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import documents_of, items_of, notes_in, told
from meadow.errors import ReadError, ReadWarning
from meadow.ingest import Undated, read
from meadow.model import Document


@pytest.mark.parametrize("name", ["date", "Published", "datum", "fecha", "日付"])
def test_a_column_of_dates_that_is_not_understood_is_named_once(name: str) -> None:
    items = items_of(f"id;{name};text\na;03/04/26;One.\nb;2026-03-04;Two.\nc;;Three.\nd;soon;Four.\n")
    documents = [item for item in items if isinstance(item, Document)]
    day = datetime(2026, 3, 4, tzinfo=UTC)
    assert {document.id: document.published for document in documents} == {"a": None, "b": day, "c": None, "d": None}
    assert [item for item in items if not isinstance(item, Document)] == [Undated("-", name, "03/04/26", 2)]


def test_the_note_says_what_to_do() -> None:
    assert str(Undated("news.csv", "datum", "3.4.26", 1)) == (
        "news.csv: the dates of column 'datum' are not understood in 1 row, such as '3.4.26';"
        " these documents are kept undated. Write dates as ISO 8601,"
        " such as 2026-03-01, or name another column: --columns published=NAME."
    )


def test_in_python_it_is_a_warning_and_with_strict_an_error(tmp_path: Path) -> None:
    path = tmp_path / "news.csv"
    path.write_text("id,date,text\na,soon,One.\n", encoding="utf-8")
    with pytest.warns(ReadWarning, match="'soon'"):
        (document,) = read(path)
    assert document.published is None
    with pytest.raises(ReadError, match="'soon'"):
        list(read(path, strict=True))


@pytest.mark.parametrize("cell", ["2026-03-04", "4 maart 2026", "31/12/2026", "31.12.2026 10:00", "2026年3月4日"])
def test_a_column_of_dates_under_another_name_is_reported(cell: str) -> None:
    items = items_of(f"id;erschienen;text\na;{cell};One.\nb;;Two.\n")
    (note,) = notes_in(items)
    assert told(items)[:2] == ["a", "b"]
    assert note.reason.startswith(f"no column is known to hold dates, but 'erschienen' looks so, with {cell!r}")
    assert "--columns published=erschienen" in note.reason
    assert ("ISO 8601" in note.reason) == (cell != "2026-03-04")


@pytest.mark.parametrize("cells", [("20260304", "20260305"), ("2026-03-04", "north"), ("", ""), ("1.5", "2.5")])
def test_numbers_and_mixed_columns_are_no_dates(cells: tuple[str, str]) -> None:
    first, second = cells
    documents_of(f"id;mark;text\na;{first};One.\nb;{second};Two.\n")


@given(st.lists(st.dates(min_value=date(1000, 1, 1)), min_size=1, max_size=5))
def test_days_as_iso_writes_them_never_give_a_note(days: list[date]) -> None:
    rows = "".join(f"{number};{day.isoformat()};Text {number}.\n" for number, day in enumerate(days))
    documents = documents_of(f"id;date;text\n{rows}")
    assert [document.published_text for document in documents] == [day.isoformat() for day in days]
