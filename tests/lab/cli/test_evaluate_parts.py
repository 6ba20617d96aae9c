"""The parts of `meadow evaluate`: tables, lists, files, options that go on, and paired comparisons."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from meadow.cli.inputs import read_file
from meadow.errors import InputError, ReadError
from meadow.lab.families.rouge_ways import token_notes
from meadow.lab.files.extracts import numbered, read_extract
from meadow.lab.files.texts import TextSet, align, with_short_names
from meadow.lab.tables.sheet import Sheet
from meadow.model import SentenceRef


def test_files_may_be_gzipped_and_marked(tmp_path: Path) -> None:
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress("\ufeffnine\n".encode()))
    assert read_file(str(tmp_path / "a.txt.gz")) == "nine\n"
    (tmp_path / "b.txt").write_bytes("neuf morts à Skérra".encode("utf-16"))
    assert read_file(str(tmp_path / "b.txt")) == "neuf morts à Skérra"


def test_a_file_that_cannot_be_opened_is_a_read_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.txt").write_text("x")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ReadError, match=r"a.txt: it cannot be read: Permission denied"):
        read_file(str(tmp_path / "a.txt"))


def test_single_texts_belong_together_whatever_they_are_called() -> None:
    system = TextSet("s", {"mine": ("x",)}, numbered=False)
    references = [TextSet("r1", {"a": ("y",)}, numbered=False), TextSet("r2", {"1": ("z", "w")}, numbered=True)]
    items = align([system], references)
    assert items.ids == ("mine",)
    assert items.references == (("y", "z", "w"),)
    assert items.most_references == 3


def test_a_reference_set_may_lack_items_that_another_has() -> None:
    system = TextSet("s", {"a": ("x",), "b": ("y",)}, numbered=False)
    all_of_them = TextSet("r1", {"b": ("2",), "a": ("1",)}, numbered=False)
    items = align([system], [all_of_them, TextSet("r2", {"b": ("3",)}, numbered=False)])
    assert items.references == (("1",), ("2", "3"))
    assert items.pairs("s") == [("x", ("1",)), ("y", ("2", "3"))]


def test_methods_are_called_like_their_files() -> None:
    sets = [TextSet(name, {}, numbered=False) for name in ("x/title.jsonl", "x/phrase.jsonl.gz")]
    assert [each.name for each in with_short_names(sets)] == ["title", "phrase"]
    clash = [TextSet(name, {}, numbered=False) for name in ("x/title.jsonl", "y/title.txt")]
    assert [each.name for each in with_short_names(clash)] == ["x/title.jsonl", "y/title.txt"]


def test_extracts_are_numbers_or_places(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text(" s3, 5;\n7\n")
    assert read_extract(str(tmp_path / "n.txt")) == frozenset({3, 5, 7})
    (tmp_path / "e.txt").write_text("\n")
    assert read_extract(str(tmp_path / "e.txt")) == frozenset()
    one, two = SentenceRef("a", 0), SentenceRef("b", 4)
    assert numbered([frozenset({2, 9})]) == [{2, 9}]
    assert numbered([frozenset({two}), frozenset({one, two})]) == [{0}, {0, 1}]
    assert numbered([frozenset({two}), frozenset({1})], [one, two]) == [{2}, {1}]
    with pytest.raises(InputError, match="sentence 4 of 'b', which is not there"):
        numbered([frozenset({two})], [one])


def comparisons(sheet: Sheet) -> list[dict[str, Any]]:
    found: Any = sheet.json["comparisons"]
    return list(found)


def test_warnings_of_measures_become_notes() -> None:
    from meadow.lab.evaluate import rouge

    with token_notes() as notes:
        rouge.score("", ["a"])
        rouge.score("", ["a"])
    assert len(notes) == 1
    assert "no token left" in notes[0]
