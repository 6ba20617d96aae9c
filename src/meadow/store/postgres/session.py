"""Connections to a Postgres: settings of each on opening, and errors in our words, never with a password."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from psycopg import errors, pq

from meadow.errors import BusyStoreError, StoreError
from meadow.store.postgres.address import Address
from meadow.store.postgres.dialect import in_postgres
from meadow.store.tables.rows import Row, TableRows

OLDEST = 14
"""The first version of Postgres that is taken."""

_WAIT_SECONDS = 60
_CONNECT_SECONDS = "10"
_READING = "-c default_transaction_read_only=on"
_WRITING = f"-c lock_timeout={_WAIT_SECONDS * 1000}"

FAULTS: tuple[type[Exception], ...] = (
    psycopg.OperationalError,
    errors.InsufficientPrivilege,
    errors.ReadOnlySqlTransaction,
    errors.DataCorrupted,
    errors.IndexCorrupted,
    errors.UndefinedTable,
    errors.InvalidSchemaName,
    errors.InFailedSqlTransaction,
)


class Session:
    """A connection that takes the statements of the store; each is committed at once unless a transaction is open."""

    def __init__(self, address: Address, *, writable: bool) -> None:
        self._connection = _connect(address, _WRITING if writable else _READING)
        self._cursor = self._connection.cursor(binary=True)
        if writable and self.execute("SHOW synchronous_commit") == [("off",)]:
            self.execute("SET synchronous_commit = on")

    def execute(self, statement: str, bindings: Sequence[Any] = (), /) -> list[Row]:
        """Carry out a statement, and return its rows."""
        self._cursor.execute(in_postgres(statement), bindings or None)
        return self._cursor.fetchall() if self._cursor.description is not None else []

    def executemany(self, statement: str, bindings: Iterable[Sequence[Any]], /) -> None:
        """Carry out a statement for each of several rows of values."""
        self._cursor.executemany(in_postgres(statement), list(bindings))

    def run_script(self, statements: str) -> None:
        """Carry out several statements that have no values."""
        self._connection.execute(statements.encode("utf-8"))

    def commit(self) -> None:
        """End the transaction; one in which a statement failed was undone, and cannot be."""
        self.execute("COMMIT")
        if self._cursor.statusmessage != "COMMIT":
            raise errors.InFailedSqlTransaction("the server undid all of it")

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.info.transaction_status not in (pq.TransactionStatus.IDLE, pq.TransactionStatus.UNKNOWN)

    @property
    def is_lost(self) -> bool:
        """Whether the server has gone away from it."""
        return self._connection.closed

    @property
    def server(self) -> tuple[int, str]:
        """The major version of the server, and the encoding of the database."""
        info = self._connection.info
        return info.server_version // 10_000, info.parameter_status("server_encoding") or "unknown"

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()


class PostgresRows(TableRows):
    """Questions to a Postgres."""

    address: Address
    faults: tuple[type[Exception], ...] = FAULTS

    def explanation(self, error: Exception) -> StoreError:
        """Return the error that says what a fault of the server means, and what to do."""
        return explanation(error, self.address)


def explanation(error: Exception, address: Address) -> StoreError:
    """Return the error that says what a fault of the server means, and what to do."""
    said = " ".join(str(error).split())
    for kinds, problem, advice in _EXPLAINED:
        if isinstance(error, kinds):
            kind = BusyStoreError if kinds is errors.LockNotAvailable else StoreError
            return kind(f"The workspace {address} {problem} ({said}).", given=str(address), advice=advice)
    problem = "cannot be reached or used: the server reports a fault"
    return StoreError(f"The workspace {address} {problem} ({said}).", given=str(address), advice=f"Ask again. {_SAFE}")


_SAFE = "What was acknowledged before is safe."
_RIGHTS = "Let the owner of the database grant it, or name a schema of your own with ?schema=NAME."
_EXPLAINED: tuple[tuple[Any, str, str], ...] = (
    (errors.LockNotAvailable, "is busy: another process is writing to it", "Wait for it, or end it."),
    (errors.DiskFull, "cannot be written: the disk of the server is full", f"Free some space and try again. {_SAFE}"),
    (errors.TooManyConnections, "cannot be opened: the server has no connection left", "End some, or raise its limit."),
    (errors.InsufficientPrivilege, "cannot be used: the user lacks a right", _RIGHTS),
    (
        errors.ReadOnlySqlTransaction,
        "cannot be written: the server is read-only",
        "Name the server that is written to.",
    ),
    (
        errors.InFailedSqlTransaction,
        "was not written: a statement of the transaction had failed",
        f"Try again. {_SAFE}",
    ),
    ((errors.DataCorrupted, errors.IndexCorrupted), "is damaged", "Restore a backup: `meadow restore BACKUP`."),
    ((errors.UndefinedTable, errors.InvalidSchemaName), "has lost its tables", "Open it again, or restore a backup."),
)


def _connect(address: Address, options: str) -> psycopg.Connection[Row]:
    settings: dict[str, Any] = {
        "connect_timeout": _CONNECT_SECONDS, "application_name": f"meadow {os.getpid()}", "client_encoding": "UTF8",
        **address.settings,
        "options": f"{address.settings.get('options', '')} -c search_path={address.schema} {options}".strip(),
    }  # fmt: skip
    try:
        return psycopg.connect(**settings, autocommit=True)
    except psycopg.Error as error:
        said = " ".join(_without_secret(str(error), address).split())
        raise StoreError(
            f"The Postgres of the workspace {address} refuses, or is not there: {said}.", given=str(address),
            allowed=f"Postgres {OLDEST} or newer.",
            advice="Check that the server runs, and host, port, database, user and password.",
        ) from None  # fmt: skip


def _without_secret(text: str, address: Address) -> str:
    secret = address.settings.get("password", "")
    return text.replace(secret, "***") if secret else text
