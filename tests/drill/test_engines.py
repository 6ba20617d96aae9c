"""Engines at length: the same partition of 20,000 articles here, in processes and on a cluster, whatever dies meanwhile."""

from __future__ import annotations

import gzip
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import Done, start_meadow
from engines.clusters import started_cluster
from project.guards import kept_running
from shared import shared

pytestmark = pytest.mark.drill

_DOCUMENTS = 20_000


@pytest.fixture(scope="module")
def articles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("articles") / "articles.jsonl"
    with gzip.open(shared("data", "scale", "reuters21578.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["text"] or row["title"]][:_DOCUMENTS]
    assert len(rows) == _DOCUMENTS
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with kept_running(started_cluster(tmp_path_factory.mktemp("cluster"))) as found:
        yield found


@pytest.fixture(scope="module")
def here(articles: Path) -> Done:
    return _tracked(articles, "local")


def _tracked(articles: Path, engine: str) -> Done:
    done = start_meadow("track", str(articles), "--json", "--engine", engine, folder=articles.parent)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.golden("C1")
def test_processes_give_the_same_partition(articles: Path, here: Done) -> None:
    assert len(here.stdout.splitlines()) == _DOCUMENTS
    assert _tracked(articles, "processes:2") == here


@pytest.mark.golden("C1")
def test_a_cluster_gives_the_same_partition_while_its_workers_are_killed(
    articles: Path, here: Done, address: str
) -> None:
    from distributed import Client

    stop = threading.Event()

    def kill() -> None:
        # An item at which four workers died would rightly be called poisonous.
        with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            for _ in range(3):
                if stop.wait(2.0):
                    return
                pids = [each for each in client.run(os.getpid, on_error="return").values() if isinstance(each, int)]
                for pid in pids[:1]:
                    os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        assert _tracked(articles, f"dask:{address}") == here
    finally:
        stop.set()
        killer.join()


@pytest.mark.golden("C1")
def test_a_digest_of_a_long_stream_is_the_same_bytes(articles: Path, address: str) -> None:
    command = ("digest", str(articles), "--json", "--text-only", "--min-articles", "3", "--engine")
    outputs = {
        start_meadow(*command, engine, folder=articles.parent).stdout
        for engine in ("local", "processes:2", f"dask:{address}")
    }
    assert len(outputs) == 1
    assert "" not in outputs
