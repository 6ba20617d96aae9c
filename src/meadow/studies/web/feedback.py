"""Feedback on an item for practice, once it is handed in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from meadow.studies.answer_slots import Parts, decode
from meadow.studies.judging.judging import OpenItem
from meadow.studies.material import StudyMaterial, material_of
from meadow.studies.quality import feedback
from meadow.studies.slots import sentence_key

_SHOWN = 120


@dataclass(frozen=True, slots=True)
class FeedbackLesson:
    """One answer and the expected one."""

    subject: str
    expected: str
    given: str
    right: bool


def feedback_of(opened: OpenItem) -> tuple[FeedbackLesson, ...]:
    """Return how a judge did on an item for practice; nothing before they handed it in, and nothing of other items."""
    state = opened.state
    if state.study.roles.get(state.item.id) != "training" or not state.submitted:
        return ()
    expected = {tuple(slot.split("/")): decode(answer) for slot, answer in state.item.expected.items()}
    given = {tuple(slot.split("/")): answer for slot, answer in state.values.items()}
    material = material_of(state.item, seed=state.study.seed)
    return tuple(
        FeedbackLesson(_subject(material, each.slot), _answer_text(each.expected), _answer_text(each.given), each.right)
        for each in feedback(expected, given)
    )


def _subject(material: StudyMaterial, slot: Parts) -> str:
    texts = {sentence_key(ref): material.text_of(ref) for ref in material.places}
    named = [texts[part] for part in slot if part in texts]
    return " / ".join(text[:_SHOWN] for text in named) or "/".join(slot)


def _answer_text(answer: Any) -> str:
    return (
        "nothing" if answer is None else answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    )
