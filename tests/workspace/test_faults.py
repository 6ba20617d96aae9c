"""Faults: kills, errors of the disk, a full or read-only folder; what was acknowledged stays, the rest is an error."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from meadow.errors import StoreError
from meadow.store.opening import open_store, restore_store
from meadow.store.query import parse_query
from meadow.store.sqlite import migrating
from meadow.store.sqlite.schema import MIGRATIONS, Migration
from meadow.workspace import Workspace
from meadow.workspace.ingesting import Added
from store.articles import SteppingClock, articles
from workspace.disk import FailingDisk
from workspace.killing import backups_during_ingest, kill_often, partition, run_and_kill


def test_what_was_acknowledged_survives_kills_and_the_stories_are_the_same(new_place: Callable[[], str]) -> None:
    killed, whole = new_place(), new_place()
    assert kill_often(killed, 400, 3, longest=0.2)
    assert run_and_kill(whole, 400, None).done
    assert partition(killed) == partition(whole)


@pytest.mark.parametrize(("fault", "afters"), [("write", (0, 1, 3)), ("sync", (0, 1)), ("full", (0, 2, 5))])
def test_an_error_of_the_disk_is_an_error_and_never_an_acknowledgement(
    tmp_path: Path, fault: str, afters: tuple[int, ...]
) -> None:
    with FailingDisk() as disk, Workspace(tmp_path, clock=SteppingClock()) as workspace:
        safe = {each.document_id for each in workspace.add(articles(20)) if isinstance(each, Added)}
        for after in afters:
            disk.fail(fault, after=after)
            told: list[str] = []
            with pytest.raises(StoreError, match="acknowledged before is safe"):
                told.extend(each.document_id for each in workspace.iter_add(articles(60)) if isinstance(each, Added))
            disk.mend()
            with Workspace(tmp_path) as other:
                assert {row.id for row in other.store.rows(told)} == set(told)
                assert {row.id for row in other.store.rows(sorted(safe))} == safe
                assert other.check() == []
        assert len(workspace.add(articles(60))) == 60
    whole = tmp_path.with_name(f"{tmp_path.name}-whole")
    with Workspace(whole, clock=SteppingClock()) as workspace:
        workspace.add(articles(20))
        workspace.add(articles(60))
    assert partition(tmp_path) == partition(whole)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to a folder that is read-only")
def test_a_read_only_folder_says_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="cannot be"):
            Workspace(tmp_path / "space")
    finally:
        tmp_path.chmod(0o700)


def test_a_file_where_the_folder_should_be_says_so(tmp_path: Path) -> None:
    (tmp_path / "space").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be made"):
        Workspace(tmp_path / "space")


def test_backups_during_ingest_are_committed_prefixes(place: str, tmp_path: Path) -> None:
    assert backups_during_ingest(place, tmp_path, articles(600), most=3) >= 1


@pytest.mark.parametrize("known", range(1, len(MIGRATIONS)))
def test_every_form_so_far_is_migrated(tmp_path: Path, known: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(tmp_path / "now", clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
        expected = workspace.store.counts(), _found(workspace, "wolves farmers")
    (tmp_path / "old").mkdir()
    connection = apsw.Connection(str(tmp_path / "old" / "meadow.sqlite3"))
    migrating.migrate(connection, tmp_path / "old" / "meadow.sqlite3", migrations=MIGRATIONS[:known])
    connection.execute("ATTACH ? AS now", (str(tmp_path / "now" / "meadow.sqlite3"),))
    tables = [name for (name,) in connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'")]
    for table in tables:
        if table != "migrations":
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table}({columns}) SELECT {columns} FROM now.{table}")  # noqa: S608
    connection.close()
    with Workspace(tmp_path / "old") as workspace:
        assert (workspace.store.counts(), _found(workspace, "wolves farmers")) == expected
        assert workspace.check() == []
    assert (tmp_path / "old" / f"meadow-{MIGRATIONS[known - 1].name}.sqlite3").is_file()


def _found(workspace: Workspace, words: str) -> list[str]:
    query = parse_query(words, now=SteppingClock()())
    return [hit.document_id for hit in workspace.store.search(query, limit=10).hits]


def test_an_older_form_is_migrated_after_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
        before = workspace.store.counts()

    def apply(connection: apsw.Connection) -> None:
        connection.execute("CREATE TABLE later(a)")

    later = (*MIGRATIONS, Migration("9999-later", apply))
    monkeypatch.setattr(migrating.migrate, "__kwdefaults__", {"migrations": later})
    store = open_store(tmp_path)
    assert store.counts() == before
    assert store.all("SELECT name FROM migrations ORDER BY rowid DESC LIMIT 1") == [("9999-later",)]
    assert store.check() == []
    store.close()
    (copy,) = tmp_path.glob(f"meadow-{MIGRATIONS[-1].name}.sqlite3")
    restore_store(copy, tmp_path / "older")


def test_a_migration_that_fails_leaves_the_older_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Workspace(tmp_path).close()

    def apply(connection: apsw.Connection) -> None:
        connection.execute("CREATE TABLE later(a)")
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(
            migrating.migrate, "__kwdefaults__", {"migrations": (*MIGRATIONS, Migration("9999-later", apply))}
        )
        with pytest.raises(ZeroDivisionError):
            open_store(tmp_path)
    with Workspace(tmp_path) as workspace:
        assert workspace.check() == []
