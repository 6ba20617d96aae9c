"""Foreign strings for a terminal: nothing that moves a cursor or forges a line gets through, and JSON stays JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.shown import escaped_json, one_shown_line, shown_lines

ANY = st.text(st.characters(codec=None))


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("plain, größer, 橋", "plain, größer, 橋"),
        ("\x1b[2Jgone", r"\x1b[2Jgone"),
        ("a\nmeadow: forged", r"a\nmeadow: forged"),
        ("\x9b31m", r"\x9b31m"),
        ("evil\u202etxt.exe", r"evil\u202etxt.exe"),
        ("caf\udce9", r"caf\xe9"),
        ("half \ud83d", r"half \ud83d"),
        ("tab\tbell\x07", r"tab\tbell\x07"),
    ],
)
def test_one_line(given_text: str, shown: str) -> None:
    assert one_shown_line(given_text) == shown


def test_lines_keep_their_ends_and_tabs() -> None:
    assert shown_lines("a\tb\nc\x1b[0m\r") == "a\tb\nc\\x1b[0m\\r"


@given(ANY)
def test_what_is_shown_can_be_printed_and_is_shown_once(text: str) -> None:
    line = one_shown_line(text)
    assert line.encode("utf-8").decode("utf-8").splitlines() in ([], [line])
    assert not any(ord(each) < 32 or 127 <= ord(each) < 160 for each in line)
    assert one_shown_line(line) == line
    assert shown_lines(line) == line


@given(ANY)
def test_json_is_the_same_value_without_anything_unseen(text: str) -> None:
    plain = escaped_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(plain) == [text]
    assert shown_lines(plain) == plain
