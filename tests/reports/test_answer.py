"""Reports: what is told, in which order, under which headings, and what a report says about itself."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from meadow.errors import BudgetError, InputError, UnknownNameError, UsageError
from meadow.model import Document, Report
from meadow.pipeline import answer
from meadow.sample import sample_path
from meadow.vectors.view import view_documents
from reports.news import FERRY, SPANISH, STRIKES, document
from shared import shared

WHY = "Why did the ferry sink?"


def written(report: Report) -> list[str]:
    return [pick.written for pick in report.picks]


@pytest.mark.golden("S1")
def test_every_sentence_is_cited_to_the_character() -> None:
    by_id = {each.id: each for each in FERRY}
    report = meadow.report(WHY, FERRY)
    assert report.picks
    for pick in report.picks:
        text = by_id[pick.ref.document_id].text
        assert text[pick.sentence.start : pick.sentence.end] == pick.sentence.text


@pytest.mark.golden("S9")
def test_the_report_tells_the_cause_and_detects_its_concepts() -> None:
    report = meadow.report("What about the hatch of the ferry?", FERRY)
    assert "after water entered through a hatch" in written(report)[0]
    assert {"Blue Heron", "hatch", "Iris Vale"} <= {concept.text for concept in report.concepts}
    assert report.missing == ()


@pytest.mark.golden("S1")
def test_sections_are_days_in_time_order_and_undated_ones_come_last() -> None:
    report = meadow.report("the ferry Blue Heron", FERRY)
    headings = [(section.heading, section.kind) for section in report.sections]
    assert headings[0] == ("2026-04-01", "day")
    assert headings[-1] == ("Undated", "undated")
    assert [name for name, kind in headings if kind == "day"] == sorted(
        name for name, kind in headings if kind == "day"
    )
    assert [ref for section in report.sections for ref in section.refs] == [pick.ref for pick in report.picks]


def test_documents_without_a_date_have_one_undated_section() -> None:
    undated = [document(f"u{n}", each.text, day=None) for n, each in enumerate(FERRY)]
    assert [section.kind for section in meadow.report("the ferry Blue Heron", undated).sections] == ["undated"]


def test_days_are_those_of_the_outlets_zone_and_stay_in_order() -> None:
    east, west = timezone(timedelta(hours=10)), timezone(-timedelta(hours=8))
    moments = [
        datetime(2026, 4, 2, 1, tzinfo=east),
        datetime(2026, 4, 1, 12, tzinfo=west),
        datetime(2026, 4, 2, 9, tzinfo=UTC),
    ]
    texts = [
        "The ferry Blue Heron left Marlow.",
        "The ferry Blue Heron met a storm at sea.",
        "Divers found the ferry Blue Heron.",
    ]
    made = [
        Document(id=f"z{n}", source="Wire", title=None, text=text, published=moment, url=None, language="en")
        for n, (moment, text) in enumerate(zip(moments, texts, strict=True))
    ]
    assert [each.heading for each in meadow.report("the ferry Blue Heron", made).sections] == [
        "2026-04-01",
        "2026-04-02",
    ]


@pytest.mark.golden("S1")
def test_a_topic_that_collects_cases_is_grouped_by_instance() -> None:
    report = meadow.report("hunger strikes", STRIKES)
    assert [section.heading for section in report.sections] == [
        "Brackwater", "Oldmere", "Tarn Hollow", "Vessel Bay", "Westwick",
    ]  # fmt: skip
    assert {section.kind for section in report.sections} == {"instance"}
    assert {section.kind for section in meadow.report("hunger strikes", STRIKES, by="time").sections} == {"day"}


def test_one_story_is_not_taken_for_a_collection() -> None:
    assert {section.kind for section in meadow.report("the ferry", FERRY).sections} <= {"day", "undated"}
    forced = meadow.report("the ferry", FERRY, by="instances")
    assert "instance" in {section.kind for section in forced.sections}


def test_nothing_is_said_twice_and_a_figure_that_moved_on_is_told_once_with_its_history() -> None:
    copies = [document(f"c{n}", FERRY[0].text, day=n + 1, source=f"Outlet {n}") for n in range(4)]
    told = written(meadow.report("the ferry Blue Heron", copies))
    assert len(told) == len(set(told))
    other = document("c9", "Nine people died in the ferry Blue Heron, the harbour office said.", day=9)
    report = meadow.report("who died in the ferry Blue Heron", [*copies, other])
    assert [line for line in written(report) if "died" in line] == [other.text]
    (fact,) = report.disagreements
    assert {value.value: value.superseded for value in fact.values} == {"9": False, "6": True}


def test_copies_that_differ_by_their_dateline_are_told_once() -> None:
    text = "Divers found the wreck of the ferry Blue Heron off Marlow on Friday."
    pair = [document("d1", f"MARLOW, April 3 (Night Wire) - {text}"), document("d2", text, source="Inland News")]
    assert written(meadow.report("the ferry Blue Heron", pair)) == [text]


def test_what_sources_disagree_on_is_part_of_the_report() -> None:
    report = meadow.report("How many people died in the ferry?", FERRY)
    (fact,) = report.disagreements
    assert {value.value for value in fact.values} == {"6", "8"}


def test_words_that_nobody_answers_are_listed() -> None:
    report = meadow.report("Did the ferry Blue Heron have insurance?", FERRY)
    assert report.answered
    assert report.missing == ("insurance",)


@pytest.mark.golden("S9")
@pytest.mark.parametrize("question", ["Who won the chess championship in Oslo?", "volcano eruption", "ministro Orbe"])
def test_without_an_answer_the_report_says_so_instead_of_filling_up(question: str) -> None:
    report = meadow.report(question, FERRY)
    assert not report.answered
    assert report.answer == ()
    assert (report.picks, report.sections, report.concepts, report.disagreements) == ((), (), (), ())
    assert report.missing


@pytest.mark.golden("S10")
def test_it_works_in_spanish() -> None:
    report = meadow.report("¿Por qué se hundió el Garza Azul?", SPANISH)
    assert "se hundió" in written(report)[0]
    assert report.notes == ()


def test_a_question_in_another_language_is_read_for_names_and_numbers() -> None:
    report = meadow.report("Why was the hatch of the ship Garza Azul broken, according to the captain?", SPANISH)
    assert report.notes == (
        "The question is in English, the documents are in Spanish: only its names and numbers were looked for.",
    )
    assert len(report.picks) == 2
    without = meadow.report("what was the reason why so many people have been angry about the weather", SPANISH)
    assert (without.answered, len(without.notes)) == (False, 1)


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_an_error(question: str) -> None:
    with pytest.raises(UsageError, match="The question is empty"):
        meadow.report(question, FERRY)


def test_a_question_of_function_words_is_an_error() -> None:
    with pytest.raises(UsageError, match="holds no word to look for"):
        meadow.report("Why?", FERRY)


def test_lengths_headings_and_documents_are_checked() -> None:
    with pytest.raises(BudgetError, match="sentences was given 0"):
        meadow.report(WHY, FERRY, sentences=0)
    with pytest.raises(UnknownNameError, match="Did you mean 'time'"):
        meadow.report(WHY, FERRY, by="tme")
    with pytest.raises(InputError, match="no document"):
        meadow.report(WHY, [])


def test_order_of_documents_does_not_matter_and_the_signature_names_the_question() -> None:
    report = meadow.report(WHY, FERRY)
    assert meadow.report(WHY, tuple(reversed(FERRY))) == report
    assert report.run.signature.startswith(
        'report:synthesis|question:"Why did the ferry sink?"|by:auto|budget:sentences=50|'
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 8), st.sampled_from(["the ferry", "Iris Vale", "hatch", "people in Marlow", "negligence"]))
def test_a_report_is_never_longer_than_asked_nor_repeats_a_place(sentences: int, question: str) -> None:
    report = meadow.report(question, FERRY, sentences=sentences)
    refs = [pick.ref for pick in report.picks]
    assert len(refs) <= sentences
    assert len(set(refs)) == len(refs)
    known = {sentence.ref for sentence in view_documents(FERRY).sentences}
    assert set(refs) <= known


@pytest.mark.golden("S10")
def test_a_spanish_crisis_gives_fifty_sentences_in_time_order_and_another_crisis_no_answer() -> None:
    with gzip.open(shared("data", "spanish", "docs.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["cluster"] == "yemen"][:40]
    news = [document(row["id"], row["text"], day=None, source=row["source"], language="es") for row in rows]
    dated = [
        Document(
            id=each.id, source=each.source, title=None, text=each.text, url=None, language="es",
            published=datetime.fromisoformat(row["date"]).replace(tzinfo=UTC),
        )
        for each, row in zip(news, rows, strict=True)
    ]  # fmt: skip
    report = meadow.report("La crisis de Yemen y la salida de Saleh", dated, sentences=50)
    days = [section.heading for section in report.sections if section.kind == "day"]
    assert len(report.picks) == 50
    assert days == sorted(days)
    # What a reader should know who stops early stands first, and is told once.
    assert [section.kind for section in report.sections].index("short") == 0
    assert len(report.sections[0].refs) < 20 < sum(len(section.refs) for section in report.sections[1:])
    assert len({pick.ref for pick in report.picks}) == 50
    assert not meadow.report("campeonato mundial de ajedrez en Islandia", dated).answered


def test_a_topic_that_most_documents_are_about_comes_in_short_first_and_one_that_few_speak_of_does_not() -> None:
    ferry = [each for each in news_sample() if "ferry" in each.text and each.language == "en"]
    long = meadow.report("the ferry Star of Skerra", ferry)
    assert [section.kind for section in long.sections][:2] == ["short", "day"]
    assert sum(len(section.refs) for section in long.sections[1:]) > 20
    few = meadow.report("the ferry Star of Skerra", ferry, sentences=5)
    assert {section.kind for section in few.sections} == {"day"}
    rare = meadow.report("the assumption of a rock", news_sample())
    assert {section.kind for section in rare.sections} == {"day"}


def test_where_what_is_told_in_short_is_too_much_the_weakest_goes_and_not_the_latest() -> None:
    ferry = [each for each in news_sample() if "ferry" in each.text and each.language == "en"]
    for count in range(1, 6):
        summary = meadow.summarize(ferry, question="the ferry Star of Skerra", words=25 * count, annotate=False)
        best = sorted(summary.picks, key=lambda pick: -pick.score)[:count]
        report = meadow.report("the ferry Star of Skerra", ferry, sentences=count)
        assert {pick.ref for pick in best} <= {pick.ref for pick in report.picks}


def news_sample() -> list[Document]:
    return list(meadow.read(sample_path()))


def test_a_toll_that_the_answer_gives_is_not_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # What the mayor did is news beside the toll, so that no other rule leaves her sentence out.
    holm = (
        "Mayor Greta Holm opened a fund for widows after the flood at Marlow, which killed 12 people, and promised a wall "
        "of concrete before winter."
    )
    farms, toll = (
        "The dyke at Marlow broke on Monday and the flood ruined forty farms.",
        "The flood at Marlow killed 12 people.",
    )
    news = [document("t1", holm), document("t2", farms, day=2), document("t3", toll, day=3)]
    question = "How many people did the flood at Marlow kill?"
    assert written(meadow.report(question, news, sentences=3)) == [toll, farms]
    # Only this rule does: where no figure is known, she is told of.
    monkeypatch.setattr(answer, "_figures", lambda *_: frozenset())
    assert written(meadow.report(question, news, sentences=3)) == [toll, holm, farms]


def test_a_caption_is_no_part_of_the_story() -> None:
    news = [
        document("c1", "The flood at Marlow broke the dyke.\n\nA map of the flood at Marlow and the farms around it"),
        document("c2", "Divers closed the dyke at Marlow after the flood.", day=2),
    ]
    assert not any("map" in text for text in written(meadow.report("the flood at Marlow", news)))


def test_a_report_stays_within_its_words_and_keeps_the_newest_answer() -> None:
    news = list(meadow.read(sample_path()))
    asked = "Will the wood-fired bakery in Ninemile keep its oven?"
    for words in (15, 40, 120):
        report = meadow.report(asked, news, words=words)
        assert 0 < sum(len(text.split()) for text in written(report)) <= words
        assert "bakery-ra-01" in {pick.ref.document_id for pick in report.picks}
        assert f"budget:words={words}" in report.run.signature
    with pytest.raises(BudgetError, match="No sentence of this report fits 2 words"):
        meadow.report(asked, news, words=2)
    with pytest.raises(BudgetError, match="More than one length"):
        meadow.report(asked, news, words=20, sentences=2)
