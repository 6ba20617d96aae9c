"""Reports that people built: the sentences in the end, the concepts they named, and what they say about the work.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), sections 2.2 and 2.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from meadow.model import SentenceRef, Study, StudyItem
from meadow.studies.answer_slots import Parts, Values, bad_answer, parse_sentence
from meadow.studies.answers.concepts import ConceptAnswers
from meadow.studies.answers.concepts import read as read_concepts
from meadow.studies.answers.kind import AnswerKind, checked_everywhere, is_skipped
from meadow.studies.material import StudyMaterial
from meadow.studies.task import ItemState
from meadow.studies.tasks.report import check as check_slot
from meadow.studies.tasks.report_rules import QUESTIONS

_FLAGS = ("started", "finished")
_ANY_TIME = Study("any", "report", "", (), datetime(1970, 1, 1, tzinfo=UTC), owner="anyone")


@dataclass(frozen=True, slots=True)
class ReportAnswers:
    """A report in the order of time, the concepts behind it, and the answers about the work by what was asked."""

    refs: tuple[SentenceRef, ...]
    concepts: ConceptAnswers
    answers: Mapping[str, int]


def check(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    """Raise an error for an answer that a slot of a report cannot hold; when it was given is not asked here."""
    if checked_everywhere(material, parts, answer):
        return
    if parts in {(flag,) for flag in _FLAGS}:
        if answer is not True:
            raise bad_answer(parts, answer, "true")
        return
    item = StudyItem(material.id, material.title, material.documents)
    check_slot(ItemState(_ANY_TIME, item, {}, {}, _ANY_TIME.made), "/".join(parts), answer)


def read(material: StudyMaterial, values: Values) -> ReportAnswers:
    """Return what a person made of an item."""
    taken = [parse_sentence(parts[1], material) for parts in values if parts[0] == "pick"]
    answers = {
        name: values["question", str(at)] for at, name in enumerate(QUESTIONS) if ("question", str(at)) in values
    }
    return ReportAnswers(
        tuple(sorted(taken, key=material.places.__getitem__)), read_concepts(material, values), answers
    )


def missing(material: StudyMaterial, values: Values) -> tuple[str, ...]:
    """Return what is to be done before the report can be handed in."""
    del material  # what a report lacks is said without its articles
    if is_skipped(values):
        return ()
    if ("finished",) not in values:
        return ("The report is not finished.",)
    asked = [text for at, text in enumerate(QUESTIONS.values()) if ("question", str(at)) not in values]
    return tuple(f"Not answered: {text}" for text in asked)


def done(material: StudyMaterial, values: Values) -> tuple[int, int]:
    """Return how many of the steps are done: the report itself, and each question about the work."""
    return len(read(material, values).answers) + (("finished",) in values), len(QUESTIONS) + 1


REPORT = AnswerKind("report", check, read, missing, done)
