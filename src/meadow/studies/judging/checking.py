"""Items that train and check judges: which items have which role, what they expect, and which come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meadow.errors import AnswerError, InputError, UsageError
from meadow.model import ItemRole, StudyItem
from meadow.studies.answer_slots import decode
from meadow.studies.answers import ANSWERS
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.studies.material import material_of
from meadow.studies.quality import choose_repeats, repeat_id
from meadow.studies.task import Task

_WITH_ANSWERS = ("training", "attention")
_REPEAT: ItemRole = "repeat"


def with_roles(
    plan: StudyPlan, task: Task, topics: Sequence[Topic], items: tuple[StudyItem, ...]
) -> tuple[tuple[StudyItem, ...], dict[str, ItemRole]]:
    """Return items with those that come back among them, and the role of each that is not simply judged."""
    roles: dict[str, ItemRole] = {
        item.id: topic.role for topic, item in zip(topics, items, strict=True) if topic.role != "judged"
    }
    for item in items:
        if roles.get(item.id) in _WITH_ANSWERS:
            _check_expected(task, item, roles[item.id], seed=plan.seed)
    judged = [item.id for item in items if item.id not in roles]
    if not judged:
        raise UsageError(
            "Every item of this study trains or tests its judges.",
            given=", ".join(roles),
            allowed="At least one item that is judged.",
        )
    drawn = choose_repeats(judged, share=plan.repeats, seed=plan.seed)
    again = tuple(replace(item, id=repeat_id(item.id)) for item in items if item.id in drawn)
    return (*items, *again), {**roles, **dict.fromkeys((item.id for item in again), _REPEAT)}


def _check_expected(task: Task, item: StudyItem, role: ItemRole, *, seed: int) -> None:
    if task.name not in ANSWERS or not item.expected:
        raise UsageError(
            f"The item {item.title!r} is for {role}, but expects no answer.",
            given=item.id,
            allowed="Items for training and attention of the tasks of sentences say which answers they expect.",
            advice='Give it answers such as {"utility/d1#0": 9}.',
        )
    material = material_of(item, seed=seed)
    for slot, answer in item.expected.items():
        try:
            ANSWERS[task.name].check(material, tuple(slot.split("/")), decode(answer))
        except AnswerError as error:
            raise InputError(
                f"The item {item.title!r} expects an answer that nobody can give: {error.problem}",
                given=f"{slot}: {answer}",
                allowed=error.allowed,
            ) from error
