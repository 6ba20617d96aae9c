"""Rows written to files read back as equal documents, whatever the kind."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from meadow import digest
from meadow.brief.json import brief_value
from meadow.brief.schemas import BRIEF_COLUMNS
from meadow.errors import MeadowError, MissingExtraError, OutputError, UnknownNameError, UsageError
from meadow.ingest import read, saving
from meadow.ingest.jsonl import document_value
from meadow.ingest.saving import DOCUMENT_COLUMNS, KINDS, save_partitions
from meadow.model import Document, WireMetadata

_WHEN = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
DOCUMENTS = [
    Document("a", "Wire", "Ferry back", "It sails.\n\nAgain.", _WHEN, "https://wire.example/a", "en"),
    Document("b", text="Een storm komt.", published=_WHEN.replace(hour=0, minute=0), day_only=True, language="nl"),
    Document("c", title="フェリー再開", language="ja"),
    Document("d", text="One. Two.", language="en", spans=((0, 4), (5, 9))),
    Document(
        "e",
        text="It rang.",
        language="en",
        published=_WHEN,
        authors=("Ana Reed", "Bo"),
        sections=("Sea",),
        pages=(0,),
        wire=WireMetadata(version="2", signals=("correction",), embargoed=_WHEN, subjects=("medtop:1",)),
    ),
]


def saved(documents: list[Document], folder: Path, kind: str, rows_per_file: int = 3) -> list[Path]:
    rows = map(document_value, documents)
    return list(save_partitions(rows, folder, kind=kind, columns=DOCUMENT_COLUMNS, rows_per_file=rows_per_file))


@pytest.mark.parametrize("kind", KINDS)
def test_documents_read_back_equal(tmp_path: Path, kind: str) -> None:
    paths = saved(DOCUMENTS, tmp_path / "out", kind)
    assert [path.name for path in paths] == [f"part-00000.{kind}", f"part-00001.{kind}"]
    assert list(read(tmp_path / "out", strict=True)) == DOCUMENTS


@pytest.mark.parametrize("kind", KINDS)
def test_equal_rows_give_equal_bytes(tmp_path: Path, kind: str) -> None:
    first, second = (saved(DOCUMENTS, tmp_path / name, kind) for name in ("one", "two"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@pytest.mark.parametrize("kind", KINDS)
def test_no_rows_make_one_empty_file(tmp_path: Path, kind: str) -> None:
    (path,) = saved([], tmp_path / "out", kind)
    assert path.is_file()
    assert len(saved(DOCUMENTS[:3], tmp_path / "three", kind)) == 1


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    for target in (tmp_path, tmp_path / "mine.txt"):
        with pytest.raises(UsageError, match=r"is not an empty folder\. Name a new folder"):
            saved(DOCUMENTS, target, "jsonl")
    with pytest.raises(UnknownNameError, match="Did you mean 'parquet'"):
        saved(DOCUMENTS, tmp_path / "out", "parket")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_missing_extra_is_told_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "find_spec", {"pyarrow": object()}.get)
    with pytest.raises(MissingExtraError, match=r"Writing jsonl\.zst needs the extra 'files'"):
        saved(DOCUMENTS, tmp_path / "out", "jsonl.zst")


def test_what_ends_half_way_leaves_whole_files_only(tmp_path: Path) -> None:
    def broken() -> Iterator[dict[str, object]]:
        yield from map(document_value, DOCUMENTS)
        raise RuntimeError("the reader failed")

    with pytest.raises(RuntimeError, match="the reader failed"):
        list(save_partitions(broken(), tmp_path / "out", columns=DOCUMENT_COLUMNS, rows_per_file=3))
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["part-00000.jsonl"]


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, mode: str) -> None:
        raise OSError(28, "No space left on device", str(self), mode)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(OutputError, match="No space left") as caught:
        saved(DOCUMENTS, tmp_path / "out", "jsonl")
    assert caught.value.exit_code == 3
    assert issubclass(OutputError, MeadowError)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_not_gathered(tmp_path: Path, kind: str) -> None:
    rows = ({"id": str(n), "text": f"Trip {n}: {'a ferry sails ' * 60}"} for n in range(10_000))  # 9 MB
    tracemalloc.start()
    list(save_partitions(rows, tmp_path / "out", kind=kind, columns=DOCUMENT_COLUMNS, rows_per_file=4_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 << 20


def test_parquet_has_times_lists_and_structs(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    zoned = Document("z", text="It rang.", language="en", published=datetime.fromisoformat("2026-03-02T09:30:00+01:00"))
    saved([*DOCUMENTS[1:2], zoned, DOCUMENTS[4]], tmp_path / "out", "parquet")
    table = parquet.read_table(tmp_path / "out" / "part-00000.parquet")
    assert table.schema.field("published").type == pyarrow.timestamp("us", tz="UTC")
    assert table.schema.field("authors").type == pyarrow.list_(pyarrow.string())
    assert table.column("wire").to_pylist()[2]["signals"] == ["correction"]
    back = list(read(tmp_path / "out"))
    assert [each.published_text for each in back[:2]] == ["2026-03-02", "2026-03-02T09:30:00+01:00"]
    rows = map(brief_value, digest([zoned, DOCUMENTS[4]]))
    (path,) = save_partitions(rows, tmp_path / "stories", kind="parquet", columns=BRIEF_COLUMNS)
    story = parquet.read_table(path).to_pylist()[0]
    assert story["first"] == _WHEN
    assert story["summary"]["sentences"][0]["covers"] in ([], [{"document": "e", "index": 0}])
    assert {each["published"] for each in story["articles"]} == {
        "2026-03-02T09:30:00+01:00",
        "2026-03-02T08:30:00+00:00",
    }
