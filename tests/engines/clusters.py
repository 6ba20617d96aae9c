"""Dask clusters for tests: a scheduler and workers in processes of their own, over TCP on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from meadow.engines import cluster_checks
from patience import PATIENCE_SECONDS
from project.project import ROOT

# After this number of deaths the scheduler gives up on a task; fewer than usual, for each costs a second.
_ALLOWED_FAILURES = "1"
_SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
_WORKER = "from distributed.cli.dask_worker import main; main()"


@contextmanager
def patience_with_clusters() -> Iterator[None]:
    """Let who asks a scheduler or its workers in this process wait until they answer, on however busy a machine.

    For as long as a cluster is asked, not as long as it runs: another test may ask for one that is not there.
    """
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("_CONNECT_SECONDS", "_WORKER_SECONDS"):
            patch.setattr(cluster_checks, limit, PATIENCE_SECONDS)
        yield


@contextmanager
def started_scheduler(folder: Path) -> Iterator[str]:
    """Start a scheduler, and give its address."""
    file = folder / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with _process(_SCHEDULER, options, folder / "scheduler.log") as running:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (address := _address(file)):
            assert running.poll() is None, (folder / "scheduler.log").read_text(encoding="utf-8")
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        yield address


@contextmanager
def started_worker(address: str, folder: Path, name: str, *, before: str = "", nanny: bool = True) -> Iterator[None]:
    """Start a worker with one thread; `before` is Python that it runs first."""
    options = [address, "--name", name, "--nthreads", "1", "--no-dashboard", "--memory-limit", "0"]
    options += ["--local-directory", str(folder), "--nanny" if nanny else "--no-nanny"]
    with _process(f"{before}\n{_WORKER}", options, folder / f"{name}.log"):
        yield


@contextmanager
def started_cluster(folder: Path, *, workers: int = 2) -> Iterator[str]:
    """Start a scheduler and workers that come back when they die, and give the scheduler's address."""
    with started_scheduler(folder) as address, ExitStack() as stack:
        for number in range(workers):
            stack.enter_context(started_worker(address, folder, f"worker{number}"))
        _wait_for_workers(address, workers)
        yield address


def _wait_for_workers(address: str, count: int) -> None:
    """Wait until all have come: on a busy machine they take longer than a command waits for one."""
    from distributed import Client

    with Client(address, timeout=PATIENCE_SECONDS, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(count, timeout=PATIENCE_SECONDS)


def _address(file: Path) -> str | None:
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError):
        return None


@contextmanager
def _process(code: str, options: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore",
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": _ALLOWED_FAILURES,
    }  # fmt: skip
    with log.open("wb") as told:
        running = subprocess.Popen(
            [sys.executable, "-c", code, *options], stdout=told, stderr=subprocess.STDOUT, env=environment
        )
        try:
            yield running
        finally:
            running.terminate()
            try:
                running.wait(20)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
