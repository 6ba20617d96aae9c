"""TSC3's tables of stories in which Lead takes a, b, c and so on: every figure with a pencil."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from lab.kinds.running import entries, figures, measured, report, table
from meadow.lab.experiment import Cell, CellResult, Experiment, Measured, Published
from meadow.lab.kinds.tsc3_tables import KIND
from meadow.lab.testbed import AbstractSentence, GoldExtract, Question, Testbed, Topic
from meadow.model import Document, SentenceRef
from stories import document

# Thirty characters each, in documents of their own: Lead takes them in this order.
TEXTS = {
    "a": "Nine crews left the quay today",
    "b": "Ships came in from Orrin later",
    "c": "Old bells rang in Tarn at noon",
    "d": "Bread was dear in Skerra again",
}
Units = Sequence[tuple[str, Sequence[str]]]


def gold(story: str, length: str | None, units: Units) -> GoldExtract:
    """Return gold of units, each a rank and its alternatives: `("A", ["a", "cd"])` is a alone, or c and d together."""
    sentences = [
        AbstractSentence(
            str(number),
            tuple(frozenset(SentenceRef(f"{story}-{one}", 0) for one in each) for each in alternatives),
            rank or None,
        )
        for number, (rank, alternatives) in enumerate(units)
    ]
    return GoldExtract(tuple(sentences), length)


def story(name: str, **units: Units) -> Topic:
    documents = tuple(document(f"{name}-{one}", [text], hours=place) for place, (one, text) in enumerate(TEXTS.items()))
    return Topic(name, documents, gold=tuple(gold(name, length, held) for length, held in units.items()))


FERRY = story(
    "ferry",
    # Two sentences cover it, so that Lead takes a and b: a is right and says all of the first.
    short=[("A", ["a"]), ("B", ["c", "d"])],
    # Three cover it: d, c, and a or b. Lead takes a, b and c, of which a or b could go, and has half of c and d.
    long=[("A", ["a", "b"]), ("B", ["cd"]), ("B", ["d"])],
)
WOLF = story("wolf", short=[("A", ["b"])])  # one covers it, and Lead takes a
BED = Testbed("two", (FERRY, WOLF))


def asked(*systems: str, **options: Any) -> Experiment:
    return Experiment("mine", KIND.name, systems=systems, resamples=200, options=options)


@pytest.mark.golden("T15")
def test_table_3_has_means_over_stories_for_each_length() -> None:
    shown = table(report(BED, asked("lead")), "table-3")
    assert [row.labels for row in shown.rows] == [("lead", "short"), ("lead", "long")]
    assert figures(shown, "lead", "short") == pytest.approx(
        # Half of two sentences and none of one; the first of two units, weighing 1 beside 1/2, and none of one.
        {"precision": (1 / 2 + 0) / 2, "coverage": (1 / 2 + 0) / 2, "weighted coverage": (1 / 1.5 + 0) / 2}
        | {"redundant": 0}
    )
    assert figures(shown, "lead", "long") == pytest.approx(
        {"precision": 3 / 3, "coverage": (1 + 1 / 2 + 0) / 3, "weighted coverage": (1 + 1 / 2 * 1 / 2) / 2}
        | {"redundant": 1}
    )
    assert entries(shown, "lead", "short")["coverage"].high == pytest.approx(1 / 2)  # the higher of two stories
    assert entries(shown, "lead", "long")["coverage"].high is None  # one story only
    assert "Ranks weigh 1/rank." in shown.notes


@pytest.mark.golden("T6")
def test_other_weights_change_weighted_coverage_alone() -> None:
    plain, weighed = (
        figures(table(report(BED, asked("lead", **more)), "table-3"), "lead", "long")
        for more in ({}, {"weights": [1, 0.25]})
    )
    assert weighed["weighted coverage"] == pytest.approx((1 + 0.25 * 1 / 2) / (1 + 0.25 + 0.25))
    assert {**weighed, "weighted coverage": None} == {**plain, "weighted coverage": None}


@pytest.mark.golden("T6")
def test_stories_without_ranks_have_no_part_in_weighted_coverage() -> None:
    bed = Testbed("two", (FERRY, story("wolf", short=[("", ["a"])])))
    shown = figures(table(report(bed, asked("lead")), "table-3"), "lead", "short")
    assert (shown["weighted coverage"], shown["coverage"]) == pytest.approx((1 / 1.5, (1 / 2 + 1) / 2))
    # A rank for one of two sentences is none at all: what would the other one weigh?
    half = Testbed("one", (story("wolf", short=[("A", ["a"]), ("", ["b"])]),))
    assert "weighted coverage" not in figures(table(report(half, asked("lead")), "table-3"), "lead", "short")


@pytest.mark.golden("T7")
def test_table_4_asks_what_was_asked_about_the_length_or_about_none() -> None:
    questions = (
        Question("1", "Who left?", ("nine crews",), "short"),
        Question("2", "What rang?", ("old bells",), "long"),
        Question("3", "What was dear?", ("bread",)),
    )
    bed = Testbed("one", (replace(FERRY, questions=questions),))
    shown = table(report(bed, asked("lead")), "table-4")
    # Short: a and b, asked 1 and 3. Long: a, b and c, asked all three.
    assert figures(shown, "lead", "short")["exact"] == pytest.approx(1 / 2)
    assert figures(shown, "lead", "long")["exact"] == pytest.approx(2 / 3)
    apart = table(report(bed, asked("lead", also={})), "table-4")
    assert figures(apart, "lead", "long")["exact"] == pytest.approx(1 / 2)  # 2 and 3
    counts = {each.cell.settings["length"]: each.measured.output["questions"] for each in measured(bed, asked("lead"))
              if each.measured is not None}  # fmt: skip
    assert counts == {"short": 2, "long": 3}


@pytest.mark.golden("T15")
def test_a_sentence_that_rewriting_would_empty_still_fills_its_place() -> None:
    documents = (document("paper-a", ["By Ada Orm"]), document("paper-b", [TEXTS["b"]], hours=1))
    (found,) = measured(
        Testbed("one", (Topic("paper", documents, gold=(gold("paper", "short", [("A", ["a"])]),)),)), asked("lead")
    )
    assert found.measured is not None
    assert (found.measured.output["sentences"], found.measured.figures["coverage"]) == ([["paper-a", 0]], 1)


@pytest.mark.golden("T13")
@pytest.mark.parametrize(
    # A share of 120 characters, cut to a whole number; two sentences of 30 need 61 with the space between.
    ("share", "taken"), [(50, "a"), (50.8, "a"), (51, "ab"), (76, "ab"), (77, "abc")]
)  # fmt: skip
def test_a_share_of_the_characters_is_rounded_down(share: float, taken: str) -> None:
    bed = Testbed("one", (story("ferry", short=[("A", ["a"]), ("B", ["c", "d"])]),))
    (found,) = measured(bed, asked("lead", by="characters", shares={"short": share}))
    assert found.measured is not None
    assert found.measured.output["sentences"] == [[f"ferry-{one}", 0] for one in taken]
    # Precision is over the two sentences of the minimum cover, or over what was taken where that is more.
    right = len(set(taken) & set("acd"))
    assert found.measured.figures["precision"] == pytest.approx(right / max(2, len(taken)))


@pytest.mark.golden("T13")
def test_the_papers_shares_are_five_and_ten_percent() -> None:
    shares = {
        cell.settings["length"]: cell.settings["share"] for cell in KIND.plan(BED, asked("lead", by="characters"))
    }
    assert shares == {"short": 5, "long": 10}


@pytest.mark.parametrize(("common", "taken"), [("crews", "b"), ("ships", "a")])
def test_what_is_common_among_the_testbeds_documents_is_worth_little(common: str, taken: str) -> None:
    documents = (document("ferry-a", ["Crews wait."], hours=0), document("ferry-b", ["Ships wait."], hours=1))
    topic = Topic("ferry", documents, gold=(gold("ferry", "short", [("A", ["a", "b"])]),))
    loose = tuple(Document(f"loose {number}", text=f"{common} sleep", language="en") for number in range(9))
    bed = Testbed("one", (topic,), loose=loose)
    (found,) = measured(bed, asked("tfidf", background="testbed"))
    assert found.measured is not None
    assert found.measured.output["sentences"] == [[f"ferry-{taken}", 0]]


def by_hand(system: str, topic: str, covered: float) -> CellResult:
    settings = {"length": "short", "share": None, "weights": None, "asked": ["short"], "background": None, "seed": 0}
    held = {"precision": covered, "coverage": covered, "weighted coverage": None, "redundant": 1 - covered}
    return CellResult(Cell(system, topic, settings), Measured({**held, "exact": None, "edit": None}))


def compared(covered: Mapping[str, float], **more: Any) -> Any:
    bed = Testbed("eight", tuple(replace(FERRY, id=f"story {number}") for number in range(8)))
    results = [by_hand(system, topic.id, value) for system, value in covered.items() for topic in bed]
    return report(bed, replace(asked(*covered), baseline="lead", **more), results)


@pytest.mark.golden("T15")
def test_step_2_is_held_against_the_first_system_with_the_same_ranking() -> None:
    found = compared({"lead": 0.4, "tfidf": 0.2, "tfidf(select=top)": 0.4, "tfidf+mmr": 0.4, "patterns+mmr": 0.4})
    shown = table(found, "table-7")
    assert [row.labels[0] for row in shown.rows] == ["tfidf+mmr", "patterns+mmr"]
    # It differs from tfidf (p = 2/256), and from nothing else; patterns has nobody to be held against.
    assert entries(shown, "tfidf+mmr", "short")["coverage"].marks == ("‡",)
    assert entries(shown, "patterns+mmr", "short")["coverage"].marks == ()
    assert shown.marks["‡"].startswith("differs from the same ranking without step 2, at the same length, p < 0.01")
    plain = table(found, "table-3")
    assert entries(plain, "tfidf", "short")["coverage"].marks == ("†",)  # twice 2/256 by Holm
    assert plain.marks["†"].startswith("differs from the baseline at the same length, p < 0.05")


def test_more_coverage_and_less_redundancy_are_better() -> None:
    shown = table(compared({"lead": 0.4, "tfidf": 0.2}), "table-3")
    best = {column.name: shown.best(place) for place, column in enumerate(shown.columns)}
    assert best == dict.fromkeys(("precision", "coverage", "redundant"), frozenset({0}))


def test_bars_have_bounds_where_there_are_several_stories() -> None:
    published = (Published("table-3", ("lead", "short"), {"coverage": 0.5}),)
    (plot,) = report(BED, replace(asked("lead"), published=published)).plots
    bars = {(series.label, series.theirs): series for series in plot.series}
    assert bars["short", False].y == pytest.approx((1 / 4,))
    assert (bars["short", False].low, bars["short", False].high) == ((0,), (1 / 2,))
    assert bars["long", False].low == ()
    assert bars["short", True].y == (0.5,)
