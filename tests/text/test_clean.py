from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text import clean
from meadow.text.clean import clean_text

# Letters, marks and blanks of many scripts, and everything that cleaning treats specially.
DIRTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x00\x07\r\n\t\x0b\x0c\x85\xa0\xad\u200b\u200c\u200d\u200e\u2028\u202e\u2060\u3000\ufeff\ud800 ab.é"
        ),
        st.sampled_from(
            "\u0300\u0301\u0315\u0316\u0344\u0308\u0338\u2adc\u0627\u0915\u094d\u0f73\u0958\U0001f468\ufe0f"
        ),
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("", ""),
        ("The ferry sank.", "The ferry sank."),
        ("a\x00b\x07c\x1bd\x7fe\x9ff", "abcdef"),
        (
            "one\r\ntwo\rthree\x0bfour\x0cfive\x85six\u2028seven\u2029eight",
            "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight",
        ),
        ("a\tb", "a\tb"),
        ("10\u00a0000\u202f000\u2009km\u3000east", "10 000 000 km east"),
        ("har\u00adbour zero\u200bwidth \ufeffmark\u2060", "harbour zerowidth mark"),
        ("\u202eleft\u202c \u2066isolate\u2069 \u200emark\u200f \u061cletter", "left isolate mark letter"),
        ("lone \ud83d surrogate", "lone \ufffd surrogate"),
        ("cafe\u0301", "café"),
        ("line   \nnext\t\nlast  ", "line\nnext\nlast"),
        ("one\n\n\n\n\ntwo", "one\n\ntwo"),
        ("one\n \n\t\n\ntwo", "one\n\ntwo"),
        ("\n\n  text  \n\n", "text"),
        (" \u00a0 ", ""),
    ],
)
def test_text_becomes_tidy(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("a\u200db\u200cc", "abc"),  # between Latin letters a joiner says nothing
        ("می\u200cخواهم", "می\u200cخواهم"),  # Persian: the prefix must not join
        ("क्\u200dष", "क्\u200dष"),  # Devanagari: a half letter
        ("x\u200d\u200d\u200dy", "xy"),
        ("👩\u200d🔬", "👩\u200d🔬"),  # one picture, not two
    ],
)
def test_joiners_stay_where_the_script_needs_them(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean


@given(DIRTY)
def test_a_second_cleaning_changes_nothing(text: str) -> None:
    once = clean_text(text)
    assert clean_text(once) == once


@given(DIRTY)
def test_clean_text_is_valid_text(text: str) -> None:
    clean = clean_text(text)
    clean.encode("utf-8")
    assert unicodedata.is_normalized("NFC", clean)
    assert not any(
        unicodedata.category(character) in ("Cc", "Cs") for character in clean.replace("\n", "").replace("\t", "")
    )
    assert {character for character in clean if character.isspace()} <= {" ", "\n", "\t"}
    assert "\n\n\n" not in clean
    assert clean == clean.strip()
    assert all(line == line.rstrip() for line in clean.split("\n"))


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60))
def test_no_letter_of_plain_text_is_lost(text: str) -> None:
    assert clean_text(text).split() == text.split()


def test_an_endless_run_of_marks_is_broken_up_and_not_sorted_for_hours() -> None:
    clean = clean_text("a" + "\u0315\u0300\u0316" * 100_000)
    assert "\u034f" in clean
    assert clean_text(clean) == clean


def test_thirty_marks_on_one_letter_are_left_alone() -> None:
    assert "\u034f" not in clean_text("a" + "\u0316" * 30)


def test_nothing_that_is_replaced_is_printable() -> None:
    assert not any(chr(point).isprintable() for point in clean._TABLE)


@given(
    st.text(
        st.sampled_from("ab \x07\r\x0b\xa0\xad\u200b\u2028\ud800\ud801\u3000\ufeff\u202a\u202b\u202c\u2066"),
        max_size=40,
    )
)
def test_what_is_replaced_kind_by_kind_is_what_a_table_replaces(text: str) -> None:
    assert clean.replaced(text) == text.translate(clean._TABLE)


MARKS = "\u0301\u0316\u094d"


@given(
    st.lists(st.tuples(st.sampled_from(MARKS + "a "), st.integers(1, 70)), max_size=6).map(
        lambda runs: "".join(character * count for character, count in runs)
    )
)
def test_runs_of_marks_are_broken_as_a_pattern_of_all_marks_does(text: str) -> None:
    long_run = re.compile(f"(?<![{MARKS}])[{MARKS}]{{31,}}+")
    thirty = re.compile(f"[{MARKS}]{{1,30}}")
    assert clean._break_runs(text) == long_run.sub(lambda run: "\u034f".join(thirty.findall(run[0])), text)
