"""A worker that is a copy of this process, as its parent sees it: what it was given, and what it has said.

No thread listens to it: a process with threads may not be copied. What it says waits in its pipe until it is asked for.
"""

from __future__ import annotations

import os
import pickle
import queue
import selectors
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from meadow.engines.batches import JobBatch
from meadow.engines.frames import LENGTH, receive, send
from meadow.engines.process_worker import DONE
from meadow.engines.worker_process import described_end, no_interrupts
from meadow.engines.working import packed_outcomes
from meadow.errors import FallbackWarning

# Bytes that a worker can send without waiting while this process works on an item itself.
_PIPE_BYTES = 1 << 20
_AT_ONCE = 1 << 20
_PR_SET_PDEATHSIG = 1  # of Linux' prctl(2), which no module of Python has


class ForkedWorker:
    """A copy of this process that calls a function which both know; it is ready from the start."""

    ready = True

    def __init__(self, answers: ForkedAnswers, function: Callable[[Any], Any]) -> None:
        self.batches: deque[JobBatch] = deque()
        self.heard = bytearray()
        order_end, orders = os.pipe()
        self.answers, answer_end = os.pipe()
        _widen(answer_end)
        sys.stdout.flush()  # else both would print what waits
        sys.stderr.flush()
        parent = os.getpid()
        with no_interrupts():
            self.pid = os.fork()
            if self.pid == 0:
                _live(function, order_end, answer_end, parent=parent, close=(orders, self.answers, *answers.ends()))
        os.close(order_end)
        os.close(answer_end)
        self._orders = os.fdopen(orders, "wb")
        self._status: int | None = None
        self._all_answers = answers
        answers.listen_to(self)

    @property
    def ends(self) -> tuple[int, int]:
        """Our ends of its pipes, which other workers must not hold open."""
        return self._orders.fileno(), self.answers

    def share(self, value: bytes) -> None:
        """Do nothing: it has what was here when it began."""

    def prepare(self, function: Callable[[], object]) -> None:
        """Do nothing: what is loaded here is loaded there."""

    def give(self, function: Callable[..., Any], batch: JobBatch) -> None:  # noqa: ARG002 - it knows it already
        """Send a batch, which is done after those that it has."""
        self.batches.append(batch)
        with suppress(BrokenPipeError):  # it has ended, which its other pipe reports
            send(self._orders, pickle.dumps(batch.items, pickle.HIGHEST_PROTOCOL))

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._status is not None:
            return
        os.kill(self.pid, signal.SIGKILL)
        self._wait()

    def how_it_ended(self) -> str:
        """Say by which signal or with which status a process ended that says nothing any more."""
        return described_end(self._wait() if self._status is None else self._status)

    def _wait(self) -> int:
        self._all_answers.forget(self)
        with suppress(BrokenPipeError):
            self._orders.close()
        os.close(self.answers)
        self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status


class ForkedAnswers:
    """Messages of workers, read from their pipes on request; None for a worker that has ended."""

    def __init__(self) -> None:
        self._selector = selectors.PollSelector()  # unlike others it is plain memory, with nothing to be given back
        self._workers: list[ForkedWorker] = []
        self._heard: deque[tuple[ForkedWorker, bytes | None]] = deque()

    def ends(self) -> list[int]:
        """Return our ends of all pipes."""
        return [end for worker in self._workers for end in worker.ends]

    def listen_to(self, worker: ForkedWorker) -> None:
        """Hear a worker from now on."""
        self._workers.append(worker)
        self._selector.register(worker.answers, selectors.EVENT_READ, worker)

    def forget(self, worker: ForkedWorker) -> None:
        """Hear a worker no more."""
        self._workers.remove(worker)
        with suppress(KeyError):  # it was gone before
            self._selector.unregister(worker.answers)

    def empty(self) -> bool:
        """Return whether nobody has said anything that was not taken."""
        if not self._heard:
            self._listen(0)
        return not self._heard

    def get(self, *, timeout: float) -> tuple[ForkedWorker, bytes | None]:
        """Return the next message, or raise `queue.Empty` if none comes within `timeout` seconds."""
        if not self._heard:
            self._listen(timeout)
        if not self._heard:
            raise queue.Empty
        return self._heard.popleft()

    def _listen(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            worker: ForkedWorker = key.data
            if data := os.read(worker.answers, _AT_ONCE):
                worker.heard += data
                self._heard.extend((worker, message) for message in _whole_messages(worker.heard))
            else:
                self._selector.unregister(worker.answers)
                self._heard.append((worker, None))


def _whole_messages(heard: bytearray) -> list[bytes]:
    """Take the messages that are whole from what was heard."""
    found, at = [], 0
    while len(heard) >= at + LENGTH:
        end = at + LENGTH + int.from_bytes(heard[at : at + LENGTH])
        if len(heard) < end:
            break
        found.append(bytes(heard[at + LENGTH : end]))
        at = end
    del heard[:at]
    return found


def _live(function: Callable[[Any], Any], orders: int, answers: int, *, parent: int, close: Sequence[int]) -> NoReturn:
    """Do what orders say until they end, as they do with the parent; nothing that waited for the parent's end is run."""
    status = 1
    try:
        for each in close:
            os.close(each)
        _end_with(parent)
        warnings.simplefilter("ignore", FallbackWarning)  # who gives the work says it, once
        os.dup2(2, 1)  # what a method prints must not get between the parent's lines
        with os.fdopen(orders, "rb") as incoming, os.fdopen(answers, "wb") as outgoing, suppress(BrokenPipeError):
            while (order := receive(incoming)) is not None:
                items = pickle.loads(order)  # noqa: S301 - from our own parent
                send(outgoing, pickle.dumps((DONE, packed_outcomes(function, items, None)), pickle.HIGHEST_PROTOCOL))
        status = 0
    finally:
        os._exit(status)


def _end_with(parent: int) -> None:
    """Let this process end when its parent does, in the middle of an item too."""
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we asked
        os._exit(1)


def _widen(pipe: int) -> None:
    """Let a pipe hold more, where the system can and may."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except (
        ImportError,
        AttributeError,
        OSError,
    ):  # other systems, and users who have used up their share: it is slower
        return
