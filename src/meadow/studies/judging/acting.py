"""Actions of participants, carried out on a store: checked, written to the log and to the slot, and returned.

A client says for each action which one it last saw in the slot. If another tab wrote there since, both stay in the log, the
later one counts, and the answer says so. What is refused is written nowhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from meadow.errors import AnswerError, MeadowError
from meadow.model import ADJUDICATOR, Action, Step, Study, StudyItem
from meadow.store.contract import StoreReader, StoreWriter
from meadow.studies import ItemState, task_of
from meadow.studies.concept_merging import check_merged
from meadow.studies.folding import EMPTY, history, item_state
from meadow.studies.judging.releasing import check_unreleased
from meadow.studies.judging.writing import writers_of
from meadow.studies.slots import split_slot
from meadow.studies.task import Task
from meadow.studies.writers import writes

Became = Literal["saved", "conflict", "refused", "nothing"]
LONGEST_ANSWER = 20_000


@dataclass(frozen=True, slots=True)
class ActionResult:
    """An action of a client: the answer as JSON in a slot, or an undo or redo on an item (then `slot` is `ITEM/`).

    `key` is the client's own, made of the tab's name and a number (`tab.7`); `seen` is the last action that it saw in the
    slot.
    """

    slot: str
    answer: str = EMPTY
    key: str | None = None
    said: datetime | None = None
    seen: int | None = None
    step: Step = "do"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an action: the slot's content now, which tab wrote it if another one did, or why it was refused."""

    became: Became
    slot: str
    held: Action | None = None
    other: Action | None = None
    error: MeadowError | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """Someone who acts in a study, at a time."""

    writer: StoreWriter
    study: Study
    participant: str
    now: datetime

    @property
    def task(self) -> Task:
        """The task of the study."""
        return task_of(self.study.task)

    def carry_out_all(self, messages: Sequence[ActionResult]) -> list[Outcome]:
        """Carry out actions in order; what came to nothing before is not tried again in another state.

        A batch whose answer was lost is sent again whole. An action that is not in the log but precedes one of the same tab
        that is, was refused then, or had nothing to undo.
        """
        sent = [each.key is not None and self._sent(each.key) is not None for each in messages]
        outcomes = []
        for at, each in enumerate(messages):
            later = {_tab(messages[other].key) for other in range(at + 1, len(messages)) if sent[other]}
            if not sent[at] and each.key is not None and _tab(each.key) in later:
                outcomes.append(Outcome("nothing", each.slot, self._held(each.slot), key=each.key))
            else:
                outcomes.append(self.carry_out(each))
        return outcomes

    def carry_out(self, message: ActionResult) -> Outcome:
        """Write what was done, or say why not; what was sent before is answered as it was then."""
        sent = None if message.key is None else self._sent(message.key)
        if sent is not None:
            return Outcome("saved", sent.slot, self._held(sent.slot), key=message.key)
        try:
            if self.participant != ADJUDICATOR:  # who settles what judges said does so when they are done
                check_open(self.study, self.now)
                check_unreleased(self.writer, self.study)
            return self._do(message) if message.step == "do" else self._step(message)
        except MeadowError as error:
            last = None if message.step != "do" else self._held(message.slot)
            return Outcome("refused", message.slot, last, error=error, key=message.key)

    def _sent(self, key: str) -> Action | None:
        return self.writer.sent(self.study.id, self.participant, key)

    def _do(self, message: ActionResult) -> Outcome:
        item_id, rest = split_slot(message.slot)
        answer = _canonical(message.answer)
        self._check(self._item(item_id), rest, json.loads(answer))
        last = self._held(message.slot)
        kept = self.writer.act(replace(self._action(message), answer=answer))
        other = last if last is not None and _is_news(message, last) else None
        return Outcome("saved" if other is None else "conflict", message.slot, kept, other, key=message.key)

    def _step(self, message: ActionResult) -> Outcome:
        item_id, _, _ = message.slot.partition("/")
        item = self._item(item_id)
        log = self.writer.actions(self.study.id, participant=self.participant, item=item_id)
        past = history(self.task, log)
        changes = past.done if message.step == "undo" else past.undone
        if not changes:
            return Outcome("nothing", message.slot, key=message.key)
        change = changes[-1]
        answer = change.before if message.step == "undo" else change.after
        self._check(item, split_slot(change.slot)[1], json.loads(answer))
        action = replace(self._action(message), slot=change.slot, answer=answer, of=change.number)
        return Outcome("saved", change.slot, self.writer.act(action), key=message.key)

    def _state(self, item: StudyItem) -> ItemState:
        asked = self.participant != ADJUDICATOR and writes(
            writers_of(self.writer, self.study), item.id, self.participant
        )
        return item_state(self.study, item, self._slots(item.id), self.now, writes=asked)

    def _check(self, item: StudyItem, slot: str, answer: Any) -> None:
        """Raise an error for an answer that a slot does not take; the adjudicator's merged list is no part of a task."""
        part, _, rest = slot.partition("/")
        if part == "merged" and self.participant == ADJUDICATOR:
            check_merged(rest, answer)
        else:
            self.task.check(self._state(item), slot, answer)

    def _action(self, message: ActionResult) -> Action:
        return Action(
            0, self.study.id, self.participant, message.slot, message.answer, self.now, message.said, message.key,
            message.step,
        )  # fmt: skip

    def _item(self, item_id: str) -> StudyItem:
        return find_item(self.writer, self.study, item_id)

    def _slots(self, item_id: str) -> Sequence[Action]:
        return self.writer.slots(self.study.id, participant=self.participant, item=item_id)

    def _held(self, slot: str) -> Action | None:
        item_id = slot.partition("/")[0]
        return next((each for each in self._slots(item_id) if each.slot == slot), None)


def find_item(reader: StoreReader, study: Study, item_id: str) -> StudyItem:
    """Return an item of a study; one that it does not have is an error."""
    item = reader.study_item(study.id, item_id)
    if item is None:
        raise AnswerError(
            f"The study {study.title!r} has no item {item_id!r}.", given=item_id, advice="Go back to the list of items."
        )
    return item


def check_open(study: Study, now: datetime) -> None:
    """Raise an error if a study is closed."""
    if study.closes is not None and now >= study.closes:
        raise AnswerError(
            f"The study {study.title!r} closed on {study.closes:%d %B %Y, %H:%M} UTC.", given=study.id,
            allowed="What was saved before is kept.", advice="Ask the person who invited you if you need more time.",
        )  # fmt: skip


def _canonical(answer: str) -> str:
    """Return an answer as the log keeps it: JSON of one form, so that equal answers are equal texts."""
    if len(answer) > LONGEST_ANSWER:
        raise AnswerError("The answer is too long.", given=answer[:40], allowed=f"Up to {LONGEST_ANSWER:,} characters.")
    try:
        value = json.loads(answer, parse_constant=_refuse)
        return json.dumps(value, ensure_ascii=False, sort_keys=True).encode("utf-8").decode()
    except (ValueError, RecursionError) as error:
        raise AnswerError("The answer is no JSON.", given=answer[:80], advice="Load the page again.") from error


def _refuse(name: str) -> float:
    raise ValueError(name)


def _is_news(message: ActionResult, last: Action) -> bool:
    """Return whether a slot was written by another tab since the client looked."""
    if message.seen is None or last.number <= message.seen:
        return False
    return _tab(last.key) is None or _tab(last.key) != _tab(message.key)


def _tab(key: str | None) -> str | None:
    return None if key is None else key.rpartition(".")[0]
