"""Pages of the web app while articles come in: `python -m benchmarks.pages [DOCUMENTS]` (20,000 by default).

A workspace is filled with headlines and news-wire articles. `meadow serve` then answers four readers at once, as a process
of its own, while this one adds more articles at full speed. Times are by the clock, as readers wait; the first visit of a
page, which tells its stories, counts too.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import httpx
import numpy as np

from benchmarks._measuring import shared_rows
from meadow.model import Document
from meadow.store.contract import Wanted
from meadow.web.addresses import story_url
from meadow.workspace import Workspace

_DOCUMENTS = 20_000
_READERS = 4
_REQUESTS = 200
_STORIES = 200
_MORE = 20_000  # articles that come while pages are read


def main() -> None:
    """Print requests per second and how long readers wait, without and with articles coming in."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else _DOCUMENTS
    stream = _documents(wanted + _MORE)
    first = list(islice(stream, wanted))
    if not first:
        return
    with tempfile.TemporaryDirectory() as folder, Workspace(folder) as workspace:
        began = time.perf_counter()
        _add(workspace, first)
        stories = workspace.store.counts()["stories"]
        print(f"{len(first):,} articles in {stories:,} stories, added in {time.perf_counter() - began:.0f} s")
        paths = [story_url(row.id) for row in workspace.store.stories(Wanted(limit=_STORIES))]
        with _serving(folder) as client:
            _measure("list", client, ["/"])
            _measure("stories", client, paths)
            with _meanwhile(lambda stop: _add(workspace, stream, stop)):
                _measure("list, articles coming in", client, ["/"])
                _measure("stories, articles coming in", client, paths)


def _documents(count: int) -> Iterator[Document]:
    """Iterate over real titles and texts, put together at random where there are not enough."""
    rows = [*shared_rows("scale", "headlines68k.jsonl.gz"), *shared_rows("scale", "reuters21578.jsonl.gz")]
    chance = random.Random(0)
    chance.shuffle(rows)
    for number in range(count if rows else 0):
        row, other = rows[number % len(rows)], chance.choice(rows)
        text = row["text"] if number < len(rows) else f"{row['text'][:200]} {other['text']}"
        yield Document(str(number), f"Outlet {number % 97}", row["title"], text, language="en")


def _add(workspace: Workspace, documents: Iterable[Document], stop: threading.Event | None = None) -> None:
    for _ in workspace.add(documents, look=False):
        if stop is not None and stop.is_set():
            return


@contextmanager
def _meanwhile(job: Callable[[threading.Event], None]) -> Iterator[None]:
    """Do a job beside the block, and stop it with the block."""
    stop = threading.Event()
    thread = threading.Thread(target=job, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@contextmanager
def _serving(folder: str) -> Iterator[httpx.Client]:
    command = [sys.executable, "-m", "meadow", "serve", "--workspace", folder, "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(folder))
    try:
        said = process.stdout.readline() if process.stdout is not None else ""
        found = re.search(r"(http://[^/]+)/\?token=(\S+)", said)
        if found is None:
            sys.exit(f"meadow serve did not start: {said}")
        headers = {"Authorization": f"Bearer {found[2]}", "Accept": "text/html"}
        with httpx.Client(base_url=found[1], headers=headers, timeout=300, follow_redirects=True) as client:
            yield client
    finally:
        process.terminate()
        process.wait()


def _measure(name: str, client: httpx.Client, paths: Sequence[str]) -> None:
    chosen = [paths[number % len(paths)] for number in range(_REQUESTS)]
    began = time.perf_counter()
    with ThreadPoolExecutor(_READERS) as readers:
        answers = list(readers.map(lambda path: _timed(client, path), chosen))
    seconds = time.perf_counter() - began
    waits = np.array([wait for wait, _ in answers]) * 1000
    failed = sum(status != httpx.codes.OK for _, status in answers)
    quantiles = " ".join(f"p{share} {np.percentile(waits, share):.0f} ms" for share in (50, 99))
    print(f"{name}: {len(chosen) / seconds:.0f} requests/s, {quantiles}, {failed} errors", flush=True)


def _timed(client: httpx.Client, path: str) -> tuple[float, int]:
    began = time.perf_counter()
    status = client.get(path).status_code
    return time.perf_counter() - began, status


if __name__ == "__main__":
    main()
