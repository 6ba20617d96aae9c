from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.baseline_reports import thinned
from meadow.lab.evaluate.synthesis import SynthesisReport, baseline_reports, keep_best, sentence_recall
from meadow.model import Document, Sentence, SentenceRef

START = datetime(2026, 3, 1, 6, tzinfo=UTC)


def article(number: int, *, sentences: int = 6, hours: int = 12, about: str = "harbour") -> Document:
    """One of a row of articles twelve hours apart; spans make its sentences certain."""
    texts = [f"Report {number} tells line {line} about the {about}." for line in range(sentences)]
    starts = [sum(len(text) + 1 for text in texts[:line]) for line in range(sentences)]
    spans = tuple((start, start + len(text)) for start, text in zip(starts, texts, strict=True))
    day = START + timedelta(hours=hours * number)
    return Document(f"d{number:03}", text=" ".join(texts), published=day, language="en", spans=spans)


HUNDRED = [
    article(number, sentences=6 + (number == 71), about="strike" if number % 5 == 0 else "harbour")
    for number in range(100)
]
REPORTS = {str(report.name): report for report in baseline_reports(HUNDRED, "What led to the strike?")}


def numbers(report: SynthesisReport) -> list[int]:
    """Return the article number of each sentence of a report."""
    return [int(sentence.ref.document_id[1:]) for sentence in report.sentences]


def indices(report: SynthesisReport) -> list[int]:
    return [sentence.ref.index for sentence in report.sentences]


@pytest.mark.golden("S5")
def test_there_are_eighteen_reports_of_first_sentences_and_twelve_others() -> None:
    assert len(REPORTS) == 30
    firsts = [name for name, report in REPORTS.items() if set(indices(report)) == {0}]
    assert firsts == list(REPORTS)[:18]
    assert list(REPORTS) == [
        *(f"first-of-best-{size}" for size in (10, 20, 30, 40, 50)),
        *(f"first-of-each-day-{which}" for which in ("first", "last", "best")),
        "first-of-earliest-25", "first-of-earliest-50", "first-of-latest-25", "first-of-latest-50",
        "first-of-spaced-25", "first-of-spaced-50", "first-of-middle-50",
        "first-of-longest-50", "first-of-shortest-50", "first-of-random-50",
        *(f"first-{each}-of-{order}" for each in (2, 3, 5) for order in ("best", "earliest", "latest")),
        "whole-best", "whole-earliest", "whole-latest",
    ]  # fmt: skip


@pytest.mark.golden("S5")
def test_subsets_are_what_their_names_say() -> None:
    # Every fifth article is about the strike: those twenty come first, in time order, then the others.
    fifths = list(range(0, 100, 5))
    others = [number for number in range(100) if number % 5]
    assert numbers(REPORTS["first-of-best-20"]) == fifths
    assert numbers(REPORTS["first-of-best-30"]) == sorted(fifths + others[:10])
    # Two articles a day: the first, the last, and the one about the strike if there is one.
    assert numbers(REPORTS["first-of-each-day-first"]) == list(range(0, 100, 2))
    assert numbers(REPORTS["first-of-each-day-last"]) == list(range(1, 100, 2))
    assert numbers(REPORTS["first-of-each-day-best"])[:6] == [0, 2, 5, 6, 8, 10]
    assert numbers(REPORTS["first-of-earliest-25"]) == list(range(25))
    assert numbers(REPORTS["first-of-latest-50"]) == list(range(50, 100))
    assert numbers(REPORTS["first-of-spaced-25"]) == list(range(2, 100, 4))
    assert numbers(REPORTS["first-of-spaced-50"]) == list(range(1, 100, 2))
    assert numbers(REPORTS["first-of-middle-50"]) == list(range(25, 75))
    assert numbers(REPORTS["first-of-longest-50"]) == [*range(49), 71]
    assert numbers(REPORTS["first-of-shortest-50"]) == list(range(50))
    assert len(set(numbers(REPORTS["first-of-random-50"]))) == 50


