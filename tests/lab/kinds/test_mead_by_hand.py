"""MEAD's tables over two stories whose every figure can be found with a pencil, and what they look like around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from lab.kinds.running import entries, figures, measured, report, table
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.experiment import Cell, CellResult, Experiment, Measured, Published
from meadow.lab.kinds.mead_tables import KIND
from meadow.lab.testbed import JudgeExtract, SubsumptionAnswer, Testbed, Topic
from meadow.model import SentenceRef
from stories import document


def story(name: str, sizes: Sequence[int], judges: Mapping[str, Sequence[float]], **more: Any) -> Topic:
    """Return documents of so many sentences, an hour apart; the judges give each sentence of the story its points."""
    documents = tuple(
        document(f"{name}{place}", [f"Crew {place} passed buoy {index}." for index in range(size)], hours=place)
        for place, size in enumerate(sizes)
    )
    refs = tuple(SentenceRef(f"{name}{place}", index) for place, size in enumerate(sizes) for index in range(size))
    points = tuple(tuple(map(float, row)) for row in judges.values())
    return Topic(name, documents, utilities=JudgeTable(tuple(judges), refs, points), **more)


# At 50 % one sentence of QUAY and two of MILL. Lead takes the first sentence of QUAY, and the first two of MILL.
QUAY = story("quay", (1, 1), {"Ada": (10, 0), "Ben": (6, 4)})
MILL = story("mill", (3,), {"Ada": (2, 8, 5), "Ben": (8, 2, 5)})
# QUAY: each judge's best is the other's (J 1); chance gets 5/10 and 5/6; Lead gets 10/10 and 6/6.
QUAY_J, QUAY_R, QUAY_S = 1.0, (5 / 10 + 5 / 6) / 2, 1.0
QUAY_D = (QUAY_S - QUAY_R) / (QUAY_J - QUAY_R)
# MILL: the best are 8 + 5, the other's best 2 + 5; chance 2/3 of 15, and Lead 2 + 8. J is below R, so that D is "–".
MILL_J, MILL_R, MILL_S = 7 / 13, 10 / 13, 10 / 13
BED = Testbed("two", (QUAY, MILL))
ASKED = Experiment("mine", KIND.name, systems=("lead",), resamples=200, options={"rates": [50]})


@pytest.mark.golden("M10")
@pytest.mark.golden("M14")
def test_table_11_has_means_over_stories_and_d_of_those_that_have_one() -> None:
    shown = entries(table(report(BED, ASKED), "table-11"), "50 %")
    assert {name: entry.value for name, entry in shown.items()} == pytest.approx(
        {"J": (QUAY_J + MILL_J) / 2, "R": (QUAY_R + MILL_R) / 2, "S lead": (QUAY_S + MILL_S) / 2, "D lead": QUAY_D}
    )
    # Of two stories a resample is one of them twice, or both: the interval goes from the lower to the higher.
    assert (shown["S lead"].low, shown["S lead"].high) == pytest.approx((MILL_S, QUAY_S))
    assert shown["D lead"].low is None  # one story has a D


@pytest.mark.golden("M14")
def test_table_10_is_of_the_story_with_the_most_judged_sentences_unless_asked() -> None:
    shown = table(report(BED, ASKED), "table-10")
    assert "story mill (3 judged sentences)" in shown.title
    assert figures(shown, "50 %") == pytest.approx({"J": MILL_J, "R": MILL_R, "S": MILL_S, "D": None})
    for story_name in ("quay", None):
        asked = replace(ASKED, options={"rates": [50], "story": story_name})
        named = table(report(BED, asked), "table-10")
        assert f"story {story_name or 'mill'} (" in named.title
    of_quay = table(report(BED, replace(ASKED, options={"rates": [50], "story": "quay"})), "table-10")
    assert figures(of_quay, "50 %") == pytest.approx({"J": QUAY_J, "R": QUAY_R, "S": QUAY_S, "D": QUAY_D})


@pytest.mark.golden("M14")
def test_table_12_has_a_row_per_system_and_a_column_per_rate() -> None:
    found = report(BED, replace(ASKED, options={"rates": [50, 100]}))
    # At 100 % there is one extract, so that everybody reaches everything and D does not exist.
    assert figures(table(found, "table-12-s"), "lead") == pytest.approx({"50 %": (QUAY_S + MILL_S) / 2, "100 %": 1})
    assert figures(table(found, "table-12"), "lead") == pytest.approx({"50 %": QUAY_D, "100 %": None})
    assert "by compression rate, 2 stories" in table(found, "table-12").title
    alone = report(Testbed("one", (QUAY,)), ASKED)
    assert "by compression rate, 1 story" in table(alone, "table-12").title


@pytest.mark.golden("M14")
def test_figure_8_has_a_line_per_story_and_the_others_a_line_per_system() -> None:
    figure_8, reached, normalized = report(BED, replace(ASKED, options={"rates": [50, 100]})).plots
    assert {line.label: line.y for line in figure_8.series} == {
        "quay": pytest.approx((QUAY_J, 1)),
        "mill": pytest.approx((MILL_J, 1)),
    }
    lines = {line.label: line for line in reached.series}
    assert lines["judges (J)"].y == pytest.approx(((QUAY_J + MILL_J) / 2, 1))
    assert lines["chance (R)"].y == pytest.approx(((QUAY_R + MILL_R) / 2, 1))
    assert lines["chance (R)"].low == pytest.approx((QUAY_R, 1))  # the lower of the two stories
    assert lines["chance (R)"].high == pytest.approx((MILL_R, 1))
    assert [(line.label, line.x) for line in normalized.series] == [("lead", (50.0, 100.0))]


@pytest.mark.golden("M11")
def test_credits_count_only_stories_with_subsumption() -> None:
    # To Ada and Ben alike, MILL's second sentence is all in its first, which Lead takes too.
    answers = tuple(
        SubsumptionAnswer(judge, SentenceRef("mill0", 1), frozenset({SentenceRef("mill0", 0)}))
        for judge in ("Ada", "Ben")
    )
    bed = Testbed("two", (QUAY, replace(MILL, subsumption=answers)))
    assert [cell.settings.get("credit") for cell in KIND.plan(bed, ASKED) if cell.topic == "mill"] == [None, 0.5, 0]
    assert [cell.settings.get("credit") for cell in KIND.plan(bed, ASKED) if cell.topic == "quay"] == [None]
    found = report(bed, ASKED)
    # Lead's 2 + 8 becomes 2 + 4 for Ada and her 8 + 5 stays the best; Ben's 8 + 2 becomes 8 + 1 of 8 + 5.
    shown = table(found, "table-11-e0.5")
    assert figures(shown, "50 %")["S"] == pytest.approx((6 / 13 + 9 / 13) / 2)
    # With nothing for what is redundant: 2 of 13, and 8 of 13.
    assert figures(table(found, "table-11-e0"), "50 %")["S"] == pytest.approx((2 / 13 + 8 / 13) / 2)
    assert "1 story; a redundant sentence earns 0.5 of its utility" in shown.title
    assert figures(table(found, "table-11"), "50 %")["S"] == pytest.approx((QUAY_S + MILL_S) / 2)


@pytest.mark.golden("M11")
def test_a_subsumption_that_half_of_the_judges_see_does_not_hold() -> None:
    seen = SubsumptionAnswer("Ada", SentenceRef("mill0", 1), frozenset({SentenceRef("mill0", 0)}))
    answers = (seen, replace(seen, judge="Ben", by=frozenset()))
    found = report(Testbed("one", (replace(MILL, subsumption=answers),)), ASKED)
    assert figures(table(found, "table-11-e0"), "50 %") == figures(table(found, "table-11"), "50 %")


@pytest.mark.golden("M12")
def test_ideal_extracts_of_two_lengths_are_apart() -> None:
    first, second, third = (SentenceRef("mill0", index) for index in range(3))
    extracts = (
        JudgeExtract("Ada", (first,), 30.0),
        JudgeExtract("Ben", (first, second), 30.0),
        JudgeExtract("Cy", (third,), 30.0),
        JudgeExtract("Ada", (second, third)),
        JudgeExtract("Ben", (second, third)),
    )
    shown = table(report(Testbed("one", (replace(MILL, extracts=extracts),)), ASKED), "ideal-extracts")
    # 30 % of three is one sentence: Lead's first, which two of three judges have; all three sentences agree.
    assert figures(shown, "lead", "30 %") == {"precision": 1, "recall": 1, "agreement": 1}
    # Without a length it is that of the ideal extract, two: the first is wrong, the second right, the third missed.
    assert figures(shown, "lead", "as ideal") == pytest.approx(
        {"precision": 1 / 2, "recall": 1 / 2, "agreement": 1 / 3}
    )


def test_a_sentence_that_rewriting_would_empty_is_taken_as_it_stands() -> None:
    documents = (document("byline", ["By Ada Orm"]), document("bread", ["Bread was dear in Tarn again."], hours=1))
    held = JudgeTable(("Ada", "Ben"), (SentenceRef("byline", 0), SentenceRef("bread", 0)), ((9.0, 1.0), (8.0, 2.0)))
    (found,) = measured(Testbed("one", (Topic("paper", documents, utilities=held),)), ASKED)
    assert found.measured is not None
    assert found.measured.output["sentences"] == [["byline", 0]]


def by_hand(system: str, topic: str, reached: float) -> CellResult:
    cell = Cell(system, topic, {"measure": "utility", "rate": 50.0, "seed": 0})
    return CellResult(cell, Measured({"J": 0.9, "R": 0.5, "S": reached, "D": (reached - 0.5) / 0.4}))


def test_daggers_say_who_differs_from_lead_at_the_same_rate() -> None:
    bed = Testbed("eight", tuple(replace(QUAY, id=f"story {number}") for number in range(8)))
    asked = replace(ASKED, systems=("lead", "mead", "icsi"), baseline="lead")
    reached = {"lead": 0.6, "mead": 0.8, "icsi": 0.6}
    found = report(bed, asked, [by_hand(system, topic.id, value) for system, value in reached.items() for topic in bed])
    # Eight differences of one sign: p = 2/256, twice that by Holm, for icsi does not differ at all.
    marks = {name: entry.marks for name, entry in entries(table(found, "table-11"), "50 %").items()}
    assert marks == {
        "J": (), "R": (), "S lead": (), "D lead": (), "S mead": ("†",), "D mead": ("†",), "S icsi": (), "D icsi": (),
    }  # fmt: skip
    assert table(found, "table-11").marks["†"].startswith("differs from lead at the same rate, p < 0.05")
    narrow = table(found, "table-12")
    assert [narrow.rows[place].labels for place in narrow.best(0)] == [("mead",)]
    assert entries(narrow, "mead")["50 %"].marks == ("†",)


def test_figures_that_the_paper_printed_stand_only_beside_the_plain_measure() -> None:
    answer = SubsumptionAnswer("Ada", SentenceRef("mill0", 1), frozenset({SentenceRef("mill0", 0)}))
    bed = Testbed("one", (replace(MILL, subsumption=(answer,)),))
    printed = tuple(
        Published(name, labels, values)
        for name, labels, values in (
            ("table-11", ("50 %",), {"J": 0.9, "D lead": 0.8}),
            ("table-11-e0", ("50 %",), {"J": 0.9}),
            ("table-12", ("lead",), {"50 %": 0.8}),
        )
    )
    found = report(bed, replace(ASKED, published=printed))
    assert {shown.name for shown in found.tables if any(row.theirs for row in shown.rows)} == {"table-11", "table-12"}
    theirs = next(row for row in table(found, "table-11").rows if row.theirs)
    assert [entry.value for entry in theirs.entries] == [0.9, None, None, 0.8]
