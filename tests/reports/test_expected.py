"""What in a sentence may be the answer: its place, its key, and how well it is of the kind that was asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.reports.expected import StatedAnswer, read_expected
from meadow.reports.question import Question, read_question
from meadow.vectors.view import view_documents
from reports.news import FERRY, SPANISH

ENGLISH, SPANISH_ONLY = view_documents(FERRY), view_documents(SPANISH)

QUESTIONS = (
    "Who opened the fund?", "Where was the fund opened?", "When did the dyke break?", "How high was the water?",
    "How many farms were ruined?", "Why did the dyke break?", "What happened at Marlow?", "What is the title of the book?",
)  # fmt: skip


def read(question: str, text: str, *, language: str = "en") -> list[StatedAnswer]:
    view = ENGLISH if language == "en" else SPANISH_ONLY
    (found,) = read_expected([text], language, read_question(view, question))
    return list(found)


def fits(question: str, text: str, *, language: str = "en") -> dict[str, float]:
    """Return the best fit of each key."""
    found: dict[str, float] = {}
    for each in read(question, text, language=language):
        found[each.key] = max(found.get(each.key, 0.0), each.fit)
    return found


def test_who_is_a_person_before_an_organisation_before_a_place() -> None:
    text = "Mayor Greta Holm opened a fund of the Harbour Workers' Union in Marlow."
    assert fits("Who opened the fund?", text) == {"greta holm": 1.0, "harbour workers' union": 0.9, "marlow": 0.4}


def test_where_is_a_place_before_a_person_and_a_place_without_a_name_counts_half() -> None:
    found = fits("Where was the fund opened?", "Mayor Greta Holm opened a fund in Marlow.")
    assert found == {"greta holm": 0.3, "marlow": 1.0}
    assert list(fits("Where was it kept?", "It was kept in a rented storage unit.").values()) == [0.5]
    # A name of another kind behind "near" is nearly a place.
    assert fits("Where did they meet?", "They met near the Blue Heron.")["blue heron"] == 0.9


def test_what_the_question_names_is_no_answer_to_it() -> None:
    text = "Mayor Greta Holm opened a fund in Marlow."
    assert fits("Who opened a fund in Marlow?", text) == {"greta holm": 1.0}
    assert fits("Who is Greta Holm?", text) == {"marlow": 0.4}
    assert fits("How many of the 12 farms were lost?", "All 12 farms and 9 boats were lost.") == {"9": 0.5}
    assert "monday" not in fits("When on Monday did the dyke break?", "The dyke broke on Monday at noon.")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The dyke broke on Monday.", {"monday": 1.0}),
        ("It was built in 1910.", {"1910": 1.0}),
        ("They met at noon yesterday.", {"yesterday": 1.0, "noon": 0.5}),
        ("It stood in the 19th century.", {"19th century": 0.8}),
        ("It broke.", {}),
    ],
)
def test_when_is_a_day_before_an_hour(text: str, wanted: dict[str, float]) -> None:
    assert fits("When did the dyke break?", text) == wanted


def test_what_time_is_an_hour_before_a_day() -> None:
    found = fits("What time did the dyke break?", "The dyke broke on Monday at 5 p.m. and again at 10:30.")
    assert found == {"monday": 0.3, "5 p.m": 1.0, "10:30": 1.0}


@pytest.mark.parametrize(
    ("question", "text", "wanted"),
    [
        ("How high was the water?", "The water rose 3 metres in 2 hours.", {"3 m": 1.0, "2 hour": 0.1}),
        ("How long did it last?", "It rose 3 metres in 2 hours to 40%.", {"3 m": 1.0, "2 hour": 1.0, "40 %": 0.1}),
        ("How much was the mill worth?", "It is worth 40 crowns and 2 hours away.", {"40 crown": 1.0, "2 hour": 0.1}),
        ("How old is the mayor?", "She is 40 years old and 2 metres tall.", {"40 year": 1.0, "2 m": 0.1}),
        ("How many farms were ruined?", "It ruined forty farms and 3 schools.", {"40": 1.0, "3": 0.5}),
        ("How many people died?", "Twelve people died and 3 schools closed.", {"12": 1.0, "3": 0.5}),
        ("How strong was the quake?", "The quake had a magnitude of 6.3.", {"6.3": 1.0}),
        ("How strong was the quake?", "It killed 12 people.", {"12": 0.1}),
    ],
)  # fmt: skip
def test_a_figure_fits_by_its_unit_or_by_what_is_counted(question: str, text: str, wanted: dict[str, float]) -> None:
    assert fits(question, text) == wanted


def test_one_figure_has_one_key_however_it_is_written() -> None:
    keys = [
        list(fits("How many farms were ruined?", f"It ruined {figure} farms.")) for figure in ("40", "forty", "40.0")
    ]
    assert keys == [["40"]] * 3


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("The dyke broke because of rats.", [1.0]),
        ("Investigators said that rats did it.", [0.8]),
        ("It fell after a storm.", [0.45]),
        ("It rained after the dyke broke.", []),
        ("It rained for six days because the dyke broke.", [1.0]),
        ("The dyke is long.", []),
    ],
)
def test_why_is_a_cause_and_not_the_event_itself(text: str, sure: list[float]) -> None:
    assert [each.fit for each in read("Why did the dyke break?", text)] == sure


def test_a_title_is_what_stands_in_quotes_where_one_is_asked_for() -> None:
    text = "He wrote “The Long Night” in Marlow."
    assert fits("What is the title of the book?", text)["the long night"] == 1.0
    assert fits("What is the fate of the town?", text).get("the long night") is None


def test_every_sentence_tells_something_that_happened() -> None:
    assert read("What happened at Marlow?", "The dyke broke.") == [StatedAnswer(0, "", 0.7)]


def test_spanish_questions_are_understood_too() -> None:
    text = "La capitana Iris Vale declaró en Marlow el lunes que murieron seis personas por la escotilla."
    assert fits("¿Quién declaró?", text, language="es")["iris vale"] == 1.0
    assert fits("¿Dónde declaró?", text, language="es")["marlow"] == 1.0
    assert fits("¿Cuándo declaró?", text, language="es") == {"lunes": 1.0}
    assert fits("¿Cuántas personas murieron?", text, language="es") == {"6": 1.0}


def test_names_are_read_over_all_texts_together() -> None:
    question = read_question(ENGLISH, "Who reported the hatch?")
    first, second = read_expected(
        ["Captain Iris Vale reported the hatch.", "Vale was rescued by a trawler."], "en", question
    )
    assert [(each.key, each.fit) for each in first] == [(each.key, each.fit) for each in second] == [("iris vale", 1.0)]


def questions() -> st.SearchStrategy[Question]:
    return st.sampled_from([read_question(ENGLISH, text) for text in QUESTIONS])


@given(questions(), st.lists(st.text(max_size=60), max_size=3))
def test_any_text_is_read_and_every_place_lies_in_it(question: Question, texts: list[str]) -> None:
    found = read_expected(texts, "en", question)
    assert len(found) == len(texts)
    for text, each in zip(texts, found, strict=True):
        assert all(0 <= one.start <= len(text) and 0.0 <= one.fit <= 1.0 for one in each)
