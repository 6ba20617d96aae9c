"""Facts with a scope: of whom, where and when a figure holds, how sure it is, and what makes it news."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grouping.differing import Article, differences, told
from meadow.grouping.figures.claim import Claim
from meadow.grouping.figures.past import is_background, may_lean
from meadow.grouping.figures.reading import read_claims
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

    assert may_lean("That earthquake killed 300 people.", "en")
    assert not may_lean("The earthquake killed 300 people.", "en")
    assert is_background(past, "en", START)
    assert not is_background(now, "en", START)


BACKGROUND = {
    "in that year": ("en", "The Orl has not stood so high since 1974. In that year 19 people died.", "5 people died."),
    "a year of its own": ("en", "The flood of 1998 killed 19 people.", "The flood killed 5 people."),
    "a decade": ("en", "In the 1970s a flood killed 19 people.", "The flood killed 5 people."),
    "long ago": ("en", "Two decades ago, a flood killed 19 people.", "The flood killed 5 people."),
    "years ago": ("en", "Twelve years ago, said the mayor, 19 people died.", "The flood killed 5 people."),
    "speaking on": (
        "en",
        "The town was under water two decades ago. That flood came at night. Those waves killed 19 people.",
        "The flood killed 5 people.",
    ),
    "similar": ("en", "A similar flood in Tolsby killed 19 people.", "The flood killed 5 people."),
    "ese año": ("es", "En 1974 el Orl se desbordó. Ese año murieron 19 personas.", "Murieron 5 personas."),
    "dat jaar": ("nl", "In 1974 brak de dijk. Dat jaar vielen 19 doden.", "Er vielen 5 doden."),
    "同年": ("ja", "オルル川は1974年にも決壊した。同年の洪水で19人が死亡した。", "この洪水で5人が死亡した。"),
    "その": ("ja", "オルル川は1974年にも決壊した。その洪水では19人が死亡した。", "この洪水で5人が死亡した。"),
}


@pytest.mark.parametrize("name", BACKGROUND)
def test_an_event_of_another_time_told_as_background_is_compared_with_nothing(name: str) -> None:
    language, background, news = BACKGROUND[name]
    plain = {"en": "19 people died.", "es": "Murieron 19 personas.", "nl": "Er vielen 19 doden."}

    assert differences([(0, A, background), (1, B, news)], language) == ()
    assert differences([(0, A, plain.get(language, "洪水で19人が死亡した。")), (1, B, news)], language)


def test_a_decade_that_is_not_over_is_no_past() -> None:
    articles: list[Article] = [
        (0, A, "In the worst flood of the 2020s 19 people died."),
        (1, B, "5 people died."),
    ]

    assert told(differences(articles)) == [("dead", ["19", "5"], [])]


QUOTES: dict[str, list[tuple[str, str]]] = {
    "en": [
        ("Shares in Northgate closed at 43.10 crowns.", "Shares in Northgate closed at 44.70 crowns."),
        ("Northgate shares fell 3.1 per cent.", "Northgate shares fell 4.2 per cent."),
    ],
    "es": [("Las acciones de Norte cerraron a 43,10 euros.", "Las acciones de Norte cerraron a 44,70 euros.")],
    "nl": [("Het aandeel Noord sloot op 43,10 euro.", "Het aandeel Noord sloot op 44,70 euro.")],
    "ja": [("東京の銀行株の終値は4310円だった。", "東京の銀行株の終値は4470円だった。")],
}


@pytest.mark.parametrize(("language", "first", "second"), [(name, *pair) for name in QUOTES for pair in QUOTES[name]])
def test_quotes_of_a_market_are_compared_only_for_one_day(language: str, first: str, second: str) -> None:
    assert differences([(0, A, first), (48, B, second)], language) == ()
    assert differences([(None, A, first), (None, B, second)], language) == ()


def test_two_quotes_of_one_day_disagree_unless_one_is_of_the_hours_before_the_close() -> None:
    first = "Shares in Northgate Savings closed at 43.10 crowns after the rival bid."
    second = "Shares in Northgate Savings closed at 44.70 crowns after the rival bid."

    ((_, in_force, _),) = told(differences([(0, A, first), (2, B, second)]))
    assert in_force == ["43.10", "44.70"]
    assert differences([(0, A, first.replace("closed", "stood in early trading")), (2, B, second)]) == ()


def test_the_ends_of_a_range_with_two_signs_are_no_values() -> None:
    articles: list[Article] = [
        (0, A, "The owners of the mill lost $3 million in the flood."),
        (1, B, "The owners of the mill lost $2-$4 million in the flood."),
    ]

    assert differences(articles) == ()
