"""Two guards around the whole test run: no connection leaves this machine, no child process outlives it."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TypeVar

import pytest

from patience import PATIENCE_SECONDS, until

Started = TypeVar("Started")

PROCESSES = Path("/proc")
# Python's own helper of multiprocessing; it ends with the interpreter that started it.
_EXPECTED_CHILDREN = (b"multiprocessing.resource_tracker",)
# Seconds that a child on its way out has to end; tests of this guard, whose children stay, ask for fewer.
GRACE = "MEADOW_TESTS_GRACE"
# What a worker keeps running for many of its tests, such as a browser: no test left it behind.
_kept: set[int] = set()


class FarConnectionError(RuntimeError):
    """A test tried to reach another machine. Not an OSError, which code under test might handle as a bad network."""


def is_near(family: int, address: object) -> bool:
    """Tell whether an address stays on this machine: a Unix socket, `localhost` or a loopback address."""
    if family == getattr(socket, "AF_UNIX", None):
        return True
    if family not in (socket.AF_INET, socket.AF_INET6) or not isinstance(address, tuple):
        return False
    try:
        return address[0] == "localhost" or ip_address(str(address[0]).partition("%")[0]).is_loopback
    except ValueError:
        return False


@contextmanager
def loopback_only(refused: list[str]) -> Iterator[None]:
    """Refuse every connection that leaves this machine while the block runs, and note it in `refused`."""

    def guarded(name: str) -> Callable[..., Any]:
        original = getattr(socket.socket, name)

        def call(self: socket.socket, *arguments: Any) -> Any:
            # connect(address), connect_ex(address), sendto(data, address) and sendto(data, flags, address)
            if not is_near(self.family, arguments[-1]):
                refused.append(f"{name} to {arguments[-1]!r}")
                raise FarConnectionError(f"Tests talk to this machine only, but one asked for a {refused[-1]}.")
            return original(self, *arguments)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, guarded(name))
        yield


@dataclass(frozen=True, slots=True)
class Child:
    """A running child process: its number and its command line."""

    pid: int
    command: str


@contextmanager
def kept_running(started: AbstractContextManager[Started]) -> Iterator[Started]:
    """Enter a context whose processes many tests share; until it is left, they do not count as left behind."""
    before = set(_kept) | {child.pid for child in running_children()}
    with started as value:
        kept = {child.pid for child in running_children()} - before
        _kept.update(kept)
        try:
            yield value
        finally:
            _kept.difference_update(kept)


def running_children() -> list[Child]:
    """Return the children of this process that have not ended, without those that Python or the run keeps."""
    if not PROCESSES.is_dir():
        return []
    folders = (folder for folder in PROCESSES.iterdir() if folder.name.isdigit())
    children = (child for folder in folders if (child := _child(folder)) is not None)
    return [child for child in children if child.pid not in _kept]


def children_after_grace() -> list[Child]:
    """Return the children that still run after those on their way out had a moment to end."""
    until(lambda: not running_children(), seconds=float(os.environ.get(GRACE, PATIENCE_SECONDS)))
    return running_children()


def _child(folder: Path) -> Child | None:
    try:
        # "pid (name) state parent …", where the name may itself hold blanks and brackets
        state, parent = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:2]
        command = (folder / "cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return None  # ended while we looked
    ours = int(parent) == os.getpid() and state not in "ZX"
    if not ours or any(expected in command for expected in _EXPECTED_CHILDREN):
        return None
    return Child(int(folder.name), command.replace(b"\0", b" ").decode("utf-8", "replace").strip())
