"""Digests of 5,000 articles here, in other processes and on a Dask cluster: `python -m benchmarks.engines`.

Each run is a command of its own, start-up included, and engines take turns, so that what else the machine does falls on all
of them; ratios are medians over rounds. Where other programs take the cores, time says little: the CPU time of the command's
own process is what it would at least take on cores of its own. Overhead per document is what one worker elsewhere takes
longer than this process alone, and what travels is what stories and their briefs weigh on the way.
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
from statistics import median

from benchmarks._measuring import shared_rows
from meadow.engines import open_engine
from meadow.ingest import read
from meadow.pipeline import briefs, digests
from meadow.pipeline.presets import make_recipe
from meadow.pipeline.views import in_time_order

_DOCUMENTS = 5_000
_ROUNDS = 3
# The command, and then on standard error what its own process and those it started took.
_MEASURED = """
import atexit, resource, runpy, sys
def tell():
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        print(used.ru_utime + used.ru_stime, file=sys.stderr)
atexit.register(tell)
runpy.run_module("meadow", run_name="__main__", alter_sys=True)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """How long a digest took, what its own process and those it started used of that, and a digest of its bytes."""

    seconds: float
    here: float
    elsewhere: float
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
        overheads = {}
        for count in (1, 2):
            overheads[f"processes:{count}"] = _print_compared(f"processes:{count}", path)
        for count in (1, 2):
            with _cluster(count) as address:
                overheads[f"dask, {count} worker"] = _print_compared(f"dask:{address}", path, f"dask, {count} worker")
        for name in ("processes:1", "dask, 1 worker"):
            print(f"overhead of {name}: {1e3 * overheads[name] / len(rows):.2f} ms per document")
        _print_journeys(path)


def _print_compared(engine: str, path: Path, name: str | None = None) -> float:
    """Print how an engine does beside `local`, in turns, and return how much longer it takes in the median."""
    rounds = [(_digest(path, "local"), _digest(path, engine)) for _ in range(_ROUNDS)]
    same = all(there.result == local.result for local, there in rounds)
    seconds = median(there.seconds for _, there in rounds)
    ratio = median(there.seconds / local.seconds for local, there in rounds)
    cpu = [
        median(getattr(run, field) for run in runs)
        for runs in zip(*rounds, strict=True)
        for field in ("here", "elsewhere")
    ]
    print(
        f"{name or engine:16} {seconds:7.1f} s {_DOCUMENTS / seconds:7.0f} documents/s {ratio:6.2f} of local"
        f"   CPU: local {cpu[0]:.1f} s; {cpu[2]:.1f} here ({cpu[2] / cpu[0]:.2f}) and {cpu[3]:.1f} in its processes"
        f"{'' if same else '  NOT THE SAME BYTES'}",
        flush=True,
    )
    return median(there.seconds - local.seconds for local, there in rounds)


def _digest(path: Path, engine: str) -> Run:
    start = time.perf_counter()
    command = [sys.executable, "-c", _MEASURED, "digest", str(path), "--json", "--engine", engine]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    here, elsewhere = map(float, done.stderr.splitlines()[-2:])
    return Run(time.perf_counter() - start, here, elsewhere, hashlib.sha256(done.stdout.encode()).hexdigest())


@contextmanager
def _cluster(workers: int) -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        yield str(cluster.scheduler_address)


def _print_journeys(path: Path) -> None:
    """Print how many bytes go to workers and come back for each document, when it is read and when its story is told."""
    documents, recipe = list(read(path)), make_recipe()
    with open_engine() as here:
        stories = digests._stories(digests._Stream(in_time_order(documents), None), recipe, None, lambda *_: None, here)
        written = list(here.map(briefs._write, stories, shared=(recipe, None)))
    count = len(documents)
    read_back, out, back = (len(pickle.dumps(value, -1)) / count for value in (documents, stories, written))
    text = sum(len(document.text.encode()) for document in documents) / count
    print(f"bytes per document: text {text:.0f}; read {read_back:.0f} back; told {out:.0f} out, {back:.0f} back")


if __name__ == "__main__":
    main()
