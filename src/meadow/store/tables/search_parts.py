"""The parts of segments on disk, all in one table: blocks of postings, and columns with one number per document.

A part's row is made of its segment, its kind and its number, so that it is found without an index, and the parts of one
segment lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from meadow.store.tables.rows import SqlConnection

Longs = NDArray[np.int64]
Places = NDArray[np.int32] | Longs

WIDTHS = {width: np.dtype(f"<u{width}") for width in (1, 2, 4, 8)}
"""Integer types by width in bytes, as they are on disk."""

_KIND_BITS, _PART_BITS = 2, 24
_LEAST_BYTES = 8
_ONE = "SELECT data FROM search_parts WHERE id = ?"
_SOME = "SELECT p.id, p.data FROM json_each(?) j CROSS JOIN search_parts p ON p.id = CAST(j.value AS BIGINT)"
_FEW = 16  # up to this number of places, sorting each into its chunk is faster than doing all at once


class PartKind(IntEnum):
    """The kinds of parts: numbers of documents, their lengths, or a block of postings."""

    NUMBERS = 0
    LENGTHS = 1
    BLOCK = 2


@dataclass(frozen=True, slots=True)
class SegmentColumn:
    """One number per document of a segment, `chunk` of them in a part, so that some are read without the others."""

    kind: PartKind
    chunk: int

    def save(self, connection: SqlConnection, segment: int, values: Longs) -> None:
        """Write the numbers of a segment's documents."""
        chunks = (values[start : start + self.chunk] for start in range(0, len(values), self.chunk))
        save_parts(connection, segment, self.kind, map(_packed, chunks))

    def load(self, connection: SqlConnection, segment: int, documents: int) -> Longs:
        """Return the numbers of all documents of a segment."""
        return self.look_up(connection, segment, np.arange(documents), documents)

    def look_up(self, connection: SqlConnection, segment: int, places: Places, documents: int) -> Longs:
        """Return the numbers of some documents of a segment, given by ascending places."""
        parts = load_parts_at(connection, self.parts_of(segment, places, documents))
        return self.read(parts, segment, places, documents)

    def parts_of(self, segment: int, places: Places, documents: int) -> list[int]:
        """Return where the parts are that hold the numbers of some documents of a segment."""
        first = _row(segment, self.kind)
        return [first + chunk for chunk, _ in self._by_chunk(places, documents)]

    def read(self, parts: Mapping[int, bytes], segment: int, places: Places, documents: int) -> Longs:
        """Return the numbers of some documents of a segment from parts that were loaded."""
        values = np.empty(len(places), dtype=np.int64)
        for chunk, some in self._by_chunk(places, documents):
            first = chunk * self.chunk
            data = parts[_row(segment, self.kind) + chunk]
            least, differences = _unpacked(data, min(self.chunk, documents - first))
            values[some] = differences[places[some] - first if first else places[some]]
            if least:
                values[some] += least
        return values

    def _by_chunk(self, places: Places, documents: int) -> Iterator[tuple[int, slice]]:
        """Iterate over the chunks that hold any of the places, each with which of these it holds."""
        if documents <= self.chunk:
            yield 0, slice(0, len(places))
        elif len(places) <= _FEW:
            chunks = [place // self.chunk for place in places.tolist()]
            for chunk in dict.fromkeys(chunks):
                start = chunks.index(chunk)
                yield chunk, slice(start, start + chunks.count(chunk))
        else:
            cuts = np.searchsorted(places, np.arange(0, documents + self.chunk, self.chunk)).tolist()
            yield from ((chunk, slice(start, end)) for chunk, (start, end) in enumerate(pairwise(cuts)) if start < end)


def narrowed(values: Longs) -> NDArray[Any]:
    """Return numbers from 0 on in the fewest bytes each that hold the largest."""
    most = int(values.max(initial=0))
    return values.astype(WIDTHS[next(width for width in WIDTHS if most < 1 << 8 * width)])


def save_parts(connection: SqlConnection, segment: int, kind: PartKind, parts: Iterable[bytes]) -> None:
    """Write the parts of one kind of a segment."""
    first = _row(segment, kind)
    connection.executemany("INSERT INTO search_parts VALUES (?, ?)", enumerate(parts, first))


def part_at(segment: int, kind: PartKind, part: int) -> int:
    """Return where a part of a segment is."""
    return _row(segment, kind) + part


def load_parts_at(connection: SqlConnection, rows: Sequence[int]) -> dict[int, bytes]:
    """Return parts by where they are, all by one question: a server is far away."""
    if len(rows) <= 1:
        return {row: data for row in rows for (data,) in connection.execute(_ONE, (row,))}
    return dict(cast("Iterable[tuple[int, bytes]]", connection.execute(_SOME, (f"[{','.join(map(str, rows))}]",))))


def load_parts(connection: SqlConnection, segment: int, kind: PartKind) -> list[bytes]:
    """Return all parts of one kind of a segment, in order."""
    first = _row(segment, kind)
    reach = first, first + (1 << _PART_BITS)
    return [
        data
        for (data,) in connection.execute("SELECT data FROM search_parts WHERE id >= ? AND id < ? ORDER BY id", reach)
    ]


def drop_parts(connection: SqlConnection, segment: int) -> None:
    """Delete all parts of a segment."""
    reach = _row(segment, PartKind.NUMBERS), _row(segment + 1, PartKind.NUMBERS)
    connection.execute("DELETE FROM search_parts WHERE id >= ? AND id < ?", reach)


def _row(segment: int, kind: PartKind) -> int:
    return ((segment << _KIND_BITS) + kind) << _PART_BITS


def _packed(values: Longs) -> bytes:
    least = int(values.min())
    return least.to_bytes(_LEAST_BYTES, "little", signed=True) + narrowed(values - least).tobytes()


def _unpacked(data: bytes, size: int) -> tuple[int, NDArray[Any]]:
    """Return the least number of a part, and by how much each is larger."""
    width = (len(data) - _LEAST_BYTES) // size
    least = int.from_bytes(data[:_LEAST_BYTES], "little", signed=True)
    return least, np.frombuffer(data, WIDTHS[width], offset=_LEAST_BYTES)
