"""All that a store keeps, table by table: to be copied from one engine to another, and compared by a hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from meadow.errors import UsageError
from meadow.store.contract import Batch
from meadow.store.tables.rows import Row, TableRows

_ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its columns, the first `key` of which name its rows; their order is that of the key."""

    name: str
    columns: tuple[str, ...]
    key: int = 1


def _table(name: str, columns: str, *, key: int = 1) -> StoredTable:
    return StoredTable(name, tuple(columns.split()), key)


TABLES = (
    _table("facts", "name value"),
    _table("documents", "number id source language published arrived revision story tracked"),
    _table("revisions", "number document ordinal content arrived value"),
    _table("names", "key document"),
    _table("log", "number at origin kind story document similarity opened tracked target documents after decided"),
    _table("aliases", "id story"),
    _table("stories", "id documents sources source_count languages first last arrived name closed"),
    _table("corrections", "number kind documents others name made undone"),
    _table("routes", "document beside"),
    _table("checkpoints", "number tracker assignments entry value"),
    _table("results", "key story made value"),
    _table("sources", "key value"),
    _table("quarantine", "source place reason first last tries body", key=2),
    _table("watches", "name query made"),
    _table("alerts", "number at kind story text cause documents watch"),
    _table("marks", "reader story entry at", key=2),
    _table("studies", "id value made"),
    _table("actions", "number study participant slot value at said key step of"),
    _table("slots", "study participant slot action", key=3),
    _table("study_items", "study item value", key=2),
    _table("participants", "number study name token made"),
    _table("tombstones", "number kind id at reason"),
)
"""The tables of a workspace; a table comes after those that it refers to."""

INDEX_TABLES = (
    _table("search_languages", "language reading"),
    _table("search_segments", "id documents words postings lowest highest firsts"),
    _table("search_removed", "segment words places"),
    _table("search_parts", "id data"),
)
"""The index of words, which follows from the rest and from how it came in: it is copied, and is no part of the hash."""

_BY_NAME = {table.name: table for table in (*TABLES, *INDEX_TABLES)}


class ContentReading(TableRows):
    """Reads all rows of a store."""

    def contents(self) -> Iterator[Batch]:
        """Iterate over all that is kept, table by table; within `reading()` it is one state."""
        for table in _BY_NAME.values():
            yield from self._batches(table)

    def content_rows(self) -> int:
        """Return how many rows `contents` has."""
        return sum(self.value(f"SELECT count(*) FROM {name}") for name in _BY_NAME)

    def content_hash(self) -> str:
        """Return a hash over all that is kept: two stores with the same hash keep the same."""
        digest = ContentDigest()
        for table in TABLES:
            for batch in self._batches(table):
                digest.add(batch)
        return digest.hexdigest()

    def _batches(self, table: StoredTable) -> Iterator[Batch]:
        key = ", ".join(table.columns[: table.key])
        beyond = f"WHERE ({key}) > ({', '.join('?' * table.key)})"
        last: Row | None = None
        while True:
            where = "" if last is None else beyond
            sql = f"SELECT {_columns(table)} FROM {table.name} {where} ORDER BY {key} LIMIT {_ROWS_AT_ONCE}"
            rows = self.all(sql, *(() if last is None else last[: table.key]))
            if rows:
                yield Batch(table.name, tuple(rows))
                last = rows[-1]
            if len(rows) < _ROWS_AT_ONCE:
                return


class ContentWriting(ContentReading):
    """Fills an empty store with the rows of another."""

    def check_empty(self, place: str) -> None:
        """Raise an error if anything is kept."""
        filled = [table.name for table in TABLES if self.one(f"SELECT 1 FROM {table.name} LIMIT 1") is not None]
        if filled:
            raise UsageError(
                f"The workspace {place} is not empty: it holds {', '.join(filled)}.", given=place,
                allowed="A workspace that holds nothing, or a place where there is none.",
                advice="Name a new folder, or a new schema with ?schema=NAME.",
            )  # fmt: skip

    def put_batch(self, batch: Batch) -> None:
        """Write rows as they are."""
        columns = _BY_NAME[batch.table].columns
        sql = f"INSERT INTO {batch.table}({', '.join(columns)}) VALUES({', '.join('?' * len(columns))})"
        self.run_many(sql, batch.rows)


class ContentDigest:
    """A hash over what passes, without the index of words."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    def add(self, batch: Batch) -> None:
        """Take rows into account; how they were divided into batches makes no difference."""
        if batch.table in {table.name for table in TABLES}:
            for row in batch.rows:
                self._hash.update(repr((batch.table, *map(_plain, row))).encode("utf-8", "surrogatepass"))

    def passing(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Iterate over what passes, and take it into account."""
        for batch in batches:
            self.add(batch)
            yield batch

    def hexdigest(self) -> str:
        """Return the hash of all rows added so far."""
        return self._hash.hexdigest()


def _columns(table: StoredTable) -> str:
    # Older workspaces hold a fact as a number, which only SQLite allows in a text column.
    return "name, CAST(value AS TEXT)" if table.name == "facts" else ", ".join(table.columns)


def _plain(value: object) -> object:
    return blake2b(value, digest_size=16).hexdigest() if isinstance(value, bytes) else value
