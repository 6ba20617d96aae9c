"""The answers of each judging task: what its slots hold, what a judge has said, and what is still missing."""

from __future__ import annotations

from collections.abc import Mapping

from meadow.errors import UnknownNameError
from meadow.studies.answers.alignment import ALIGNMENT
from meadow.studies.answers.concepts import CONCEPTS
from meadow.studies.answers.grouping import GROUPING
from meadow.studies.answers.headlines import HEADLINES
from meadow.studies.answers.kind import AnswerKind
from meadow.studies.answers.report import REPORT
from meadow.studies.answers.subsumption import SUBSUMPTION
from meadow.studies.answers.utility import UTILITY

ANSWERS: Mapping[str, AnswerKind] = {
    kind.task: kind for kind in (REPORT, UTILITY, SUBSUMPTION, GROUPING, ALIGNMENT, CONCEPTS, HEADLINES)
}


def answers_of(task: str) -> AnswerKind:
    """Return what is known of a task's answers."""
    if task not in ANSWERS:
        raise UnknownNameError("judging task", task, ANSWERS)
    return ANSWERS[task]
