"""JSON files: an array of documents, read element by element, or one object.

Arrays are cut into elements without being parsed: only strings and brackets are followed, on bytes and in linear time.
So an array of any length streams, and an element with a fault of its own does not take the others with it. The place of
an element is `path:N`, where N is its position from 1; the place of an object that is alone in its file is the path.

Source: JSON (RFC 8259).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from meadow.errors import LimitError, ReadError
from meadow.ingest.columns import NO_COLUMNS, Columns
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.jsonl import decode_object, iter_numbered, iter_object
from meadow.ingest.opening import Opened, iter_lines
from meadow.ingest.records import Records

# Possessive quantifiers keep the scan linear: a string is taken whole or, its end not being in sight, as a quote mark.
_MARK = re.compile(rb'"(?:[^"\\]++|\\.)*+"|["\[\]{},]', re.DOTALL)


def read_json(opened: Opened, limits: Limits, *, columns: Columns = NO_COLUMNS) -> Iterator[Item]:
    """Yield the documents of a JSON array, of one object, or of several objects line by line."""
    records = Records(opened.place, columns, opened)
    read = _iter_array if opened.head.lstrip().startswith(b"[") else _iter_objects
    yield from read(opened, limits, records)
    yield from records.notes()


def _iter_array(opened: Opened, limits: Limits, records: Records) -> Iterator[Item]:
    array, position = _ArrayCutter(), 0
    for chunk in chain(opened.chunks, [None]):
        for element in array.finish() if chunk is None else array.feed(chunk):
            position += 1
            place = f"{opened.place}:{position}"
            yield from iter_object(element, limits, place=place, records=records)
        if array.waiting > limits.item_bytes:
            limit = f"longer than {limits.item_bytes:,} bytes, the limit for one document; the list is not read further"
            yield LimitError(f"{opened.place}:{position + 1}", limit)
            return
    if array.fault is not None:
        yield ReadError(opened.place, array.fault)
    elif position == 0:
        yield Skipped(opened.place, "an empty list of documents")


class _ArrayCutter:
    """Cuts an array that comes in chunks into the bytes of its elements.

    `depth` counts open brackets: 0 before and after the array, 1 between elements. `scanned` is how far `buffer` has
    been looked at, `start` where the current element begins.
    """

    def __init__(self) -> None:
        self.buffer = b""
        self.start = self.scanned = self.depth = self.count = 0
        self.arriving: list[bytes] = []
        self.arrived = self.wanted = 0
        self.ended = False
        self.fault: str | None = None

    @property
    def waiting(self) -> int:
        """How many bytes are held of an element whose end is not in sight."""
        return len(self.buffer) - self.start + self.arrived

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the elements that are complete with this chunk."""
        self.arriving.append(chunk)
        self.arrived += len(chunk)
        # A string that is not closed yet is looked at again only when twice as much is there: linear in the end.
        if self.arrived >= self.wanted:
            yield from self._cut()

    def finish(self) -> Iterator[bytes]:
        """Yield the last element of an array that was not closed, and note what is wrong about its end."""
        yield from self._cut()
        rest = self.buffer[self.start :].strip()
        if self.ended:
            self.fault = "there is something after the end of the list" if rest else self.fault
            return
        self.fault = "the list is cut short: its closing bracket is missing"
        if rest and self.depth == 1:
            yield rest

    def _cut(self) -> Iterator[bytes]:
        self.buffer = b"".join((self.buffer[self.start :], *self.arriving))
        self.scanned -= self.start
        self.start = self.arrived = self.wanted = 0
        self.arriving = []
        if self.ended:
            return
        for mark in _MARK.finditer(self.buffer, self.scanned):
            if mark[0] == b'"':
                self.scanned = mark.start()
                self.wanted = len(self.buffer) - self.start
                return
            yield from self._pass(mark)
            if self.ended:
                return
        self.scanned = len(self.buffer)

    def _pass(self, mark: re.Match[bytes]) -> Iterator[bytes]:
        if mark[0] in b"[{":
            self.depth += 1
            self.start = mark.end() if self.depth == 1 else self.start
        elif mark[0] in b"]}":
            self.depth -= 1
        at_end = self.depth == 0
        if at_end or (self.depth == 1 and mark[0] == b","):
            element = self.buffer[self.start : mark.start()]
            self.start, self.ended = mark.end(), at_end
            self.count += 1
            if not at_end or self.count > 1 or element.strip():
                yield element


def _iter_objects(opened: Opened, limits: Limits, records: Records) -> Iterator[Item]:
    lines = iter_lines(opened.chunks, longest=limits.file_bytes)
    begun = _until_filled(lines)
    if begun[-1] is None or not _is_object(begun[-1]):
        yield from _iter_whole(opened.place, chain(begun, lines), limits, records)
        return
    following = _until_filled(lines)
    if all(line is not None and not line.strip() for line in following):
        yield from iter_object(begun[-1], limits, place=opened.place, records=records)
    else:
        rest = chain(begun, following, lines)
        yield from iter_numbered(opened.place, rest, limits, longest=limits.file_bytes, records=records)


def _iter_whole(place: str, lines: Iterator[bytes | None], limits: Limits, records: Records) -> Iterator[Item]:
    parts: list[bytes] = []
    size = 0
    for line in lines:
        size += limits.file_bytes if line is None else len(line)
        if line is None or size > limits.file_bytes:
            yield LimitError(place, f"an object larger than {limits.file_bytes:,} bytes, the limit for one file")
            return
        parts.append(line)
    yield from iter_object(b"\n".join(parts), limits, place=place, records=records)


def _until_filled(lines: Iterator[bytes | None]) -> list[bytes | None]:
    taken: list[bytes | None] = []
    for line in lines:
        taken.append(line)
        if line is None or line.strip():
            break
    return taken


def _is_object(line: bytes) -> bool:
    try:
        decode_object(line, place="")
    except ReadError:
        return False
    return True
