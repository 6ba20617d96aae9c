"""The parts of `meadow evaluate`: tables, lists, files, options that go on, and paired comparisons."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from meadow.cli.inputs import distinct_names, is_json, json_rows, read_file, split_list, split_numbers
from meadow.errors import InputError, ReadError, UsageError
from meadow.lab.families.comparison import compare_systems
from meadow.lab.families.rouge_ways import token_notes
from meadow.lab.files.extracts import numbered, read_extract
from meadow.lab.files.texts import TextSet, align, with_short_names
from meadow.lab.tables.sheet import Sheet
from meadow.model import SentenceRef


def test_lists_keep_what_is_in_parentheses_together() -> None:
    assert split_list("rouge1, rougeW(weight=1.5, x=2),rougeL", option="-m") == [
        "rouge1",
        "rougeW(weight=1.5, x=2)",
        "rougeL",
    ]
    assert split_numbers("10, 20.5", option="-p") == [10.0, 20.5]
    with pytest.raises(UsageError, match=r"-p is 'a'. Give numbers"):
        split_numbers("a", option="-p")


def test_files_are_called_by_name_unless_names_repeat() -> None:
    assert distinct_names(["x/a.txt", "y/b.txt"]) == ["a.txt", "b.txt"]
    assert distinct_names(["x/a.txt", "y/a.txt"]) == ["x/a.txt", "y/a.txt"]


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


def test_json_is_told_by_suffix_or_brace() -> None:
    assert is_json("a.jsonl.gz", "")
    assert is_json("a", ' \n{"x": 1}')
    assert not is_json("a.txt", "[1] A text")
    rows = [{"x": 1}, {"x": 2}]
    for text in ('{"x": 1}\n\n{"x": 2}\n', '[{"x": 1}, {"x": 2}]'):
        assert json_rows(text, place="p") == rows
    assert json_rows('{"x": 1}', place="p") == [{"x": 1}]
    with pytest.raises(ReadError, match=r"p, entry 2: 3 is not a JSON object"):
        json_rows('[{"x": 1}, 3]', place="p")
    with pytest.raises(ReadError, match=r"p:2: it is not valid JSON"):
        json_rows('{"x": 1}\n' + "[" * 100_000, place="p")


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


def test_one_system_alone_is_compared_with_nothing() -> None:
    assert compare_systems({"m": {"a": [1.0]}}, unit="item", seed=0) == Sheet()


def comparisons(sheet: Sheet) -> list[dict[str, Any]]:
    found: Any = sheet.json["comparisons"]
    return list(found)


def test_one_unit_has_a_test_but_no_interval() -> None:
    sheet = compare_systems({"m": {"a": [1.0], "b": [0.0]}}, unit="item", seed=0)
    (comparison,) = comparisons(sheet)
    assert (comparison["difference"], comparison["low"], comparison["p"]) == (1.0, None, 1.0)
    assert sheet.notes == ["An interval needs at least two units (item)."]


def test_every_further_system_is_compared_with_the_first() -> None:
    sheet = compare_systems({"m": {"a": [1.0, 2.0], "b": [0.0, 0.0], "c": [3.0, 3.0]}}, unit="item", seed=0)
    found = [(each["first"], each["second"], each["difference"]) for each in comparisons(sheet)]
    assert found == [("a", "b", 1.5), ("a", "c", -1.5)]


def test_warnings_of_measures_become_notes() -> None:
    from meadow.lab.evaluate import rouge

    with token_notes() as notes:
        rouge.score("", ["a"])
        rouge.score("", ["a"])
    assert len(notes) == 1
    assert "no token left" in notes[0]