@pytest.mark.golden("S5")
def test_first_sentences_come_from_as_many_documents_as_give_fifty() -> None:
    for each in (2, 3, 5):
        earliest = REPORTS[f"first-{each}-of-earliest"]
        assert indices(earliest) == list(range(each)) * (50 // each)
        assert sorted(set(numbers(earliest))) == list(range(50 // each))
    assert sorted(set(numbers(REPORTS["first-5-of-latest"]))) == list(range(90, 100))
    assert sorted(set(numbers(REPORTS["first-5-of-best"]))) == list(range(0, 50, 5))


@pytest.mark.golden("S5")
def test_whole_documents_fit_into_fifty_sentences() -> None:
    assert indices(REPORTS["whole-latest"]) == list(range(6)) * 8  # 48 sentences, and no document of two
    assert sorted(set(numbers(REPORTS["whole-earliest"]))) == list(range(8))


def test_a_whole_document_that_does_not_fit_is_passed_over() -> None:
    mixed = [article(0, sentences=30), article(1, sentences=40), article(2, sentences=20)]
    reports = {report.name: report for report in baseline_reports(mixed, "harbour")}

    assert set(numbers(reports["whole-earliest"])) == {0, 2}
    assert set(numbers(reports["whole-latest"])) == {0, 2}


@pytest.mark.golden("S5")
def test_the_reports_closest_to_people_are_kept() -> None:
    manual = [REPORTS["first-of-middle-50"], REPORTS["first-of-latest-50"]]

    kept = keep_best(list(REPORTS.values()), manual)

    means = {name: sum(sentence_recall(report, person) for person in manual) / 2 for name, report in REPORTS.items()}
    assert len(kept) == 10
    assert [means[str(report.name)] for report in kept] == sorted(means.values(), reverse=True)[:10]
    # Both have 1 and half of the other: a tie, so they stay as given.
    assert [report.name for report in kept[:2]] == ["first-of-latest-50", "first-of-middle-50"]


def test_every_report_is_in_time_order_and_has_at_most_fifty_sentences() -> None:
    sparse = [article(number, hours=30) for number in range(90)]
    for report in baseline_reports(sparse[::-1], "harbour"):
        refs = [sentence.ref for sentence in report.sentences]
        assert refs == sorted(set(refs))
        assert 0 < len(refs) <= 50


def test_more_than_fifty_days_are_thinned_evenly() -> None:
    daily = [article(number, hours=24) for number in range(60)]
    chosen = numbers(baseline_reports(daily, "harbour")[5])

    assert len(chosen) == 50
    assert {later - earlier for earlier, later in pairwise(chosen)} == {1, 2}


def test_few_documents_give_all_they_have() -> None:
    reports = baseline_reports([article(0), article(1)], "harbour")

    assert len(reports) == 30
    assert all(numbers(report) == [0, 1] for report in reports[:5] + reports[8:18])


def test_undated_documents_come_last_and_have_no_day() -> None:
    undated = Document("d999", text="The harbour is quiet.", language="en")
    reports = {report.name: report for report in baseline_reports([undated, article(3)], "harbour")}

    assert numbers(reports["first-of-earliest-25"]) == [3, 999]
    assert numbers(reports["first-of-each-day-last"]) == [3]


def test_chance_is_seeded() -> None:
    def drawn(seed: int) -> SynthesisReport:
        return baseline_reports(HUNDRED, "strike", seed=seed)[17]

    assert drawn(1) == drawn(1) != drawn(2)


def test_the_language_is_that_of_the_documents_unless_given() -> None:
    quiet = [Document(f"d{number:03}", text="El puerto sigue abierto.", language="es") for number in range(11)]
    topic = [*quiet, Document("d011", text="Ayer cerraron el puerto.", language="es")]

    # Spanish stems join "cerrar" with "cerraron"; without them no article answers, and the first ten stand.
    assert 11 in numbers(baseline_reports(topic, "cerrar")[0])
    assert 11 in numbers(baseline_reports(topic, "cerrar", language="es")[0])
    assert numbers(baseline_reports(topic, "cerrar", language="en")[0]) == list(range(10))


def test_unusable_topics_are_refused_with_advice() -> None:
    for documents in ([], [Document("d1")]):
        with pytest.raises(InputError, match=rf"None of {len(documents)} documents holds a sentence.*At least one"):
            baseline_reports(documents, "strike")
    with pytest.raises(InputError, match=r"The question 'what is the' has no word but stop words.*Name the topic"):
        baseline_reports(HUNDRED[:3], "what is the")
    with pytest.raises(InputError, match="Two documents have the id 'd001'"):
        baseline_reports([article(1), article(1)], "harbour")


def test_unusable_choices_are_refused() -> None:
    report = SynthesisReport((Sentence(SentenceRef("d", 0), 0, 1, "x"),), "one")

    with pytest.raises(UsageError, match=r"10 of 1 reports cannot be kept\. From 1 to 1"):
        keep_best([report], [report])
    with pytest.raises(InputError, match="no manual report"):
        keep_best([report], [], count=1)


def test_a_thinned_report_takes_the_middles_of_equal_stretches() -> None:
    report = SynthesisReport(tuple(Sentence(SentenceRef("a", index), 0, 1, "x") for index in range(6)), "six")
    assert [each.ref.index for each in thinned(report, 2).sentences] == [1, 4]
    assert [each.ref.index for each in thinned(report, 3).sentences] == [1, 3, 5]
    assert thinned(report, 6) is report
