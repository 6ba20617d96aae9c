"""Printable text: it commands nothing, can be encoded, and stays on its line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brief.hostile import STRINGS
from meadow.text.clean import clean_line
from meadow.text.printable import is_one_line, one_line, printable


@given(st.one_of(st.text(st.characters(exclude_categories=())), st.sampled_from(STRINGS)))
def test_printed_lines_command_nothing_and_can_be_encoded(text: str) -> None:
    line = one_line(text)
    assert line.encode("utf-8").decode("utf-8") == line
    assert re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|  |^ | $", line) is None
    assert one_line(line) == line


@given(st.text())
def test_a_clean_line_has_one_line_and_single_blanks(text: str) -> None:
    line = clean_line(text)
    assert line == " ".join(line.split())
    assert clean_line(line) == line


@pytest.mark.parametrize(("text", "shown"), [("a\x1b[31mb", "a[31mb"), ("a\ud800", "a\ufffd"), ("a\tb\n", "a\tb\n")])
def test_what_drives_a_terminal_goes_and_line_ends_stay(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.sampled_from("ab  \t\n\xa0\u3000\u200bé—")))
def test_what_is_on_one_line_already_stays_as_it_is(text: str) -> None:
    assert not is_one_line(text) or " ".join(text.split()) == text
    assert is_one_line("one line of words")
    assert not any(map(is_one_line, ("two  blanks", " first", "last ", "a\nb")))
