"""QARLA of Lead against two people on topics of one sentence a day: wins, ties and sign tests with a pencil."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lab.kinds.running import failing, figures, measured, report, table
from meadow.lab.experiment import Cell, CellResult, Experiment, Measured
from meadow.lab.kinds.qarla_reports import ReportPlan, automatic_reports, question_of
from meadow.lab.testbed import PersonReport, Testbed, Topic
from meadow.model import Concept, SentenceRef
from stories import document

TEXTS = {
    "a": "Dockers left the harbour.",
    "b": "Ships wait outside Skerra.",
    "c": "Bakers sell no bread.",
    "d": "A choir sang in Tarn.",
}
ASKED = Experiment(
    "mine", "qarla", systems=("lead",), metrics=("sentence-recall", "sentence-precision"),
    baseline="sentence-precision", resamples=200, options={"sentences": 2},
)  # fmt: skip


def topic(name: str, order: str, *reports: str, kind: str | None = None, **more: Any) -> Topic:
    """Return a topic whose documents are in this order, so that Lead takes the first two of it."""
    documents = tuple(document(f"{name}-{one}", [TEXTS[one]], hours=place) for place, one in enumerate(order))
    people = tuple(
        PersonReport(f"author {number}", tuple(SentenceRef(f"{name}-{one}", 0) for one in taken))
        for number, taken in enumerate(reports)
    )
    return Topic(name, documents, kind=kind, question="What happened?", reports=people, **more)


# Lead takes c and d, of which nobody has any: each person is closer to the other, by both measures.
STRIKE = topic("strike", "cdab", "ab", "ab", kind="tracking")
# Lead takes a and b. Recall: to `a` both have all of it, to `acd` both have a third: two ties. Precision: to `a` a third of
# `acd` is right and half of Lead's; to `acd` all of `a` is right and half of Lead's: one is lost and one won.
QUAY = topic("quay", "abcd", "a", "acd", kind="extraction")
BED = Testbed("harbour", (STRIKE, QUAY))


@pytest.mark.golden("S8")
def test_table_2_has_means_by_kind_of_topic_and_ties_are_failures() -> None:
    shown = table(report(BED, ASKED), "table-2")
    assert figures(shown, "sentence-recall") == {"tracking": 1, "extraction": 0, "all": 1 / 2, "ties": (0 + 1) / 2}
    assert figures(shown, "sentence-precision") == {"tracking": 1, "extraction": 1 / 2, "all": 3 / 4, "ties": 0}
    better = {column.name: column.better for column in shown.columns}
    assert better == {"tracking": "higher", "extraction": "higher", "all": "higher", "ties": "lower"}
    assert [shown.best(place) for place in (1, 3)] == [frozenset({1}), frozenset({1})]


@pytest.mark.golden("S8")
def test_topics_of_no_kind_count_over_all_only() -> None:
    bed = Testbed("harbour", (STRIKE, replace(QUAY, kind=None)))
    assert figures(table(report(bed, ASKED), "table-2"), "sentence-precision") == {
        "tracking": 1,
        "all": 3 / 4,
        "ties": 0,
    }
    assert table(report(bed, ASKED), "topics").rows[1].labels == ("quay", "–")


@pytest.mark.golden("S7")
def test_the_sign_test_is_over_topics_and_reference_reports() -> None:
    found = {each.cell.key: each.measured for each in measured(BED, ASKED)}
    counts = {
        (each.cell.system, each.cell.topic): (held.output["won"], held.output["tied"], held.output["total"])
        for each in measured(BED, ASKED)
        if (held := found[each.cell.key]) is not None
    }
    assert counts["sentence-recall", "quay"] == ([0, 0], [1, 1], [1, 1])
    assert counts["sentence-precision", "quay"] == ([0, 1], [0, 0], [1, 1])
    shown = table(report(BED, ASKED), "tests")
    # Precision is ahead on the second reference of the quay, and level on the other three; one of one has p = 1.
    assert figures(shown, "all", "sentence-recall") | {"Wilcoxon p": None} == {
        "more": 1, "less": 0, "equal": 3, "sign p": 1, "sign p (Holm)": 1, "Wilcoxon p": None,
    }  # fmt: skip
    tracking = figures(shown, "tracking", "sentence-recall")
    assert (tracking["more"], tracking["less"], tracking["equal"]) == (0, 0, 2)
    assert [row.labels[0] for row in shown.rows] == ["all", "tracking", "extraction"]


def by_hand(metric: str, topic_id: str, won: int) -> CellResult:
    output = {"won": [won, won], "total": [4, 4], "tied": [0, 0], "automatic": ["x"] * 4, "references": ["1", "2"]}
    return CellResult(Cell(metric, topic_id), Measured({"qarla": won / 4, "ties": 0.0}, output))


@pytest.mark.golden("S7")
def test_holm_corrects_over_the_other_metrics() -> None:
    bed = Testbed("three", tuple(replace(STRIKE, id=f"strike {number}") for number in range(3)))
    won = {"nicos": 3, "docsim": 1, "rouge1": 4, "perplexity": 3}
    results = [by_hand(metric, each.id, count) for metric, count in won.items() for each in bed]
    shown = table(report(bed, replace(ASKED, metrics=tuple(won), baseline="nicos"), results), "tests")
    # Six of six: 2/64. Of three metrics the least p counts three times, the next twice and not below it, level ones 1.
    for metric, more, less, p, holm in (("docsim", 6, 0, 2 / 64, 6 / 64), ("rouge1", 0, 6, 2 / 64, 6 / 64)):
        held = figures(shown, "all", metric)
        assert (held["more"], held["less"], held["equal"]) == (more, less, 0)
        assert (held["sign p"], held["sign p (Holm)"]) == pytest.approx((p, holm))
    level = figures(shown, "all", "perplexity")
    assert (level["equal"], level["sign p (Holm)"]) == (6, 1)
    assert not any(row.labels[1] == "nicos" for row in shown.rows)


@pytest.mark.golden("S8")
def test_a_test_is_over_what_both_metrics_have() -> None:
    results = failing(measured(BED, ASKED), "sentence-recall", "quay")
    found = report(BED, ASKED, results)
    shown = table(found, "tests")
    assert figures(shown, "all", "sentence-recall")["equal"] == 2  # the two references of the strike
    assert ("extraction", "sentence-recall") not in [row.labels for row in shown.rows]
    said = "sentence-recall failed on 1 of 2 cells (quay): ValueError: no luck"
    assert said in shown.notes
    assert said in table(found, "table-2").notes
    assert figures(table(found, "table-2"), "sentence-recall")["extraction"] is None
    (plot,) = found.plots
    assert {series.label: series.y for series in plot.series} == {
        "sentence-recall": (1, None), "sentence-precision": (1, 1 / 2),
    }  # fmt: skip


def test_what_the_figures_rest_on() -> None:
    concepts = (Concept("dockers", "factor", (), 0),)
    bed = Testbed("harbour", (STRIKE, replace(QUAY, concepts=concepts)))
    shown = table(report(bed, ASKED), "topics")
    assert figures(shown, "quay", "extraction") == {
        "documents": 4, "reports": 2, "sentences per report": (1 + 3) / 2, "concepts": 1, "automatic reports": 1,
    }  # fmt: skip


def test_of_equal_reports_the_first_stays() -> None:
    systems = ("lead", "random", "lead(select=top)")
    kept = automatic_reports(QUAY, ReportPlan(systems, 10, 2, distinct=True, seed=3))
    assert kept[0].name == "lead"
    assert "lead(select=top)" not in [each.name for each in kept]
    every = automatic_reports(QUAY, ReportPlan(systems, 10, 2, distinct=False, seed=3))
    assert [each.name for each in every] == list(systems)


def test_a_report_that_is_too_long_is_thinned_evenly() -> None:
    whole, thin = (
        {
            each.name: each.sentences
            for each in automatic_reports(QUAY, ReportPlan(("baselines",), 30, most, False, 0, thinned=True))
        }
        for most in (99, 2)
    )
    assert max(map(len, whole.values())) == 4
    for name, sentences in thin.items():
        # Of four the middles of two halves (the second of each), of three the first and the last.
        middles = {4: (1, 3), 3: (0, 2)}.get(len(whole[name]), range(len(whole[name])))
        assert sentences == tuple(whole[name][place] for place in middles)


def test_a_report_answers_the_question_or_the_title() -> None:
    both = replace(QUAY, title="The quay")
    assert question_of(both) == "What happened?"
    assert question_of(replace(both, question=None)) == "The quay"
