"""Answers: of the kind that was asked for, first in the report, in force, and refused where there is none."""

from __future__ import annotations

import pytest

import meadow
from meadow.model import Document, Report
from meadow.reports.denials import disproved_rows
from meadow.vectors.view import view_documents
from reports.news import FERRY, document

MILL = (
    document(
        "m1",
        "The Tarn Mill in Oldmere burned down on Monday night. Police suspect that the fire was arson. "
        "At least two people were injured.",
        day=1,
    ),
    document(
        "m2",
        "Seven people were injured in the fire at the Tarn Mill, the hospital in Oldmere said. "
        "Owner Greta Holm said that the mill was worth 3 million crowns.",
        day=2,
        source="Inland News",
    ),
    document(
        "m3",
        "Investigators said on Friday that there was no sign of arson at the Tarn Mill. "
        "The fire in Oldmere started because a bearing ran hot, they found. "
        "Owner Greta Holm will rebuild the mill in Brackwater in 2027.",
        day=5,
        source="Night Wire",
    ),
)


def first(question: str, news: tuple[Document, ...] = MILL) -> str:
    return meadow.report(question, news).picks[0].written


@pytest.mark.golden("S1")
@pytest.mark.parametrize(
    ("question", "kind", "answer"),
    [
        ("Why did the Tarn Mill burn down?", "why", "a bearing ran hot"),
        ("Who owns the Tarn Mill?", "who", "Greta Holm"),
        ("How many people were injured in the fire?", "how many", "Seven people"),
        ("How much was the mill worth?", "how many", "3 million crowns"),
        ("When did the mill burn down?", "when", "on Monday night"),
        ("Where will the mill be rebuilt?", "where", "in Brackwater"),
        ("What happened at the Tarn Mill?", "what happened", "no sign of arson"),
    ],
)
def test_the_first_sentence_is_of_the_kind_that_was_asked_for(question: str, kind: str, answer: str) -> None:
    report = meadow.report(question, MILL)
    assert (report.kind, report.answered) == (kind, True)
    assert report.sections[0].kind == "answer"
    assert answer in report.picks[0].written
    assert report.answer == report.picks[: len(report.answer)]


def test_the_answer_is_not_told_again_in_the_story() -> None:
    report = meadow.report("Why did the Tarn Mill burn down?", MILL)
    refs = [ref for section in report.sections for ref in section.refs]
    assert len(refs) == len(set(refs)) == len(report.picks)
    assert [section.kind for section in report.sections][1:] == ["day"] * (len(report.sections) - 1)


@pytest.mark.parametrize(
    "question",
    [
        "Who killed the owner of the Tarn Mill?",
        "Why did the Tarn Mill in Narusaki burn down?",
        "How many ships sank at Oldmere?",
        "When did the hospital in Oldmere close?",
    ],
)
def test_a_question_on_the_topic_without_an_answer_is_refused(question: str) -> None:
    assert not meadow.report(question, MILL).answered


def test_a_topic_has_no_answer_section_and_is_never_refused_for_want_of_one() -> None:
    for wording in ("the fire at the Tarn Mill", "Generate a report on the fire at the Tarn Mill"):
        report = meadow.report(wording, MILL)
        assert report.answered
        assert {section.kind for section in report.sections} == {"day"}


def marked(report: Report) -> dict[str, str]:
    by_ref = {pick.ref: pick.written for pick in report.picks}
    return {by_ref[each.claim]: each.by.document_id for each in report.disproved}


def test_a_supposition_that_was_ruled_out_later_is_marked() -> None:
    report = meadow.report("the fire at the Tarn Mill", MILL)
    assert marked(report) == {"Police suspect that the fire was arson.": "m3"}


def test_what_was_ruled_out_before_or_on_an_unknown_day_is_not_marked() -> None:
    undated = [document(each.id, each.text, day=None) for each in MILL]
    backwards = [document(each.id, each.text, day=9 - day) for day, each in enumerate(MILL, 1)]
    for news in (undated, backwards):
        view = view_documents(news)
        assert disproved_rows(view, range(len(view))) == {}


def test_a_dateline_is_no_answer() -> None:
    news = (document("w1", "OLDMERE, April 1 (Night Wire) - The council met in Brackwater on Tuesday."),)
    assert not meadow.report("Where did the union meet?", news).answered
    report = meadow.report("Where did the council meet?", news)
    assert report.picks[0].features["answer"] > 0


def test_one_sentence_is_enough_room_for_an_answer() -> None:
    (pick,) = meadow.report("Why did the ferry sink?", FERRY, sentences=1).picks
    assert "hatch" in pick.written


def test_documents_gathered_for_a_question_have_their_story_even_without_an_answer() -> None:
    report = meadow.report("Who owns the ferry Blue Heron of Oldmere?", FERRY)
    assert not report.answered
    assert report.sections[0].kind == "nearest"
    assert len(report.sections) > 1
