"""A workspace under load: articles to disk, a page of stories, start-up after a crash: `python -m benchmarks.workspace [N]`.

Articles are headlines and halves of news-wire articles put together at random (see `benchmarks.search`), N of them, 20,000
by default. Beside the workspace, which tracks and indexes what it stores, stands bare SQLite: the same articles as JSON with
an FTS5 index, in the same groups and with the same durability (write-ahead log, synchronous=FULL). Times are wall-clock
times, for the disk is part of it.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import apsw

from benchmarks.search import make_documents
from meadow.model import Document
from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from meadow.workspace.ingesting import GROUP_DOCUMENTS

_USUAL = 20_000
_PAGES = 20
_WARM = 2_500  # articles after which the compiled loops are loaded


def main(count: int) -> None:
    """Print documents a second, the size on disk, how long pages take, and how long a start takes."""
    documents = make_documents(count + _WARM)
    if not documents:
        return
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours", Path(folder) / "bare.sqlite3"
        rate = _added(ours, documents)
        bare = _added_bare(theirs, documents[_WARM:])
        print(
            f"articles to disk, synchronised: {rate:,.0f}/s; bare SQLite with FTS5 {bare:,.0f}/s; ratio {rate / bare:.2f}"
        )
        print(f"size on disk: {_megabytes(ours.glob('*')):,.0f} MB; bare {_megabytes([theirs]):,.0f} MB")
        _print_pages(ours)
        _print_start(ours)


def _added(folder: Path, documents: Sequence[Document]) -> float:
    with Workspace(folder) as workspace:
        for _ in workspace.iter_add(documents[:_WARM]):
            pass
        begun = time.perf_counter()
        for _ in workspace.iter_add(documents[_WARM:]):
            pass
        return (len(documents) - _WARM) / (time.perf_counter() - begun)


def _added_bare(path: Path, documents: Sequence[Document]) -> float:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE documents(id TEXT PRIMARY KEY, value TEXT)")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(title, text, content='')")
    begun = time.perf_counter()
    for start in range(0, len(documents), GROUP_DOCUMENTS):
        with connection:
            for number, each in enumerate(documents[start : start + GROUP_DOCUMENTS], start=start + 1):
                value = json.dumps({"title": each.title, "text": each.text, "language": each.language})
                connection.execute("INSERT INTO documents VALUES(?, ?)", (each.id, value))
                connection.execute(
                    "INSERT INTO words(rowid, title, text) VALUES(?, ?, ?)", (number, each.title, each.text)
                )
    rate = len(documents) / (time.perf_counter() - begun)
    connection.close()
    return rate


def _print_pages(folder: Path) -> None:
    with Workspace(folder) as workspace:
        rows = workspace.store.stories(Wanted(limit=20 * _PAGES))
        pages = [Wanted(limit=20, after=row) for row in rows[19::20]]
        told, again = (_median_milliseconds(workspace.stories, pages) for _ in range(2))
        listed = _median_milliseconds(workspace.store.stories, pages)
        counts = workspace.store.counts()
    print(
        f"a page of 20 stories among {counts['documents']:,} articles in {counts['stories']:,} stories: told first in"
        f" {told:.0f} ms, again {again:.1f} ms, its rows alone {listed:.2f} ms (medians of {_PAGES} pages)"
    )


def _print_start(folder: Path) -> None:
    begun = time.perf_counter()
    with Workspace(folder) as workspace:
        opened = time.perf_counter()
        for _ in workspace.iter_add([Document("one-more", text="The ferry ran aground.", language="en")]):
            pass
        added = time.perf_counter()
    print(
        f"start after a crash: opened in {1e3 * (opened - begun):.0f} ms; first article safe after"
        f" {1e3 * (added - begun):,.0f} ms, the tracker brought back to the end of the log included"
    )


def _median_milliseconds(call: Callable[[Wanted], object], pages: Sequence[Wanted]) -> float:
    times = []
    for page in pages:
        begun = time.perf_counter()
        call(page)
        times.append(1e3 * (time.perf_counter() - begun))
    return sorted(times)[len(times) // 2]


def _megabytes(paths: Iterable[Path]) -> float:
    return sum(path.stat().st_size for path in paths) / 1e6


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else _USUAL)
