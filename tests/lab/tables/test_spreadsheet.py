"""CSV by the lab: read back as it was, and nothing in it that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.lab.results import format_items
from meadow.lab.tables.spreadsheet import format_csv, safe_text

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
