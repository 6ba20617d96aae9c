"""The parts of `meadow evaluate`: tables, lists, files, options that go on, and paired comparisons."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.cli import inputs
from meadow.cli.inputs import read_file
from meadow.errors import InputError, ReadError, UsageError
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


KEYS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5)
ROWS = st.lists(st.dictionaries(KEYS, st.text(max_size=9) | st.integers(), min_size=1, max_size=3), max_size=4)


@given(ROWS)
def test_rows_read_back_as_lines_as_a_list_and_indented(rows: list[dict[str, object]]) -> None:
    assert inputs.json_rows(json.dumps(rows), place="x") == rows
    assert inputs.json_rows(json.dumps(rows, indent=2), place="x") == rows
    if len(rows) != 1:
        assert inputs.json_rows("\n".join(map(json.dumps, rows)) + "\n\n", place="x") == rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1}\n{"b": \n', "x.jsonl:2: it is not valid JSON"),
        ('{"a": 1}\n\n[1, 2]\n', "x.jsonl:3: [1, 2] is not a JSON object."),
        ("[1]", "x.jsonl, entry 1: 1 is not a JSON object."),
        ('[{"a": 1}, "two"]', 'x.jsonl, entry 2: "two" is not a JSON object.'),
    ],
)
def test_an_error_names_the_line_or_the_entry(text: str, said: str) -> None:
    with pytest.raises(ReadError) as caught:
        inputs.json_rows(text, place="x.jsonl")
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("path", "text", "json_told"),
    [
        ("a.json", "", True),
        ("a.JSONL.gz", "", True),
        ("a.ndjson", "x", True),
        ("a.csv", ' \n{"a": 1}', True),
        ("a.csv", "a,b", False),
        ("a", "[1]", False),
    ],
)
def test_json_is_told_by_its_suffix_or_a_brace(path: str, text: str, json_told: bool) -> None:
    assert inputs.is_json(path, text) is json_told


cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=8)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=4))
def test_a_table_reads_back_whatever_its_cells_hold(rows: list[tuple[str, str]]) -> None:
    written = io.StringIO(newline="")
    csv.writer(written).writerows([("item", "score"), *rows])
    found = inputs._csv_rows(written.getvalue(), place="x.csv")
    assert [tuple(row.values()) for row in found] == rows
    assert all(list(row) == ["item", "score"] for row in found)


@pytest.mark.parametrize("line", ["a", "a,b,c"])
def test_a_row_of_another_width_is_named(line: str) -> None:
    with pytest.raises(ReadError) as caught:
        inputs._csv_rows(f"item,score\na,1\n{line}\n", place="x.csv")
    assert str(caught.value) == "x.csv:3: the row does not have the 2 columns of the heading."


class TestFiles:
    """What is read of files."""

    def test_a_file_may_be_gzipped_or_marked_and_is_read_alike(self, tmp_path: Path) -> None:
        plain, packed, marked = tmp_path / "a.csv", tmp_path / "a.csv.gz", tmp_path / "b.csv"
        plain.write_text("item,score\nx,1\n", encoding="utf-8")
        packed.write_bytes(gzip.compress(plain.read_bytes()))
        marked.write_text("\ufeffitem,score\nx,1\n", encoding="utf-8")
        assert [inputs.read_rows(str(path)) for path in (plain, packed, marked)] == [[{"item": "x", "score": "1"}]] * 3

    def test_a_folder_and_an_empty_file_are_told(self, tmp_path: Path) -> None:
        with pytest.raises(InputError) as caught:
            inputs.read_file(str(tmp_path))
        assert str(caught.value) == f"{str(tmp_path)!r} is a folder, but one file is expected here. Name the file."
        empty = tmp_path / "a.jsonl"
        empty.write_text("\n", encoding="utf-8")
        with pytest.raises(ReadError, match=r"it holds no row\. Give at least one\."):
            inputs.read_rows(str(empty))

    def test_what_a_parser_refuses_is_told_with_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_text("text", encoding="utf-8")

        def refuse(text: str) -> None:
            raise InputError(f"{text!r} is nothing.")

        with pytest.raises(ReadError) as caught:
            inputs.parse_file(str(path), refuse)
        assert str(caught.value).startswith(f"{path}: 'text' is nothing.")
        assert inputs.parse_file(str(path), str.upper) == "TEXT"


def test_a_field_goes_by_the_first_name_that_the_row_has() -> None:
    row = {"name": None, "id": 7, "title": "Ferry"}
    assert inputs.text_field(row, ("name", "id", "title"), place="x") == "7"
    assert inputs.text_field(row, ("title", "id"), place="x") == "Ferry"
    with pytest.raises(ReadError) as caught:
        inputs.text_field({"a": [1]}, ("name", "a"), place="x:1")
    assert str(caught.value) == "x:1: there is no field 'name' or 'a' with a text. It has: 'a'."


@pytest.mark.parametrize(("item", "name"), [("a", "a"), (7, "7"), (["doc", 3], "doc:3")])
def test_an_item_has_one_name(item: object, name: str) -> None:
    assert inputs.item_name(item, "x") == name


def test_files_are_called_by_their_names_unless_those_repeat() -> None:
    assert inputs.distinct_names(["a/x.txt", "b/y.txt"]) == ["x.txt", "y.txt"]
    assert inputs.distinct_names(["a/x.txt", "b/x.txt"]) == ["a/x.txt", "b/x.txt"]
    with pytest.raises(UsageError, match=r"'a/x\.txt' is given twice"):
        inputs.distinct_names(["a/x.txt", "b/x.txt", "a/x.txt"])


_parts = st.lists(st.text("ab=1", min_size=1, max_size=4) | st.just("mix(a=1,b=(2,3))"), min_size=1, max_size=4)


@given(_parts)
def test_a_list_comes_apart_as_it_was_joined(parts: list[str]) -> None:
    assert inputs.split_list(" , ".join(parts), option="--metrics") == parts


@pytest.mark.parametrize("text", ["", ",", "a,", ",a", "a,,b", " "])
def test_a_list_with_a_gap_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        inputs.split_list(text, option="--metrics")
    assert str(caught.value).startswith(f"--metrics is {text!r}.")
    assert caught.value.allowed == "Give one or more, with commas between them."


def test_numbers_are_numbers() -> None:
    assert inputs.split_numbers("10, 20.5,3e1", option="--rates") == [10.0, 20.5, 30.0]
    with pytest.raises(UsageError, match="--rates is '10,ten'") as caught:
        inputs.split_numbers("10,ten", option="--rates")
    assert caught.value.allowed == "Give numbers, with commas between them: 10,20,30."
