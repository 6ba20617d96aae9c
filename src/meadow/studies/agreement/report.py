"""What came of reports: how far people took the same sentences, what they said about the work, and what they named.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.3, for the questions and the concepts per topic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from meadow.lab.tables import Column, Entry, Row, Table
from meadow.model import ADJUDICATOR
from meadow.provenance import signature
from meadow.studies.agreement.concepts import dice
from meadow.studies.answers.concepts import KINDS
from meadow.studies.answers.report import ReportAnswers
from meadow.studies.concept_lists import merged_concepts, named_by
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial
from meadow.studies.tasks.report_rules import ANSWERS, QUESTIONS

_NAMES = {"person": "people", "organisation": "organisations", "factor": "key factors"}


def report_tables(judged: Judged) -> tuple[Table, ...]:
    """Return the agreement on sentences, the shares of answers about the work, and the concepts per topic."""
    said: dict[StudyMaterial, Mapping[str, ReportAnswers]] = {each: judged.answers(each) for each in judged.materials}
    return _agreement(said), _shares(said), _concepts(judged, said)


def _agreement(said: Mapping[StudyMaterial, Mapping[str, ReportAnswers]]) -> Table:
    rows = [row for material, answers in said.items() for row in _pair_rows(material, answers)]
    return Table(
        "agreement", "How far two people took the same sentences, and read the same documents", ("topic", "people"),
        (Column("sentences", "higher"), Column("documents", "higher"), Column("shared", digits=0)), tuple(rows),
        notes=("Twice what both took, by what each took (Dice).",), signature=signature({"metric": "dice"}),
    )  # fmt: skip


def _pair_rows(material: StudyMaterial, answers: Mapping[str, ReportAnswers]) -> Iterator[Row]:
    for one, two in combinations(answers, 2):
        first, second = set(answers[one].refs), set(answers[two].refs)
        sentences = dice({str(each) for each in first}, {str(each) for each in second})
        documents = dice({each.document_id for each in first}, {each.document_id for each in second})
        shared = len(first & second)
        yield Row((material.name, f"{one}-{two}"), (Entry(sentences), Entry(documents), Entry(shared)), contends=False)


def _shares(said: Mapping[StudyMaterial, Mapping[str, ReportAnswers]]) -> Table:
    given = [each.answers for answers in said.values() for each in answers.values()]
    rows = []
    for name, text in QUESTIONS.items():
        answers = [each[name] for each in given if name in each]
        shares = [100 * answers.count(at) / len(answers) if answers else None for at in range(len(ANSWERS))]
        rows.append(Row((text,), (*map(Entry, shares), Entry(len(answers))), contends=False))
    columns = (*(Column(each, digits=0) for each in ANSWERS), Column("reports", digits=0))
    return Table(
        "answers", "About the work, in percent of the reports", ("question",), columns, tuple(rows),
        signature=signature({"metric": "share"}),
    )  # fmt: skip


def _concepts(judged: Judged, said: Mapping[StudyMaterial, Mapping[str, ReportAnswers]]) -> Table:
    rows = [row for material, answers in said.items() for row in _concept_rows(judged, material, answers)]
    columns = (Column("named", digits=0), Column("different", digits=0), Column("merged", digits=0))
    return Table(
        "concepts", "Key concepts per topic", ("topic", "kind"), columns, tuple(rows),
        notes=("Named: by all people together. Different: equal forms once. Merged: in the topic's one list.",),
        signature=signature({"metric": "count"}),
    )  # fmt: skip


def _concept_rows(judged: Judged, material: StudyMaterial, answers: Mapping[str, ReportAnswers]) -> Iterator[Row]:
    named = {judge: each.concepts for judge, each in answers.items()}
    merged = merged_concepts(named, judged.values(ADJUDICATOR, material))
    for kind in KINDS:
        total = sum(len(each.concepts[kind]) for each in named.values())
        counts = (total, len(named_by(named, kind)), sum(each.kind == kind for each in merged))
        yield Row((material.name, _NAMES[kind]), tuple(map(Entry, counts)), contends=False)
