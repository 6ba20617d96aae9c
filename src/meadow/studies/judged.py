"""A study's current answers: who has said what about which item, of items that count and of those handed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from meadow.errors import InputError
from meadow.model import ADJUDICATOR
from meadow.studies.answer_slots import Parts, current_values, item_values, slot_parts
from meadow.studies.answers import answers_of
from meadow.studies.answers.kind import AnswerKind, is_skipped, is_submitted
from meadow.studies.material import StudyMaterial
from meadow.studies.writers import Writers, writes

Slots = Mapping[str, str]  # the current answer of each slot, as JSON text


@dataclass(frozen=True)
class Judged:
    """Items of one task with the current answers of every judge; `slots[judge][slot]` is JSON text.

    A judge counts for an item once they have handed it in. The adjudicator's answers are kept apart: they settle what judges
    dispute and agree with nobody. `writers` are those who write headlines, where not everybody does.
    """

    task: str
    materials: tuple[StudyMaterial, ...]
    slots: Mapping[str, Slots]
    name: str = "study"
    about: str = ""
    writers: Writers | None = None
    _said: dict[tuple[str, str], dict[Parts, Any]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _read: dict[tuple[str, str], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def kind(self) -> AnswerKind:
        """What is known of the task's answers."""
        return answers_of(self.task)

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges, by name, without the adjudicator."""
        return tuple(name for name in sorted(self.slots) if name != ADJUDICATOR)

    def asked(self, judge: str, material: StudyMaterial) -> StudyMaterial:
        """Return an item as it is put to a judge."""
        return replace(material, writes=False) if not writes(self.writers, material.id, judge) else material

    def values(self, judge: str, material: StudyMaterial) -> dict[Parts, Any]:
        """Return what a judge has said about an item, slot by slot."""
        key = judge, material.id
        if key not in self._said:
            slots = self._by_item.get(judge, {}).get(material.id, {})
            self._said[key] = current_values(material, item_values(material.id, slots))
        return self._said[key]

    @cached_property
    def _by_item(self) -> dict[str, dict[str, dict[str, str]]]:
        """Every judge's slots by item: a large study is gone through once."""
        found: dict[str, dict[str, dict[str, str]]] = {}
        for judge, slots in self.slots.items():
            by_item = found.setdefault(judge, {})
            for slot, answer in slots.items():
                by_item.setdefault(slot.partition("/")[0], {})[slot] = answer
        return found

    def answers(self, material: StudyMaterial) -> dict[str, Any]:
        """Return the answers of each judge who handed the item in and did not skip it, as the task's own value."""
        found = {}
        for judge in self.judges:
            values = self.values(judge, material)
            if is_submitted(values) and not is_skipped(values):
                found[judge] = self._answer(judge, material, values)
        return found

    def adjudicated(self, material: StudyMaterial) -> Any | None:
        """Return the adjudicator's answers, None where there are none."""
        values = self.values(ADJUDICATOR, material)
        return self.kind.read(material, values) if values else None

    def _answer(self, judge: str, material: StudyMaterial, values: Mapping[Parts, Any]) -> Any:
        if (judge, material.id) not in self._read:
            self._read[judge, material.id] = self.kind.read(material, values)
        return self._read[judge, material.id]


def check_judged(judged: Judged) -> None:
    """Raise an error for the first answer that its slot cannot hold, or that speaks of an item that is not there."""
    known = {material.id: material for material in judged.materials}
    for judge, slots in judged.slots.items():
        for material in known.values():
            for parts, answer in item_values(material.id, slots).items():
                judged.kind.check(material, parts, answer)
        _check_items(judge, slots, known)


def _check_items(judge: str, slots: Iterable[str], known: Mapping[str, StudyMaterial]) -> None:
    for slot in slots:
        if slot_parts(slot)[0] not in known:
            raise InputError(
                f"An answer of {judge!r} speaks of {slot_parts(slot)[0]!r}, which is no item of the study.",
                given=slot,
                allowed=f"Items: {', '.join(known)}.",
                advice="Take the answers into the study that they come from.",
            )
