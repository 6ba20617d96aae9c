"""A log folded: what each slot holds, what an item holds in the eyes of one participant, and what can be undone.

Undo and redo are actions like any other, so the log only grows. What was undone is on a second stack until something new is
done; both stacks are read from the log, and so they outlive a reload.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from meadow.model import Action, Study, StudyItem
from meadow.studies.slots import split_slot
from meadow.studies.task import ItemState, Task

EMPTY = "null"


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was done and can be taken back: the number of its action, its slot, and the values around it."""

    number: int
    slot: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class History:
    """What can be undone and what can be done again, the latest last."""

    done: tuple[Change, ...]
    undone: tuple[Change, ...]


def fold(actions: Iterable[Action]) -> dict[tuple[str, str], Action]:
    """Return the last action on each slot, by participant and slot: what the slots of a study hold."""
    return {(each.participant, each.slot): each for each in actions}


def item_state(
    study: Study,
    item: StudyItem,
    slots: Iterable[Action],
    now: datetime,
    log: Sequence[Action] = (),
    *,
    writes: bool = True,
) -> ItemState:
    """Return what one participant has said about an item, from the last actions on the slots of that participant."""
    values: dict[str, Any] = {}
    begun: dict[str, datetime] = {}
    for each in slots:
        name, rest = split_slot(each.slot)
        if name == item.id and each.answer != EMPTY:
            values[rest], begun[rest] = json.loads(each.answer), each.made
    return ItemState(study, item, values, begun, now, log, writes)


def history(task: Task, actions: Sequence[Action]) -> History:
    """Return what can be undone and redone of one participant's actions on one item, given in order."""
    answers: dict[str, str] = {}
    changes: dict[int, Change] = {}
    done: list[int] = []
    undone: list[int] = []
    for each in actions:
        before = answers.get(each.slot, EMPTY)
        answers[each.slot] = each.answer
        if not task.undoable(split_slot(each.slot)[1]):
            continue
        if each.step == "do":
            changes[each.number] = Change(each.number, each.slot, before, each.answer)
            done.append(each.number)
            undone.clear()
        else:
            source, target = (done, undone) if each.step == "undo" else (undone, done)
            if each.of in source:
                source.remove(each.of)
                target.append(each.of)
    return History(tuple(changes[number] for number in done), tuple(changes[number] for number in undone))
