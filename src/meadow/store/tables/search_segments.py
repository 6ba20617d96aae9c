"""Segments on disk: documents that were added together, and what several such became when they were merged.

A commit writes one small segment. Three of like size become one, so that there are few to look into and a posting is
rewritten only as often as its segment triples. A segment that is large enough stays as it is, which bounds what one
commit can have to do. What is removed is listed by place, and purged when its segment is rewritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from meadow.store.tables.rows import SqlConnection
from meadow.store.tables.search_parts import Longs, PartKind, SegmentColumn, drop_parts, load_parts, save_parts
from meadow.store.tables.search_postings import decode, encode, merged, without
from meadow.store.tables.search_terms import IndexedDocuments

NUMBERS = SegmentColumn(PartKind.NUMBERS, chunk=2_000)
"""The number that the store gave each document: of interest for the few that are shown."""

LENGTHS = SegmentColumn(PartKind.LENGTHS, chunk=32_000)
"""The length in words of each document: needed for all that are scored."""

FANOUT = 3
"""The number of segments of similar size that are merged into one."""

FULL_POSTINGS = 1 << 20
"""A segment with this number of postings is not merged again."""

_REMOVED = (
    "INSERT INTO search_removed VALUES (?, ?, ?)"
    " ON CONFLICT(segment) DO UPDATE SET words = excluded.words, places = excluded.places"
)


@dataclass(frozen=True, slots=True)
class Segment:
    """An entry of the list of segments: its documents, words and postings, removed ones included.

    `lowest` and `highest` are those of the numbers that the store gave its documents.
    """

    id: int
    documents: int
    words: int
    postings: int
    lowest: int
    highest: int

    @property
    def size(self) -> int:
        """Its size class: how often the fan-out goes into the number of documents."""
        return next(power for power in count() if self.documents < FANOUT ** (power + 1))


def segments(connection: SqlConnection) -> list[Segment]:
    """Return all segments, the oldest first."""
    rows = connection.execute("SELECT id, documents, words, postings, lowest, highest FROM search_segments ORDER BY id")
    return [Segment(*row) for row in rows]


def first_terms(connection: SqlConnection) -> list[Longs]:
    """Return the first term of every block of every segment, the oldest segment first."""
    rows = connection.execute("SELECT firsts FROM search_segments ORDER BY id")
    return [np.frombuffer(blob, "<i8") for (blob,) in rows]


def save(connection: SqlConnection, indexed: IndexedDocuments) -> None:
    """Write documents and their postings as a new segment."""
    if not len(indexed.numbers):
        return
    ((number,),) = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM search_segments")
    counts = len(indexed.numbers), int(indexed.lengths.sum()), len(indexed.postings.places)
    ends = int(indexed.numbers.min()), int(indexed.numbers.max())
    blocks = list(encode(indexed.postings))
    firsts = np.array([first for first, _ in blocks], dtype="<i8").tobytes()
    connection.execute("INSERT INTO search_segments VALUES (?, ?, ?, ?, ?, ?, ?)", (number, *counts, *ends, firsts))
    NUMBERS.save(connection, number, indexed.numbers)
    LENGTHS.save(connection, number, indexed.lengths)
    save_parts(connection, number, PartKind.BLOCK, (block for _, block in blocks))


def removed(connection: SqlConnection) -> dict[int, tuple[int, Longs]]:
    """Return by segment what is removed of it: how many words, and the places of the documents, ascending."""
    rows = connection.execute("SELECT segment, words, places FROM search_removed")
    return {segment: (words, np.frombuffer(places, "<u4").astype(np.int64)) for segment, words, places in rows}


def mark_removed(connection: SqlConnection, segment: Segment, places: Longs) -> int:
    """Note documents of a segment as removed, and return how many of it are."""
    _, before = removed(connection).get(segment.id, (0, np.empty(0, np.int64)))
    gone = np.union1d(before, places)
    words = int(LENGTHS.look_up(connection, segment.id, gone, segment.documents).sum())
    row = segment.id, words, gone.astype("<u4").tobytes()
    connection.execute(_REMOVED, row)
    return len(gone)


def settle(connection: SqlConnection) -> None:
    """Merge segments until there are fewer than the fan-out of each size, full ones apart."""
    while (alike := _alike(segments(connection))) is not None:
        rewrite(connection, alike)


def rewrite(connection: SqlConnection, old: Sequence[Segment]) -> None:
    """Write segments as one, without the documents that are removed, and drop them."""
    parts = [live_documents(connection, segment) for segment in old]
    bases = np.cumsum([0, *(len(indexed.numbers) for indexed in parts)])[:-1].tolist()
    drop(connection, [segment.id for segment in old])
    save(
        connection,
        IndexedDocuments(
            np.concatenate([indexed.numbers for indexed in parts]),
            np.concatenate([indexed.lengths for indexed in parts]),
            merged([indexed.postings for indexed in parts], bases),
        ),
    )


def drop(connection: SqlConnection, numbers: Iterable[int]) -> None:
    """Delete segments with all that belongs to them."""
    for number in numbers:
        connection.execute("DELETE FROM search_segments WHERE id = ?", (number,))
        connection.execute("DELETE FROM search_removed WHERE segment = ?", (number,))
        drop_parts(connection, number)


def _alike(every: Sequence[Segment]) -> list[Segment] | None:
    """Return the oldest segments of one size, the smallest first, that are due to become one."""
    by_size: dict[int, list[Segment]] = {}
    for segment in every:
        if segment.postings < FULL_POSTINGS:
            by_size.setdefault(segment.size, []).append(segment)
    due = [size for size, alike in by_size.items() if len(alike) >= FANOUT]
    return by_size[min(due)][:FANOUT] if due else None


def live_documents(connection: SqlConnection, segment: Segment) -> IndexedDocuments:
    """Return the documents of a segment that are not removed, with their postings."""
    postings = decode(load_parts(connection, segment.id, PartKind.BLOCK))
    numbers, lengths = (each.load(connection, segment.id, segment.documents) for each in (NUMBERS, LENGTHS))
    gone = np.zeros(segment.documents, dtype=np.bool_)
    gone[removed(connection).get(segment.id, (0, np.empty(0, np.int64)))[1]] = True
    if not gone.any():
        return IndexedDocuments(numbers, lengths, postings)
    return IndexedDocuments(numbers[~gone], lengths[~gone], without(postings, gone))
