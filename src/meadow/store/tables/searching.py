"""Search in the store: the index of words is written with the documents, in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.model import Document, Hit
from meadow.store.contract import SearchResult
from meadow.store.query import Query
from meadow.store.tables import search_index
from meadow.store.tables.documents import DocumentReading, DocumentWriting, load_numbered
from meadow.store.tables.rows import listed, micros
from meadow.store.tables.search_parts import Longs


class Searching(DocumentReading):
    """Full-text search of documents."""

    def search(self, query: Query, *, limit: int) -> SearchResult:
        """Return the documents that answer a query best, the best first."""
        with self.explained():
            result = search_index.search(
                self.connection, query, limit=limit, load=self._load, allowed=self._allowed(query)
            )
        numbers = [number for number, _ in result.hits]
        sql = "SELECT number, id FROM documents WHERE number IN (SELECT CAST(j.value AS BIGINT) FROM json_each(?) j)"
        ids: dict[int, str] = dict(self.all(sql, str(numbers)))
        hits = tuple(Hit(ids[number], score) for number, score in result.hits)
        return SearchResult(hits, result.all_words, result.complete, result.total)

    def _load(self, numbers: Sequence[int]) -> list[Document | None]:
        return load_numbered(self, numbers)

    def _allowed(self, query: Query) -> Longs | None:
        """Return the numbers of the documents that pass the filters on source and time; None if there are none."""
        conditions, values = [], []
        if query.sources:
            names = [name.casefold() for name in query.sources]
            known = [name for (name,) in self.all("SELECT DISTINCT source FROM documents WHERE source IS NOT NULL")]
            conditions.append("source IN (SELECT j.value FROM json_each(?) j)")
            values.append(listed(name for name in known if name.casefold() in names))
        for sign, moment in ((">=", query.since), ("<", query.until)):
            if moment is not None:
                conditions.append(f"coalesce(published, arrived) {sign} {micros(moment):d}")
        if not conditions:
            return None
        rows = self.all(f"SELECT number FROM documents WHERE {' AND '.join(conditions)}", *values)
        return np.array([number for (number,) in rows], np.int64)


class Indexing(DocumentWriting):
    """Updates of the full-text index."""

    gone: set[int]

    def settle_index(self) -> None:
        """Put what came or changed into the index, and take out what was replaced or forgotten."""
        stale = sorted(self.gone | self.revised)
        with self.explained():
            if stale:
                search_index.remove(self.connection, stale)
            if self.gone:
                search_index.purge(self.connection)
            if self.changed:
                search_index.add(self.connection, sorted(self.changed.items()))
        for noted in (self.gone, self.revised, self.changed):
            noted.clear()
