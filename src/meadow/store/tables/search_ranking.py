"""Documents of the index by how well they answer a query: BM25 over the words as each document's language reads them.

A word's rarity counts the documents that hold it, each in its own language, so that a name weighs the same wherever it
occurs. The rarest wanted word gives the candidates; of each further word its counts in them are looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.store.query_words import QueryReading
from meadow.store.tables.rows import SqlConnection
from meadow.store.tables.search_parts import Longs, PartKind, Places, SegmentColumn, load_parts_at, part_at
from meadow.store.tables.search_postings import find
from meadow.store.tables.search_segments import LENGTHS, NUMBERS, Segment, first_terms, removed, segments
from meadow.store.tables.search_terms import term_of
from meadow.vectors.bm25 import rarity, saturated

_TABLE_SHARE = 16  # a table of all documents is made if a term has fewer than 16 postings per document asked for

Run = tuple[Places, NDArray[Any]]
_NONE: Run = np.empty(0, np.int32), np.empty(0, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """Documents that a query finds, in no order: their places in the index, and how well each fits."""

    places: Places
    scores: FloatArray


@dataclass(slots=True, eq=False)
class IndexView:
    """The index as one transaction sees it; a document's place counts through all segments."""

    connection: SqlConnection
    segments: Sequence[Segment]
    bases: NDArray[np.int32]
    directories: Sequence[Longs]
    removed: NDArray[np.bool_] | None
    documents: int
    mean_length: float
    _runs: dict[int, Run] = field(default_factory=dict)

    def run(self, term: int) -> Run:
        """Return the places that hold a term, ascending, and how often each does; removed documents are left out."""
        if term not in self._runs:
            self.load([term])
        return self._runs[term]

    def counts(self, term: int, places: Places) -> NDArray[Any]:
        """Return how often documents, given by ascending places, hold a term; 0 for those that do not."""
        holders, counts = self.run(term)
        if places is holders:
            return counts
        if len(holders) < _TABLE_SHARE * len(places):
            table = np.zeros(int(self.bases[-1]), dtype=counts.dtype)
            table[holders] = counts
            return table[places]
        rows = np.minimum(np.searchsorted(holders, places), len(holders) - 1)
        return np.where(holders[rows] == places, counts[rows], 0)

    def holders(self, terms: Sequence[int]) -> Places:
        """Return the places that hold any of some terms, ascending."""
        if len(terms) == 1:
            return self.run(terms[0])[0]
        is_holder = np.zeros(int(self.bases[-1]), dtype=np.bool_)
        for term in terms:
            is_holder[self.run(term)[0]] = True
        return np.flatnonzero(is_holder)

    def relative_lengths(self, places: Places) -> FloatArray:
        """Return the lengths of documents, given by ascending places, in shares of the mean."""
        return self._column(LENGTHS, places) / self.mean_length

    def numbers(self, places: Places) -> Longs:
        """Return the numbers of documents, given by ascending places."""
        return self._column(NUMBERS, places)

    def _column(self, column: SegmentColumn, places: Places) -> Longs:
        cuts = np.searchsorted(places, self.bases).tolist()
        shares = [
            (segment, slice(start, end), places[start:end] - base)
            for segment, base, (start, end) in zip(self.segments, self.bases.tolist(), pairwise(cuts), strict=False)
            if start < end
        ]
        wanted = [at for segment, _, mine in shares for at in column.parts_of(segment.id, mine, segment.documents)]
        parts = load_parts_at(self.connection, wanted)
        values = np.empty(len(places), dtype=np.int64)
        for segment, some, mine in shares:
            values[some] = column.read(parts, segment.id, mine, segment.documents)
        return values

    def load(self, terms: Iterable[int]) -> None:
        """Read what holds some terms, all at once."""
        wanted = {term: self._blocks(term) for term in terms if term not in self._runs}
        blocks = load_parts_at(self.connection, [at for places in wanted.values() for at, _ in places])
        for term, places in wanted.items():
            self._runs[term] = self._live(_joined(blocks, places, term))

    def _blocks(self, term: int) -> list[tuple[int, int]]:
        """Return where the blocks are that may hold a term, each with the first place of its segment."""
        rows = [int(firsts.searchsorted(term, "right")) - 1 for firsts in self.directories]
        return [
            (part_at(segment.id, PartKind.BLOCK, row), base)
            for segment, base, row in zip(self.segments, self.bases.tolist(), rows, strict=False)
            if row >= 0
        ]

    def _live(self, run: Run) -> Run:
        if self.removed is None:
            return run
        live = ~self.removed[run[0]]
        return run[0][live], run[1][live]


