"""Sheets: plain cells become tables, tables print bare or in any form, and nothing is said twice."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.tables import Column, Entry, Table, check_table
from meadow.lab.tables.rendering import FORMS
from meadow.lab.tables.sheet import Cell, Sheet, finite, format_sheet, make_table, records
from meadow.lab.tables.terminal import format_bare


def test_texts_that_come_first_are_labels_and_whole_numbers_show_no_digits() -> None:
    table = make_table(("name", "value", "count"), [("a", 1.0, 3), ("longer", None, 12)], title="Title")
    assert table.heads == ("name",)
    assert table.columns == (Column("value", digits=4), Column("count", digits=0))
    assert [row.labels for row in table.rows] == [("a",), ("longer",)]
    assert table.rows[1].entries == (Entry(None), Entry(12.0))
    assert check_table(table) is table


def test_a_bare_table_aligns_numbers_right_and_words_left() -> None:
    table = make_table(("name", "value", "count"), [("a", -1.0, 3), ("longer", None, 12)], title="Title")
    assert format_bare(table) == "Title\nname      value  count\na       -1.0000      3\nlonger        –     12"


def test_a_bare_table_counts_wide_characters_twice() -> None:
    first, second = format_bare(make_table(("name", "value"), [("東京", 1), ("ab", 2)])).splitlines()[1:]
    assert first == "東京      1"
    assert second == "ab        2"


def test_a_table_may_have_no_labels_or_no_figures() -> None:
    assert format_bare(make_table(("x",), [(math.inf,), (2,)])) == "     x\n     ∞\n2.0000"
    assert format_bare(make_table(("a", "b"), [("one", "two")])) == "a    b\none  two"
    assert format_bare(make_table(("a", "b"), [])) == "a  b"


def test_infinity_is_null_in_json() -> None:
    assert records(("x", "y"), [(math.inf, 2)]) == [{"x": None, "y": 2}]
    assert (finite(math.inf), finite(None), finite(0.0)) == (None, None, 0.0)


words = st.text("abc東–", max_size=6)
cells: st.SearchStrategy[Cell] = st.one_of(st.none(), st.integers(-99, 99), st.floats(-1, 1))


@given(st.lists(st.tuples(words.filter(bool), cells, cells), min_size=1, max_size=5))
def test_all_lines_of_a_bare_table_have_a_cell_for_every_column(rows: list[tuple[str, Cell, Cell]]) -> None:
    shown = format_bare(make_table(("one", "two", "three"), rows)).split("\n")
    assert len(shown) == len(rows) + 1
    assert all(line == line.rstrip() for line in shown)


FIRST = Sheet(blocks=["one"], value={"a": 1}, notes=["n"], signatures=["s|v:1"])
SECOND = Sheet(blocks=["two"], value={"b": 2}, notes=["n"], signatures=["s|v:1", "t|v:1"])
SHEET = Sheet(
    blocks=[
        make_table(("system", "F"), [("lead", 0.25)]),
        make_table(("unit", "x"), [("u", 1)], title="More"),
        "as a line",
    ],
    value={"measure": "rouge", "f": 0.25},
    notes=["A note."],
    signatures=["rouge|v:1"],
)


def test_sheets_add_up_and_say_nothing_twice() -> None:
    both = FIRST + SECOND
    assert format_sheet(both) == "one\n\ntwo\n\nn\n\ns|v:1\nt|v:1"
    assert both.json == {"a": 1, "b": 2, "notes": ["n"], "signatures": ["s|v:1", "t|v:1"]}
    assert format_sheet(Sheet() + FIRST) == format_sheet(FIRST)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_holds_the_tables_and_whatever_was_said_beside_them(form: str) -> None:
    shown = format_sheet(SHEET, form)
    assert "lead" in shown
    if form != "csv":  # a line per figure, and nothing else
        assert shown.count("as a line") == shown.count("A note.") == 1
    assert not shown.endswith("\n")


def test_a_sheet_without_a_table_still_says_what_it_has_to_say() -> None:
    assert "one" in format_sheet(FIRST, "markdown")


def test_json_of_a_table_is_that_of_the_lab() -> None:
    shown = format_sheet(Sheet(blocks=SHEET.blocks[:1]), "json")
    assert json.loads(shown)["rows"][0]["entries"][0]["value"] == 0.25
    assert isinstance(SHEET.blocks[0], Table)
