"""What a question asks for: its kind, its topic without the asking words, and whether it asks at all."""

from __future__ import annotations

import pytest

from meadow.reports.asking import read_asking
from meadow.reports.question import read_question
from meadow.vectors.view import view_documents
from reports.news import FERRY, SPANISH

ENGLISH, SPANISH_ONLY = view_documents(FERRY), view_documents(SPANISH)


@pytest.mark.parametrize(
    ("language", "text", "kind", "about"),
    [
        ("en", "Why did the ferry capsize?", "why", "did the ferry capsize"),
        ("en", "What caused the blast in Marlow?", "why", "the blast in Marlow"),
        ("en", "What sank the ferry?", "why", "sank the ferry"),
        ("en", "What are the reasons for the strike?", "why", "the strike"),
        ("en", "Reasons for the withdrawal of troops.", "why", "the withdrawal of troops"),
        ("en", "Tell me why the ferry sank", "why", "the ferry sank"),
        ("en", "Who was charged?", "who", "was charged"),
        ("en", "Which team won the cup?", "who", "won the cup"),
        ("en", "How many people died?", "how many", "people died"),
        ("en", "What is the price of oil?", "how many", "price of oil"),
        ("en", "In which year was the dyke built?", "when", "was the dyke built"),
        ("en", "In what city did they meet?", "where", "did they meet"),
        ("en", "What happened in Marlow?", "what happened", "Marlow"),
        ("en", "What does HWU stand for?", "open", "HWU stand for"),
        ("en", "Was the wolf shot?", "open", "the wolf shot"),
        ("es", "¿Por qué se hundió el barco?", "why", "se hundió el barco"),
        ("es", "¿Cuáles son las causas de la huelga?", "why", "la huelga"),
        ("es", "¿A quién detuvieron en Marenza?", "who", "detuvieron en Marenza"),
        ("es", "cuantos muertos hubo", "how many", "muertos hubo"),
        ("es", "¿Cuándo empezó la huelga?", "when", "empezó la huelga"),
        ("es", "¿Dónde se hundió?", "where", "se hundió"),
        ("es", "¿Qué pasó en Marenza?", "what happened", "Marenza"),
        ("nl", "Waarom brak de dijk?", "why", "brak de dijk"),
        ("nl", "Hoe hoog kwam het water?", "how many", "kwam het water"),
        ("ja", "打ち上げはなぜ失敗したのか", "why", "打ち上げは 失敗したのか"),
    ],
)
def test_the_kind_is_told_by_the_asking_words(language: str, text: str, kind: str, about: str) -> None:
    asking = read_asking(text, language)
    assert (asking.kind, asking.about, asking.asks) == (kind, about, True)


@pytest.mark.parametrize(
    ("language", "text", "about"),
    [
        ("en", "hunger strikes", "hunger strikes"),
        ("en", "Generate a report about the uprising in Marlow (Lethria).", "the uprising in Marlow (Lethria)"),
        ("en", "Write a short report on hunger strikes", "hunger strikes"),
        (
            "en",
            "Generate a report about the negotiators of the treaty, giving detailed information on the treaty.",
            "the negotiators of the treaty",
        ),
        ("en", "What about the hatch?", "the hatch"),
        ("en", "Is the ferry safe", "Is the ferry safe"),
        ("en", "Discuss the strike. Describe what it cost.", "the strike what it cost"),
        ("es", "Genera un informe sobre huelgas de hambre", "huelgas de hambre"),
        ("es", "Elaborar un informe acerca de la retirada, dando información detallada sobre ella", "la retirada"),
        ("nl", "Maak een verslag over de dijk", "de dijk"),
        ("ja", "天城3号についての報告を書いて", "天城3号"),
        ("fr", "Pourquoi le ferry", "Pourquoi le ferry"),
    ],
)
def test_a_topic_is_told_from_what_is_asked_to_be_made_of_it(language: str, text: str, about: str) -> None:
    asking = read_asking(text, language)
    assert (asking.kind, asking.about, asking.asks) == ("open", about, False)


@pytest.mark.parametrize(
    "text", ["Who killed Iris Vale?", "Who killed Kaarlo Virtanen?", "When did Oslo win?", "Marlow"]
)
def test_a_short_question_is_in_the_language_of_the_documents(text: str) -> None:
    question = read_question(ENGLISH, text)
    assert (question.language, question.notes) == ("en", ())


def test_function_words_tell_a_question_in_another_language() -> None:
    assert read_question(SPANISH_ONLY, "Why did the ship of Marlow sink?").language == "en"
    assert read_question(ENGLISH, "¿Por qué se hundió el barco en Marlow?").language == "es"
    assert read_question(SPANISH_ONLY, "¿Quién era Iris Vale?").language == "es"
