"""Bringing a schema to the form of this version: known migrations in order, after a copy of what was there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain, count

from meadow.errors import StoreError
from meadow.store.migrations import missing_of
from meadow.store.postgres.address import Address
from meadow.store.postgres.schema import MARK, MIGRATIONS, PostgresMigration
from meadow.store.postgres.session import OLDEST, Session

_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"


def check_server(address: Address, version: int, encoding: str) -> None:
    """Raise an error unless a server is new enough and keeps every character."""
    if version < OLDEST:
        raise StoreError(
            f"The Postgres of the workspace {address} is too old: version {version}.", given=str(version),
            allowed=f"Postgres {OLDEST} or newer.", advice="Use a newer server.",
        )  # fmt: skip
    if encoding != "UTF8":
        raise StoreError(
            f"The database of the workspace {address} cannot keep every character: its encoding is {encoding}.",
            given=encoding, allowed="A database in UTF8.", advice="CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
        )  # fmt: skip


def missing_migrations(
    session: Session, address: Address, *, migrations: Sequence[PostgresMigration] = MIGRATIONS
) -> list[PostgresMigration]:
    """Return what has to be applied; a schema of a newer version or of another program is an error."""
    return missing_of(migrations, applied_migrations(session, address), address)


def applied_migrations(session: Session, address: Address) -> list[str]:
    """Return the names of the migrations that a schema has had; none where there is no schema, or an empty one."""
    tables = {name for (name,) in session.execute(_TABLES)}
    if MARK in tables:
        return [name for (name,) in session.execute(f"SELECT name FROM {MARK} ORDER BY name")]
    if tables:
        raise StoreError(
            f"The schema of {address} holds tables of another program.", given=address.schema,
            advice="Name another schema with ?schema=NAME.",
        )  # fmt: skip
    return []


def apply_migrations(session: Session, address: Address, missing: Sequence[PostgresMigration]) -> None:
    """Apply migrations within the caller's transaction; the old tables are copied first, to a second schema."""
    if not _is_there(session, address.schema):
        session.execute(f"CREATE SCHEMA {address.schema}")
    applied = applied_migrations(session, address)
    if applied:
        _copy_schema(session, f"{address.schema}_{applied[-1].partition('-')[0]}")
    session.execute(f"CREATE TABLE IF NOT EXISTS {MARK}(name TEXT PRIMARY KEY, applied TEXT NOT NULL)")
    for each in missing:
        session.run_script(each.statements)
        at = datetime.now(UTC).isoformat(timespec="seconds")
        session.execute(f"INSERT INTO {MARK}(name, applied) VALUES(?, ?)", (each.name, at))


def _copy_schema(session: Session, name: str) -> None:
    """Copy all tables to a new schema of a name, or of one with a number behind it where that is taken."""
    names = chain([name], (f"{name}_{number}" for number in count(2)))
    target = next(each for each in names if not _is_there(session, each))
    session.execute(f"CREATE SCHEMA {target}")
    for (name,) in session.execute(_TABLES):
        session.execute(f"CREATE TABLE {target}.{name} AS TABLE {name}")


def _is_there(session: Session, schema: str) -> bool:
    return session.execute("SELECT to_regnamespace(?) IS NOT NULL", (schema,)) == [(True,)]
