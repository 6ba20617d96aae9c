"""How far participants are: the order in which each sees the items, and what became of every item."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Literal

from meadow.model import ItemRole, Study
from meadow.studies.quality import ordered_items
from meadow.studies.task import ItemState, Task

Status = Literal["new", "begun", "skipped", "submitted"]


@dataclass(frozen=True, slots=True)
class Progress:
    """What became of one item in the hands of one participant; `skipped` is the reason that they gave."""

    item_id: str
    status: Status
    missing: tuple[str, ...] = ()
    skipped: str | None = None


def item_order(study: Study, participant: str, *, without: Container[str] = ()) -> tuple[str, ...]:
    """Return a study's items in the order of one participant: drawn from the seed and the name, the same each time.

    Items that ask nothing of the participant can be left out.
    """
    roles: dict[str, ItemRole] = {item: study.roles.get(item, "judged") for item in study.items if item not in without}
    return ordered_items(roles, seed=study.seed, participant=participant)


def progress_of(task: Task, state: ItemState) -> Progress:
    """Return what became of an item."""
    reason = state.values.get("skip")
    if state.submitted:
        return Progress(state.item.id, "submitted")
    if reason is not None:
        return Progress(state.item.id, "skipped", skipped=str(reason))
    return Progress(state.item.id, "begun" if state.values else "new", tuple(task.missing(state)))


def next_item(progress: Sequence[Progress], after: str | None = None) -> str | None:
    """Return the next item that is not done, behind one and then from the beginning; None if all are."""
    open_items = [each.item_id for each in progress if each.status in ("new", "begun")]
    order = [each.item_id for each in progress]
    if after not in order:
        return open_items[0] if open_items else None
    later = [each for each in open_items if order.index(each) > order.index(after)]
    return next(iter([*later, *(each for each in open_items if each != after)]), None)
