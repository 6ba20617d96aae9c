"""A store that may only be read: on a read-only file system, or in the folder of another user.

SQLite needs to write next to its file even for reading, so a copy in a temporary folder is read. It also holds what the last
writer had not yet moved into the file, and is brought to the form of this version.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from meadow.errors import StoreError
from meadow.store.sqlite.store import FILE_NAME, WRITE_LOCK, SqliteStore


def is_read_only(folder: Path) -> bool:
    """Return whether there is a store in a folder that this process may read and not write."""
    file = folder / FILE_NAME
    return file.is_file() and not (os.access(folder, os.W_OK) and os.access(file, os.W_OK))


class ReadOnlyStore(SqliteStore):
    """The store of a folder as it was when it was opened; every attempt to write is a `StoreError`."""

    read_only = True

    def __init__(self, folder: Path) -> None:
        self._copy = TemporaryDirectory(prefix="meadow-")
        try:
            _copy_files(folder, Path(self._copy.name))
            super().__init__(Path(self._copy.name))
        except BaseException:
            self._copy.cleanup()
            raise
        self.folder = folder

    def writing(self) -> NoReturn:
        """Refuse to write."""
        raise StoreError(
            f"The workspace {self.folder} cannot be written: it is read-only.", given=str(self.folder),
            allowed="Reading, exporting and backing it up.",
            advice="Give the folder to the user who runs Meadow, or restore a backup of it elsewhere.",
        )  # fmt: skip

    def ingesting(self, *, alone: bool = False) -> NoReturn:  # noqa: ARG002 - as the contract has it
        """Refuse to add articles."""
        self.writing()

    def close(self) -> None:
        """Close the copy and remove it."""
        super().close()
        self._copy.cleanup()


def _copy_files(folder: Path, target: Path) -> None:
    """Copy the file and its log while nobody writes to them."""
    with _held(folder / WRITE_LOCK):
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(folder / name, target / name)


@contextmanager
def _held(lock: Path) -> Iterator[None]:
    try:
        handle = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # nobody has written since the lock was removed, or nobody else can
        yield
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)
