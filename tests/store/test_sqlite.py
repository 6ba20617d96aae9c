"""The embedded store's own: its file, its copies, and what it does with files of others."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import apsw
import pytest

from meadow.errors import NewerStoreError, StoreError
from meadow.model import Decision, StoryEvent, Tombstone
from meadow.store.contract import Wanted
from meadow.store.sqlite.copying import check_copy
from meadow.store.sqlite.migrating import migrate
from meadow.store.sqlite.schema import MIGRATIONS
from meadow.store.sqlite.store import FILE_NAME, SqliteStore
from meadow.store.tables.stories import _PLACE
from store.articles import NOON, article, articles, put


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "space")
    yield opened
    opened.close()


def test_forgetting_overwrites_what_is_freed(store: SqliteStore) -> None:
    with store.writing() as writer:
        for each in articles(6):
            put(writer, each, "a0")
    with store.writing() as writer:
        writer.forget(Tombstone("document", "a1", NOON))
    store.close()
    texts = [each.text for each in articles(6)]
    kept = b"".join(path.read_bytes() for path in sorted(store.folder.iterdir()))
    assert texts[1].encode() not in kept


def test_a_page_of_stories_is_read_off_its_index(store: SqliteStore) -> None:
    asked: list[str] = []
    store.connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: asked.append(event["sql"]))
    store.stories(Wanted(limit=20))
    ((*_, how),) = store.all(f"EXPLAIN QUERY PLAN {asked[0]}")
    assert how == "SCAN stories USING INDEX stories_by_time"


def test_a_backup_is_what_was_committed(store: SqliteStore, tmp_path: Path) -> None:
    with store.writing() as writer:
        put(writer, article(1), "a1")
        store.backup(str(tmp_path / "copy.sqlite3"))
    check_copy(tmp_path / "copy.sqlite3")
    folder = tmp_path / "restored"
    folder.mkdir()
    (tmp_path / "copy.sqlite3").rename(folder / FILE_NAME)
    restored = SqliteStore(folder)
    assert restored.counts()["documents"] == 0
    assert store.counts()["documents"] == 1
    restored.close()


def test_a_workspace_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    connection = apsw.Connection(str(tmp_path / FILE_NAME))
    connection.execute("INSERT INTO migrations VALUES('0999-later', 'now')")
    connection.close()
    with pytest.raises(NewerStoreError, match="newer Meadow"):
        SqliteStore(tmp_path)


def test_the_log_of_an_older_workspace_is_read_and_goes_on(tmp_path: Path) -> None:
    """A workspace as it was before events said what decided them: the log without that column."""
    merge, split = StoryEvent("merge", "a1", 3, "a0"), StoryEvent("split", "a0", 3, "a2", ("a2",))
    store = SqliteStore(tmp_path)
    with store.writing() as writer:
        for each, story in zip(articles(3), ["a0", "a1", "a0"], strict=True):
            put(writer, each, story)
        writer.change(merge, NOON, "tracker")
    store.close()
    connection = apsw.Connection(str(tmp_path / FILE_NAME))
    connection.execute("ALTER TABLE log DROP COLUMN decided; DELETE FROM migrations WHERE name >= '0004'")
    connection.close()
    store = SqliteStore(tmp_path)
    assert (tmp_path / "meadow-0003-studies.sqlite3").exists()
    decided = replace(split, decided=Decision("stray", 0.3, 0.35, 2))
    with store.writing() as writer:
        writer.change(decided, NOON, "tracker")
    assert [entry.event for entry in store.log(after=3)] == [merge, decided]
    assert store.check() == []
    store.close()


def test_a_page_of_stories_is_read_by_the_index_of_an_upgraded_file(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / FILE_NAME))
    migrate(connection, tmp_path / FILE_NAME, migrations=MIGRATIONS[:4])
    connection.close()
    SqliteStore(tmp_path).close()
    connection = apsw.Connection(str(tmp_path / FILE_NAME))
    sql = f"EXPLAIN QUERY PLAN SELECT * FROM stories ORDER BY {_PLACE} DESC, id DESC LIMIT 20"  # noqa: S608 - our own constant
    plan = [row[-1] for row in connection.execute(sql)]
    connection.close()
    assert plan == ["SCAN stories USING INDEX stories_by_time"]


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / FILE_NAME))
    connection.execute("CREATE TABLE theirs(a)")
    connection.close()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(b"plain text, no database at all, " * 200)
    with pytest.raises(StoreError, match="of another kind"):
        SqliteStore(tmp_path)


def test_one_who_writes_without_pause_lets_others_have_their_turn(store: SqliteStore) -> None:
    begun, over = [0], threading.Event()

    def write_without_pause() -> None:
        while not over.is_set():
            with store.writing() as writer:
                begun[0] += 1
                writer.save_fact("busy", str(begun[0]))
                time.sleep(0.02)

    other = SqliteStore(store.folder)
    busy = threading.Thread(target=write_without_pause)
    busy.start()
    passed: list[int] = []
    try:
        for number in range(5):
            before = begun[0]
            while begun[0] == before:  # it has the store again
                time.sleep(0.001)
            before = begun[0]
            with other.writing() as writer:
                writer.save_fact("other", str(number))
                passed.append(begun[0] - before)
    finally:
        over.set()
        busy.join()
        other.close()
    # A busy machine may keep it from asking for longer than a turn takes, but not most of the time.
    assert median(passed) <= 2, "it waits for the transaction that goes on, and for one that was before it in the queue"
