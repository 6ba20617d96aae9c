"""Opening a store by its folder."""

from __future__ import annotations

from pathlib import Path

from meadow.errors import UsageError
from meadow.store.sqlite.store import SqliteStore


def open_store(place: str | Path, *, create: bool = True) -> SqliteStore:
    """Return the store of a folder; `create` makes one where there is none."""
    if "://" in str(place):
        raise UsageError(
            f"{str(place)!r} is no folder.", given=str(place), allowed="A workspace is a folder of this machine."
        )
    return SqliteStore(Path(place), create=create)
