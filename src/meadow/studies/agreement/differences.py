"""The difference report of two judges who grouped the same sentences: what to delete, add and move, with words and reasons.

Source: Geiss (2009), section 7 (G10); the pairing is that of `meadow.lab.evaluate.clustering.differences`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meadow.errors import InputError, UnknownNameError
from meadow.lab.evaluate.clustering import REASONS, Differences, differences
from meadow.lab.evaluate.clustering_differences import Reason
from meadow.model import SentenceRef
from meadow.studies.answer_slots import parse_sentence
from meadow.studies.judged import Judged
from meadow.studies.material import StudyMaterial
from meadow.studies.slots import sentence_key


@dataclass(frozen=True, slots=True)
class ChangedSentence:
    """A sentence that two judges treat differently: what is to be done with it to get from the first to the second."""

    ref: SentenceRef
    text: str
    kind: str
    source: str | None
    target: str | None
    reason: str | None

    @property
    def key(self) -> str:
        """The sentence as slots name it."""
        return sentence_key(self.ref)


@dataclass(frozen=True, slots=True)
class DifferenceReport:
    """All that sets two judges' groups of an item apart, and the sums of it."""

    item: str
    judges: tuple[str, str]
    found: Differences
    changes: tuple[ChangedSentence, ...]
    irrelevant_in_both: tuple[str, ...]


def difference_report(
    judged: Judged, item: str, first: str, second: str, *, reasons: Mapping[str, str] | None = None
) -> DifferenceReport:
    """Return what sets two judges apart on an item; `reasons` holds a reason per sentence, named as slots name it."""
    material = _material(judged, item)
    answers = judged.answers(material)
    for judge in (first, second):
        if judge not in answers:
            raise UnknownNameError(f"judge who handed in {item!r}", judge, answers)
    if judged.task != "grouping":
        raise InputError(
            f"A difference report compares groups, not {judged.task}.", given=judged.task, allowed="The task grouping."
        )
    compared = differences(
        answers[first].labels(material), answers[second].labels(material), reasons=_numbered(material, reasons or {})
    )
    refs = list(material.places)
    changes = tuple(
        ChangedSentence(
            refs[each.item], material.text_of(refs[each.item]), each.kind, _key(each.source), _key(each.target),
            each.reason,
        )
        for each in compared.changes
    )  # fmt: skip
    aside = tuple(material.sentences[number].text for number in compared.irrelevant_in_both)
    return DifferenceReport(item, (first, second), compared, changes, aside)


def _material(judged: Judged, item: str) -> StudyMaterial:
    known = {material.id: material for material in judged.materials}
    if item not in known:
        raise UnknownNameError("item of the study", item, known)
    return known[item]


def _numbered(material: StudyMaterial, reasons: Mapping[str, str]) -> dict[int, Reason]:
    found: dict[int, Reason] = {}
    for name, reason in reasons.items():
        if reason not in REASONS:
            raise UnknownNameError("reason for a difference", reason, REASONS)
        found[material.places[parse_sentence(name, material)]] = reason  # type: ignore[assignment]
    return found


def _key(label: object) -> str | None:
    return None if label is None else str(label)
