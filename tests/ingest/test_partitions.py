"""Parts of files, joined in any division, give what the whole file gives."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path

import pyarrow
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from meadow.errors import InputError, ReadError, SpecError
from meadow.ingest import LIMITS, Item, Undated, iter_items
from meadow.ingest.items import JsonKeys
from meadow.ingest.opening import reopen
from meadow.ingest.parquet import iter_rows
from meadow.ingest.partitions import Partition, iter_partition, iter_partitions, join_partitions
from meadow.model import Document

LINES = (
    b'{"id": "a", "text": "The ferry sails again."}',
    b'{"title": "Only a title", "published": "2026-03-02"}',
    b'{"id": "b", "text": "A storm is coming.", "date": "some day"}',
    b"",
    b"   ",
    b"not json",
    b'{"documents": [{"text": "One of two."}, {"text": "Two of two."}]}',
    '{"text": "フェリーは再び出航する。"}'.encode(),
)


def parts_of(path: Path, size: int) -> list[Partition]:
    parts = list(iter_partitions([path], size=size))
    assert all(isinstance(part, Partition) for part in parts)
    return [part for part in parts if isinstance(part, Partition)]


def joined(parts: Sequence[Partition]) -> list[Item]:
    return list(join_partitions((part, iter_partition(part)) for part in parts))


def shown(items: Sequence[Item]) -> list[tuple[object, ...]]:
    """Return all of the items, that is the places of documents too, which take no part in equality."""
    return [
        (item, item.place, item.origin) if isinstance(item, Document) else (type(item), item.place, item.reason)
        for item in items
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    lines=st.lists(st.sampled_from(LINES), min_size=1, max_size=30),
    ends=st.sampled_from([b"\n", b"\r\n"]),
    last=st.booleans(),
    mark=st.booleans(),
    size=st.integers(1, 400),
)
def test_any_division_of_lines_gives_the_file(
    tmp_path: Path, lines: list[bytes], ends: bytes, last: bool, mark: bool, size: int
) -> None:
    path = tmp_path / "news.jsonl"
    path.write_bytes((b"\xef\xbb\xbf" if mark else b"") + ends.join(lines) + (ends if last else b""))
    parts = parts_of(path, size)
    assert shown(joined(parts)) == shown(list(iter_items([path])))
    divided = [part for part in parts if part.kind == "lines"]
    assert all(left.end == right.start for left, right in pairwise(divided))
    assert not divided or (divided[0].start, divided[-1].end) == (0, path.stat().st_size)


def test_a_file_is_divided_at_the_line_ends_after_the_size(tmp_path: Path) -> None:
    path = tmp_path / "news.jsonl"
    path.write_bytes(b'{"text":"aa"}\n' * 10)
    assert parts_of(path, 25) == [
        Partition(str(path), "lines", start, min(start + 28, 140), start // 14) for start in range(0, 140, 28)
    ]
    assert parts_of(path, 140) == [Partition(str(path))]


def test_a_note_about_dates_counts_over_all_parts(tmp_path: Path) -> None:
    path = tmp_path / "news.jsonl"
    path.write_bytes(b'{"text": "A storm.", "date": "some day"}\n' * 9)
    notes = [item for item in joined(parts_of(path, 100)) if isinstance(item, Undated)]
    assert [(note.count, note.example, note.column) for note in notes] == [(9, "some day", "date")]


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst", "wide.jsonl", "a.txt"])
def test_what_cannot_be_divided_is_one_part(tmp_path: Path, name: str) -> None:
    data = b"\n".join(LINES)
    folded = {
        "a.jsonl.gz": gzip.compress(data, mtime=0),
        "a.jsonl.zst": zstandard.compress(data),
        "wide.jsonl": data.decode().encode("utf-16"),
        "a.txt": b"A text.\n" * 40,
    }
    (tmp_path / name).write_bytes(folded[name])
    assert parts_of(tmp_path, 20) == [Partition(str(tmp_path / name))]
    assert shown(joined(parts_of(tmp_path, 20))) == shown(list(iter_items([tmp_path])))


def _table(rows: int, **more: Sequence[object]) -> bytes:
    columns = {"id": [f"d{n}" for n in range(rows)], "text": [f"The ferry sails, trip {n}." for n in range(rows)]}
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table({**columns, **more}), buffer, row_group_size=3)
    return buffer.getvalue()


def test_row_groups_give_the_table(tmp_path: Path) -> None:
    path = tmp_path / "news.parquet"
    path.write_bytes(_table(8, pubdate=["2026-03-02", "soon"] * 4))
    parts = parts_of(path, 1)
    assert [(part.kind, part.start, part.end, part.before) for part in parts] == [
        ("rows", 0, 1, 0),
        ("rows", 1, 2, 3),
        ("rows", 2, 3, 6),
    ]
    assert shown(joined(parts)) == shown(list(iter_items([path])))


def test_a_note_about_the_form_of_a_table_comes_once() -> None:
    data = _table(8, seen=[date(2026, 3, 2)] * 8)

    def rows(groups: range | None, before: int) -> list[Item]:
        opened = reopen(data, place="news.parquet", path=None, depth=0)
        return list(iter_rows(opened, LIMITS, {}, groups=groups, before=before))

    pieces = [*rows(range(2), 0), *rows(range(2, 3), 6)]
    assert sorted(map(str, shown(pieces))) == sorted(map(str, shown(rows(None, 0))))


@pytest.mark.parametrize("columns", [{}, {"text": "stuk"}])
def test_notes_on_keys_add_up_over_the_parts_of_a_file(columns: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "news.jsonl"
    rows = [{"title": f"Trip {n}", "rubric": "sea"} if n % 7 == 0 else {"text": f"Trip {n}."} for n in range(60)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    parts = parts_of(path, 300)
    assert len(parts) > 3
    items = list(join_partitions((part, iter_partition(part, columns=columns)) for part in parts))
    assert items == list(iter_items([path], columns=columns))
    note = items[-1]
    assert isinstance(note, JsonKeys)
    assert "only a title and no text in 9 documents" in note.reason


def test_a_part_alone_has_the_places_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("news.jsonl").write_text("".join(json.dumps({"text": f"Trip {n}."}) + "\n" for n in range(6)))
    last = parts_of(Path("news.jsonl"), 40)[-1]
    assert [item.place for item in iter_partition(last) if isinstance(item, Document)] == [
        "news.jsonl:5",
        "news.jsonl:6",
    ]


def test_a_file_that_was_changed_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "news.jsonl"
    path.write_bytes(b'{"text":"aa"}\n' * 10)
    parts = parts_of(path, 28)
    path.write_bytes(b'{"text":"a longer one"}\n' * 10)
    (error,) = iter_partition(parts[1])
    assert isinstance(error, ReadError)
    assert "changed after it was divided. Divide it again." in str(error)
    path.unlink()
    (gone,) = iter_partition(parts[1])
    assert isinstance(gone, ReadError)
    (whole,) = iter_partition(Partition(str(path)))
    assert isinstance(whole, ReadError)


def test_bad_input_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Standard input cannot be divided"):
        iter_partitions(["-"])
    with pytest.raises(InputError, match="There is no file or folder"):
        iter_partitions([tmp_path / "none"])
    with pytest.raises(SpecError, match="size=0"):
        iter_partitions([tmp_path], size=0)


def test_a_damaged_table_is_one_part_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "news.parquet"
    path.write_bytes(_table(8)[:-9])
    (error,) = joined(parts_of(path, 1))
    assert isinstance(error, ReadError)
    assert "damaged" in str(error)


def test_dividing_and_reading_never_hold_the_file(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    line = json.dumps({"text": "A ferry sails. " * 60, "published": "2026-03-02", "language": "en"}).encode() + b"\n"
    path.write_bytes(line * 12_000)  # 12 MB
    tracemalloc.start()
    parts = parts_of(path, 2 << 20)
    count = sum(isinstance(item, Document) for part in parts for item in iter_partition(part))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (count, len(parts)) == (12_000, 6)
    assert peak < 5 << 20, f"{peak:,} bytes for a file of {path.stat().st_size:,}"
