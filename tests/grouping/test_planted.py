"""The sample's planted contradictions: a floor that only rises, and the list of what else is found."""

from __future__ import annotations

from functools import cache

from grouping.planted import Result, measure_sample

# What is not found, though its values are numbers: docs/explanation/disagreement.md says why.
MISSED = {
    ("ferry-es", "marenzanos a bordo"),
    ("bank-merger", "price offered by Aldern Mutual, crowns"),
    ("outbreak", "death toll"),
    ("outbreak", "patients in intensive care"),
    ("plant-fire", "deaths"),
    ("rail-strike", "end of the strike"),
    ("rail-strike", "cost to the economy a day, crowns"),
    ("data-breach", "customers affected"),
    ("flood", "width of the breach"),
    ("satellite", "launches suspended"),
    ("satellite-ja", "見合わせた打ち上げの回数"),
    ("bakery", "caraway loaves a day"),
}
# What is found besides, and real.
OTHERS = {
    ("recount", "votes"),
    ("ferry", "rescued"),
    ("ferry", "rock"),
    ("wolf", "wolves"),
    ("wolf", "animals"),
    ("flood-nl", "plaatsen"),
}


@cache
def result() -> Result:
    return measure_sample()


def test_planted_numbers_are_found_but_for_those_listed() -> None:
    numeric = [each for each in result().planted if each.numeric]
    missed = {(each.story, each.what) for each in numeric if each.found is None}

    assert missed <= MISSED
    assert len(numeric) - len(missed) >= 36


def test_a_planted_decision_is_found_and_the_older_one_called_so() -> None:
    found = {(each.story, each.what): each.found for each in result().planted if not each.numeric and each.found}

    assert set(found) == {("wolf", "permit to shoot one wolf")}
    assert [(value.value, value.superseded) for each in found.values() for value in each.values] == [
        ("granted", True),
        ("suspended", False),
    ]


def test_nothing_else_is_found_than_what_was_read_and_judged() -> None:
    others = {(story, found.what) for story, found in result().others}

    assert {(story, what) for story, what in others if not any(_same(story, what, known) for known in OTHERS)} == set()


def _same(story: str, what: str, known: tuple[str, str]) -> bool:
    return story == known[0] and what.endswith(known[1])
