"""Stores copied to another place: both ways between the engines, equal by hash, whole or not at all."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from command import run_meadow
from meadow.errors import InputError, StoreError, UsageError
from meadow.model import Action, Alert, Participant, Quarantined, ReadMark, SourceState, Study, StudyItem, Watch
from meadow.store.contract import Batch
from meadow.store.opening import copy_store, open_store, restore_store
from meadow.store.postgres.schema import MARK
from meadow.store.postgres.store import PostgresStore
from meadow.store.query import Query
from meadow.store.sqlite.store import SqliteStore
from meadow.store.tables.contents import INDEX_TABLES, TABLES
from meadow.workspace import Workspace
from postgres import Server
from store.articles import NOON, SteppingClock, article, articles


@pytest.fixture
def other_place(new_place: Callable[[], str], postgres: Server, tmp_path: Path) -> str:
    """Return a place of the other engine."""
    return str(tmp_path / "other") if new_place().startswith("postgresql") else postgres.new_place()


def fill(place: str) -> None:
    """Make a workspace with something in every table."""
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add([*articles(30), article(77, url="https://example.org/one", language="nl")])
        workspace.add([replace(article(3), text="Another text, with a zeppelin.")])
        workspace.split("a0", ["a4"])
        workspace.merge("a1", "a2")
        workspace.rename("a0", "The Lurna")
        workspace.undo(1)
        workspace.split("a3", ["a7"])
        workspace.add([article(number, topic=3) for number in range(40, 44)])
        workspace.forget("a77")
        workspace.story("a0")
        workspace.mark("a0")
        with workspace.store.writing() as writer:
            writer.save_source(SourceState("https://example.org/feed", "feed", etag='"1"'))
            writer.save_watch(Watch("ferries", "ferry", NOON))
            writer.add_alert(Alert(0, NOON, "grows", "a0", "5 sources", "grows:5", ("a0",)))
            writer.put_aside(Quarantined("feed", "3", "no text", NOON, NOON))
            item = StudyItem("a0", "The ferry", tuple(articles(2)))
            writer.add_study(Study("s", "utility", "How useful?", ("a0",), NOON), [item])
            writer.add_participant(Participant("s", "ada", "digest", NOON))
            first = writer.act(Action(0, "s", "ada", "a0/x", "7", NOON, key="k"))
            writer.act(Action(0, "s", "ada", "a0/x", "null", NOON, step="undo", of=first.number))
            writer.add_document(article(5), NOON, keys=["feed\tx"])
            writer.route("a5", "a9")
            writer.mark(ReadMark("ada", "a1", 3, NOON))


def answers(place: str) -> object:
    """Return what readers see of a workspace."""
    with Workspace(place, clock=SteppingClock()) as workspace:
        found = [workspace.store.search(Query(words=(word,)), limit=50) for word in ("ferry", "wolves", "zeppelin")]
        told = [(row, workspace.store.members(row.id)) for row in (each.row for each in workspace.stories())]
        return found, told, workspace.store.counts(), list(workspace.store.log()), workspace.store.tombstones()


KILLED = """
import os, signal, sys
from meadow.store import opening
from meadow.store.sqlite import copying

source, target, at = sys.argv[1], sys.argv[2], sys.argv[3]
synced = []

def kill():
    os.kill(os.getpid(), signal.SIGKILL)

def step(done, total):
    if at == "first" or (at == "half" and done * 2 >= total) or (at == "last" and done == total):
        kill()

def sync(path, _sync=copying._sync):
    _sync(path)
    synced.append(path)
    if at == f"synced {len(synced)}":
        kill()

