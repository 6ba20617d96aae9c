"""Locks between processes: advisory ones of the server, which lets go of them when their holder ends, however it ends."""

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
def ingest_lock(address: Address) -> Iterator[None]:
    """Hold the right to ingest on a connection of its own; if another has it, raise a `BusyStoreError`."""
    key = _key("ingest", address)
    session = Session(address, writable=True)
    try:
        if not _acquired(session, key):
            holder = next((name for (name,) in session.execute(_HOLDER, (key,)) if name), "unknown")
            raise BusyStoreError(
                f"Another process ({holder}) is adding articles to the workspace {address}.", given=str(address),
                advice="Wait until it is done, or end it. Reading goes on meanwhile.",
            )  # fmt: skip
        try:
            yield
        finally:
            with suppress(psycopg.Error):  # where the server has gone, so has the lock
                session.execute("SELECT pg_advisory_unlock(?)", (key,))
    finally:
        session.close()


def _acquired(session: Session, key: int) -> bool:
    """Try for a moment: the server needs one to notice that a process has ended which held the lock."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while session.execute("SELECT pg_try_advisory_lock(?)", (key,)) != [(True,)]:
        if time.monotonic() >= until:
            return False
        time.sleep(_RETRY_SECONDS)
    return True


def _key(purpose: str, address: Address) -> int:
    """Return the number of a lock; locks of other databases are others."""
    name = f"meadow {purpose} {address.schema}".encode()
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "little", signed=True)