def _joined(blocks: Mapping[int, bytes], places: Iterable[tuple[int, int]], term: int) -> Run:
    """Return the places and counts of a term through all segments."""
    runs = [(run, base) for at, base in places if (run := find(blocks[at], term)) is not None]
    if not runs:
        return _NONE
    return np.concatenate([run[0] + base for run, base in runs]), np.concatenate([run[1] for run, _ in runs])


def view(connection: SqlConnection) -> IndexView:
    """Return the index as the caller's transaction sees it."""
    every = segments(connection)
    bases = np.cumsum([0, *(segment.documents for segment in every)], dtype=np.int32)
    gone = removed(connection)
    documents = int(bases[-1]) - sum(len(places) for _, places in gone.values())
    words = sum(segment.words for segment in every) - sum(words for words, _ in gone.values())
    mask = _mask(every, bases, gone) if gone else None
    return IndexView(
        connection, every, bases, first_terms(connection), mask, documents, words / documents if words else 1.0
    )


def _mask(
    every: Sequence[Segment], bases: NDArray[np.int32], gone: Mapping[int, tuple[int, Longs]]
) -> NDArray[np.bool_]:
    mask = np.zeros(int(bases[-1]), dtype=np.bool_)
    for segment, base in zip(every, bases.tolist(), strict=False):
        if segment.id in gone:
            mask[gone[segment.id][1] + base] = True
    return mask


def rank(
    index: IndexView, readings: Mapping[str, QueryReading], languages: Sequence[str], *, all_words: bool
) -> Ranked:
    """Return the documents of given languages that hold all wanted words, or any word, with BM25."""
    index.load(
        {term_of(language)[token] for language, each in readings.items() for token in (*each.tokens, *each.excluded)}
    )
    rarities = _rarities(index, readings)
    parts = [_ranked(index, readings[language], language, rarities, all_words=all_words) for language in languages]
    if len(parts) == 1:
        return parts[0]
    places = np.concatenate([_NONE[0], *(part.places for part in parts)])
    order = np.argsort(places)
    return Ranked(places[order], np.concatenate([np.empty(0), *(part.scores for part in parts)])[order])


def _rarities(index: IndexView, readings: Mapping[str, QueryReading]) -> dict[str, float]:
    holders: dict[str, int] = {}
    for language, reading in readings.items():
        term = term_of(language)
        for token in reading.tokens:
            holders[token] = holders.get(token, 0) + len(index.run(term[token])[0])
    idf = rarity(np.array(list(holders.values()), dtype=np.int64), index.documents)
    return dict(zip(holders, idf.tolist(), strict=True))


def _ranked(
    index: IndexView, reading: QueryReading, language: str, rarities: Mapping[str, float], *, all_words: bool
) -> Ranked:
    places, columns = _matching(index, reading, language, all_words=all_words)
    scores = np.zeros(len(places))
    if not len(places):
        return Ranked(places, scores)
    lengths = index.relative_lengths(places)
    for token, times in reading.tokens.items():
        scores += times * rarities[token] * saturated(columns[token].astype(np.float64), lengths)
    return Ranked(places, scores)


def _matching(
    index: IndexView, reading: QueryReading, language: str, *, all_words: bool
) -> tuple[Places, dict[str, NDArray[Any]]]:
    """Return the places of documents that fit, and for each token how often each of them holds it."""
    term = term_of(language)
    needed = sorted(reading.wanted if all_words else reading.strict, key=lambda token: len(index.run(term[token])[0]))
    places = index.holders([term[token] for token in needed[:1] or reading.tokens])
    columns: dict[str, NDArray[Any]] = {}
    for token in dict.fromkeys((*needed, *reading.tokens)):
        columns[token] = index.counts(term[token], places)
        if token in needed[1:]:
            kept = columns[token] > 0
            places, columns = places[kept], {each: counts[kept] for each, counts in columns.items()}
    for token in reading.excluded:
        kept = index.counts(term[token], places) == 0
        places, columns = places[kept], {each: counts[kept] for each, counts in columns.items()}
    return places, columns
