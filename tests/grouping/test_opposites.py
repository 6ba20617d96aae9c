"""Where sources assert opposites: decisions and causes, and what only seems to be one."""

from __future__ import annotations

import pytest

from grouping.differing import Article, differences, told
from meadow.grouping.figures.asserted import assertions_in
from stories import START

A, B, C = "Harbour Wire", "Courier", "Ledger"

Finding = tuple[str, list[str], list[str]]

CAUSE: list[Article] = [
    (0, A, "The blast at the Orl grain mill was an accident, police in Tolsby said."),
    (2, B, "The blast at the Orl grain mill was an attack, firefighters in Tolsby said."),
]
DECIDED: dict[str, tuple[str, list[Article], Finding]] = {
    "a cause within hours": ("en", CAUSE, ("blast", ["accident", "attack"], [])),
    "a cause found later": ("en", [CAUSE[0], (40, B, CAUSE[1][2])], ("blast", ["attack"], ["accident"])),
    "a cause without dates": (
        "en",
        [(None, A, CAUSE[0][2]), (None, B, CAUSE[1][2])],
        ("blast", ["accident", "attack"], []),
    ),
    "a permit": (
        "en",
        [
            (0, A, "The environment ministry on Monday granted a permit to shoot a wolf in Orl."),
            (60, B, "The court suspended the permit that the environment ministry had issued on Monday."),
        ],
        ("permit", ["suspended"], ["granted"]),
    ),
    "a passive": (
        "en",
        [
            (0, A, "The takeover of Northgate Savings was approved by the cartel office."),
            (30, B, "The cartel office has rejected the takeover of Northgate Savings."),
        ],
        ("takeover", ["rejected"], ["approved"]),
    ),
    "an office": (
        "en",
        [
            (0, A, "Mayor Livia Sand will not resign over the bakery affair."),
            (50, B, "Mayor Livia Sand resigned over the bakery affair."),
        ],
        ("Sand", ["resigned"], ["will not resign"]),
    ),
    "a verdict": (
        "en",
        [
            (0, A, "The court in Orl acquitted Otto Brandt of fraud."),
            (1, B, "Otto Brandt was found guilty of fraud by the court in Orl."),
        ],
        ("Brandt", ["acquitted", "found guilty"], []),
    ),
    "una fusión": (
        "es",
        [
            (0, A, "El gobierno de Marenza aprobó la fusión de los bancos Alba y Norte."),
            (30, B, "El tribunal de Marenza rechazó la fusión de los bancos Alba y Norte."),
        ],
        ("fusión", ["rechazó"], ["aprobó"]),
    ),
    "een vergunning": (
        "nl",
        [
            (0, A, "De provincie heeft de vergunning verleend voor de windmolens bij Wellen."),
            (30, B, "De rechtbank heeft de vergunning geschorst voor de windmolens bij Wellen."),
        ],
        ("vergunning", ["geschorst"], ["verleend"]),
    ),
    "辞任": (
        "ja",
        [
            (0, A, "鳴崎市の不正会計の問題で、田中市長は続投すると表明した。"),
            (30, B, "鳴崎市の不正会計の問題で、田中市長は辞任すると表明した。"),
        ],
        ("田中市長", ["辞任"], ["続投"]),
    ),
}


@pytest.mark.parametrize("name", DECIDED)
def test_opposites_of_one_thing_are_listed_and_the_older_decision_is_superseded(name: str) -> None:
    language, articles, wanted = DECIDED[name]

    assert told(differences(articles, language)) == [wanted]


APART: dict[str, list[Article]] = {
    "another thing": [CAUSE[0], (2, B, "The blaze at the Orl grain mill was an attack, police in Tolsby said.")],
    "doubted": [CAUSE[0], (2, B, "The blast at the Orl grain mill may have been an attack, police in Tolsby said.")],
    "denied": [CAUSE[0], (2, B, "The blast at the Orl grain mill was not an attack, police in Tolsby said.")],
    "quoted": [CAUSE[0], (2, B, "“The blast at the Orl grain mill was an attack”, a man in Tolsby shouted.")],
    "one outlet": [CAUSE[0], (2, A, CAUSE[1][2])],
    "both told": [CAUSE[0], (2, B, f"{CAUSE[1][2]} {CAUSE[0][2]}")],
    "a compound": [CAUSE[0], (2, B, "The blast at the Orl grain mill was an attack drill, police in Tolsby said.")],
    "of another year": [
        CAUSE[0],
        (2, B, "The blast at the Orl grain mill was an attack in 1998, police in Tolsby said."),
    ],
    "decisions without dates": [
        (None, A, "The cartel office has approved the takeover of Northgate Savings."),
        (None, B, "The cartel office has rejected the takeover of Northgate Savings."),
    ],
    "decisions of one hour, back and forth": [
        (0, A, "The cartel office has approved the takeover of Northgate Savings."),
        (1, B, "The cartel office has rejected the takeover of Northgate Savings."),
        (2, C, "The cartel office has approved the takeover of Northgate Savings."),
    ],
    "other companies": [
        (0, A, "The cartel office in Orl approved the takeover of Northgate by Banco Alba."),
        (9, B, "The cartel office in Orl rejected the takeover of Vantel by Grey Heron."),
    ],
    "just anybody": [
        (0, A, "Police in Orl arrested a man outside the grain mill."),
        (9, B, "Police in Orl released a man outside the grain mill."),
    ],
    "what was released": [
        (0, A, "Police in Orl arrested the driver who killed a woman outside the mill."),
        (9, B, "Police in Orl released the name of the woman killed by a driver outside the mill."),
    ],
}


@pytest.mark.parametrize("name", APART)
def test_what_is_doubted_or_of_another_thing_is_no_opposite(name: str) -> None:
    assert differences(APART[name]) == ()


def test_an_assertion_is_of_the_object_the_passive_subject_or_the_head_before_a_preposition() -> None:
    texts = (
        "The ministry granted a new shooting permit to Orl.",
        "The permit for Orl was suspended.",
        "The fire at the mill was deliberate.",
    )

    assert [each.about for text in texts for each in assertions_in(text, "en", START)] == ["permit", "permit", "fire"]
