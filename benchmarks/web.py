"""Pages of the web app while articles come in: `python -m benchmarks.web [DOCUMENTS]`.

A real server answers on this machine, and a second workspace in the same process adds articles as fast as it can to a
store that holds so many (20,000 unless another number is given: our own fiction, in stories of six). Four clients ask for
the list, a story, a document and a search, each for some seconds and once before that. The table has requests a second of
all clients together, and the median and the 99th percentile of what one waits. Every article that comes changes the head of
the list. An answer that is not 200, or that speaks of a locked database, ends the run with 1.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import httpx
import numpy as np
import uvicorn

from meadow.model import Document
from meadow.store.contract import Wanted
from meadow.web.addresses import encoded, story_url
from meadow.web.app import create_app
from meadow.web.server import Server
from meadow.web.settings import Settings, make_origins
from meadow.workspace import Workspace

_DOCUMENTS = 20_000
_STORY = 6
_CLIENTS = 4
_SECONDS = 8.0
_VARIANTS = 50
_TOKEN = "a-token-of-benchmarks"  # noqa: S105 - of a benchmark
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_SYLLABLES = (
    "ba",
    "dor",
    "fel",
    "gim",
    "hal",
    "kor",
    "lun",
    "mer",
    "nov",
    "pel",
    "ros",
    "sker",
    "tol",
    "vin",
    "war",
    "zel",
)


@dataclass(slots=True)
class Waited:
    """What clients saw: how long each answer took, and what was wrong."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def main() -> int:
    """Print a row for each page; 0 where every answer was one."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else _DOCUMENTS
    with tempfile.TemporaryDirectory() as folder, Workspace(folder) as workspace, Workspace(folder) as adding:
        began = time.perf_counter()
        for _ in workspace.add(iter_documents(0, count)):
            pass
        print(f"{count:,} documents added in {time.perf_counter() - began:.0f} s", flush=True)
        with _served(workspace) as origin, _arriving(adding, count):
            return _print_rows(workspace, origin, count)


def iter_documents(first: int, last: int) -> Iterator[Document]:
    """Iterate over articles of invented places: six in a row tell of the same thing."""
    for number in range(first, last):
        theme, mine = random.Random(number // _STORY), random.Random(number)
        words = [_word(theme) for _ in range(12)]
        told = [" ".join(mine.sample(words, 8)).capitalize() + "." for _ in range(8)]
        text = (
            f"{words[0].capitalize()} and {words[1]} met in {words[2].capitalize()} on day {number}. {' '.join(told)}"
        )
        time_of = _FIRST + timedelta(minutes=10 * number)
        yield Document(f"a{number}", f"Outlet {number % 40}", " ".join(words[:5]), text, time_of, language="en")


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(_SYLLABLES, k=3))


@contextmanager
def _served(workspace: Workspace) -> Iterator[str]:
    with Server("127.0.0.1", 0) as port:
        settings = Settings(make_origins("127.0.0.1", port.port), {_TOKEN: "me"})
        config = uvicorn.Config(create_app(workspace, settings), log_level="error", lifespan="off", access_log=False)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [port._socket]})
        thread.start()
        try:
            yield settings.origins[0]
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def _arriving(workspace: Workspace, count: int) -> Iterator[None]:
    """Add articles until the block ends, and say how many came."""
    over, added = threading.Event(), [0]

    def add() -> None:
        batch = 100
        while not over.is_set():
            first = count + added[0]
            added[0] += sum(1 for _ in workspace.add(iter_documents(first, first + batch), look=False))

    writer = threading.Thread(target=add)
    began = time.perf_counter()
    writer.start()
    try:
        yield
    finally:
        over.set()
        writer.join()
        print(f"{added[0]:,} documents came meanwhile, {added[0] / (time.perf_counter() - began):,.0f} a second")


def _print_rows(workspace: Workspace, origin: str, count: int) -> int:
    chance = random.Random(0)
    rows = workspace.store.stories(Wanted(limit=_VARIANTS))
    pages = {
        "list": ["/"],
        "story": [story_url(row.id) for row in rows],
        "document": [f"/d/{encoded(f'a{chance.randrange(count)}')}" for _ in range(_VARIANTS)],
        "search": [f"/search?q={_word(random.Random(chance.randrange(count // _STORY)))}" for _ in range(_VARIANTS)],
    }
    print(f"{'page':10} {'requests/s':>10} {'median ms':>10} {'p99 ms':>10} {'requests':>9} {'wrong':>6}", flush=True)
    wrong: list[str] = []
    for name, paths in pages.items():
        _ask(origin, paths, 0.0)  # what is loaded and told once is not measured
        began = time.perf_counter()
        waited = _ask(origin, paths, _SECONDS)
        passed = time.perf_counter() - began
        wrong += waited.wrong
        milliseconds = np.array(waited.seconds) * 1000
        median, high = np.percentile(milliseconds, [50, 99])
        rate = len(milliseconds) / passed
        print(
            f"{name:10} {rate:10.1f} {median:10.1f} {high:10.1f} {len(milliseconds):9,} {len(waited.wrong):6}",
            flush=True,
        )
    print(f"database is locked: {sum('locked' in each for each in wrong)}")
    for each in wrong[:3]:
        print(each)
    return 1 if wrong else 0


def _ask(origin: str, paths: list[str], seconds: float) -> Waited:
    """Ask by all clients at once, for so many seconds."""
    waited = Waited()
    clients = [
        threading.Thread(target=_client, args=(origin, paths, number, seconds, waited)) for number in range(_CLIENTS)
    ]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    return waited


def _client(origin: str, paths: list[str], number: int, seconds: float, waited: Waited) -> None:
    chance, end = random.Random(number), time.perf_counter() + seconds
    headers = {"Authorization": f"Bearer {_TOKEN}", "Accept": "text/html"}
    with httpx.Client(base_url=origin, headers=headers, timeout=60, follow_redirects=True) as client:
        while True:
            began = time.perf_counter()
            answer = client.get(chance.choice(paths))
            waited.seconds.append(time.perf_counter() - began)
            if answer.status_code != 200 or "is locked" in answer.text:
                waited.wrong.append(f"{answer.status_code} {answer.text[:200]}")
            if time.perf_counter() >= end:
                return


if __name__ == "__main__":
    sys.exit(main())
