"""Locks between processes: advisory ones of the server, which releases them when their holder ends, in any way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b

import psycopg

from meadow.errors import BusyStoreError
from meadow.store.postgres.address import Address
from meadow.store.postgres.session import Session

_PATIENCE_SECONDS, _RETRY_SECONDS = 0.5, 0.05
_HOLDER = """
SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND ((CAST(l.classid AS bigint) << 32) | CAST(l.objid AS bigint)) = ?
"""


def lock_for_transaction(session: Session, address: Address) -> None:
    """Wait for the right to write, and hold it until the transaction ends: there is one writer at a time."""
    session.execute("SELECT pg_advisory_xact_lock(?)", (_key("write", address),))


@contextmanager
def ingest_lock(address: Address, *, alone: bool) -> Iterator[None]:
    """Lock ingestion on a separate connection, shared or alone; else raise a `BusyStoreError`."""
    key, kind = _key("ingest", address), "" if alone else "_shared"
    session = Session(address, writable=True)
    try:
        if not _acquired(session, f"SELECT pg_try_advisory_lock{kind}(?)", key):
            raise _busy(session, key, address, alone=alone)
        try:
            yield
        finally:
            with suppress(psycopg.Error):  # where the server has gone, so has the lock
                session.execute(f"SELECT pg_advisory_unlock{kind}(?)", (key,))
    finally:
        session.close()


def _busy(session: Session, key: int, address: Address, *, alone: bool) -> BusyStoreError:
    holders = ", ".join(sorted({name for (name,) in session.execute(_HOLDER, (key,)) if name})) or "unknown"
    # Only an exclusive lock keeps out a process that wants to add.
    doing = "adding articles to" if alone else "forgetting articles of, or tracking all of them again in,"
    return BusyStoreError(
        f"Another process ({holders}) is {doing} the workspace {address}.", given=str(address),
        advice="Wait until it is done, or end it. Reading goes on meanwhile.",
    )  # fmt: skip


def _acquired(session: Session, asked: str, key: int) -> bool:
    """Try for a moment: the server needs one to notice that a process has ended which held the lock."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while session.execute(asked, (key,)) != [(True,)]:
        if time.monotonic() >= until:
            return False
        time.sleep(_RETRY_SECONDS)
    return True


def _key(purpose: str, address: Address) -> int:
    """Return the number of a lock; locks of other databases are others."""
    name = f"meadow {purpose} {address.schema}".encode()
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "little", signed=True)
