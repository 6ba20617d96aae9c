"""What a number counts: the noun behind it, its adjectives with it, or the toll that it is the value of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import numbers


def counted(text: str, language: str = "en") -> list[str | None]:
    return [figure.counted for figure in numbers(text, language)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Rescuers found 14 missing climbers.", ["missing climbers"]),
        ("Nine more people came.", ["people"]),
        ("Two passenger trains met.", ["passenger trains"]),
        ("Nine of the boats sank.", [None]),
        ("The death toll rose to 17.", ["death toll"]),
        ("The number of dead rose to 17.", ["number of dead"]),
        ("The death toll is unknown. It rose to 17.", [None]),
        ("At least 14 dead.", ["dead"]),
        ("A quake of magnitude 6.3 killed 12.", [None, None]),
        ("At least 12 killed and 30 injured.", ["killed", "injured"]),
        ("It rose to 17.", [None]),
    ],
)
def test_english(text: str, wanted: list[str | None]) -> None:
    assert counted(text) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("es", "Llegaron 14 personas desaparecidas.", ["personas"]),
        ("es", "Medio millón de personas salió.", ["personas"]),
        ("es", "Murieron 14 de sus 17 tripulantes.", [None, "tripulantes"]),
        ("nl", "Er kwamen 14 mensen.", ["mensen"]),
        ("nl", "Nog 3 andere schepen zonken.", ["schepen"]),
    ],
)
def test_spanish_and_dutch(language: str, text: str, wanted: list[str | None]) -> None:
    assert counted(text, language) == wanted


@given(st.integers(2, 999), st.sampled_from(["boats", "old boats", "fishing boats", "people", "farms"]))
def test_a_noun_behind_a_number_is_what_it_counts_whatever_the_number(number: int, noun: str) -> None:
    (found,) = numbers(f"They saw {number} {noun}.", "en")
    assert (int(found.value), found.counted, found.unit) == (number, noun, None)
