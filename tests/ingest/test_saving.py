"""Rows written to files read back as equal documents, whatever the kind."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from meadow.errors import MeadowError, MissingExtraError, OutputError, UnknownNameError, UsageError
from meadow.ingest import read, saving
from meadow.ingest.jsonl import document_value
from meadow.ingest.saving import DOCUMENT_COLUMNS, KINDS, save_partitions
from meadow.model import Document

_WHEN = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
DOCUMENTS = [
    Document("a", "Wire", "Ferry back", "It sails.\n\nAgain.", _WHEN, "https://wire.example/a", "en"),
    Document("b", text="Een storm komt.", published=_WHEN.replace(hour=0, minute=0), day_only=True, language="nl"),
    Document("c", title="フェリー再開", language="ja"),
    Document("d", text="One. Two.", language="en", spans=((0, 4), (5, 9))),
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


def test_a_missing_extra_is_reported_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
