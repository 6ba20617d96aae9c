"""Studies in the embedded store: slots are the fold of the log, also where an older file is opened."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import pytest

from meadow.model import Action, Study
from meadow.store.opening import open_store
from meadow.store.sqlite.migrating import migrate
from meadow.store.sqlite.schema import MIGRATIONS
from meadow.store.sqlite.store import FILE_NAME, SqliteStore
from meadow.store.values import to_json
from meadow.testing import ContractError, check_store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
STUDY = Study("s", "utility", "How useful?", ("a",), NOON)


def test_slots_of_an_older_file_are_folded_from_its_log(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / FILE_NAME))
    migrate(connection, tmp_path / FILE_NAME, migrations=MIGRATIONS[:2])
    connection.execute("INSERT INTO studies(id, value, made) VALUES('s', ?, 0)", (to_json(STUDY),))
    for answer in ("7", "8"):
        sql = "INSERT INTO actions(study, participant, slot, value, at) VALUES('s', 'ada', 'a/utility/x#0', ?, 0)"
        connection.execute(sql, (answer,))
    connection.close()
    store = open_store(tmp_path)
    assert [(each.number, each.answer, each.step) for each in store.slots("s")] == [(2, "8", "do")]
    assert store.check() == []
    store.close()


def test_check_finds_a_slot_that_does_not_hold_the_last_action(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    assert isinstance(store, SqliteStore)
    with store.writing() as writer:
        writer.add_study(STUDY)
        for number in range(2):
            writer.act(Action(0, "s", "ada", "a/utility/x#0", str(number), NOON))
    with store.writing() as writer:
        writer.connection.execute("UPDATE slots SET action = 1")
    assert store.check() == ["slot 'a/utility/x#0' of 'ada' in study 's' does not hold the last action on it"]
    store.close()


class Watched(SqliteStore):
    """Remembers the last question, and how it would be answered."""

    plan: list[str]

    def all(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows, once the plan is known."""
        self.plan = [row[-1] for row in super().all(f"EXPLAIN QUERY PLAN {sql}", *values)]
        return super().all(sql, *values)


@pytest.mark.parametrize("wanted", [{}, {"participant": "ada"}, {"participant": "ada", "item": "a"}])
def test_what_judges_said_is_found_by_keys_and_not_by_going_through_all_of_it(
    tmp_path: Path, wanted: dict[str, str]
) -> None:
    store = Watched(tmp_path)
    store.slots("s", **wanted)
    assert [line.split(" ")[:2] for line in store.plan] == [["SEARCH", "s"], ["SEARCH", "a"]]
    store.close()


class Doubling(SqliteStore):
    """Takes what is sent again for something new."""

    def actions(self, study_id: str, **wanted: object) -> list[Action]:
        """Return the log with its first action twice."""
        held = super().actions(study_id, **wanted)  # type: ignore[arg-type]
        return [*held[:1], *held]


def test_a_store_that_doubles_actions_is_reported(tmp_path: Path) -> None:
    numbers = count()
    with pytest.raises(ContractError, match="the log"):
        check_store(lambda: Doubling(tmp_path / str(next(numbers))))
