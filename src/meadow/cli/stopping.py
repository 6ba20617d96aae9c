"""Ending a long run when it is asked to: at a good moment, or at once when it is asked twice."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stop:
    """Whether a run was asked to end, and by which signal; `sleep` sleeps no longer than until then."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.signal: int | None = None

    def is_set(self) -> bool:
        """Return whether the run was asked to end."""
        return self._event.is_set()

    def sleep(self, seconds: float) -> None:
        """Sleep for a time, or until the run is asked to end."""
        self._event.wait(seconds)

    def request(self, number: int, _frame: FrameType | None = None) -> None:
        """Ask the run to end; who asks twice does not want to wait."""
        if self._event.is_set():
            raise KeyboardInterrupt
        self.signal = number
        self._event.set()


@contextmanager
def stopped_by_signals() -> Iterator[Stop]:
    """Give what Ctrl-C and a request to terminate set, instead of breaking in, until the block ends."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # only the main thread hears of signals
        return
    before = {number: signal.signal(number, stop.request) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
