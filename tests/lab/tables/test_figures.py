from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.tables.samples import TABLE
from meadow.errors import UnknownNameError
from meadow.lab.tables import Entry, Row
from meadow.lab.tables.figures import (
    footnotes,
    interval_text,
    label_texts,
    number_text,
)
from meadow.lab.tables.rendering import FORMS, SUFFIXES, render


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.4512, 3, "0.451"),
        (12.34, 1, "12.3"),
        (-0.25, 2, "−0.25"),
        (-0.0004, 3, "0.000"),
        (0.0, 2, "0.00"),
        (7.0, 0, "7"),
        (None, 3, "–"),
        (math.nan, 3, "–"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
    ],
)
def test_numbers(value: float | None, digits: int, text: str) -> None:
    assert number_text(value, digits) == text


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9), st.integers(0, 6))
def test_a_number_reads_back_as_it_was_rounded(value: float, digits: int) -> None:
    assert float(number_text(value, digits).replace("−", "-")) == round(value, digits)


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (Entry(0.451, 0.43, 0.472), "[.430, .472]"),
        (Entry(0.9, 0.8, 1.0), "[.800, 1.000]"),
        (Entry(0.1, -0.12, 0.3), "[−0.120, .300]"),
        (Entry(0.1, None, 0.3), "[–, .300]"),
        (Entry(0.1), None),
    ],
)
def test_intervals_drop_a_leading_zero_and_nothing_else(entry: Entry, text: str | None) -> None:
    assert interval_text(entry, 3) == text


def test_labels_of_a_paper_are_marked_once() -> None:
    assert label_texts(Row(("lead", "10 %"), (), theirs=True)) == ("◦ lead", "10 %")
    assert label_texts(Row(("lead",), ())) == ("lead",)
    assert label_texts(Row((), (), theirs=True)) == ()


def test_footnotes_explain_every_sign_unless_a_note_does() -> None:
    assert footnotes(TABLE)[-2:] == ("◦ printed in the paper", "↓ lower is better")
    told = replace(TABLE, notes=("Rows marked ◦ are printed in the paper, on its own data.",))
    assert [line for line in footnotes(told) if "◦" in line] == list(told.notes)


def test_forms_are_known_by_name() -> None:
    assert FORMS == ("terminal", "markdown", "latex", "csv", "json", "html") == tuple(SUFFIXES)
    with pytest.raises(UnknownNameError, match=r"'markdwn'.*markdown"):
        render(TABLE, "markdwn")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_each_time_and_ends_its_last_line(form: str) -> None:
    text = render(TABLE, form)
    assert text == render(TABLE, form)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "html"])
def test_intervals_can_be_left_out_where_people_read(form: str) -> None:
    assert ".432" in render(TABLE, form)
    assert ".432" not in render(TABLE, form, intervals=False)


@pytest.mark.parametrize("form", ["csv", "json"])
def test_data_keep_their_intervals_unrounded(form: str) -> None:
    assert "0.4321" in render(TABLE, form, intervals=False)
