"""Copies of a store's file: made while others read and write, whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from meadow.errors import InputError, StoreError, UsageError
from meadow.store.sqlite.connection import explained
from meadow.store.sqlite.schema import APPLICATION_ID

_COPYING = ".meadow-copy-"
_PAGES = 4_096  # of the file, at a time: writers go on between two portions


def copy_file(source: apsw.Connection, target: Path) -> None:
    """Write what is committed to a new file, and put it in place in one step when it is on the disk."""
    with _whole(target) as partial, explained(target):
        _copy(source, partial)


def put_in_place(source: Path, target: Path) -> None:
    """Copy a file to a new place, in one step when it is on the disk."""
    with _whole(target) as partial:
        shutil.copyfile(source, partial)


@contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """Give a temporary file in the target's folder; move it to the target once it is on disk, or remove it."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        yield partial
        _sync(partial)
        partial.replace(target)
        _sync(target.parent)
    except OSError as error:
        raise StoreError(
            f"{target} cannot be written: {error.strerror}.", given=str(target), advice="Name another place."
        ) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


@contextmanager
def folder_next_to(target: Path, *, prefix: str = ".meadow-") -> Iterator[Path]:
    """Give a temporary folder next to a file."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=prefix, dir=target.parent) as folder:
            yield Path(folder)
    except OSError as error:
        raise StoreError(
            f"{target} cannot be written: {error.strerror}.", given=str(target), advice="Name another place."
        ) from error


@contextmanager
def made_beside(target: Path) -> Iterator[Path]:
    """Give a folder for a new store, whose file is moved to its place in one step when it is whole and on the disk.

    A process that is killed meanwhile leaves its hidden folder; the next one removes it.
    """
    for left in target.parent.glob(f"{_COPYING}*"):
        shutil.rmtree(left, ignore_errors=True)
    with folder_next_to(target, prefix=_COPYING) as folder:
        yield folder
        made = folder / target.name
        _sync(made)
        if target.exists():
            raise UsageError(
                f"There is a workspace at {target.parent} now; it was made meanwhile, and nothing was copied.",
                given=str(target.parent), advice="Name a new folder.",
            )  # fmt: skip
        made.replace(target)
        _sync(target.parent)


def check_copy(path: Path) -> None:
    """Raise an error unless a file is a whole store of Meadow."""
    if not path.is_file():
        raise InputError(
            f"There is no backup {str(path)!r}.", given=str(path), advice="`meadow backup FILE` makes one."
        )
    with explained(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            number = connection.pragma("application_id")
            verdict = connection.pragma("integrity_check") if number == APPLICATION_ID else "a file of another program"
        except apsw.NotADBError:  # of a workspace this names the folder; here it is the file that is wrong
            verdict = "a file of another kind"
        finally:
            connection.close()
    if verdict != "ok":
        raise InputError(f"{path} is no whole backup: {verdict}.", given=str(path), advice="Name another backup.")


def _copy(source: apsw.Connection, target: Path) -> None:
    copy = apsw.Connection(str(target))
    # A transaction that has begun to read: what is committed meanwhile neither tears the copy nor starts it again.
    source.execute("BEGIN; SELECT 1 FROM sqlite_schema")
    try:
        with copy.backup("main", source, "main") as backup:
            while not backup.done:
                backup.step(_PAGES)
        copy.pragma("journal_mode", "delete")
    finally:
        source.execute("ROLLBACK")
        copy.close()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
