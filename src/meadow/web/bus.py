"""Events of following, sent to every page that listens; a slow listener delays nobody."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

MOST_WAITING = 200


@dataclass(frozen=True, slots=True)
class BusEvent:
    """Something that happened, by a name and as JSON has it."""

    name: str
    value: Mapping[str, object]


@dataclass(slots=True)
class Listener:
    """Events that wait for one page; where too many wait the oldest are lost."""

    waiting: deque[BusEvent] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))

    def take(self) -> list[BusEvent]:
        """Return what has happened since the last time."""
        taken = []
        while self.waiting:
            taken.append(self.waiting.popleft())
        return taken


@dataclass(slots=True)
class Bus:
    """Sends events to all listeners, from any thread."""

    _listeners: list[Listener] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def publish(self, event: BusEvent) -> None:
        """Send an event."""
        with self._lock:
            for each in self._listeners:
                each.waiting.append(event)

    @contextmanager
    def listening(self) -> Iterator[Listener]:
        """Listen until the block ends."""
        listener = Listener()
        with self._lock:
            self._listeners.append(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners.remove(listener)

    @property
    def listeners(self) -> int:
        """The number of listeners."""
        return len(self._listeners)
