"""The writers of headlines in a study, a slot of its owner: drawn when it is made, filled up when more people join."""

from __future__ import annotations

import json
from datetime import datetime

from meadow.errors import UsageError
from meadow.model import OWNER, Action, Study
from meadow.store.contract import StoreReader, StoreWriter
from meadow.studies.task import Task
from meadow.studies.writers import References, Writers, assign_writers, writes

WRITERS = "~study/writers"  # no item has such an id


def writers_of(reader: StoreReader, study: Study) -> Writers | None:
    """Return who writes a headline for each item; None where everybody writes one for all."""
    plan = _held(reader, study)
    return None if plan is None else plan[1]


def assign(writer: StoreWriter, study: Study, now: datetime, references: References | None = None) -> None:
    """Let the participants of a study write headlines by a plan; without a new one, those who joined fill its gaps."""
    earlier = _held(writer, study)
    plan = references if earlier is None else earlier[0]
    if plan is None:
        return
    judged = [item for item in study.items if study.roles.get(item, "judged") == "judged"]
    names = [each.name for each in writer.participants(study.id)]
    chosen = assign_writers(judged, names, plan, seed=study.seed, held=None if earlier is None else earlier[1])
    if earlier is None or chosen != earlier[1]:
        answer = json.dumps({"part": plan.part, "extra": plan.extra, "items": chosen}, ensure_ascii=False)
        writer.act(Action(0, study.id, OWNER, WRITERS, answer, now))


def unasked(reader: StoreReader, study: Study, participant: str, writers: Writers | None) -> frozenset[str]:
    """Return the items that ask nothing of a participant: no headline of theirs, and none of others to rate."""
    if writers is None:
        return frozenset()
    others = [item for item in study.items if not writes(writers, item, participant)]
    items = ((item, reader.study_item(study.id, item)) for item in others)
    return frozenset(item for item, kept in items if kept is not None and not kept.headlines)


def check_references(task: Task, references: References | None) -> None:
    """Raise an error for a plan of headlines in a study of something else."""
    if references is not None and task.name != "headlines":
        raise UsageError(
            f"In a study of {task.name} nobody writes headlines.", given=task.name,
            advice="Leave the plan of references out, or make a study of headlines.",
        )  # fmt: skip


def _held(reader: StoreReader, study: Study) -> tuple[References, dict[str, list[str]]] | None:
    if study.task != "headlines":
        return None
    plans = [each for each in reader.slots(study.id, participant=OWNER) if each.slot == WRITERS]
    if not plans:
        return None
    value = json.loads(plans[0].answer)
    return References(value["part"], value["extra"]), value["items"]
