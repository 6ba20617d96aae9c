"""The embedded store as one object: readers per thread, one writer at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import apsw

from meadow.errors import StoreError
from meadow.store.contract import Batch
from meadow.store.sqlite.connection import SqliteRows, connect, explained, locked
from meadow.store.sqlite.copying import copy_file
from meadow.store.sqlite.migrating import migrate
from meadow.store.tables.checking import Checking, faults_of
from meadow.store.tables.everything import EveryReading, EveryWriting
from meadow.store.tables.filling import fill_empty
from meadow.store.tables.reindexing import renew_index

FILE_NAME = "meadow.sqlite3"
WRITE_LOCK = "write.lock"
_INGEST_LOCK, _TURN_LOCK = "ingest.lock", "turn.lock"
_WAIT_SECONDS = 60.0


class SqliteWriter(SqliteRows, EveryWriting):
    """A transaction that is open."""

    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        super().__init__()
        self.path = path
        self._connection = connection

    @property
    def connection(self) -> apsw.Connection:
        """The one connection that writes."""
        return self._connection

    def begin_erasing(self) -> None:
        """Let freed pages be overwritten."""
        self.run("PRAGMA secure_delete = ON")


class SqliteStore(SqliteRows, EveryReading, Checking):
    """A store in a folder; it is made if there is none and `create` says so."""

    read_only = False

    def __init__(self, folder: Path, *, create: bool = True) -> None:
        self.folder = folder
        self.path = folder / FILE_NAME
        self._local = threading.local()
        self._lock = threading.RLock()
        self._open: list[apsw.Connection] = []
        self._closed = False
        _prepare(folder, self.path, create=create)
        with self._exclusive():
            self._writer = connect(self.path, writable=True)
            self._open.append(self._writer)
            with explained(self.path):
                migrate(self._writer, self.path)
                with self._writer:
                    renew_index(self._writer)

    @property
    def connection(self) -> apsw.Connection:
        """The connection of this thread, which only reads."""
        if self._closed:
            raise StoreError(f"The workspace {self.folder} is closed.", given=str(self.folder))
        connection: apsw.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self.path, writable=False)
            self._local.connection = connection
            with self._lock:
                self._open.append(connection)
        return connection

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let all questions of a block see one and the same state, whatever is written meanwhile."""
        connection = self.connection
        if connection.in_transaction:
            yield
            return
        with explained(self.path):
            connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[SqliteWriter]:
        """Return a transaction: durable at its end, or undone as a whole."""
        if self._closed:
            raise StoreError(f"The workspace {self.folder} is closed.", given=str(self.folder))
        with self._exclusive(), explained(self.path):
            writer = SqliteWriter(self._writer, self.path)
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield writer
                writer.settle()
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def ingesting(self, *, alone: bool = False) -> AbstractContextManager[None]:  # noqa: ARG002 - always alone
        """Return the right to ingest, which one process has at a time; another one gets a `BusyStoreError`."""
        return locked(self.folder / _INGEST_LOCK, wait_seconds=0.0, doing="adding articles to")

    def check(self) -> list[str]:
        """Return what is wrong with the store, in words; empty if all is well."""
        return [*faults_of(self._pages), *faults_of(self._orphans), *self.faults_in_tables()]

    def _pages(self) -> list[str]:
        return [verdict for (verdict,) in self.all("PRAGMA integrity_check") if verdict != "ok"]

    def _orphans(self) -> list[str]:
        rows = self.all("PRAGMA foreign_key_check")
        return [f"row {row} of {table} belongs to nothing" for table, row, *_ in rows]

    def fill(self, batches: Iterable[Batch]) -> str:
        """Fill an empty store with the `contents` of another, and return the hash of both; it is whole or stays empty."""
        return fill_empty(self.writing(), str(self.folder), batches)

    def backup(self, target: str) -> None:
        """Write a copy of what is committed to a new file, while others read and write."""
        source = connect(self.path, writable=False)
        try:
            copy_file(source, Path(target))
        finally:
            source.close()

    def close(self) -> None:
        """Let go of everything; a closed store raises when it is used."""
        with self._lock:
            self._closed = True
            for connection in self._open:
                connection.close()
            self._open.clear()

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Lock writing. A waiting process goes first: one that writes without pause queues behind it."""
        with self._lock, ExitStack() as locks:
            with locked(self.folder / _TURN_LOCK, wait_seconds=_WAIT_SECONDS, doing="waiting to write to"):
                write = locked(self.folder / WRITE_LOCK, wait_seconds=_WAIT_SECONDS, doing="writing to")
                locks.enter_context(write)
            yield


def _prepare(folder: Path, path: Path, *, create: bool) -> None:
    if not create and not path.is_file():
        raise StoreError(
            f"There is no workspace at {folder}.", given=str(folder),
            advice="`meadow follow SOURCE… --workspace PATH` makes one; $MEADOW_WORKSPACE names the usual one.",
        )  # fmt: skip
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The workspace {folder} cannot be made: {error.strerror}.",
            given=str(folder),
            advice="Name another folder.",
        ) from error
