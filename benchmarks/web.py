"""Pages of the web app while articles come in: `python -m benchmarks.web [DOCUMENTS [WORKSPACE]]`.

`meadow serve --follow` answers on this machine, and its process beside it adds articles from a file as fast as it can to a
store that holds so many (20,000 unless another number is given: our own fiction, in stories of six; a copy of a workspace
that was made before saves making it). Four clients ask for the list, a story, a document and a search, each for some seconds
and once before that. The table has requests a second of all clients together, and the median and the 99th percentile of what
one waits. Every article that comes changes the head of the list. An answer that is not 200, or that speaks of a locked
database, ends the run with 1.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import numpy as np

from meadow.model import Document
from meadow.store.contract import Wanted
from meadow.web.addresses import encoded, story_url
from meadow.workspace import Workspace

_DOCUMENTS = 20_000
_STORY = 6
_CLIENTS = 4
_SECONDS = 8.0
_VARIANTS = 50
_ARRIVING = 200_000
_PLACE = 2  # of the argument that names a workspace
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


@dataclass(frozen=True, slots=True)
class Site:
    """Where the app answers, and the token that it wants."""

    origin: str
    token: str


@dataclass(slots=True)
class Waited:
    """What clients saw: how long each answer took, and what was wrong."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def main() -> int:
    """Print a row for each page; 0 where every answer was one."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else _DOCUMENTS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if len(sys.argv) > _PLACE:
            shutil.copytree(sys.argv[_PLACE], folder / "workspace")
        with Workspace(folder / "workspace") as workspace:
            began = time.perf_counter()
            for _ in workspace.iter_add(iter_documents(workspace.store.counts()["documents"], count)):
                pass
            print(f"{count:,} documents added in {time.perf_counter() - began:.0f} s", flush=True)
            with _served(folder, count) as address, _counting(workspace):
                return _print_rows(workspace, address, count)


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
def _served(folder: Path, count: int) -> Iterator[str]:
    """Serve a workspace and follow a file of further articles; gives the address with its token."""
    list_of, arriving = folder / "list.txt", folder / "arriving.jsonl"
    with arriving.open("w", encoding="utf-8") as lines:
        lines.writelines(f"{json.dumps(_line(each))}\n" for each in iter_documents(count, count + _ARRIVING))
    list_of.write_text(f"{arriving}\n", "utf-8")
    command = [
        sys.executable, "-m", "meadow", "serve", "--no-open", "--port", "0", "--workspace", str(folder / "workspace"),
        "--follow", str(list_of),
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        try:
            yield process.stdout.readline().rpartition(" ")[2].strip()
        finally:
            process.send_signal(signal.SIGINT)


def _line(document: Document) -> dict[str, object]:
    return {
        "id": document.id, "source": document.source, "title": document.title, "text": document.text, "language": "en",
        "published": document.published_text,
    }  # fmt: skip


@contextmanager
def _counting(workspace: Workspace) -> Iterator[None]:
    """Say how many articles came until the block ends; before it begins the first of them has come."""
    first = before = workspace.store.counts()["documents"]
    while first == before:
        time.sleep(0.1)
        first = workspace.store.counts()["documents"]
    began = time.perf_counter()
    yield
    added = workspace.store.counts()["documents"] - first
    print(f"{added:,} documents came meanwhile, {added / (time.perf_counter() - began):,.0f} a second")


def _print_rows(workspace: Workspace, address: str, count: int) -> int:
    origin, _, token = address.partition("/?token=")
    site = Site(origin, token)
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
        _ask(site, paths, 0.0)  # what is loaded and told once is not measured
        began = time.perf_counter()
        waited = _ask(site, paths, _SECONDS)
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


def _ask(site: Site, paths: list[str], seconds: float) -> Waited:
    """Ask by all clients at once, for so many seconds."""
    waited = Waited()
    clients = [
        threading.Thread(target=_client, args=(site, paths, number, seconds, waited)) for number in range(_CLIENTS)
    ]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    return waited


def _client(site: Site, paths: list[str], number: int, seconds: float, waited: Waited) -> None:
    chance, end = random.Random(number), time.perf_counter() + seconds
    headers = {"Authorization": f"Bearer {site.token}", "Accept": "text/html"}
    with httpx.Client(base_url=site.origin, headers=headers, timeout=60, follow_redirects=True) as client:
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
