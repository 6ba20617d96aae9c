"""Opening a store by its folder, or by the address of a Postgres."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.errors import MissingExtraError, UsageError
from meadow.store.copying import Step, copy_contents
from meadow.store.postgres.address import is_address, parse_address
from meadow.store.sqlite.backups import opened_backup
from meadow.store.sqlite.copying import check_copy, made_beside, put_in_place
from meadow.store.sqlite.read_only import ReadOnlyStore, is_read_only
from meadow.store.sqlite.store import FILE_NAME, SqliteStore

if TYPE_CHECKING:
    from meadow.store.postgres.store import PostgresStore


def open_store(place: str | Path, *, create: bool = True) -> SqliteStore | PostgresStore:
    """Return the store of a folder or of a Postgres; `create` makes one where there is none."""
    if is_address(str(place)):
        return _open_postgres(str(place), create=create)
    if "://" in str(place):
        kind = str(place).partition("://")[0]
        raise UsageError(
            f"A workspace cannot be at {kind}://…", given=f"{kind}://…",
            allowed="A folder of this machine, or postgresql://USER@HOST/DATABASE?schema=NAME.",
        )  # fmt: skip
    return ReadOnlyStore(Path(place)) if is_read_only(Path(place)) else SqliteStore(Path(place), create=create)


def has_store(place: str | Path) -> bool:
    """Return whether a folder holds a store; an address of a Postgres always counts as one."""
    return is_address(str(place)) or (Path(place) / FILE_NAME).is_file()


def _open_postgres(url: str, *, create: bool) -> PostgresStore:
    try:
        from meadow.store.postgres.store import PostgresStore  # psycopg is an extra
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] != "psycopg":
            raise
        raise MissingExtraError("A workspace in Postgres", "postgres") from missing
    return PostgresStore(parse_address(url), create=create)


def shown_place(place: str | Path) -> str:
    """Return how a place is called in messages: a folder as it is, an address without its password."""
    return str(parse_address(str(place))) if is_address(str(place)) else str(place)


def copy_store(source: str | Path, target: str | Path, *, on_step: Step | None = None) -> str:
    """Copy the store of one place to another, which must be empty, and return the hash that both have.

    In a folder where there is none, it is there as a whole or, after a kill at whatever moment, not at all.
    """
    with closing(open_store(source, create=False)) as origin:
        if has_store(target):
            with closing(open_store(target)) as filled:
                return copy_contents(origin, filled, on_step)
        with made_beside(Path(target) / FILE_NAME) as folder, closing(SqliteStore(folder)) as filled:
            return copy_contents(origin, filled, on_step)


def restore_store(backup: str | Path, place: str | Path) -> str:
    """Make a store of a backup where there is none, in a folder or a Postgres, and return how the place is called."""
    source, target = Path(backup), Path(place) / FILE_NAME
    if is_address(str(place)):
        with opened_backup(source) as origin, closing(open_store(place)) as filled:
            copy_contents(origin, filled)
        return shown_place(place)
    check_copy(source)
    if target.exists():
        raise UsageError(
            f"There is a workspace at {place} already.", given=str(place), advice="Name a new folder with --workspace."
        )
    put_in_place(source, target)
    open_store(place).close()
    return str(place)
