"""What a name is by what stands around it, and which names are forms of one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.model import Concept
from meadow.reports.evidence_of_kind import bare_name, is_agency, is_common, person_evidence, place_evidence, same_name
from meadow.reports.mentions import spelling_key
from meadow.vectors.view import StoryView, view_documents
from reports.news import FERRY, document

VIEW = view_documents(FERRY)


@pytest.mark.parametrize(
    ("language", "name", "bare"),
    [
        ("en", "The Blue Heron", "Blue Heron"),
        ("en", "the Marlow Lines", "Marlow Lines"),
        ("en", "The", "The"),
        ("en", "Iris Vale J.", "Iris Vale"),
        ("en", "A B", "A"),
        ("en", "Will Smith", "Will Smith"),
        ("es", "El Cairo", "Cairo"),
        ("es", "de Marlow", "Marlow"),
    ],
)
def test_a_name_stands_without_function_words_and_stray_letters(language: str, name: str, bare: str) -> None:
    assert bare_name(name, language) == bare


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Vale", "Iris Vale", True),
        ("Iris Vale", "Vale Iris", True),
        ("Omar Ferrán", "omar ferran", True),
        ("Ferran", "Ferram", True),
        ("Ferran", "Herran", False),
        ("Ferran", "Ferrando", False),
        ("Iris Vale", "Iris Dale", False),
        ("Li", "Li Wei", False),
        ("Lima", "Lime", False),
        ("the", "the", False),
        ("", "Marlow", False),
    ],
)
def test_forms_of_one_name(first: str, second: str, same: bool) -> None:
    assert same_name(first, second) is same
    assert same_name(second, first) is same


@given(st.text("abcdeAB é", max_size=14))
def test_a_name_is_the_same_as_itself_however_it_is_written(name: str) -> None:
    assert same_name(name, name) == same_name(name.upper(), f" {name.lower()}  ")


def shown(text: str, name: str) -> tuple[int, int]:
    """Return the evidence for a person and for a place that one sentence gives."""
    view = view_documents([document("x", text)])
    start = text.index(name)
    mention = [(0, start, start + len(name))]
    return person_evidence(view, mention), place_evidence(view, mention)


@pytest.mark.parametrize(
    ("text", "person", "place"),
    [
        ("Captain Vale left the port.", 1, 0),
        ("On Monday Vale said no.", 1, 0),
        ("People met in Vale on Monday.", 0, 1),
        ("People live near Vale.", 0, 1),
        ("The Vale opened on Monday again.", 0, 0),
        ("People within Vale met.", 0, 0),
    ],
    ids=["a title", "who says", "in", "near", "neither", "within"],
)
def test_a_person_acts_and_a_place_is_what_things_happen_in(text: str, person: int, place: int) -> None:
    assert shown(text, "Vale") == (person, place)


def test_every_mention_counts() -> None:
    view = view_documents([document("x", "Captain Vale said no. Nobody met Vale. Captain Vale left.")])
    places = [
        (row, sentence.text.index("Vale"), sentence.text.index("Vale") + 4)
        for row, sentence in enumerate(view.sentences)
    ]
    assert person_evidence(view, places) == 2
    assert person_evidence(view, []) == place_evidence(view, []) == 0


def test_agencies_report_the_news_and_are_none_of_it() -> None:
    assert [is_agency(name) for name in ("Reuters", "AFP", "Europa Press", "Marlow", "Press")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    pair = [document(f"r{n}", "Reuters met Mayor Greta Holm in Oldmere. Holm told Reuters so.") for n in range(2)]
    named = {each.text for each in meadow.concepts(pair)}
    assert {"Greta Holm", "Oldmere"} <= named
    assert "Reuters" not in named


def test_common_words_are_no_names_without_evidence() -> None:
    assert is_common(VIEW, "people", "en")
    assert is_common(VIEW, "PEOPLE", "en")
    assert not is_common(VIEW, "Oldmere", "en")


def concepts(*texts: str, language: str = "en") -> dict[str, Concept]:
    news = [document(f"c{number}", text, language=language) for number, text in enumerate(texts)]
    return {each.text: each for each in meadow.concepts(news)}


def test_of_two_people_with_one_surname_the_short_form_is_of_the_one_named_far_more_often() -> None:
    often = concepts(
        "Mayor Greta Holm spoke. Greta Holm left. Mayor Greta Holm ate. Holm said no.",
        "Captain Nils Holm said yes. Mayor Greta Holm sang.",
    )
    assert (often["Greta Holm"].count, often["Nils Holm"].count) == (5, 1)


def test_a_heading_in_capitals_is_no_name() -> None:
    assert "MARLOW FLOOD" not in concepts("MARLOW FLOOD killed many. MARLOW FLOOD grew.", "MARLOW FLOOD ended.")


def test_a_town_that_somebody_is_called_after_stays_a_town() -> None:
    found = concepts(
        "Mayor Iris Marlow said no in Marlow. People met in Marlow.", "They live in Marlow. Iris Marlow left."
    )
    assert found["Marlow"].kind == "factor"
    assert found["Iris Marlow"].kind == "person"


def test_people_of_a_place_and_its_adjective_are_no_factors() -> None:
    found = concepts(
        "El general Omar Ferrán habló en Lethria. Los lethrianos salieron. Los lethrianos cantaron.",
        "Omar Ferrán volvió a Lethria. Los lethrianos y la huelga.", language="es",
    )  # fmt: skip
    assert "Lethria" in found
    assert not any(spelling_key(text).startswith("lethrian") for text in found)


def test_a_concept_counts_its_documents_its_mentions_and_its_forms() -> None:
    view: StoryView = VIEW
    heron = next(each for each in meadow.concepts(view.documents) if each.text == "Blue Heron")
    rows = [sentence.text.count("Blue Heron") for sentence in view.sentences]
    assert (heron.count, heron.documents) == (sum(rows), 4)
    assert heron.aliases[0] == "Blue Heron"
