"""A workspace in SQLite beside one in Postgres: `python -m benchmarks.stores [N]`.

The same N articles (10,000 by default, see `benchmarks.search`) go into both, in the same groups. Both are on the disk,
synchronised; the server is started for this, with its usual settings, and reached through a Unix socket, so that no network
is measured. Times are wall-clock times; the engines take turns, call by call.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from benchmarks.search import make_documents, make_queries
from meadow.kernels.loading import load_kernels
from meadow.model import Document, ReadMark
from meadow.store.contract import Wanted
from meadow.store.opening import copy_store
from meadow.store.query import Query
from meadow.workspace import Workspace
from postgres import running_server

Asked = TypeVar("Asked")
_USUAL = 10_000
_WARM = 2_500  # articles after which the compiled loops are loaded
_QUERIES = 300
_PAGES = 20
_GROUP = 500
_MARKS = 300


def main(count: int) -> None:
    """Print for each engine articles a second, pages, searches and small writes, and how fast one is copied to the other."""
    documents = make_documents(count + _WARM)
    if not documents:
        return
    load_kernels()
    with tempfile.TemporaryDirectory() as folder, running_server(in_memory=False) as server:
        places = {"SQLite": str(Path(folder) / "space"), "Postgres": server.new_place()}
        with Workspace(places["SQLite"]) as sqlite, Workspace(places["Postgres"]) as postgres:
            _print_measured({"SQLite": sqlite, "Postgres": postgres}, documents)
        for source, target in (
            (places["SQLite"], server.new_place()),
            (places["Postgres"], str(Path(folder) / "copy")),
        ):
            begun = time.perf_counter()
            copy_store(source, target)
            rate = len(documents) / (time.perf_counter() - begun)
            print(f"copied {'to' if '://' in target else 'from'} Postgres: {rate:,.0f} articles/s")


def _print_measured(engines: Mapping[str, Workspace], documents: Sequence[Document]) -> None:
    groups = [documents[at : at + _GROUP] for at in range(0, len(documents), _GROUP)]
    added = _milliseconds(engines, _add, groups)
    for name, times in added.items():
        rate = 1e3 * (len(documents) - _WARM) / sum(times[_WARM // _GROUP :])
        print(f"{name}: {rate:,.0f} articles/s to disk, tracked and indexed")
    rows = next(iter(engines.values())).store.stories(Wanted(limit=20 * _PAGES))
    pages = [Wanted(limit=20, after=row) for row in rows[19::20]]
    _print_times("rows of a page", _milliseconds(engines, lambda each, page: each.store.stories(page), pages))
    _milliseconds(engines, lambda each, page: each.stories(page), pages)
    _print_times("a page, told before", _milliseconds(engines, lambda each, page: each.stories(page), pages))
    for number in (1, 2, 3):
        queries = [Query(tuple(words)) for words in islice(make_queries(documents, number), _QUERIES)]
        found = _milliseconds(engines, lambda each, query: each.store.search(query, limit=10), queries)
        _print_times(f"search, {number} words", found)
    _print_times("a read mark", _milliseconds(engines, _mark, range(_MARKS)))


def _print_times(what: str, times: Mapping[str, Sequence[float]]) -> None:
    told = (f"{name} {np.median(each):.2f}, {np.percentile(each, 99):.1f}" for name, each in times.items())
    print(f"{what}, ms at p50 and p99: {'; '.join(told)}", flush=True)


def _add(workspace: Workspace, documents: Iterable[Document]) -> None:
    for _ in workspace.iter_add(documents, look=False):
        pass


def _mark(workspace: Workspace, number: int) -> None:
    with workspace.store.writing() as writer:
        writer.mark(ReadMark("ada", "s", number, workspace.clock()))


def _milliseconds(
    engines: Mapping[str, Workspace], call: Callable[[Workspace, Asked], object], given: Iterable[Asked]
) -> dict[str, list[float]]:
    """Return how long each call takes in each engine, asked in turn, so that others on the machine disturb both alike."""
    times: dict[str, list[float]] = {name: [] for name in engines}
    for each in given:
        for name, workspace in engines.items():
            begun = time.perf_counter()
            call(workspace, each)
            times[name].append(1e3 * (time.perf_counter() - begun))
    return times


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else _USUAL)
