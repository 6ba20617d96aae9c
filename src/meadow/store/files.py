"""Files written whole or not at all, folders that one process holds, and what the system says of both as errors of ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from meadow.errors import InputError, UsageError

LOCK = ".running"  # the file by which a process holds a folder


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Turn an `OSError` into a `UsageError` that names the place."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"{str(path)!r} cannot be written: {error.strerror or error}.",
            given=str(path),
            advice="Name a folder that you may write to, on a disk with free space.",
        ) from error


@contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Turn an `OSError` into an `InputError` that names the place."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{str(path)!r} cannot be read: {error.strerror or error}.",
            given=str(path),
            advice="See to its name and its rights.",
        ) from error


def save_text(path: Path, text: str | bytes) -> None:
    """Write a file whole or not at all."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.draft")
        draft.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        draft.replace(path)


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the folder, made where it is missing, for this process; the system lets go of it even after a kill."""
    path = folder / LOCK
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = path.open("w")
    with lock:
        if not _locked(lock, path):
            message = f"Another run is writing to {str(folder)!r}."
            raise UsageError(message, given=str(folder), advice="Wait for it, or give another --out.")
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _locked(lock: IO[str], path: Path) -> bool:
    """Return whether the file could be locked; a lock on a file that its owner has just removed does not count."""
    try:
        import fcntl
    except ImportError:  # not on Windows, where an open file cannot be replaced either
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(lock.fileno()), path.stat())
    except OSError:
        return False
