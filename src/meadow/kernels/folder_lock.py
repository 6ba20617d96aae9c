"""A lock on a folder that several processes write to, kept by the system: it ends with whoever had it, however that ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = "kernels.lock"  # an empty file that stays: whoever removed it would take it from under those who wait for it


@contextmanager
def folder_lock(folder: str | Path, *, shared: bool = False) -> Iterator[None]:
    """Keep a folder from others until the end of a `with` block; `shared`, only from those who want it for themselves.

    It waits for as long as it takes, on Windows ten seconds, and raises an `OSError` where no lock can be had: the folder
    cannot be written to, its file system has no locks, or neither has this system.
    """
    # Reading is enough to read beside others, so that a folder that became read-only still serves.
    mode = os.O_RDONLY if shared else os.O_RDWR
    file = os.open(Path(folder, LOCK), mode | os.O_CREAT, 0o666)
    try:
        _lock(file, shared=shared)
        try:
            yield
        finally:
            _unlock(file)  # by name: a process that was forked meanwhile has the file open too
    finally:
        os.close(file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int, *, shared: bool) -> None:  # noqa: ARG001 - this system has no shared locks of this kind
        msvcrt.locking(file, msvcrt.LK_LOCK, 1)

    def _unlock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    try:
        import fcntl
    except ImportError:  # Pyodide, for one
        fcntl = None  # type: ignore[assignment]

    def _lock(file: int, *, shared: bool) -> None:
        if fcntl is None:
            raise OSError("This system has no locks on files.")
        fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
