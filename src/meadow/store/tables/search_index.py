"""Full-text search over our own tokens, so that every language is found and ranking is ours.

All functions work within the caller's transaction: what is added, removed and merged is there as a whole or not at all.
A search wants a transaction too, or writers may change the index between its questions.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.model import Document
from meadow.store.query import Query
from meadow.store.query_words import needs_texts, passes, read_query
from meadow.store.tables.rows import SqlConnection
from meadow.store.tables.search_parts import Longs
from meadow.store.tables.search_ranking import IndexView, Ranked, rank, view
from meadow.store.tables.search_segments import (
    NUMBERS,
    drop,
    live_documents,
    mark_removed,
    removed,
    rewrite,
    save,
    segments,
    settle,
)
from meadow.store.tables.search_terms import IndexedDocuments, index_documents, reading_of
from meadow.text.language import language_name

Load = Callable[[Sequence[int]], Sequence[Document | None]]

READ_AT_MOST = 5_000
"""The number of documents read to check a phrase; a search that needs more says that it is incomplete."""

_ROWS_AT_ONCE = 4_096
_CHARACTERS_AT_ONCE = 8_000_000
_READ_AT_ONCE = 64
_PURGE_SHARE = 4  # a segment is rewritten when one in 4 of its documents is removed
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Found:
    """Document numbers with their scores, the best first; of equals the newer document.

    `all_words` is False where no document has all words, and these have some of them. `complete` is False where phrases
    would have to be looked for in more documents than one search reads. `total` counts all that was found, also beyond the
    limit; it is None where phrases make that unknown.
    """

    hits: tuple[tuple[int, float], ...] = ()
    all_words: bool = True
    complete: bool = True
    total: int | None = 0


def add(connection: SqlConnection, rows: Sequence[tuple[int, Document]]) -> None:
    """Put documents into the index under numbers that it does not hold; a new revision is removed first, then added."""
    for batch in _batches(rows):
        indexed, languages = index_documents(batch)
        readings = [(language, reading_of(language)) for language in sorted(languages)]
        connection.executemany("INSERT INTO search_languages VALUES (?, ?) ON CONFLICT DO NOTHING", readings)
        save(connection, indexed)
        settle(connection)


def remove(connection: SqlConnection, numbers: Iterable[int]) -> None:
    """Take documents out of the index; numbers that it does not hold change nothing."""
    wanted = np.array(sorted(numbers), dtype=np.int64)
    for segment in segments(connection):
        if not ((wanted >= segment.lowest) & (wanted <= segment.highest)).any():
            continue
        places = np.flatnonzero(np.isin(NUMBERS.load(connection, segment.id, segment.documents), wanted))
        if len(places) and mark_removed(connection, segment, places) * _PURGE_SHARE >= segment.documents:
            rewrite(connection, [segment])


def purge(connection: SqlConnection) -> None:
    """Rewrite every segment with removed documents, so that nothing of them is left."""
    gone = removed(connection)
    for segment in segments(connection):
        if segment.id in gone:
            rewrite(connection, [segment])


def clear(connection: SqlConnection) -> None:
    """Empty the index, so that all documents can be added again."""
    drop(connection, [segment.id for segment in segments(connection)])
    connection.execute("DELETE FROM search_languages")


def outdated(connection: SqlConnection) -> list[str]:
    """Return the languages whose words were read by another version than is here now, and may not be found."""
    rows = connection.execute("SELECT language, reading FROM search_languages ORDER BY language")
    return [language for language, reading in rows if reading != reading_of(language)]


def indexed_numbers(connection: SqlConnection) -> Longs:
    """Return the numbers of all documents that the index holds, ascending."""
    parts = [live_documents(connection, segment) for segment in segments(connection)]
    return np.sort(np.concatenate([np.empty(0, np.int64), *(indexed.numbers for indexed in parts)]))


def problems(connection: SqlConnection) -> list[str]:
    """Return what is wrong with the index, in words; empty if all is well."""
    try:
        numbers = indexed_numbers(connection)
        unlike = [segment.id for segment in segments(connection) if not _is_whole(live_documents(connection, segment))]
    except (LookupError, ValueError, struct.error) as error:
        return [f"the search index cannot be read ({error})"]
    twice = numbers[1:][numbers[1:] == numbers[:-1]].tolist()
    return [
        *(f"words in {language_name(each)} were indexed by another version" for each in outdated(connection)),
        *(f"segment {segment} of the search index has other words than its documents" for segment in unlike[:_SHOWN]),
        *(f"document number {number} is in the search index twice" for number in twice[:_SHOWN]),
    ]


def search(connection: SqlConnection, query: Query, *, limit: int, load: Load, allowed: Longs | None = None) -> Found:
    """Return the documents that answer a query best.

    All words are wanted; where no document has them all, those with some are returned, and `all_words` says so. Phrases
    are checked on the texts, which `load` returns by number. `allowed` holds the numbers of the documents that pass the
    filters on source and time; the filter on language is applied here. Filters do not change scores.
    """
    index = view(connection)
    languages = [language for (language,) in connection.execute("SELECT language FROM search_languages ORDER BY 1")]
    readings = {language: read_query(query, language) for language in languages}
    chosen = [language for language in languages if not query.languages or language in query.languages]
    checked = needs_texts(query, chosen)
    for all_words in (True, False):
        ranked = _allowed(index, rank(index, readings, chosen, all_words=all_words), allowed)
        result = _checked(index, ranked, query, limit, load) if checked else _best(index, ranked, limit)
        if result.hits or not result.complete:
            return Found(result.hits, all_words, result.complete, result.total)
    return Found()


def _is_whole(indexed: IndexedDocuments) -> bool:
    """Return whether the postings of each document add up to its length."""
    words = np.bincount(indexed.postings.places, indexed.postings.counts, len(indexed.numbers))
    return len(words) == len(indexed.numbers) and bool((words == indexed.lengths).all())


def _batches(rows: Sequence[tuple[int, Document]]) -> Iterator[list[tuple[int, Document]]]:
    """Iterate over rows in runs of bounded size, so that memory is bounded too."""
    batch: list[tuple[int, Document]] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += len(row[1].text)
        if len(batch) == _ROWS_AT_ONCE or characters >= _CHARACTERS_AT_ONCE:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _allowed(index: IndexView, ranked: Ranked, allowed: Longs | None) -> Ranked:
    if allowed is None:
        return ranked
    kept = np.isin(index.numbers(ranked.places), allowed)
    return Ranked(ranked.places[kept], ranked.scores[kept])


def _best(index: IndexView, ranked: Ranked, limit: int) -> Found:
    scores = ranked.scores
    if 0 < limit < len(scores):
        # All that is as good as the last one stays in, since the newer of equals goes first.
        kept = np.flatnonzero(scores >= np.partition(scores, -limit)[-limit])
        return Found(_ordered(index, Ranked(ranked.places[kept], scores[kept]))[:limit], total=len(scores))
    return Found(_ordered(index, ranked)[:limit], total=len(scores))


def _checked(index: IndexView, ranked: Ranked, query: Query, limit: int, load: Load) -> Found:
    candidates = _ordered(index, ranked)
    hits: list[tuple[int, float]] = []
    for start in range(0, min(len(candidates), READ_AT_MOST), _READ_AT_ONCE):
        some = candidates[start : min(start + _READ_AT_ONCE, READ_AT_MOST)]
        documents = load([number for number, _ in some])
        read = zip(some, documents, strict=True)
        hits += [hit for hit, document in read if document is not None and passes(document, query)]
        if len(hits) >= limit:
            return Found(tuple(hits[:limit]), total=None)
    complete = len(candidates) <= READ_AT_MOST
    return Found(tuple(hits), complete=complete, total=len(hits) if complete else None)


def _ordered(index: IndexView, ranked: Ranked) -> tuple[tuple[int, float], ...]:
    numbers = index.numbers(ranked.places)
    order = np.lexsort((-numbers, -ranked.scores))
    return tuple(zip(numbers[order].tolist(), ranked.scores[order].tolist(), strict=True))
