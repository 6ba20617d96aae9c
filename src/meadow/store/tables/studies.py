"""Studies, who takes part, and what they did, in tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from meadow.errors import UsageError
from meadow.model import Action, Participant, Study, StudyItem
from meadow.store.frozen_items import without
from meadow.store.tables.rows import Row, TableRows, micros, moment, moment_or_none, squeezed, unsqueezed
from meadow.store.values import from_json, to_json

_ACTION = "a.number, a.study, a.participant, a.slot, a.value, a.at, a.said, a.key, a.step, a.of"


class StudyReading(TableRows):
    """Queries for studies."""

    def studies(self) -> list[Study]:
        """Return the studies, by id."""
        return [from_json(value) for (value,) in self.all("SELECT value FROM studies ORDER BY id")]

    def study_item(self, study_id: str, item_id: str) -> StudyItem | None:
        """Return an item of a study as it was when the study was made; None if there is none of that id."""
        packed: bytes | None = self.value(
            "SELECT value FROM study_items WHERE study = ? AND item = ?", study_id, item_id
        )
        return None if packed is None else _item(packed)

    def participants(self, study_id: str) -> list[Participant]:
        """Return who takes part in a study, in the order in which they were asked."""
        sql = "SELECT study, name, token, made FROM participants WHERE study = ? ORDER BY number"
        return [Participant(study, name, token, moment(made)) for study, name, token, made in self.all(sql, study_id)]

    def participant(self, token_digest: str) -> Participant | None:
        """Return the participant whose link has the token of a digest, if any."""
        row = self.one("SELECT study, name, token, made FROM participants WHERE token = ?", token_digest)
        return None if row is None else Participant(row[0], row[1], row[2], moment(row[3]))

    def actions(
        self, study_id: str, *, after: int = 0, participant: str | None = None, item: str | None = None
    ) -> list[Action]:
        """Return what was done in a study behind a number, in order: by one participant, or on slots of one item, or all."""
        wanted, given = _wanted(study_id, participant, item)
        sql = f"SELECT {_ACTION} FROM actions a WHERE {wanted} AND a.number > ? ORDER BY a.number"
        return [_action(row) for row in self.all(sql, *given, after)]

    def sent(self, study_id: str, participant: str, key: str) -> Action | None:
        """Return the action that a participant of a study sent under a key; None if there is none."""
        sql = f"SELECT {_ACTION} FROM actions a WHERE a.study = ? AND a.participant = ? AND a.key = ?"
        row = self.one(sql, study_id, participant, key)
        return None if row is None else _action(row)

    def slots(self, study_id: str, *, participant: str | None = None, item: str | None = None) -> list[Action]:
        """Return the last action on each slot of a study, by participant and slot; what was emptied is among them."""
        # Asked of slots, which have a key by study and participant: by the actions each of them would search all slots.
        wanted, given = _wanted(study_id, participant, item, of="s")
        sql = f"SELECT {_ACTION} FROM slots s JOIN actions a ON a.number = s.action WHERE {wanted}"
        return [_action(row) for row in self.all(f"{sql} ORDER BY s.participant, s.slot", *given)]


class StudyWriting(StudyReading):
    """Writes of studies; nothing that was done is ever changed."""

    def add_study(self, study: Study, items: Iterable[StudyItem] = ()) -> None:
        """Keep a study and its items; one of that id that is there already stays as it is, and is an error."""
        if self.one("SELECT 1 FROM studies WHERE id = ?", study.id) is not None:
            raise UsageError(f"There is a study {study.id!r} already.", given=study.id, advice="Give it another id.")
        sql = "INSERT INTO studies(id, value, made) VALUES(?, ?, ?)"
        self.run(sql, study.id, to_json(study), micros(study.made))
        rows = [(study.id, each.id, squeezed(to_json(each))) for each in items]
        self.run_many("INSERT INTO study_items(study, item, value) VALUES(?, ?, ?)", rows)

    def add_participant(self, participant: Participant) -> None:
        """Let someone take part in a study; one of that name who does already gets another link, and the old one ends."""
        key = (participant.study_id, participant.name)
        if self.one("SELECT 1 FROM participants WHERE study = ? AND name = ?", *key) is not None:
            sql = "UPDATE participants SET token = ? WHERE study = ? AND name = ?"
            self.run(sql, participant.token_digest, *key)
            return
        made = micros(participant.made)
        self.number_in("participants", "study, name, token, made", *key, participant.token_digest, made)

    def act(self, action: Action) -> Action:
        """Keep what a participant did, in the log and as what its slot holds, and return it with its number.

        Nothing that was done is ever changed. What has the key of an earlier action of the same participant in the study is
        that action, sent again: it is returned as it was, and nothing is written.
        """
        before = None if action.key is None else self.sent(action.study_id, action.participant, action.key)
        if before is not None:
            return before
        said = None if action.said is None else micros(action.said)
        number = self.number_in(
            "actions", "study, participant, slot, value, at, said, key, step, of",
            action.study_id, action.participant, action.slot, action.answer, micros(action.made), said, action.key,
            action.step, action.of,
        )  # fmt: skip
        kept = replace(action, number=number)
        self.run(
            "INSERT INTO slots(study, participant, slot, action) VALUES(?, ?, ?, ?)"
            " ON CONFLICT(study, participant, slot) DO UPDATE SET action = excluded.action",
            kept.study_id, kept.participant, kept.slot, kept.number,
        )  # fmt: skip
        return kept

    def forget_in_studies(self, document_ids: Iterable[str]) -> None:
        """Take the texts of documents out of every item; what was said about their sentences stays, without the words."""
        gone = frozenset(document_ids)
        for study, item, packed in self.all("SELECT study, item, value FROM study_items") if gone else ():
            kept = _item(packed)
            left = without(kept, gone)
            if left != kept:
                sql = "UPDATE study_items SET value = ? WHERE study = ? AND item = ?"
                self.run(sql, squeezed(to_json(left)), study, item)


@lru_cache(maxsize=16)  # each answer of a judge is checked against the item, and a hundred documents take long to read
def _item(packed: bytes) -> StudyItem:
    item: StudyItem = from_json(unsqueezed(packed, "an item of a study"))
    return item


def _wanted(study_id: str, participant: str | None, item: str | None, *, of: str = "a") -> tuple[str, list[str | int]]:
    """Return the condition on actions `a`, or on slots `s`, and its values.

    Slots of an item begin with its id and a slash.
    """
    asked: dict[str, tuple[str | int, ...]] = {f"{of}.study = ?": (study_id,)}
    if participant is not None:
        asked[f"{of}.participant = ?"] = (participant,)
    if item is not None:
        asked[f"substr({of}.slot, 1, ?) = ?"] = (len(item) + 1, f"{item}/")
    return " AND ".join(asked), [value for values in asked.values() for value in values]


def _action(row: Row) -> Action:
    number, study, participant, slot, answer, at, said, key, step, of = row
    return Action(number, study, participant, slot, answer, moment(at), moment_or_none(said), key, step, of)
