"""Key concepts: names merged over their forms, factors, ranks, and the figures on the sample."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.errors import InputError, SpecError
from meadow.model import Concept
from meadow.reports.duplicates import suggest_collapses
from meadow.reports.mentions import spelling_key
from reports.concept_gold import Tally, gold_concepts, tally
from reports.news import FERRY, SPANISH, document


def texts(concepts: tuple[Concept, ...], kind: str) -> list[str]:
    return [concept.text for concept in concepts if concept.kind == kind]


@pytest.mark.golden("S4")
def test_short_and_long_forms_are_one_person() -> None:
    found = meadow.concepts(FERRY)
    assert texts(found, "person") == ["Iris Vale"]
    vale = next(concept for concept in found if concept.kind == "person")
    assert (vale.count, vale.documents) == (3, 3)
    assert set(vale.aliases) == {"Iris Vale", "Vale"}


def test_factors_are_noun_phrases_and_things_with_names() -> None:
    factors = texts(meadow.concepts(FERRY), "factor")
    assert {"Blue Heron", "ferry", "hatch", "Marlow"} <= set(factors)
    assert not {"Wednesday", "people", "Coast Post"} & set(factors)


def test_an_acronym_joins_what_it_stands_for() -> None:
    pair = (
        document("h1", "The Harbour Workers' Union (HWU) met on Monday. The HWU wants more pay."),
        document("h2", "The HWU called a strike. The Harbour Workers' Union has 900 members."),
    )
    (union,) = [each for each in meadow.concepts(pair) if "HWU" in each.aliases]
    assert (union.text, union.kind, union.count) == ("Harbour Workers' Union", "organisation", 5)


def test_spellings_that_differ_by_accents_are_one_but_kana_stay_apart() -> None:
    assert spelling_key("Suleimán") == spelling_key("SULEIMAN")
    assert spelling_key("が") != spelling_key("か")
    pair = (
        document("s1", "El general Omar Ferrán habló en Marenza. Omar Ferrán salió.", language="es"),
        document("s2", "El general Omar Ferran volvió a Marenza.", language="es"),
    )
    assert texts(meadow.concepts(pair), "person") == ["Omar Ferrán"]


def test_sources_and_their_initials_are_no_concepts() -> None:
    wire = [
        document(f"w{n}", "Night Wire reported a fire in Oldmere. NW said so.", source="Night Wire") for n in range(3)
    ]
    named = {concept.text for concept in meadow.concepts(wire)}
    assert not {"Night Wire", "NW"} & named
    assert "Oldmere" in named


def test_a_concept_of_many_documents_stands_in_two_at_least() -> None:
    assert all(concept.documents >= 2 for concept in meadow.concepts(FERRY))
    assert "Iris Vale" in texts(meadow.concepts(SPANISH), "person")


def test_at_most_so_many_of_each_kind() -> None:
    assert len(meadow.concepts(FERRY, each=1)) <= 3
    with pytest.raises(SpecError, match="each is at least 1"):
        meadow.concepts(FERRY, each=0)
    with pytest.raises(InputError, match="no document"):
        meadow.concepts([])


def concept(text: str, *aliases: str) -> Concept:
    return Concept(text, "factor", (text, *aliases), 3, 2)


@pytest.mark.golden("S4")
@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (concept("Tahrir"), concept("plaza Tahrir"), "'tahrir' is a part of 'plaza tahrir'"),
        (concept("Suleiman"), concept("Suleimán"), "the same but for case or accents"),
        (concept("HWU"), concept("Harbour Workers' Union"), "one may abbreviate the other"),
        (concept("Abdalá Saleh", "Saleh"), concept("Abdullah Saleh", "Saleh"), "both are called 'saleh'"),
        (concept("Muammar"), concept("Muamar"), "spelled almost alike"),
        (concept("天城3号"), concept("天城3号ロケット"), "'天城3号' is a part of '天城3号ロケット'"),
    ],
)
def test_suggestions_give_the_reason(first: Concept, second: Concept, reason: str) -> None:
    (found,) = suggest_collapses([first, second])
    assert (found.first, found.second, found.reason) == (first, second, reason)


def test_different_concepts_are_left_alone() -> None:
    assert suggest_collapses([concept("ferry"), concept("harbour"), concept("Marlow"), concept("UN")]) == ()


@given(st.lists(st.text("abcdeé ", min_size=1, max_size=8), max_size=6))
def test_suggestions_pair_only_what_was_given_and_never_twice(names: list[str]) -> None:
    concepts = [concept(name) for name in names]
    pairs = [(id(each.first), id(each.second)) for each in suggest_collapses(concepts)]
    assert len(set(pairs)) == len(pairs)
    assert {item for pair in pairs for item in pair} <= {id(each) for each in concepts}


@pytest.mark.golden("S4")
@pytest.mark.parametrize(
    ("language", "precision", "recall"), [("en", 0.5, 0.6), ("es", 0.6, 0.6), ("nl", 0.6, 0.45), ("ja", 0.55, 0.45)]
)
def test_concepts_of_the_sample_stay_as_good(language: str, precision: float, recall: float) -> None:
    found = sum((tally(gold) for gold in gold_concepts() if gold.language == language), Tally(0, 0, 0))
    assert found.precision >= precision
    assert found.recall >= recall


def test_what_is_no_prose_gives_no_factor_and_costs_no_time() -> None:
    """A compound of thousands of parts, or a sentence of thousands of words, adds nothing to what the rest is about."""
    hostile = ["x-y-z-" * 5_000 + "x", "bell " * 5_000]
    found = meadow.concepts([*FERRY, *(document(f"odd{number}", text) for number, text in enumerate(hostile))])
    factors = {concept.text for concept in found if concept.kind == "factor"}
    assert factors
    assert factors <= {concept.text for concept in meadow.concepts(FERRY)}


def test_a_place_is_no_person_and_spellings_of_a_person_are_one() -> None:
    news = [
        document(f"k{n}", f"President Omar {name} spoke in Oldmere. {name} said no. The toll rose by 40 crowns.")
        for n, name in enumerate(("Ferran", "Ferran", "Ferram"))
    ]
    found = meadow.concepts(news)
    assert texts(found, "person") == ["Omar Ferran"]
    assert "Oldmere" in texts(found, "factor")
    assert not {"crowns", "Ferram"} & set(texts(found, "factor"))
