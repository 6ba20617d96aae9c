"""Bringing a store's file to the form of this version: known migrations in order, after a copy of what was there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import apsw

from meadow.errors import StoreError
from meadow.store.migrations import missing_of
from meadow.store.sqlite.copying import copy_file
from meadow.store.sqlite.schema import APPLICATION_ID, MIGRATIONS, Migration


def migrate(connection: apsw.Connection, path: Path, *, migrations: Sequence[Migration] = MIGRATIONS) -> list[str]:
    """Apply what is missing, and return its names; a file of a newer version or another program is left as it is.

    Before an older file is changed, it is copied in the same folder, named after the last migration that it had.
    """
    applied = _applied(connection, path)
    missing = missing_of(migrations, applied, path.parent)
    if missing and applied:
        copy_file(connection, path.with_name(f"{path.stem}-{applied[-1]}{path.suffix}"))
    for each in missing:
        _apply(connection, each)
    return [each.name for each in missing]


def _applied(connection: apsw.Connection, path: Path) -> list[str]:
    number = connection.pragma("application_id")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "migrations" in tables and number == APPLICATION_ID:
        return [name for (name,) in connection.execute("SELECT name FROM migrations ORDER BY rowid")]
    if tables or number not in (0, APPLICATION_ID):
        raise StoreError(
            f"{path} is a database of another program.", given=str(path), advice="Name another folder with --workspace."
        )
    return []


def _apply(connection: apsw.Connection, migration: Migration) -> None:
    with connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("CREATE TABLE IF NOT EXISTS migrations(name TEXT PRIMARY KEY, applied TEXT NOT NULL)")
        migration.apply(connection)
        connection.execute(
            "INSERT INTO migrations(name, applied) VALUES(?, ?)",
            (migration.name, datetime.now(UTC).isoformat(timespec="seconds")),
        )
