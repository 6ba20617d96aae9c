"""Digests of 5,000 articles here, in other processes and on a Dask cluster: `python -m benchmarks.engines`.

Each run is a command of its own, start-up included. Overhead per document is what one worker elsewhere takes longer than
this process alone, and what travels is what stories and their briefs weigh on the way.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks._measuring import shared_rows
from meadow.engines import open_engine
from meadow.ingest import read
from meadow.pipeline import briefs, digests
from meadow.pipeline.views import in_time_order
from meadow.presets import make_recipe

_DOCUMENTS = 5_000
_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Run:
    """How long a digest took, and a digest of its bytes."""

    seconds: float
    result: str


def main() -> None:
    """Print a table of engines, then what travels."""
    rows = [row for row in shared_rows("scale", "reuters21578.jsonl.gz") if row["text"]][:_DOCUMENTS]
    if not rows:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "articles.jsonl")
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        print(f"{len(rows):,} articles, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} when it begins")
        _digest(path, "local")  # what is compiled on first use is compiled
        local = _print_row("local", path)
        ones = {}
        for count in (1, 2):
            ones[f"processes:{count}"] = _print_row(f"processes:{count}", path, local)
        for count in (1, 2):
            with _cluster(count) as address:
                ones[f"dask, {count} worker"] = _print_row(f"dask:{address}", path, local, f"dask, {count} worker")
        for name in ("processes:1", "dask, 1 worker"):
            print(f"overhead of {name}: {1e3 * (ones[name].seconds - local.seconds) / len(rows):.2f} ms per document")
        _print_journeys(path)


def _print_row(engine: str, path: Path, local: Run | None = None, name: str | None = None) -> Run:
    best = min((_digest(path, engine) for _ in range(_ROUNDS)), key=lambda run: run.seconds)
    ratio = 1.0 if local is None else best.seconds / local.seconds
    same = "" if local is None or best.result == local.result else "  NOT THE SAME BYTES"
    rate = _DOCUMENTS / best.seconds
    print(f"{name or engine:16} {best.seconds:7.1f} s {rate:7.0f} documents/s {ratio:6.2f} of local{same}", flush=True)
    return best


def _digest(path: Path, engine: str) -> Run:
    start = time.perf_counter()
    command = [sys.executable, "-m", "meadow", "digest", str(path), "--json", "--engine", engine]
    done = subprocess.run(command, capture_output=True, check=True)
    return Run(time.perf_counter() - start, hashlib.sha256(done.stdout).hexdigest())


@contextmanager
def _cluster(workers: int) -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        yield str(cluster.scheduler_address)


def _print_journeys(path: Path) -> None:
    """Print how many bytes go to workers and come back for each document, when it is read and when its story is told."""
    documents, recipe = list(read(path)), make_recipe()
    with open_engine() as here:
        stories = digests._stories(in_time_order(documents), recipe, None, lambda *_: None, here)
        tellings = list(here.map(briefs._tell, stories, shared=(recipe, None)))
    count = len(documents)
    read_back, out, back = (len(pickle.dumps(value, -1)) / count for value in (documents, stories, tellings))
    text = sum(len(document.text.encode()) for document in documents) / count
    print(f"bytes per document: text {text:.0f}; read {read_back:.0f} back; told {out:.0f} out, {back:.0f} back")


if __name__ == "__main__":
    main()
