"""The answers of each judging task: what its slots hold, what a judge has said, and what is still missing."""

from __future__ import annotations

from collections.abc import Mapping

from meadow.errors import UnknownNameError
from meadow.judging.answers.alignment import ALIGNMENT
from meadow.judging.answers.concepts import CONCEPTS
from meadow.judging.answers.grouping import GROUPING
from meadow.judging.answers.headlines import HEADLINES
from meadow.judging.answers.kind import AnswerKind
from meadow.judging.answers.report import REPORT
from meadow.judging.answers.subsumption import SUBSUMPTION
from meadow.judging.answers.utility import UTILITY

ANSWERS: Mapping[str, AnswerKind] = {
    kind.task: kind for kind in (REPORT, UTILITY, SUBSUMPTION, GROUPING, ALIGNMENT, CONCEPTS, HEADLINES)
}


def answers_of(task: str) -> AnswerKind:
    """Return what is known of a task's answers."""
    if task not in ANSWERS:
        raise UnknownNameError("judging task", task, ANSWERS)
    return ANSWERS[task]
