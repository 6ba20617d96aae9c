"""A worker process as its parent sees it: what it was given, and a thread that passes on what it says."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from meadow.engines.batches import JobBatch
from meadow.engines.frames import receive, send
from meadow.engines.refusals import packed_batch

# -P keeps the current folder, which may be full of a stranger's files, out of the path until ours is sent. The package is
# found where it is here, even if only this process knows that path.
_START = "import sys; sys.path.append(sys.argv[1]); from meadow.engines.process_worker import work; work()"
_COMMAND = ("-P", "-c", _START, str(Path(__file__).parents[2]))
_GRACE_SECONDS = 5.0
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

Answer = tuple["WorkerProcess", bytes | None]  # None: it is gone


class WorkerProcess:
    """A running worker. `batches` are those that it has, the one it is at first; `ready` is whether it ever was."""

    def __init__(self, answers: queue.SimpleQueue[Answer], plugins: tuple[str, ...]) -> None:
        self.batches: deque[JobBatch] = deque()
        self.ready = False
        with no_interrupts():
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter, a fixed command
                [sys.executable, *_COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | _ONE_THREAD
            )
        self._orders = cast("IO[bytes]", self._process.stdin)
        self._thread = threading.Thread(target=self._pass_on, args=(answers,), name="meadow-worker", daemon=True)
        self._thread.start()
        self._send((list(sys.path), plugins))

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        return self._process.pid

    def share(self, value: bytes) -> None:
        """Send the value that all items of the next map share."""
        self._send(("share", value))

    def prepare(self, function: Callable[[], object]) -> None:
        """Send a function that is called before the next work."""
        self._send(("prepare", pickle.dumps(function)))

    def give(self, function: Callable[..., Any], batch: JobBatch) -> None:
        """Send a batch, which is done after those that it has."""
        order = packed_batch(function, batch)
        self.batches.append(batch)
        self._send(("work", order))

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        with suppress(BrokenPipeError):
            self._orders.close()
        self._process.wait()
        self._thread.join()

    def how_it_ended(self) -> str:
        """Say by which signal or with which status a process ended that says nothing any more."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE_SECONDS)
        self.end()
        return described_end(self._process.returncode)

    def _send(self, message: object) -> None:
        with suppress(BrokenPipeError):  # it has ended, which the thread reports
            send(self._orders, pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def _pass_on(self, answers: queue.SimpleQueue[Answer]) -> None:
        with cast("IO[bytes]", self._process.stdout) as stream:
            while (data := receive(stream)) is not None:
                self.ready = True
                answers.put((self, data))
        answers.put((self, None))


def described_end(status: int) -> str:
    """Say by which signal, of a status below 0, or with which status a process ended."""
    return (signal.strsignal(-status) or f"signal {-status}") if status < 0 else f"status {status}"


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Hold back interrupts; processes that start within never see one, so that none of them prints a traceback.

    An interrupt is the parent's to handle, which then ends them all.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
