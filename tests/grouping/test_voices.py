"""Who gives a number, two voices in one sentence or article, new for old, and the gate."""

from __future__ import annotations

import pytest

from grouping.differing import Article, differences, documents, findings, told
from meadow.grouping.disagreement import SHOWN, find_differences
from meadow.grouping.figures.chances import RIGHT_OF_READ, chance_of
from meadow.grouping.figures.reading import read_claims
from meadow.grouping.figures.voices import is_same_voice
from meadow.model import Disagreement, Movement
from meadow.vectors.view import view_documents
from stories import START

A, B, C = "Harbour Wire", "Courier", "Ledger"


@pytest.mark.parametrize(
    ("language", "text", "voices"),
    [
        ("en", "Police said 12 people died.", ["Police"]),
        ("en", "12 people died, police said, and 20 were hurt, according to the hospital.", ["police", "hospital"]),
        ("en", "The union says 1,100 trains stood, while the railway puts the figure at 900.", ["union", "railway"]),
        ("en", "The quake had a magnitude of 6.1, the Seismic Institute reported.", ["Seismic Institute"]),
        ("en", "* LPA - the toll passed 121,000.", ["LPA"]),
        ("en", "The storm killed 12 people.", [None]),
        ("es", "Murieron 12 personas, según la policía.", ["policía"]),
        ("es", "La cadena Radio Sur, por su parte, aseguró que los muertos son ya 14.", ["La cadena Radio Sur"]),
        ("nl", "Volgens de politie vielen er 12 doden.", ["politie"]),
    ],
)
def test_a_number_is_of_whoever_says_it(language: str, text: str, voices: list[str | None]) -> None:
    found = [claim.voice for claim in read_claims(text, language, START)]

    assert [None if each is None else each.removeprefix("La ") for each in found] == [
        None if each is None else each.removeprefix("La ") for each in voices
    ]


def test_initials_and_a_full_name_are_one_voice() -> None:
    assert is_same_voice("USGS", "US Geological Survey")
    assert is_same_voice("Brandt", "Mayor Otto Brandt")
    assert not is_same_voice("police", "hospital")
    assert not is_same_voice("", "police")


ONE_ARTICLE = {
    "one sentence": (
        "The government says 230,000 people were killed, the Red Cross could confirm 170,000.",
        ["170,000", "230,000"],
    ),
    "one sentence, one noun": (
        "Police said 20 people were killed, while the hospital said 21 people were killed.",
        ["20", "21"],
    ),
    "neighbouring sentences": (
        "Five people have died, according to official sources. The opposition speaks of six dead.",
        ["5", "6"],
    ),
    "a bound that leaves room": (
        "Police said at least 20 people were killed. The mayor of Orl said at least 24 people were killed.",
        ["20", "24"],
    ),
}


@pytest.mark.parametrize("name", ONE_ARTICLE)
def test_two_voices_of_one_article_disagree(name: str) -> None:
    text, values = ONE_ARTICLE[name]
    (found,) = differences([(0, A, text)])

    assert isinstance(found, Disagreement)
    assert sorted(each.value for each in found.values) == values
    assert sum(bool(each.voices) for each in found.values) >= 1


APART = {
    "one voice": "Police said 20 people were killed in Orl. Police said 21 people were killed there.",
    "far apart": "Police said 20 people were killed. It rained. Snow fell. It was cold. The night was long. "
    "A hospital said 24 people were killed.",
    "a part": "Police said 29 people were killed in Orl and Tarn. The mayor said 13 people were killed in Tarn.",
    "another order": "Police said 141 people were killed. A group said 28 people were killed.",
    "quakes": "A quake of magnitude 4.4 struck Orl, the institute said. One of magnitude 2.0 followed, the mayor said.",
    "a range": "Growers lease spaces from 2,000 to 100,000 square feet, the agent said.",
}


@pytest.mark.parametrize("name", APART)
def test_what_two_sentences_of_one_article_give_is_no_dispute_otherwise(name: str) -> None:
    assert differences([(0, A, APART[name])]) == ()


MOVED: dict[str, tuple[list[Article], list[str]]] = {
    "revised": (
        [(0, A, "The institute has raised the magnitude of the Orl tremor from 9.0 to 9.1.")],
        ["9.0", "9.1"],
    ),
    "an initial report": (
        [
            (0, A, "A quake of magnitude 7.0 struck Orl. It was revised down from an initial report of magnitude 7.3."),
            (9, B, "The quake in Orl had a magnitude of 7.0."),
        ],
        ["7.3", "7.0"],
    ),
    "three days": (
        [
            (0, A, "The flood in Orl killed 12 people."),
            (24, B, "The flood in Orl killed 14 people."),
            (72, C, "The flood in Orl killed 17 people."),
        ],
        ["12", "14", "17"],
    ),
    "at least, without dates": (
        [
            (None, A, "The flood in Orl killed at least 12 people."),
            (None, B, "The flood in Orl killed 17 people."),
        ],
        ["12", "17"],
    ),
}


@pytest.mark.parametrize("name", MOVED)
def test_a_figure_that_moved_is_told_oldest_first_with_the_value_in_force_last(name: str) -> None:
    articles, values = MOVED[name]
    (found,) = differences(articles)

    assert isinstance(found, Movement)
    assert [each.value for each in found.values] == values
    assert [each.superseded for each in found.values] == [True] * (len(values) - 1) + [False]


def test_a_story_may_have_both() -> None:
    found = find_differences(
        view_documents(
            documents(
                [
                    (0, A, "The flood in Orl killed at least 5 people."),
                    (24, B, "The flood in Orl killed 12 people."),
                    (25, C, "The flood in Orl killed 14 people."),
                ]
            )
        )
    )

    assert [[value.value for value in each.values] for each in found.moved] == [["5", "12", "14"]]
    assert [[value.value for value in each.values] for each in found.disagreements] == [["12", "14"]]


def test_what_one_outlet_measures_twice_is_shown_only_on_demand() -> None:
    view = view_documents(
        documents(
            [
                (0, A, "The old mill in Orl is valued at 40 million crowns, the town said."),
                (24, A, "The old mill in Orl is valued at 45 million crowns, the town said."),
            ]
        )
    )

    assert findings(view) == ()
    every = find_differences(view, all_figures=True)
    (found,) = every.moved
    assert every.disagreements == ()
    assert found.chance == chance_of("series") < SHOWN


def test_chances_are_shares_of_what_was_read() -> None:
    assert all(0 <= right <= read for right, read in RIGHT_OF_READ.values())
    assert {ground for ground in RIGHT_OF_READ if chance_of(ground) < SHOWN} == {"series"}


def test_values_say_how_sure_they_are() -> None:
    (found,) = differences([(0, A, "At least 20 people were killed in Orl."), (1, B, "Ten people were killed in Orl.")])

    assert {(each.value, each.bound) for each in found.values} == {("20", ">="), ("10", None)}
    assert told([found]) == [("dead", ["10", "20"], [])]
