"""Sentences that are no news: bylines, credits, rights, invitations to click; in doubt a sentence is news."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.boilerplate import is_boilerplate


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "By Iris Vale"),
        ("en", "BY IRIS VALE AND GRETA HOLM"),
        ("en", "By Iris Vale, Harbour Wire | 3 March"),
        ("en", "  By Iris Vale of the Harbour Wire  "),
        ("es", "Por Iris Vale"),
        ("nl", "Door Iris van der Vale"),
        ("de", "Von Iris Vale"),
        ("fr", "Par Iris Vale"),
        ("en", "© 2026 Harbour Wire. All rights reserved."),
        ("es", "Harbour Wire 2026, all rights reserved."),
    ],
)
def test_what_is_no_news(language: str, text: str) -> None:
    assert is_boilerplate(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "By Monday Morning"),
        ("en", "By Iris Vale."),
        ("en", "By Vale"),
        ("en", "By noon the ferry had sunk"),
        ("en", "Por Iris Vale"),
        ("it", "By Iris Vale"),
        ("en", "The ferry sank off Marlow on Wednesday."),
        (
            "en",
            "The chief said that all rights reserved to miners are void, and that the mine is to close, " + "x" * 110,
        ),
        ("en", ""),
        ("en", "   "),
    ],
)
def test_what_may_be_news(language: str, text: str) -> None:
    assert not is_boilerplate(text, language)


def test_a_long_text_is_news_whatever_it_begins_with() -> None:
    long = "By " + "Iris Vale and " * 25 + "Greta Holm"
    assert len(long) > 300
    assert not is_boilerplate(long)


@given(st.text(max_size=80), st.sampled_from(["en", "es", "xx"]))
def test_blanks_around_a_sentence_change_nothing(text: str, language: str) -> None:
    assert is_boilerplate(f"  {text}\n", language) == is_boilerplate(text, language)
