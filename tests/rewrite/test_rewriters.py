"""Rewriting: what is printed, what was cut, and how a sentence is shortened as the last resort."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.rewrite.none import none
from meadow.rewrite.rewritten import Cut
from meadow.rewrite.trim import trim
from meadow.text.shortening import MARK, shorten


def test_trim_drops_the_dateline_and_records_it() -> None:
    text = "SANT ORIEL, March 3 (Harbour Wire) - A ferry\n capsized off Skerra."
    result = trim(text)
    assert result.text == "A ferry capsized off Skerra."
    (cut,) = result.cuts
    assert (cut.kind, text[cut.start : cut.end]) == ("dateline", "SANT ORIEL, March 3 (Harbour Wire) - ")


def test_trim_leaves_other_sentences_alone() -> None:
    assert trim("The ferry - a car ferry - capsized.").text == "The ferry - a car ferry - capsized."
    assert trim("The ferry capsized.").cuts == ()


def test_trim_empties_boilerplate() -> None:
    result = trim("All rights reserved.")
    assert result.text == ""
    assert result.cuts == (Cut("boilerplate", 0, 20),)


def test_none_only_joins_lines() -> None:
    assert none("CAIRO (AFP) - A\nferry.").text == "CAIRO (AFP) - A ferry."


CLAUSES = "The ferry capsized off Skerra on Monday; the captain, who had been warned, was rescued by a trawler."


@pytest.mark.parametrize(
    ("limit", "wanted"),
    [
        (60, "The ferry capsized off Skerra on Monday…"),
        (80, "The ferry capsized off Skerra on Monday…"),
        (30, "The ferry capsized off Skerra…"),
        (1, "…"),
    ],
)
def test_shortening_ends_at_the_best_clause_that_fits(limit: int, wanted: str) -> None:
    assert shorten(CLAUSES, lambda text: len(text) <= limit) == (wanted if limit > 1 else "")


def test_shortening_text_without_spaces_cuts_anywhere() -> None:
    assert shorten("潮見宇宙開発機構は発表した", lambda text: len(text) <= 6) == "潮見宇宙開…"


@given(st.text(max_size=80), st.integers(0, 90))
def test_shortened_text_fits_and_is_marked(text: str, limit: int) -> None:
    short = shorten(text, lambda part: len(part) <= limit)
    assert len(short) <= limit
    assert short == "" or (short.endswith(MARK) and text.startswith(short.removesuffix(MARK)))
