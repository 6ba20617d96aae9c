"""Opening a store by its folder."""

from __future__ import annotations

from pathlib import Path

from meadow.errors import UsageError
from meadow.store.sqlite.copying import check_copy, put_in_place
from meadow.store.sqlite.store import FILE_NAME, SqliteStore


def open_store(place: str | Path, *, create: bool = True) -> SqliteStore:
    """Return the store of a folder; `create` makes one where there is none."""
    if "://" in str(place):
        raise UsageError(
            f"{str(place)!r} is no folder.", given=str(place), allowed="A workspace is a folder of this machine."
        )
    return SqliteStore(Path(place), create=create)


def has_store(place: str | Path) -> bool:
    """Tell whether a folder holds a store."""
    return (Path(place) / FILE_NAME).is_file()


def restore_store(backup: str | Path, place: str | Path) -> Path:
    """Make a store of a backup in a folder that holds none, and return the folder."""
    source, target = Path(backup), Path(place) / FILE_NAME
    check_copy(source)
    if target.exists():
        raise UsageError(
            f"There is a workspace at {place} already.", given=str(place), advice="Name a new folder with --workspace."
        )
    put_in_place(source, target)
    open_store(place).close()
    return Path(place)
