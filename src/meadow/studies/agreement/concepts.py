"""Agreement about key concepts: how much of what two judges named is the same, kind by kind; and what they named.

Source: our own; Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.3, for the lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from meadow.lab.tables import Column, Entry, Row, Table
from meadow.model import ConceptKind
from meadow.provenance import signature
from meadow.studies.agreement.intervals import DRAWN, MEAN_NOTE, mean_row
from meadow.studies.answer_slots import folded
from meadow.studies.answers.concepts import KINDS, ConceptAnswers
from meadow.studies.concept_lists import named_by
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial


def concept_tables(judged: Judged) -> tuple[Table, Table]:
    """Return how far every two judges named the same concepts, and every concept with how many judges named it."""
    said = {material: judged.answers(material) for material in judged.materials}
    pairs = {material.id: _pair_rows(material, answers) for material, answers in said.items()}
    rows = [row for of_item in pairs.values() for row in of_item]
    agreement = Table(
        "agreement", "How far judges name the same concepts", ("item", "judges"),
        tuple(Column(kind, "higher") for kind in (*KINDS, "all")), (*rows, *mean_row(pairs)),
        notes=("Twice what both named, by what each named (Dice); equal forms count as the same, whatever their case.",
               MEAN_NOTE),
        signature=signature({"metric": "dice", **DRAWN}),
    )  # fmt: skip
    named = [row for material, answers in said.items() for row in _concept_rows(material, answers)]
    return agreement, Table(
        "concepts", "Concepts that judges named", ("item", "kind", "concept"), (Column("judges", digits=0),),
        tuple(named), signature=signature({"metric": "count"}),
    )  # fmt: skip


def dice(first: set[str], second: set[str]) -> float | None:
    """Return twice what two sets share by their sizes, None where both are empty."""
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else None


def _pair_rows(material: StudyMaterial, answers: Mapping[str, ConceptAnswers]) -> list[Row]:
    rows = []
    for one, two in combinations(answers, 2):
        by_kind = [dice(_forms(answers[one], kind), _forms(answers[two], kind)) for kind in KINDS]
        everything = dice(_all_forms(answers[one]), _all_forms(answers[two]))
        rows.append(Row((material.name, f"{one}-{two}"), tuple(map(Entry, (*by_kind, everything)))))
    return rows


def _forms(answers: ConceptAnswers, kind: ConceptKind) -> set[str]:
    return {folded(text) for text in answers.concepts[kind]}


def _all_forms(answers: ConceptAnswers) -> set[str]:
    return {f"{kind} {form}" for kind in KINDS for form in _forms(answers, kind)}


def _concept_rows(material: StudyMaterial, answers: Mapping[str, ConceptAnswers]) -> list[Row]:
    rows = []
    for kind in KINDS:
        named = named_by(answers, kind)
        for key in sorted(named, key=lambda key: (-len(named[key]), key)):
            form = next(iter(named[key].values()))
            rows.append(Row((material.name, kind, form), (Entry(len(named[key])),)))
    return rows
