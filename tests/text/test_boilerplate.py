"""Sentences that are no news: bylines, credits, rights, invitations to click; in doubt a sentence is news."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.boilerplate import is_boilerplate


@pytest.mark.parametrize(
    ("language", "text", "is_none"),
    [
        ("en", "  By Iris Vale of the Harbour Wire  ", True),
        ("en", "BY IRIS VALE AND GRETA HOLM", True),
        ("nl", "Door Iris van der Vale", True),
        ("en", "By Vale", False),
        ("en", "By Iris Vale.", False),
        ("it", "By Iris Vale", False),
        ("en", "", False),
        ("en", "   ", False),
    ],
)
def test_a_byline_of_its_language_is_no_news(language: str, text: str, is_none: bool) -> None:
    assert is_boilerplate(text, language) is is_none


def test_a_long_text_is_news_whatever_it_begins_with() -> None:
    long = "By " + "Iris Vale and " * 25 + "Greta Holm"
    assert len(long) > 300
    assert not is_boilerplate(long)


@given(st.text(max_size=80), st.sampled_from(["en", "es", "xx"]))
def test_blanks_around_a_sentence_change_nothing(text: str, language: str) -> None:
    assert is_boilerplate(f"  {text}\n", language) == is_boilerplate(text, language)
