"""Questions: which words count, what they are found as, and in which language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import UsageError
from meadow.reports.irregular import other_forms
from meadow.reports.question import Question, read_question
from meadow.reports.retrieval import find_evidence
from meadow.vectors.view import view_documents
from reports.news import FERRY, SPANISH

ENGLISH, BOTH = view_documents(FERRY), view_documents([*FERRY, *SPANISH])


def asked(question: Question) -> list[str]:
    return [each.word for each in question.asked]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Why did the ferry Blue Heron sink?", ["ferry", "Blue", "Heron", "sink"]),
        ("A report about the ferry", ["ferry"]),
        ("What happened in Marlow?", ["Marlow"]),
        ("report", ["report"]),
        ("ferry FERRY ferry", ["ferry"]),
    ],
)
def test_words_that_only_ask_do_not_count_unless_there_is_nothing_else(text: str, words: list[str]) -> None:
    assert asked(read_question(ENGLISH, text)) == words


def test_irregular_forms_are_found() -> None:
    (sink,) = read_question(ENGLISH, "sinking sink").asked[-1:]
    assert {"sink", "sank", "sunk"} <= sink.terms
    assert find_evidence(ENGLISH, read_question(ENGLISH, "What sank?")).answered
    assert other_forms("wolves", "en") == {"wolf", "wolves"}
    assert other_forms("sink", "nl") == {"sink"}


def test_function_words_of_the_questions_language_never_count_among_other_languages() -> None:
    assert asked(read_question(BOTH, "Why did the ferry of Marlow sink?")) == ["ferry", "Marlow", "sink"]
    assert asked(read_question(BOTH, "¿Por qué se hundió el Garza Azul?")) == ["hundió", "Garza", "Azul"]


def test_a_question_in_a_language_of_some_documents_is_no_foreign_one() -> None:
    assert read_question(BOTH, "¿Por qué se hundió el transbordador Garza Azul frente a Marlow?").notes == ()


def test_no_word_weighs_more_than_a_name_may() -> None:
    weights = [each.weight for each in read_question(ENGLISH, "Xqzzvw people Marlow time").asked]
    assert all(0.5 <= weight <= 6 for weight in weights)


def test_coverage_is_the_share_of_the_question_that_documents_hold() -> None:
    whole = find_evidence(ENGLISH, read_question(ENGLISH, "ferry Blue Heron"))
    assert whole.coverage == 1.0
    half = find_evidence(ENGLISH, read_question(ENGLISH, "Heron Zarathustra"))
    assert 0.3 < half.coverage < 0.7
    assert find_evidence(ENGLISH, read_question(ENGLISH, "Zarathustra")).coverage == 0.0


def test_documents_on_something_else_give_no_evidence() -> None:
    strayed = find_evidence(BOTH, read_question(BOTH, "broken hatch of the ferry Blue Heron"))
    assert {BOTH.documents[BOTH.document_of[row]].id for row in strayed.rows} <= {"a1", "a2", "a3", "a4"}


def read_or_refused(text: str) -> Question | UsageError:
    try:
        return read_question(ENGLISH, text)
    except UsageError as error:
        return error


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    read = read_or_refused(text)
    if isinstance(read, UsageError):
        assert read.allowed is not None
        return
    evidence = find_evidence(ENGLISH, read)
    assert 0.0 <= evidence.coverage <= 1.0
    assert (evidence.scores >= 0).all()
