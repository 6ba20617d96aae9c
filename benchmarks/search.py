"""Searching 100,000 documents, and building the index, beside SQLite's FTS5: `python -m benchmarks.search`.

Documents are headlines and halves of news-wire articles put together at random, so that each is new and made of real text.
Both indexes are in files of one folder, written through apsw with the journal and the durability of a store, one commit for
100 documents. FTS5 keeps no texts (`content=''`), splits by `unicode61` and ranks by its own `bm25()`, the title three times
as heavy; it does not stem. Times are CPU times of this process: others on the machine do not count, nor does the disk.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import apsw
import numpy as np

from benchmarks._measuring import shared_rows
from meadow.model import Document
from meadow.store.query import Query
from meadow.store.sqlite.schema import create_index
from meadow.store.tables import search_index
from meadow.store.tables.search_segments import segments
from meadow.store.tables.search_terms import TITLE_WEIGHT

_DOCUMENTS = 100_000
_COMMIT = 100
_QUERIES = 300
_LIMIT = 10
_LEAST_TEXT = 200  # characters; what has fewer is a headline
_WORD = re.compile(r"[a-z]{4,}")

Words = Sequence[str]
Search = Callable[[Words], object]


def main() -> None:
    """Print how fast both indexes are built, how large they are, and how long queries of one to three words take."""
    documents = make_documents(_DOCUMENTS)
    if not documents:
        return
    with tempfile.TemporaryDirectory() as folder:
        ours = _built("meadow", Path(folder) / "ours", documents, create_index, search_index.add)
        theirs = _built("FTS5", Path(folder) / "fts5", documents, _create_fts5, _add_fts5)
        sizes = ", ".join(f"{segment.documents:,}" for segment in segments(ours))
        print(f"segments of the index, in documents: {sizes}")
        _print_queries(documents, lambda words: _search_ours(ours, words), lambda words: _search_fts5(theirs, words))
        _print_phrases(documents, ours, theirs)
        ours.close()
        theirs.close()


def make_documents(count: int) -> list[Document]:
    """Return so many documents of real text, each new; none where the shared data are missing."""
    rows = [*shared_rows("scale", "headlines68k.jsonl.gz"), *shared_rows("scale", "reuters21578.jsonl.gz")]
    titles = [row["title"] for row in rows if row["title"] and len(row["text"]) < _LEAST_TEXT]
    texts = [row["text"] for row in rows if len(row["text"]) >= _LEAST_TEXT]
    chance = random.Random(0)
    return [
        Document(str(number), title=chance.choice(titles), text=_mixed(chance, texts), language="en")
        for number in range(count if texts else 0)
    ]


def _mixed(chance: random.Random, texts: Sequence[str]) -> str:
    first, second = chance.choice(texts), chance.choice(texts)
    return f"{first[: len(first) // 2]} {second[len(second) // 2 :]}"


def _built(
    name: str,
    path: Path,
    documents: Sequence[Document],
    create: Callable[[apsw.Connection], None],
    add: Callable[[apsw.Connection, Sequence[tuple[int, Document]]], None],
) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").fetchall()
    create(connection)
    seconds = []
    for start in range(0, len(documents), _COMMIT):
        began = time.process_time()
        with connection:
            add(connection, list(enumerate(documents[start : start + _COMMIT], start)))
        seconds.append(time.process_time() - began)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    rate, size = len(documents) / sum(seconds), path.stat().st_size / 1e6
    # The first commit loads what is loaded once.
    worst = 1e3 * max(seconds[1:])
    print(f"{name:<7} {rate:>7,.0f} documents/s, longest commit {worst:,.0f} ms, {size:.1f} MB on disk", flush=True)
    return connection


def _create_fts5(connection: apsw.Connection) -> None:
    connection.execute("CREATE VIRTUAL TABLE texts USING fts5(title, body, content='', tokenize='unicode61')")


def _add_fts5(connection: apsw.Connection, rows: Sequence[tuple[int, Document]]) -> None:
    values = [(number, document.title, document.text) for number, document in rows]
    connection.executemany("INSERT INTO texts (rowid, title, body) VALUES (?, ?, ?)", values)


def _search_ours(connection: apsw.Connection, words: Words) -> search_index.Found:
    return _in_transaction(connection, Query(tuple(words)), _no_texts)


def _in_transaction(connection: apsw.Connection, query: Query, load: search_index.Load) -> search_index.Found:
    connection.execute("BEGIN")
    try:
        return search_index.search(connection, query, limit=_LIMIT, load=load)
    finally:
        connection.execute("COMMIT")


def _no_texts(numbers: Sequence[int]) -> list[Document]:
    raise AssertionError(f"no text is needed, and {len(numbers)} are asked for")


def _search_fts5(connection: apsw.Connection, words: Words) -> list[tuple[object, ...]]:
    return _match(connection, " ".join(f'"{word}"' for word in words))


def _match(connection: apsw.Connection, expression: str) -> list[tuple[object, ...]]:
    statement = f"SELECT rowid, bm25(texts, {TITLE_WEIGHT}.0, 1.0) AS score FROM texts WHERE texts MATCH ? "  # noqa: S608
    return connection.execute(statement + "ORDER BY score LIMIT ?", (expression, _LIMIT)).fetchall()


def make_queries(documents: Sequence[Document], count: int) -> Iterator[Words]:
    """Iterate over words of four letters or more that stand in one document, drawn as often as they occur."""
    chance = random.Random(count)
    while True:
        words = sorted(set(_WORD.findall(chance.choice(documents).text.lower())))
        if len(words) >= count:
            yield chance.sample(words, count)


def _print_queries(documents: Sequence[Document], ours: Search, theirs: Search) -> None:
    print(f"\nThe best {_LIMIT} for {_QUERIES} queries of so many words each, in turn; milliseconds, and FTS5 ÷ meadow")
    print(f"{'words':<6} {'meadow p50':>11} {'p99':>7} {'FTS5 p50':>9} {'p99':>7} {'p50 ratio':>10} {'p99 ratio':>10}")
    every: tuple[list[float], list[float]] = ([], [])
    for count in (1, 2, 3):
        queries = list(islice(make_queries(documents, count), _QUERIES))
        _times(ours, theirs, queries[:20])  # both read their pages once
        mine, other = _times(ours, theirs, queries)
        _print_row(str(count), mine, other)
        every = every[0] + mine, every[1] + other
    _print_row("all", *every)


def _print_row(name: str, ours: Sequence[float], theirs: Sequence[float]) -> None:
    mine, other = (np.percentile(times, (50, 99)) for times in (ours, theirs))
    row = f"{mine[0]:>11.2f} {mine[1]:>7.2f} {other[0]:>9.2f} {other[1]:>7.2f}"
    print(f"{name:<6} {row} {other[0] / mine[0]:>9.1f}× {other[1] / mine[1]:>9.1f}×", flush=True)


def _times(ours: Search, theirs: Search, queries: Sequence[Words]) -> tuple[list[float], list[float]]:
    mine: list[float] = []
    other: list[float] = []
    for words in queries:
        for search, times in ((ours, mine), (theirs, other)):
            began = time.process_time()
            search(words)
            times.append(1e3 * (time.process_time() - began))
    return mine, other


def _print_phrases(documents: Sequence[Document], ours: apsw.Connection, theirs: apsw.Connection) -> None:
    """Print what two words in a row cost: we read texts, here from memory; FTS5 keeps positions."""
    chance = random.Random(4)
    phrases: list[str] = []
    while len(phrases) < _QUERIES:
        words = chance.choice(documents).text.lower().split()
        at = chance.randrange(max(1, len(words) - 1))
        if all(map(_WORD.fullmatch, words[at : at + 2])) and len(words[at : at + 2]) == 2:
            phrases.append(" ".join(words[at : at + 2]))

    def _ours(words: Words) -> object:
        return _in_transaction(ours, Query(phrases=tuple(words)), lambda numbers: [documents[n] for n in numbers])

    _print_row("phrase", *_times(_ours, lambda words: _match(theirs, f'"{words[0]}"'), [[each] for each in phrases]))


if __name__ == "__main__":
    main()
