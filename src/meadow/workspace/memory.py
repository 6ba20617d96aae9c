"""Results that a process keeps at hand: so many of the last ones, safe under threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from meadow.model import Brief

REMEMBERED = 1_000


class ResultMemory:
    """The briefs that were asked for last, by the keys of their results, each without its documents."""

    def __init__(self, entries: int = REMEMBERED) -> None:
        self._entries = entries
        self._briefs: OrderedDict[str, Brief] = OrderedDict()
        self._lock = Lock()
        self._making: dict[str, Lock] = {}

    @contextmanager
    def making(self, key: str) -> Iterator[None]:
        """Let one thread at a time make the brief of a key: the others wait, and then find it here."""
        with self._lock:
            turn = self._making.setdefault(key, Lock())
        with turn:
            try:
                yield
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def get(self, key: str) -> Brief | None:
        """Return the brief of a key, None if it is not at hand."""
        with self._lock:
            brief = self._briefs.get(key)
            if brief is not None:
                self._briefs.move_to_end(key)
            return brief

    def put(self, key: str, brief: Brief) -> None:
        """Keep a brief at hand, and let go of those that were not asked for the longest."""
        with self._lock:
            self._briefs[key] = brief
            self._briefs.move_to_end(key)
            while len(self._briefs) > self._entries:
                self._briefs.popitem(last=False)
