"""CSV and JSON: everything, unrounded, read back by other programs."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.tables.samples import TABLE, tables
from meadow.errors import InputError
from meadow.lab.results import format_items
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.lab.tables import json as as_json
from meadow.lab.tables import spreadsheet as as_csv
from meadow.lab.tables.spreadsheet import format_csv, safe_text


def test_lines_of_csv() -> None:
    lines = as_csv.format_table(TABLE).splitlines()
    assert lines[0] == "system,length,group,column,value,low,high,marks,theirs"
    assert lines[1] == "lead,10 %,ROUGE,R-1,0.4,0.38,0.4321,,false"
    assert lines[6] == "lead,10 %,,cost,,,,,true"
    assert lines[9] == "mead_2,10 %,,cost,-1.26,-2.0,1.0,†,false"
    assert len(lines) == 1 + 4 * 3


@given(tables().filter(lambda table: bool(table.columns)))
def test_csv_reads_back_with_every_digit(table: Table) -> None:
    read = list(csv.reader(io.StringIO(as_csv.format_table(table))))[1:]
    assert len(read) == len(table.rows) * len(table.columns)
    entries = [entry for row in table.rows for entry in row.entries]
    for cells, entry in zip(read, entries, strict=True):
        numbers = [None if text == "" else float(text) for text in cells[-5:-2]]
        assert numbers == [entry.value, entry.low, entry.high]


def test_csv_leaves_empty_what_is_no_number() -> None:
    entries = tuple(Entry(value) for value in (None, math.nan, math.inf, 0.1 + 0.2))
    columns = tuple(Column(name) for name in "abcd")
    lines = as_csv.format_table(Table("t", "T", ("system",), columns, (Row(("lead",), entries),))).splitlines()[1:]
    assert [line.split(",")[3] for line in lines] == ["", "", "inf", "0.30000000000000004"]


@given(tables())
def test_json_reads_back_as_the_same_table(table: Table) -> None:
    assert as_json.parse_table(as_json.format_table(table)) == table


def test_json_says_which_are_best_and_has_a_line_per_row() -> None:
    text = as_json.format_table(TABLE)
    rows = json.loads(text)["rows"]
    assert [[entry["best"] for entry in row["entries"]] for row in rows] == [
        [False, False, False],
        [False, False, False],
        [True, True, True],
        [False, False, False],
    ]
    assert sum(line.startswith(' {"labels"') for line in text.splitlines()) == len(TABLE.rows)


def test_json_has_null_and_a_note_for_what_it_cannot_hold() -> None:
    row = Row(("lead",), (Entry(math.inf, math.nan, 2.0),))
    held = json.loads(as_json.format_table(Table("t", "T", ("system",), (Column("R"),), (row,))))
    assert held["rows"][0]["entries"][0] == {"value": None, "low": None, "high": 2.0, "marks": [], "best": False}
    assert held["notes"] == ["lead, R: the value is inf, written as null.", "lead, R: the low is nan, written as null."]


def test_a_table_is_not_changed_by_printing_it() -> None:
    before = replace(TABLE)
    as_json.format_table(TABLE)
    assert before == TABLE


@pytest.mark.parametrize("text", ["", "[]", '{"name": "t"}', "{"])
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"The text is no table: .* as `meadow\.lab\.tables\.rendering` writes it"):
        as_json.parse_table(text)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\x00"))


@pytest.mark.golden("B10")
@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_what_would_start_a_formula_is_a_text(start: str) -> None:
    assert safe_text(f"{start}HYPERLINK(1)") == f"'{start}HYPERLINK(1)"
    (_, row) = csv.reader(io.StringIO(format_items([{"system": f"{start}cmd", "value": -0.5}]), newline=""))
    assert row == [f"'{start}cmd", "-0.5"]


@given(st.lists(st.lists(texts, min_size=2, max_size=2)))
def test_cells_read_back_and_none_starts_a_formula(rows: list[list[str]]) -> None:
    read = list(csv.reader(io.StringIO(format_csv(["a", "b"], rows), newline="")))
    assert read == [["a", "b"], *([safe_text(cell) for cell in row] for row in rows)]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for row in read for cell in row)


@given(st.floats(allow_nan=False))
def test_numbers_keep_every_digit(number: float) -> None:
    assert float(format_csv(["x"], [[number]]).splitlines()[1]) == number


def test_other_cells() -> None:
    cells = [None, float("nan"), True, 3, ["a", 1], {"k": "v"}]
    (_, row) = csv.reader(io.StringIO(format_csv(list("abcdef"), [cells])))
    assert row == ["", "", "true", "3", '["a", 1]', '{"k": "v"}']
