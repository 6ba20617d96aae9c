"""The store in a Postgres as one object: many readers, and writers of several processes who take turns."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import psycopg

from meadow.errors import StoreError
from meadow.store.contract import Batch, SearchResult
from meadow.store.copying import copy_contents
from meadow.store.postgres.address import Address
from meadow.store.postgres.locks import ingest_lock, lock_for_transaction
from meadow.store.postgres.migrating import applied_migrations, apply_migrations, check_server, missing_migrations
from meadow.store.postgres.pool import ReadingPool
from meadow.store.postgres.session import PostgresRows, Session
from meadow.store.query import Query
from meadow.store.sqlite.backups import new_backup
from meadow.store.tables import search_index
from meadow.store.tables.checking import Checking
from meadow.store.tables.everything import EveryReading, EveryWriting
from meadow.store.tables.filling import fill_empty
from meadow.store.tables.reindexing import renew_index
from meadow.store.tables.rows import SqlConnection

_LARGE = {
    "revisions": "value",
    "study_items": "value",
    "checkpoints": "value",
    "results": "value",
    "search_parts": "data",
}
_FREED = "documents, revisions, names, results, alerts, quarantine, study_items, search_parts, search_segments"


class PostgresWriter(PostgresRows, EveryWriting):
    """A transaction that is open; `erases` says that something was forgotten in it."""

    def __init__(self, session: Session, address: Address) -> None:
        super().__init__()
        self.address = address
        self.erases = False
        self._session = session

    @property
    def connection(self) -> SqlConnection:
        """The connection that writes."""
        return self._session

    def begin_erasing(self) -> None:
        """Note that the server has to clean up after this transaction."""
        self.erases = True


class PostgresStore(PostgresRows, EveryReading, Checking):
    """A store in a schema of a database; it is made if there is none and `create` says so."""

    read_only = False

    def __init__(self, address: Address, *, create: bool = True) -> None:
        self.address = address
        self._lock = threading.RLock()
        self._writer: Session | None = None
        self._closed = False
        self._pool = ReadingPool(address)
        try:
            with self.explained():
                self._prepare(create=create)
        except BaseException:
            self.close()
            raise

    @property
    def connection(self) -> SqlConnection:
        """The connections that only read, each for one question or one block."""
        return self._pool

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let all questions of a block see one and the same state, whatever is written meanwhile."""
        with self.explained(), self._pool.one_state():
            yield

    @contextmanager
    def writing(self) -> Iterator[PostgresWriter]:
        """Return a transaction: durable at its end, or undone as a whole."""
        with self._lock, self.explained():
            with self._transaction() as session:
                writer = PostgresWriter(session, self.address)
                yield writer
                writer.settle()
            if writer.erases:
                session.execute(f"VACUUM {_FREED}")

    def ingesting(self, *, alone: bool = False) -> AbstractContextManager[None]:
        """Return the right to ingest, which any number of processes have at once, or one of them `alone`.

        Who cannot have it gets a `BusyStoreError`.
        """
        return ingest_lock(self.address, alone=alone)

    def search(self, query: Query, *, limit: int) -> SearchResult:
        """Return the documents that answer a query best, the best first."""
        with self.reading():
            return super().search(query, limit=limit)

    def check(self) -> list[str]:
        """Return what is wrong with the store, in words; empty if all is well."""
        with self.reading():
            return [*self._faults_of_server(), *self.faults_in_tables()]

    def fill(self, batches: Iterable[Batch]) -> str:
        """Fill an empty store with the `contents` of another, and return the hash of both; it is whole or stays empty."""
        content_hash = fill_empty(self.writing(), str(self.address), batches)
        with self._lock, self.explained():
            self._writing_session().execute("ANALYZE")  # what the planner knows of new tables is wrong
        return content_hash

    def backup(self, target: str) -> None:
        """Write a copy of what is committed to a new file of SQLite, while others read and write."""
        with new_backup(Path(target)) as copy:
            copy_contents(self, copy)

    def close(self) -> None:
        """Let go of everything; a closed store raises when it is used."""
        with self._lock:
            self._closed = True
            self._pool.close()
            if self._writer is not None:
                self._writer.close()

    def _faults_of_server(self) -> list[str]:
        """Return what speaks against the server: values that it cannot read, and files that it does not synchronise."""
        for table, column in _LARGE.items():
            self.run(f"SELECT count(md5({column})) FROM {table}")  # the server reads every byte, and sends none
        unsafe = [name for name in ("fsync", "full_page_writes") if self.value(f"SHOW {name}") == "off"]
        return [f"the server runs with {name} = off: what is acknowledged may be lost in a crash" for name in unsafe]

    def _prepare(self, *, create: bool) -> None:
        session = self._writing_session()
        check_server(self.address, *session.server)
        if not create and not applied_migrations(session, self.address):
            raise StoreError(
                f"There is no workspace at {self.address}.", given=str(self.address),
                advice="`meadow follow SOURCE… --workspace URL` makes one; `meadow copy-store FROM URL` fills one.",
            )  # fmt: skip
        if missing_migrations(session, self.address):
            with self._transaction() as session:
                apply_migrations(session, self.address, missing_migrations(session, self.address))
        if search_index.outdated(session):
            with self._transaction() as session:
                renew_index(session)

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        session = self._begun()
        try:
            lock_for_transaction(session, self.address)
            yield session
            session.commit()
        except BaseException:
            with suppress(psycopg.Error):
                if session.in_transaction:
                    session.execute("ROLLBACK")
            raise

    def _begun(self) -> Session:
        """Return the connection that writes, in a transaction; where the server left it meanwhile, a new one."""
        used_before = self._writer is not None
        session = self._writing_session()
        try:
            session.execute("BEGIN")
        except psycopg.OperationalError:
            if not (used_before and session.is_lost):
                raise
            session = self._writing_session()
            session.execute("BEGIN")
        return session

    def _writing_session(self) -> Session:
        if self._closed:
            raise StoreError(f"The workspace {self.address} is closed.", given=str(self.address))
        if self._writer is None or self._writer.is_lost:
            self._writer = Session(self.address, writable=True)
        return self._writer
