"""Studies and what people did in them, in tables."""

from __future__ import annotations

from dataclasses import replace

from meadow.errors import UsageError
from meadow.model import Action, Study
from meadow.store.tables.rows import Rows, micros, moment, moment_or_none
from meadow.values import from_json, to_json


class StudyReading(Rows):
    """What can be asked about studies."""

    def studies(self) -> list[Study]:
        """Return the studies, by id."""
        return [from_json(value) for (value,) in self.all("SELECT value FROM studies ORDER BY id")]

    def actions(self, study_id: str, *, after: int = 0) -> list[Action]:
        """Return what participants of a study did behind a number, in order."""
        sql = "SELECT number, participant, slot, value, at, said FROM actions WHERE study = ? AND number > ? ORDER BY number"
        return [
            Action(number, study_id, participant, slot, answer, moment(at), moment_or_none(said))
            for number, participant, slot, answer, at, said in self.all(sql, study_id, after)
        ]


class StudyWriting(StudyReading):
    """What can be written about studies; nothing of it is ever changed."""

    def add_study(self, study: Study) -> None:
        """Keep a study; one of that id that is there already stays as it is, and is an error."""
        if self.one("SELECT 1 FROM studies WHERE id = ?", study.id) is not None:
            raise UsageError(f"There is a study {study.id!r} already.", given=study.id, advice="Give it another id.")
        sql = "INSERT INTO studies(id, value, made) VALUES(?, ?, ?)"
        self.run(sql, study.id, to_json(study), micros(study.made))

    def act(self, action: Action) -> Action:
        """Keep what a participant did, and return it with its number; nothing that was done is ever changed."""
        said = None if action.said is None else micros(action.said)
        number = self.number_in(
            "actions", "study, participant, slot, value, at, said",
            action.study_id, action.participant, action.slot, action.answer, micros(action.made), said,
        )  # fmt: skip
        return replace(action, number=number)
