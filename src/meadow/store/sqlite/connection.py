"""Connections to the store's file: settings of each on opening, locks between processes, and errors in our words.

Write-ahead logging lets readers go on while one connection writes; `synchronous=FULL` means that what was committed is on
the disk. One process writes at a time, which a lock of the file system sees to, so that no reader or writer ever gets
"database is locked".
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from meadow.errors import BusyStoreError, StoreError
from meadow.store.tables.rows import TableRows

_WAIT_MILLISECONDS = 60_000
_RETRY_SECONDS = 0.01
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-16000",
    "PRAGMA temp_store=MEMORY",
)
_READING = ("PRAGMA query_only=ON", "PRAGMA cache_size=-8000", "PRAGMA temp_store=MEMORY")


def connect(path: Path, *, writable: bool) -> apsw.Connection:
    """Return a connection; one that only reads cannot write by mistake."""
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if writable else 0)
    with explained(path):
        connection = apsw.Connection(str(path), flags=flags)
        connection.set_busy_timeout(_WAIT_MILLISECONDS)
        for pragma in _PRAGMAS if writable else _READING:
            connection.execute(pragma)
    return connection


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what the engine says about a fault of disk, file or lock into an error that says what to do."""
    try:
        yield
    except FAULTS as error:
        raise explanation(error, path) from error


def explanation(error: Exception, path: Path) -> StoreError:
    """Return the error that says what a fault of the engine means, and what to do."""
    problem, advice = _EXPLAINED[type(error)]
    return StoreError(f"The workspace {path.parent} {problem} ({error}).", given=str(path), advice=advice)


_SAFE = "What was acknowledged before is safe."
_EXPLAINED: dict[type[Exception], tuple[str, str]] = {
    apsw.FullError: ("cannot be written: the disk is full", f"Free some space and try again. {_SAFE}"),
    apsw.IOError: ("cannot be read or written: the disk reports an error", f"Check the disk. {_SAFE}"),
    apsw.ReadOnlyError: ("cannot be written: it is read-only", "Give the folder to the user who runs Meadow."),
    apsw.PermissionsError: ("cannot be used: the system forbids it", "Give the folder to the user who runs Meadow."),
    apsw.CantOpenError: ("cannot be opened", "Check that the folder is there, and who may read and write it."),
    apsw.BusyError: ("is busy: another program holds its file", "Wait for it, or end it."),
    apsw.NotADBError: ("is no workspace: its file is of another kind", "Name another folder."),
    apsw.CorruptError: ("is damaged", "Restore a backup: `meadow restore BACKUP`."),
}
FAULTS = tuple(_EXPLAINED)


class SqliteRows(TableRows):
    """Questions to the store's file."""

    path: Path
    faults: tuple[type[Exception], ...] = FAULTS

    def explanation(self, error: Exception) -> StoreError:
        """Return the error that says what a fault of the engine means, and what to do."""
        return explanation(error, self.path)


@contextmanager
def locked(path: Path, *, wait_seconds: float, doing: str) -> Iterator[None]:
    """Hold a lock between processes; one that another holds for longer than `wait_seconds` is a `BusyStoreError`.

    The system releases it when its holder ends, however it ends. The file names the holder, for messages.
    """
    with _open_lock(path) as handle:
        _acquire(handle, path, wait_seconds, doing)
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode(), 0)
            yield
        finally:
            fcntl.flock(handle, fcntl.LOCK_UN)


@contextmanager
def _open_lock(path: Path) -> Iterator[int]:
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise StoreError(
            f"The workspace {path.parent} cannot be written: {error.strerror}.", given=str(path.parent),
            advice="Give the folder to the user who runs Meadow, or name another one.",
        ) from error  # fmt: skip
    try:
        yield handle
    finally:
        os.close(handle)


def _acquire(handle: int, path: Path, wait_seconds: float, doing: str) -> None:
    until = time.monotonic() + wait_seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                holder = os.pread(handle, 20, 0).decode("ascii", "replace") or "unknown"
                raise BusyStoreError(
                    f"Another process ({holder}) is {doing} the workspace {path.parent}.", given=str(path.parent),
                    advice="Wait until it is done, or end it. Reading goes on meanwhile.",
                ) from None  # fmt: skip
            time.sleep(_RETRY_SECONDS)
        else:
            return
