"""A thread-safe cache of the most recent results."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

REMEMBERED = 1_000

Result = TypeVar("Result")


class Memory(Generic[Result]):
    """The results that were asked for last, by the keys that say all that could change them."""

    def __init__(self, entries: int = REMEMBERED) -> None:
        self._entries = entries
        self._results: OrderedDict[str, Result] = OrderedDict()
        self._lock = Lock()
        self._making: dict[str, Lock] = {}

    @contextmanager
    def making(self, key: str) -> Iterator[None]:
        """Let one thread at a time make the result of a key: the others wait, and then find it here."""
        with self._lock:
            turn = self._making.setdefault(key, Lock())
        with turn:
            try:
                yield
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def get(self, key: str) -> Result | None:
        """Return the result of a key, None if it is not at hand."""
        with self._lock:
            result = self._results.get(key)
            if result is not None:
                self._results.move_to_end(key)
            return result

    def put(self, key: str, result: Result) -> None:
        """Keep a result at hand, and let go of those that were not asked for the longest."""
        with self._lock:
            self._results[key] = result
            self._results.move_to_end(key)
            while len(self._results) > self._entries:
                self._results.popitem(last=False)