copying._sync = sync
opening.copy_store(source, target, on_step=step)
"""


@pytest.mark.parametrize("at", ["first", "half", "last", "synced 1", "synced 2"])
def test_a_killed_copy_leaves_nothing_or_all_and_can_be_made_again(tmp_path: Path, at: str) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    with Workspace(source, clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
    killed = subprocess.run([sys.executable, "-c", KILLED, str(source), str(target), at], check=False)
    assert killed.returncode == -signal.SIGKILL
    with closing(open_store(source)) as store:
        whole = store.content_hash()
    if at == "synced 2":
        with closing(open_store(target, create=False)) as store:
            assert store.content_hash() == whole
        return
    with pytest.raises(StoreError, match="There is no workspace"):
        open_store(target, create=False)
    assert copy_store(source, target) == whole
    assert [path.name for path in target.iterdir() if path.name.startswith(".meadow-")] == []


def test_a_copy_to_a_full_or_foreign_place_names_that_place(tmp_path: Path) -> None:
    fill_small = Workspace(tmp_path / "source", clock=SteppingClock())
    fill_small.close()
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        copy_store(tmp_path / "source", tmp_path / "file" / "target")


def test_a_copy_is_equal_by_hash_both_ways_and_goes_on(
    place: str, other_place: str, new_place: Callable[[], str]
) -> None:
    fill(place)
    steps: list[tuple[int, int]] = []
    told = copy_store(place, other_place, on_step=lambda *step: steps.append(step))
    back = new_place()
    assert copy_store(other_place, back) == told
    stores = [open_store(each) for each in (place, other_place, back)]
    assert [store.content_hash() for store in stores] == [told] * 3
    assert [store.check() for store in stores] == [[]] * 3
    held = [table.name for table in TABLES if stores[1].one(f"SELECT 1 FROM {table.name} LIMIT 1") is None]  # noqa: S608
    assert held == [], "tables that nothing of was copied"
    assert steps[-1] == (stores[0].content_rows(), stores[0].content_rows())
    for store in stores:
        store.close()
    assert answers(place) == answers(other_place) == answers(back)
    for each in (place, other_place):
        with Workspace(each, clock=SteppingClock()) as workspace:
            workspace.add([article(number, topic=number) for number in range(60, 70)])
            workspace.undo()
    assert copy_store(place, new_place()) == content_hash(other_place)


def content_hash(place: str) -> str:
    with closing(open_store(place)) as store:
        return store.content_hash()


def test_what_differs_has_another_hash(new_place: Callable[[], str]) -> None:
    seen = set()
    for change in (lambda _: None, lambda each: each.rename("a0", "N"), lambda each: each.mark("a0")):
        place = new_place()
        with Workspace(place, clock=SteppingClock()) as workspace:
            workspace.add(articles(4))
            change(workspace)
        seen.add(content_hash(place))
    assert len(seen) == 3


def test_a_place_that_holds_anything_is_not_written_to(place: str, other_place: str) -> None:
    fill(place)
    Workspace(other_place, tracker="cidr").close()
    before = content_hash(other_place)
    with pytest.raises(UsageError, match="is not empty: it holds facts"):
        copy_store(place, other_place)
    with pytest.raises(UsageError, match="is not empty"):
        copy_store(place, place)
    assert content_hash(other_place) == before


def test_nothing_is_made_of_a_place_where_nothing_is(new_place: Callable[[], str], other_place: str) -> None:
    with pytest.raises(StoreError, match="There is no workspace"):
        copy_store(new_place(), other_place)
    with pytest.raises(StoreError, match="There is no workspace"):
        open_store(other_place, create=False)


def test_a_copy_that_breaks_off_leaves_the_place_empty(place: str, other_place: str) -> None:
    fill(place)

    def stop(done: int, _total: int) -> None:
        if done > 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_store(place, other_place, on_step=stop)
    with closing(open_store(other_place)) as store:
        assert store.content_rows() == 0
    copy_store(place, other_place)


def test_rows_that_change_on_the_way_are_found_out(place: str) -> None:
    class Faulty:
        """Rows that read otherwise the second time."""

        def __iter__(self) -> Iterator[Batch]:
            yield Batch("facts", (("tracker", _Fickle("meadow")),))

    with closing(open_store(place)) as store:
        with pytest.raises(StoreError, match="is not what was read"):
            store.fill(Faulty())
        assert store.content_rows() == 0


class _Fickle(str):
    def __repr__(self) -> str:
        return "'cidr'"


@pytest.mark.parametrize("engine", [SqliteStore, PostgresStore])
def test_every_table_and_column_is_copied(engine: type, tmp_path: Path, postgres: Server) -> None:
    declared = {table.name: list(table.columns) for table in (*TABLES, *INDEX_TABLES)}
    if engine is SqliteStore:
        with closing(SqliteStore(tmp_path)) as store:
            names = [name for (name,) in store.all("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            found = {name: [row[1] for row in store.all(f"PRAGMA table_info({name})")] for name in names}
        found.pop("migrations")
    else:
        with closing(open_store(postgres.new_place())) as store:
            sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
            found = {}
            for name, column in store.all(f"{sql} ORDER BY ordinal_position"):
                found.setdefault(name, []).append(column)
        found.pop(MARK)
    assert found == declared


def test_a_backup_of_either_engine_is_restored_to_either(
    place: str, other_place: str, new_place: Callable[[], str], tmp_path: Path
) -> None:
    fill(place)
    with Workspace(place) as workspace:
        workspace.backup(tmp_path / "copy.sqlite3")
    before = (tmp_path / "copy.sqlite3").read_bytes()
    for each in (other_place, new_place()):
        restore_store(tmp_path / "copy.sqlite3", each)
        assert content_hash(each) == content_hash(place)
        with pytest.raises(UsageError, match=r"not empty|already"):
            restore_store(tmp_path / "copy.sqlite3", each)
    assert (tmp_path / "copy.sqlite3").read_bytes() == before
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".meadow")] == []
    (tmp_path / "copy.sqlite3").write_bytes(before[:-5000])
    with pytest.raises((InputError, StoreError)):
        restore_store(tmp_path / "copy.sqlite3", new_place())


def test_the_command_copies_checks_and_hides_passwords(tmp_path: Path, postgres: Server) -> None:
    fill(str(tmp_path / "desk"))
    secret = "hunter2"  # noqa: S105 - nobody's; the server lets everybody in
    place = postgres.place(password=secret, schema="desk")
    done = run_meadow("copy-store", "desk", place, folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert re.fullmatch(
        r"meadow: copied desk to postgresql://postgres:\*\*\*@/postgres\?host=\S+&schema=desk;"
        r" both have the hash [0-9a-f]{32}\.\n", done.stderr.replace("\n", " ").rstrip() + "\n",
    ), done.stderr  # fmt: skip
    again = run_meadow("copy-store", "desk", place, folder=tmp_path)
    assert (again.returncode, "is not empty" in again.stderr) == (2, True)
    shown = [
        run_meadow(*verb, "--workspace", place, folder=tmp_path)
        for verb in (
            ("doctor",),
            ("stories",),
            ("backup", "b.db"),
            ("restore", "b.db"),
            ("story", "nothing"),
            ("export",),
        )
    ]
    assert [each.returncode for each in shown] == [0, 0, 0, 2, 2, 0]
    assert not any(secret in each.stdout + each.stderr for each in (done, again, *shown))
    stories = json.loads(run_meadow("stories", "--json", "--workspace", place, folder=tmp_path).stdout)
    assert stories == json.loads(run_meadow("stories", "--json", "--workspace", "desk", folder=tmp_path).stdout)
