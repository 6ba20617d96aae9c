"""What the system says about files, as errors of ours: which place cannot be read or written, why, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meadow.errors import InputError, UsageError


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Turn an `OSError` into a `UsageError` that names the place."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"{str(path)!r} cannot be written: {error.strerror or error}.",
            given=str(path),
            advice="Name a place that is yours, on a disk with room.",
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
