"""Where a word stands: written just so, whole, and every time."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.word_places import has_word, word_places


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Lund met Lund.", [0, 9]),
        ("“Lund”, Lund's and Lund-Rubin", [1, 8, 19]),
        ("Lunds, Allund and Lund_1", []),
        ("lund, LUND", []),
        ("", []),
    ],
)
def test_a_word_stands_where_it_is_whole(text: str, places: list[int]) -> None:
    assert list(word_places(text, "Lund")) == places
    assert has_word(text, "Lund") is bool(places)


def test_no_word_stands_nowhere() -> None:
    assert list(word_places("Lund", "")) == []


@given(st.text("aB_é1’ -", max_size=30), st.text("aBé1_", min_size=1, max_size=3))
def test_places_are_those_of_a_pattern(text: str, word: str) -> None:
    assert list(word_places(text, word)) == [match.start() for match in re.finditer(rf"\b{re.escape(word)}\b", text)]
