"""Standard input that is still being written: each line of JSON becomes a document as soon as it is there."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Protocol

from meadow.ingest import iter_items
from meadow.ingest.columns import NO_COLUMNS, Columns, checked_columns
from meadow.ingest.detect import is_json_object
from meadow.ingest.items import LIMITS, Item, Limits
from meadow.ingest.jsonl import iter_numbered
from meadow.ingest.opening import iter_lines
from meadow.ingest.paths import STANDARD_INPUT
from meadow.ingest.records import Records

_CHUNK = 1 << 16


class Pipe(Protocol):
    """What is needed of standard input: `read1` gives what is there and waits only if there is nothing."""

    def readline(self, limit: int = -1, /) -> bytes:
        """Return one line with its end."""

    def read1(self, size: int = -1, /) -> bytes:
        """Return at most so many bytes from a single read."""


def iter_live(pipe: Pipe, *, limits: Limits = LIMITS, columns: Columns = NO_COLUMNS) -> Iterator[Item]:
    """Yield the items of standard input: JSON Lines as they come, anything else once it has ended."""
    first = pipe.readline(limits.item_bytes + 1)
    chunks = chain([first], iter(partial(pipe.read1, _CHUNK), b""))
    if not is_json_object(first):
        whole = io.BufferedReader(_Rejoined(chunks))
        yield from iter_items([STANDARD_INPUT], limits=limits, columns=columns, standard_input=whole)
        return
    lines = iter_lines(chunks, longest=limits.item_bytes)
    records, longest = Records(STANDARD_INPUT, checked_columns(columns)), limits.item_bytes
    yield from iter_numbered(STANDARD_INPUT, lines, limits, longest=longest, records=records)
    yield from records.notes()


class _Rejoined(io.RawIOBase):
    """Chunks as a stream again, after the first of them has been looked at."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = memoryview(chunk)
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size
