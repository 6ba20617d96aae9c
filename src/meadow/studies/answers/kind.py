"""The kinds of answers: how to check one, what is still missing, and the slots that all tasks have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from meadow.studies.answer_slots import Parts, Values, bad_answer, parse_sentence
from meadow.studies.material import StudyMaterial

_LONGEST_REASON = 500
SKIP, SUBMITTED, AT = "skip", "submitted", "at"


@dataclass(frozen=True, slots=True)
class AnswerKind:
    """The answers of a task: `check` raises an error for one that cannot be, `missing` says in words what is not done.

    `read` gives a judge's answers on an item as a value of the task's own, `done` how much of how much is answered.
    """

    task: str
    check: Callable[[StudyMaterial, Parts, Any], None]
    read: Callable[[StudyMaterial, Values], Any]
    missing: Callable[[StudyMaterial, Values], tuple[str, ...]]
    done: Callable[[StudyMaterial, Values], tuple[int, int]]


def checked_everywhere(material: StudyMaterial, parts: Parts, answer: Any) -> bool:
    """Return whether a slot is one that all tasks have, and check its answer: a skip with reason, the submission, a place.

    `at` is the sentence that a judge was at last, so that they go on there in any browser; it is no judgement.
    """
    if parts == (SUBMITTED,):
        if answer is not True:
            raise bad_answer(parts, answer, "true, or null to open the item again.")
        return True
    if parts == (AT,):
        parse_sentence(answer, material)
        return True
    if parts and parts[0] == SKIP and len(parts) <= 2:
        if len(parts) == 2:
            parse_sentence(parts[1], material)
        check_text(parts, answer, longest=_LONGEST_REASON)
        return True
    return False


def check_text(parts: Parts, answer: Any, *, longest: int) -> str:
    """Return an answer that is a text of some length; anything else is an error."""
    if not isinstance(answer, str) or not answer.strip() or len(answer) > longest:
        raise bad_answer(parts, answer, f"A text of 1 to {longest} characters, or null to clear it.")
    return answer


def is_whole(answer: Any, least: int, most: int) -> bool:
    """Return whether an answer is a whole number of a range; true and 3.5 are none."""
    return isinstance(answer, int) and not isinstance(answer, bool) and least <= answer <= most


def is_skipped(values: Values) -> bool:
    """Return whether the judge left the whole item out."""
    return (SKIP,) in values


def is_submitted(values: Values) -> bool:
    """Return whether the judge has handed the item in."""
    return values.get((SUBMITTED,)) is True


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 sentence", "3 sentences"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
