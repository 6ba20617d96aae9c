"""What was supposed and is ruled out later, and what only seems to be."""

from __future__ import annotations

import pytest

from grouping.differing import Article, differences, told

A, B, C = "Harbour Wire", "Courier", "Ledger"
STRUCK = "The ferry Orla appeared to have struck a rock, the coast guard said."
RULED_OUT = "Divers who went down on Friday ruled out a rock."

FOUND: dict[str, tuple[str, list[Article], tuple[str, list[str], list[str]]]] = {
    "ruled out": ("en", [(0, A, STRUCK), (60, B, RULED_OUT)], ("rock", ["ruled out"], ["supposed"])),
    "set against another": (
        "en",
        [
            (0, A, "Engineers believe that a frozen valve stopped the rocket."),
            (60, B, "A wiring fault, and not a frozen valve, stopped the rocket, the inquiry found."),
        ],
        ("valve", ["ruled out"], ["supposed"]),
    ),
    "no sign of it": (
        "en",
        [
            (0, A, "Police suspect arson at the mill in Orl."),
            (30, B, "There was no sign of arson at the mill in Orl, firefighters said."),
        ],
        ("arson", ["ruled out"], ["supposed"]),
    ),
    "descartado": (
        "es",
        [
            (0, A, "La policía cree que un cortocircuito causó el incendio del molino."),
            (30, B, "La investigación descartó un cortocircuito en el molino."),
        ],
        ("cortocircuito", ["descartado"], ["supuesto"]),
    ),
    "uitgesloten": (
        "nl",
        [
            (0, A, "De brand in de molen is vermoedelijk ontstaan door kortsluiting."),
            (30, B, "De politie vond geen aanwijzingen voor kortsluiting in de molen."),
        ],
        ("kortsluiting", ["uitgesloten"], ["vermoed"]),
    ),
}

LEFT_OUT: dict[str, list[Article]] = {
    "supposed again afterwards only": [(0, A, RULED_OUT), (60, B, STRUCK)],
    "without dates": [(None, A, STRUCK), (None, B, RULED_OUT)],
    "not ruled out": [(0, A, STRUCK), (60, B, "Divers who went down on Friday have not ruled out a rock.")],
    "itself supposed": [
        (0, A, "Engineers believe that a frozen valve stopped the rocket."),
        (60, B, "Others believe that a wiring fault, and not a frozen valve, stopped the rocket."),
    ],
    "stated, and not supposed": [(0, A, "The ferry Orla struck a rock."), (60, B, RULED_OUT)],
    "somebody's words": [(0, A, STRUCK), (60, B, '"We have ruled out a rock," a diver said.')],
    "years later": [(0, A, STRUCK), (24 * 400, B, RULED_OUT)],
    "the thing itself is not found": [
        *[(at, f"{A} {at}", "The ferry Orla may have sunk off Skerra.") for at in range(8)],
        (30, B, "Boats found no trace of the ferry off Skerra."),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_what_was_supposed_and_is_ruled_out_is_superseded(name: str) -> None:
    language, articles, expected = FOUND[name]
    assert told(differences(articles, language)) == [expected]


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_nobody_surely_supposed_before_is_left_out(name: str) -> None:
    assert not differences(LEFT_OUT[name], "en")
