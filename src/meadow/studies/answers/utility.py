"""Utility: what each sentence is worth to a summary, 0 to 10; a sentence without a score is not worth 0.

Source: Radev, Jing, Styś and Tam (2004), section 4.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from meadow.model import SentenceRef
from meadow.studies.answer_slots import Parts, Values, bad_answer, parse_sentence, unknown_slot
from meadow.studies.answers.kind import SKIP, AnswerKind, checked_everywhere, counted, is_skipped, is_whole
from meadow.studies.material import StudyMaterial

MOST = 10


@dataclass(frozen=True, slots=True)
class UtilityAnswers:
    """The scores that a judge gave, and the sentences that they left out, with the reason."""

    scores: Mapping[SentenceRef, int]
    skipped: Mapping[SentenceRef, str]


def check(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    """Raise an error unless the answer is a score of one of the item's sentences, a skip or the submission."""
    if checked_everywhere(material, parts, answer):
        return
    if len(parts) != 2 or parts[0] != "utility":
        raise unknown_slot(parts, "utility", "utility/SENTENCE, skip/SENTENCE, skip, submitted")
    parse_sentence(parts[1], material)
    if not is_whole(answer, 0, MOST):
        raise bad_answer(parts, answer, f"A whole number from 0 to {MOST}, or null to take the score back.")


def read(material: StudyMaterial, values: Values) -> UtilityAnswers:
    """Return a judge's scores of an item, in the order of its sentences."""
    given = {parse_sentence(parts[1], material): score for parts, score in values.items() if parts[0] == "utility"}
    left = {parse_sentence(parts[1], material): why for parts, why in values.items() if _skips_sentence(parts)}
    scores = {ref: given[ref] for ref in sorted(given, key=material.places.__getitem__)}
    return UtilityAnswers(scores, {ref: why for ref, why in left.items() if ref not in given})


def missing(material: StudyMaterial, values: Values) -> tuple[str, ...]:
    """Return what is to be done before the item can be handed in; nothing if it was skipped as a whole."""
    scored, total = done(material, values)
    if is_skipped(values) or scored == total:
        return ()
    first = next(ref for ref in material.places if ref not in _answered(material, values))
    number = material.places[first] + 1
    return (f"{counted(total - scored, 'sentence')} without a score; the first is sentence {number}.",)


def done(material: StudyMaterial, values: Values) -> tuple[int, int]:
    """Return how many sentences have a score or were skipped, and how many there are."""
    return len(_answered(material, values)), len(material.sentences)


def _answered(material: StudyMaterial, values: Values) -> set[SentenceRef]:
    answers = read(material, values)
    return {*answers.scores, *answers.skipped}


def _skips_sentence(parts: Parts) -> bool:
    return parts[0] == SKIP and len(parts) == 2


UTILITY = AnswerKind("utility", check, read, missing, done)
