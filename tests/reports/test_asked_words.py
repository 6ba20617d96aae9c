"""The words of a question: what each is to it, what it may be found as, and evidence packed by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from meadow.errors import BudgetError, UsageError
from meadow.model import Document, Pick, Sentence, SentenceRef
from meadow.reports.packing import pack_picks
from meadow.reports.question import QuestionTerms, read_question
from meadow.vectors.view import view_documents
from reports.news import FERRY, SPANISH

ENGLISH, BOTH = view_documents(FERRY), view_documents([*FERRY, *SPANISH])


def asked(text: str) -> dict[str, QuestionTerms]:
    return {each.word: each for each in read_question(ENGLISH, text).asked}


def test_a_word_is_what_was_done_a_name_or_anything_else() -> None:
    words = asked("Who charged the owner of Marlow Lines?")
    assert {word: each.role for word, each in words.items()} == {
        "charged": "done", "owner": "other", "Marlow": "name", "Lines": "name",
    }  # fmt: skip


def test_a_verb_that_everybody_uses_says_nothing_of_what_was_done() -> None:
    assert asked("Who will get the ferry?")["ferry"].role == "other"
    assert all(each.role != "done" for each in asked("Who will get the ferry?").values())


def test_a_word_is_found_as_its_forms_and_by_words_for_the_same_event() -> None:
    sink = asked("Why did the ferry sink?")["sink"]
    assert {"sink", "sank", "sunk"} <= sink.terms
    assert "capsiz" in sink.kin
    assert not sink.terms & sink.kin
    assert "vessel" in asked("Why did the ferry sink?")["ferry"].kin
    assert asked("Why did Marlow sink?")["Marlow"].kin == frozenset()


def test_a_rare_word_weighs_more_than_a_common_one_and_none_beyond_a_name() -> None:
    words = asked("Why did people close the hatch of Xqzzvw?")
    assert 0.5 <= words["people"].weight < words["hatch"].weight <= words["Xqzzvw"].weight <= 6.0


def test_a_word_is_spelled_as_the_question_has_it_and_counted_once() -> None:
    assert list(asked("FERRY ferry Ferry Blue")) == ["FERRY", "Blue"]


def test_words_are_stemmed_by_every_language_of_the_documents() -> None:
    (heron,) = [each for each in read_question(BOTH, "the herons").asked if each.word == "herons"]
    assert len(heron.terms) >= 1
    assert "heron" in heron.terms


def test_a_question_without_a_word_to_look_for_says_what_to_do() -> None:
    with pytest.raises(UsageError) as caught:
        read_question(ENGLISH, "Who is it?")
    assert "holds no word to look for." in str(caught.value)
    assert caught.value.advice == 'Write it out, such as "Why did the ferry sink?".'


# --- evidence packed ---

NEWS = (
    Document("late", text="Later words.", published=datetime(2026, 3, 9, tzinfo=UTC), source="Coast\n Post"),
    Document("early", text="Early words. More of them.", published=datetime(2026, 3, 2, tzinfo=UTC)),
)
ORDERED = sorted(NEWS, key=lambda document: document.order)


def pick(document: str, index: int, start: int, text: str) -> Pick:
    ref = SentenceRef(document, index)
    return Pick(ref, 1.0, {}, (), sentence=Sentence(ref, start, start + len(text), text), written=text)


PICKS = [pick("late", 0, 0, "Later words."), pick("early", 1, 13, "More of them."), pick("early", 0, 0, "Early words.")]


def by_line(text: str) -> int:
    return text.count("\n")


def test_lines_are_in_time_order_with_source_day_id_and_offsets() -> None:
    text, picks = pack_picks("Q\n", PICKS, ORDERED, tokens=9, count=by_line)
    assert text.splitlines() == [
        "Q",
        "[1] source not given, 2026-03-02T00:00:00+00:00, early 0-12: Early words.",
        "[2] source not given, 2026-03-02T00:00:00+00:00, early 13-26: More of them.",
        "[3] Coast Post, 2026-03-09T00:00:00+00:00, late 0-12: Later words.",
    ]
    assert [each.ref.document_id for each in picks] == ["early", "early", "late"]


def test_the_best_that_fit_are_taken_and_one_that_does_not_is_passed_over() -> None:
    assert [each.ref for each in pack_picks("Q\n", PICKS, ORDERED, tokens=2, count=by_line)[1]] == [PICKS[0].ref]
    long = pick("early", 0, 0, "x" * 500)
    _, picks = pack_picks("Q\n", [long, PICKS[0]], ORDERED, tokens=100, count=len)
    assert [each.ref for each in picks] == [PICKS[0].ref]


def test_too_few_tokens_for_the_question_say_how_many_it_takes() -> None:
    with pytest.raises(BudgetError) as caught:
        pack_picks("Question\n", PICKS, ORDERED, tokens=8, count=len)
    assert str(caught.value).startswith("8 tokens do not even hold the question.")
    assert caught.value.allowed == "At least 9, and more for each piece of evidence."
