"""Standard input line by line, with waiting distinguished from a line that is there."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_CHUNK = 1 << 16
_BATCH = 100
_LOOK_SECONDS = 0.2  # how often a wait looks up whether it is over

Sent = TypeVar("Sent")


class LinePipe:
    """A pipe, socket or file that is open, read through its descriptor; what it gives are lines or parts of long ones.

    When `is_over` says so while it waits, it is at its end, and a line that was begun is left out.
    """

    def __init__(self, descriptor: int, *, is_over: Callable[[], bool] = lambda: False) -> None:
        self._descriptor = descriptor
        self._is_over = is_over
        self._lines: deque[bytes] = deque()
        self._begun = bytearray()  # a line whose end has not come yet
        self._ended = False

    def readline(self, limit: int = -1, /) -> bytes:
        """Return one line with its end, or as much of it as the limit allows."""
        while not self._lines and not self._ended and (limit < 0 or len(self._begun) < limit):
            self._fill()
        return self._take(limit)

    def read1(self, size: int = -1, /) -> bytes:
        """Return a line, or a part of one that is long; it waits only if there is neither."""
        while not self._lines and len(self._begun) < _CHUNK and not self._ended:
            self._fill()
        return self._take(size)

    def has_line(self) -> bool:
        """Return whether a whole line, or unread input, is there already, so that reading on will not wait long."""
        return bool(self._lines) or (not self._ended and self._is_ready(0.0))

    def _is_ready(self, seconds: float) -> bool:
        return bool(select.select([self._descriptor], [], [], seconds)[0])

    def _fill(self) -> None:
        while not self._is_ready(_LOOK_SECONDS):
            if self._is_over():
                self._begun.clear()
                self._ended = True
                return
        chunk = os.read(self._descriptor, _CHUNK)
        self._ended = not chunk
        *whole, begun = chunk.split(b"\n")
        for line in whole:
            self._lines.append(bytes(self._begun) + line + b"\n")
            self._begun.clear()
        self._begun += begun

    def _take(self, limit: int) -> bytes:
        if self._lines:
            piece = self._lines.popleft()
        else:
            piece = bytes(self._begun)
            self._begun.clear()
        if 0 <= limit < len(piece):
            self._lines.appendleft(piece[limit:])
            return piece[:limit]
        return piece


def batches(items: Iterable[Sent], has_more: Callable[[], bool]) -> Iterator[list[Sent]]:
    """Yield what comes in batches: what is there at once goes together, and nothing waits for what is not there yet."""
    batch: list[Sent] = []
    for item in items:
        batch.append(item)
        if len(batch) == _BATCH or not has_more():
            yield batch
            batch = []
    if batch:
        yield batch
