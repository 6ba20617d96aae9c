"""Facts with a scope: of whom, where and when a figure holds, how sure it is, and what makes it news."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grouping.differing import Article, differences, told
from meadow.grouping.facts.claim import Claim
from meadow.grouping.facts.reading import leans_on_past, read_claims
from stories import START

A, B, C, D = "Harbour Wire", "Courier", "Ledger", "Echo"

APART: dict[str, list[Article]] = {
    "countries": [
        (0, A, "Hurricane Odo killed 231 people in Honduria, the government said."),
        (6, B, "Hurricane Odo tore through the region. Salvania reported 239 deaths."),
        (30, C, "Officials in Nicarona said Hurricane Odo had killed 357 people there."),
    ],
    "companies": [
        (0, A, "Shares of Northgate fell 62 cents on Tuesday."),
        (1, B, "Shares of Vantel fell 67 cents on Tuesday."),
    ],
    "crews of two yachts": [
        (0, A, "The six crew members of the Orion were lifted off by helicopter."),
        (2, B, "The nine crew members of the Postboy were lifted off by helicopter."),
    ],
    "those who are and those who act": [
        (0, A, "The court has 9 justices, who will hear the case of the girl, 18."),
        (1, B, "Four justices of the court voted against hearing the case of the 18-year-old girl."),
    ],
    "a part and its whole": [
        (0, A, "The flood broke two of its five piers at Vellin."),
        (2, B, "The flood broke five piers of the bridge at Vellin."),
    ],
    "a place in an order": [
        (0, A, "It was the third strike of the drivers in Orl this month."),
        (2, B, "It was the fourth strike of the drivers in Orl this month."),
    ],
    "dead or wounded": [
        (0, A, "The shelling left 40 people dead or wounded in Orl."),
        (2, B, "The shelling of Orl killed 12 people."),
    ],
    "an earthquake of old": [
        (0, A, "The earthquake in Orl killed 120 people."),
        (
            2,
            B,
            "The quake recalled the one of 1997. That earthquake killed 300 people. The quake in Orl killed 120 people.",
        ),
    ],
    "a toll that falls": [
        (0, A, "The flood in Orl killed 900 people, aid workers said."),
        (48, B, "The flood in Orl killed 337 people."),
        (50, C, "The flood in Orl killed 337 people, police said."),
    ],
}


@pytest.mark.parametrize("name", APART)
def test_figures_of_another_scope_are_no_disagreement(name: str) -> None:
    assert differences(APART[name]) == ()


@pytest.mark.parametrize(
    "articles",
    [
        [
            (0, A, "At least 12 people died in the quake at Orl."),
            (4, B, "At least 14 people died in the quake at Orl."),
        ],
        [(0, A, "At least 12 people died in the quake at Orl."), (1, B, "The quake at Orl killed 14 people.")],
        [(0, A, "The quake at Orl killed 12 people."), (20, B, "The quake at Orl killed 14 people.")],
    ],
)
def test_more_after_at_least_is_an_update_with_the_older_figure_superseded(articles: list[Article]) -> None:
    assert told(differences(articles)) == [("dead", ["14"], ["12"])]


def test_a_correction_takes_a_toll_back() -> None:
    articles: list[Article] = [
        (0, A, "The flood in Orl killed 357 people."),
        (48, B, "Officials revised the death toll of the flood in Orl down to 239."),
    ]

    assert told(differences(articles)) == [("dead", ["239"], ["357"])]


@given(st.lists(st.integers(2, 60), min_size=2, max_size=6, unique=True))
def test_the_toll_in_force_is_never_below_an_older_one(values: list[int]) -> None:
    articles: list[Article] = [
        (24.0 * day, f"Outlet {day}", f"The flood in Orl killed {value} people.") for day, value in enumerate(values)
    ]

    for _, in_force, older in told(differences(articles)):
        assert min(map(int, in_force)) > max(map(int, older), default=0)


def claims(text: str) -> tuple[Claim, ...]:
    return read_claims(text, "en", START)


def test_a_claim_knows_whom_it_is_about_and_not_who_says_so() -> None:
    (fallen,) = claims("Shares of Northgate fell 62 cents on Tuesday.")
    (swimmers,) = claims("Harris said 64 swimmers were out in the bay.")
    (dead,) = claims("On Monday Honduria reported 231 deaths.")

    assert fallen.names == {"northgat"}
    assert fallen.predicate == "fell"
    assert swimmers.names == frozenset()
    assert dead.names == {"honduria"}


def test_a_sentence_leans_on_the_past_only_with_a_pointing_word() -> None:
    past, now = "The quake recalled the one of 1997.", "The quake struck at dawn."

    assert leans_on_past("That earthquake killed 300 people.", past, "en", START)
    assert not leans_on_past("That earthquake killed 300 people.", now, "en", START)
    assert not leans_on_past("The earthquake killed 300 people.", past, "en", START)
