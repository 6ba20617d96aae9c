"""QARLA as an experiment: Table 2's shape, its tests, Figure 1, and what is said when a testbed lacks something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.errors import InputError
from meadow.lab.catalogue import load_experiment
from meadow.lab.evaluate import synthesis
from meadow.lab.evaluate.baseline_reports import baseline_reports
from meadow.lab.experiment import CellResult, Experiment, find_kind
from meadow.lab.kinds.qarla import KIND
from meadow.lab.kinds.qarla_reports import ReportPlan, automatic_reports, manual_reports, question_of
from meadow.lab.tables import Findings, Row, Table
from meadow.lab.testbed import PersonReport, Testbed, Topic
from meadow.model import Concept, SentenceRef
from stories import document

DAYS = [
    ["The harbour of Sant Oriel closed.", "Dockers want more pay.", "Ships wait outside."],
    ["Dockers walked out in Sant Oriel.", "The mayor called for calm.", "Bread is dear."],
    ["The mayor met the dockers.", "Talks lasted all night.", "A choir sang on the quay."],
    ["Dockers and the harbour agreed on pay.", "Ships come in again.", "The mayor thanked both."],
]
CONCEPTS = tuple(Concept(text, "factor", (), 0) for text in ("dockers", "mayor", "pay"))


def topic(name: str, kind: str | None, *chosen: list[tuple[int, int]]) -> Topic:
    documents = tuple(document(f"{name}{day}", texts, hours=24 * day) for day, texts in enumerate(DAYS))
    reports = tuple(
        PersonReport(f"author {number}", tuple(SentenceRef(f"{name}{day}", index) for day, index in refs))
        for number, refs in enumerate(chosen)
    )
    return Topic(name, documents, kind=kind, question="dockers' strike", concepts=CONCEPTS, reports=reports)


ALIKE = [(0, 1), (1, 0), (2, 0), (3, 0)]
STRIKE = topic("strike", "tracking", ALIKE, [(0, 1), (1, 1), (2, 0), (3, 0)], [(0, 1), (1, 0), (3, 0), (3, 2)])
QUAY = topic("quay", "extraction", ALIKE, [(0, 0), (1, 0), (3, 0)])
BED = Testbed("harbour", (STRIKE, QUAY, Topic("silent", (document("x", ["Nothing happened."]),))))
EXPERIMENT = Experiment("own", "qarla", baseline="nicos", resamples=100, options={"kept": 5})


def run(bed: Testbed = BED, experiment: Experiment = EXPERIMENT) -> tuple[list[CellResult], Findings]:
    results = [CellResult(cell, KIND.measure(bed, cell)) for cell in KIND.plan(bed, experiment)]
    return results, KIND.report(bed, experiment, results)


def named(findings: Findings, name: str) -> Table:
    return next(table for table in findings.tables if table.name == name)


def cells(row: Row) -> list[float | None]:
    return [entry.value for entry in row.entries]


@pytest.mark.golden("S8")
def test_table_2_has_the_means_by_kind_of_topic_and_over_all() -> None:
    results, findings = run()
    table = named(findings, "table-2")
    assert [column.name for column in table.columns] == ["tracking", "extraction", "all", "ties"]
    assert [row.labels[0] for row in table.rows] == [
        "perplexity", "docsim", "sentence-recall", "sentence-precision", "rouge1", "nicos",
    ]  # fmt: skip
    recipe = ReportPlan(("baselines",), 5, "longest", True, 0)
    by_hand = [
        synthesis.qarla(synthesis.sentence_recall, manual_reports(each), automatic_reports(each, recipe))
        for each in (STRIKE, QUAY)
    ]
    mean = synthesis.mean_qarla(by_hand)
    ties = sum(each.ties for each in by_hand) / 2
    assert cells(table.rows[2]) == pytest.approx([by_hand[0].value, by_hand[1].value, mean, ties])
    assert {result.cell.topic for result in results} == {"strike", "quay"}


@pytest.mark.golden("S7")
def test_the_tests_pair_topics_with_reference_reports() -> None:
    results, findings = run()
    table = named(findings, "tests")
    first = next(row for row in table.rows if row.labels == ("all", "docsim"))
    assert sum(value or 0 for value in cells(first)[:3]) == 5  # three references and two
    held = {(each.cell.system, each.cell.topic): each.measured for each in results}

    def shares(metric: str) -> list[float]:
        outputs = [measured.output for name in ("strike", "quay") if (measured := held[metric, name]) is not None]
        return [won / total for each in outputs for won, total in zip(each["won"], each["total"], strict=True)]

    expected = synthesis.sign_test(shares("nicos"), shares("docsim"))
    assert cells(first)[:4] == [expected.more, expected.less, expected.equal, expected.p]
    assert cells(first)[5] == expected.wilcoxon_p
    holm = cells(first)[4]
    assert holm is not None
    assert holm >= expected.p
    assert not any(row.labels[1] == "nicos" for row in table.rows)


def test_the_bundled_experiment_puts_the_paper_beside_and_keeps_columns_the_testbed_lacks() -> None:
    experiment = replace(load_experiment("qarla"), resamples=100)
    assert find_kind(experiment.kind) is KIND
    _, findings = run(Testbed("one", (STRIKE,)), experiment)
    table = named(findings, "table-2")
    assert [column.name for column in table.columns] == ["tracking", "extraction", "all", "ties"]
    theirs = {row.labels[0]: cells(row)[:2] for row in table.rows if row.theirs}
    assert theirs["nicos"] == [0.77, 0.52]
    assert len(theirs) == 6


def test_with_few_documents_equal_baselines_count_once_and_fit_the_room() -> None:
    found = automatic_reports(STRIKE, ReportPlan(("baselines",), 30, 3, True, 0, thinned=True))
    assert len({report.refs for report in found}) == len(found) < 30
    assert all(1 <= len(report.sentences) <= 3 for report in found)
    every = automatic_reports(STRIKE, ReportPlan(("baselines",), 30, 3, False, 0, thinned=True))
    assert len(found) < len(every) <= 30


@pytest.mark.golden("S5")
@pytest.mark.golden("S8")
def test_baselines_keep_their_own_length_as_the_papers_do_unless_asked() -> None:
    plan = ReportPlan(("baselines",), 30, 3, False, 0)
    wanted = {each.name: each.refs for each in baseline_reports(STRIKE.documents, question_of(STRIKE) or "")}
    assert {each.name: each.refs for each in automatic_reports(STRIKE, plan)} == {
        name: refs for name, refs in wanted.items() if refs
    }
    assert max(len(refs) for refs in wanted.values()) > 3
    settings = KIND.plan(
        Testbed("one", (STRIKE,)), replace(load_experiment("qarla"), metrics=("docsim",), baseline=None)
    )
    assert [cell.settings["thinned"] for cell in settings] == [False]


def test_automatic_reports_may_be_ours() -> None:
    found = automatic_reports(STRIKE, ReportPlan(("report(by=time)", "lead"), 10, "longest", False, 0))
    assert [report.name for report in found] == ["report(by=time)", "lead"]
    assert all(len(report.sentences) <= 4 for report in found)


def test_nicos_leaves_out_topics_without_concepts_and_a_failure_is_told() -> None:
    bed = Testbed("half", (STRIKE, replace(QUAY, concepts=())))
    results, findings = run(bed)
    assert ("nicos", "quay") not in {(each.cell.system, each.cell.topic) for each in results}
    assert any("nicos leaves out topics without concepts: quay" in note for note in named(findings, "table-2").notes)
    broken = [replace(results[0], measured=None, error="InputError: gone"), *results[1:]]
    assert any("gone" in note for note in named(KIND.report(bed, EXPERIMENT, broken), "table-2").notes)


def test_a_report_of_a_sentence_that_is_not_there_is_an_error() -> None:
    bad = replace(STRIKE, reports=(PersonReport("ana", (SentenceRef("strike0", 9),)), STRIKE.reports[0]))
    with pytest.raises(InputError, match=r"names sentence 9 of 'strike0'"):
        manual_reports(bad)
