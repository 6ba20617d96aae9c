"""The definition of a task: which answers its slots take, when an item is done, and how its page is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from meadow.model import Action, Study, StudyItem, StudyTask

Keys = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ItemState:
    """The answers of one participant about one item, with the time by our clock.

    `values` are by slot, without the item's id before it; what was emptied is left out. `begun` is when each slot got what
    it holds. `log` are all actions of the participant on the item, where a page asks for them. `writes` says whether they
    write a headline for it.
    """

    study: Study
    item: StudyItem
    values: Mapping[str, Any]
    begun: Mapping[str, datetime]
    now: datetime
    log: Sequence[Action] = ()
    writes: bool = True

    def under(self, prefix: str) -> dict[str, Any]:
        """Return the values of all slots below a prefix, by the rest of their names."""
        start = f"{prefix}/"
        return {slot[len(start) :]: value for slot, value in self.values.items() if slot.startswith(start)}

    def setting(self, name: str) -> float | None:
        """Return a number of the study; None where it sets no such limit."""
        return self.study.settings.get(name)

    def seconds_since(self, slot: str) -> float | None:
        """Return how long ago a slot got what it holds; None if it holds nothing."""
        return None if slot not in self.values else (self.now - self.begun[slot]).total_seconds()

    @property
    def submitted(self) -> bool:
        """Whether the participant is done with the item."""
        return self.values.get("submitted") is True


@dataclass(frozen=True, slots=True)
class Task:
    """A task: `check` raises an `AnswerError` for an answer that a slot does not take in a state; `null` empties a slot.

    `missing` says in words what an item still lacks before it can be submitted. `view` is what the template reads as `view`.
    `lasting` are the slots, by the first part of their names, that undo leaves alone. `keys` are keys and what they do.
    `settings` are numbers that a study may change, with their usual values. `live` is what a page receives after each
    action, `suggest` slots with answers that a machine would give, where a task has such.
    """

    name: StudyTask
    title: str
    about: str
    template: str
    script: str
    guidelines: str
    check: Callable[[ItemState, str, Any], None]
    missing: Callable[[ItemState], Sequence[str]]
    view: Callable[[ItemState], object]
    keys: Keys = ()
    settings: Mapping[str, float] = field(default_factory=dict)
    lasting: frozenset[str] = frozenset({"submitted", "skip"})
    fewest_documents: int = 1
    live: Callable[[ItemState], Mapping[str, Any]] = field(default=lambda _: {})
    suggest: Callable[[ItemState], Sequence[Sequence[Any]]] | None = None

    def undoable(self, slot: str) -> bool:
        """Return whether undo takes back what was done in a slot, named without its item."""
        return slot.split("/")[0] not in self.lasting
