"""Work on a Dask cluster: the contract, the same bytes as here, workers that die, and clusters that cannot work for us."""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

import meadow
from command import run_meadow
from engines.clusters import patience_with_clusters, started_scheduler, started_worker
from lab.beds import BED, experiment
from meadow.engines import cluster_checks, cluster_worker, open_engine
from meadow.engines.cluster_worker import OTHER, Order, run_batch
from meadow.errors import EngineError, MissingExtraError, SpecError
from meadow.lab import runner
from meadow.model import Brief
from meadow.provenance.installed import installation
from meadow.rank import RANKERS
from meadow.registry import load_plugin
from meadow.sample import sample_path
from meadow.testing import check_engine

PLUGIN = """
import os
import numpy as np
from meadow.model import Scores

def NAME(view):
    if view.documents[0].id.startswith("wolf"):
        os._exit(5)
    return Scores(np.arange(len(view), 0, -1, dtype=float))

METHODS = {"rank": {"NAME": NAME}}
"""


def test_a_cluster_keeps_the_contract(cluster: str) -> None:
    check_engine(partial(open_engine, f"dask:{cluster}"))


@pytest.mark.golden("C1")
def test_a_digest_is_the_same_bytes_even_if_a_worker_is_killed_half_way(cluster: str) -> None:
    documents = [document for document in meadow.read(sample_path()) if document.language in ("en", "es")]
    killed: list[int] = []

    def kill(brief: Brief) -> None:
        if not killed:
            with open_engine(f"dask:{cluster}") as other:
                ((_, pid),) = other.map(eval, ["__import__('os').getpid()"])
                killed.append(int(str(pid)))
            with suppress(ProcessLookupError):
                os.kill(killed[0], signal.SIGKILL)

    here = meadow.digest(documents, words=40)
    there = meadow.digest(documents, words=40, engine=f"dask:{cluster}", on_story=kill)
    assert killed
    assert meadow.to_json(there) == meadow.to_json(here)


@pytest.mark.golden("C1")
def test_a_command_prints_the_same_bytes(cluster: str, tmp_path: Path) -> None:
    news = str(sample_path() / "harbour-wire.jsonl")
    here = run_meadow("digest", news, "--words", "20", "--json", folder=tmp_path)
    there = run_meadow("digest", news, "--words", "20", "--json", "--engine", f"dask:{cluster}", folder=tmp_path)
    assert (there.returncode, there.stdout, there.stderr) == (0, here.stdout, here.stderr)


def test_a_cell_that_always_ends_its_worker_is_reported_and_the_rest_goes_on(cluster: str, tmp_path: Path) -> None:
    plugin = tmp_path / "far_dier.py"
    plugin.write_text(PLUGIN.replace("NAME", "far_dier"), encoding="utf-8")
    load_plugin(plugin)
    results = runner.run(experiment(systems=("lead", "lead(rank=far_dier)")), BED, engine=f"dask:{cluster}")
    ((topic, error),) = [(each.cell.topic, each.error) for each in results.failures]
    assert topic == "wolf"
    assert (error or "").startswith("WorkerDiedError: 2 workers died at this item")


def test_a_cluster_without_workers_or_with_others_than_ours_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = str(sample_path() / "harbour-wire.jsonl")

    def told(address: str) -> str:
        done = run_meadow("digest", news, "--engine", f"dask:{address}", folder=tmp_path)
        assert (done.returncode, done.stdout) == (3, "")
        return done.stderr

    with started_scheduler(tmp_path) as address, patience_with_clusters():
        with started_worker(address, tmp_path, "bare", before="import sys; sys.modules['meadow'] = None", nanny=False):
            assert f"has no Meadow. Install the same on every machine: pip install 'meadow=={meadow.__version__}'" in (
                told(address)
            )
        old = "import meadow.version; meadow.version.__version__ = '0.0.1'"
        with started_worker(address, tmp_path, "old", before=old, nanny=False):
            assert f"has meadow 0.0.1, but here is {meadow.__version__}. Results are the same everywhere only" in (
                told(address)
            )
        with monkeypatch.context() as soon:
            soon.setattr(cluster_checks, "_WORKER_SECONDS", 0.5)
            assert f"The Dask cluster at {address} has no worker. Start one on each machine" in told(address)


def test_a_scheduler_that_is_not_there_is_an_error_within_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_checks, "_CONNECT_SECONDS", 0.5)
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        spec = f"dask:tcp://127.0.0.1:{taken.getsockname()[1]}"
        done = run_meadow("digest", str(sample_path()), "--engine", spec, folder=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "There is no Dask scheduler at 'tcp://127.0.0.1:" in done.stderr
    assert "Start one with `dask scheduler`" in done.stderr


@pytest.mark.parametrize("address", ["nonsense", "tcp://host", "http://host:8786", "tcp://host:99999", "tcp://:1"])
def test_what_is_no_address_is_said(address: str) -> None:
    with pytest.raises(SpecError, match=r"is no address of a scheduler\. Write tcp://HOST:8786"):
        open_engine(f"dask:{address}")


def test_without_an_address_or_the_extra_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SpecError, match="needs the address"):
        open_engine("dask")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'meadow\[cluster\]'") as error:
        open_engine("dask:tcp://127.0.0.1:8786")
    assert error.value.exit_code == 3


def test_a_worker_that_came_later_with_another_meadow_does_not_work_for_us() -> None:
    ours = installation()
    assert ours["meadow"] == meadow.__version__
    kind, here = run_batch(b"", Order(None, (), {**ours, "meadow": "0.0.1"}))
    assert (kind, here) == (OTHER, ours)
    error = cluster_checks.other_installation("tcp://there:1", {**ours, "numpy": "0.1"})
    assert f"The worker tcp://there:1 has numpy 0.1, but here is {ours['numpy']}." in str(error)
    assert isinstance(error, EngineError)


def test_a_worker_has_the_plug_ins_of_who_asks_and_no_others() -> None:
    def text(number: int) -> tuple[tuple[str, str], ...]:
        return (("own.py", f"def swapped(view): return {number}\nMETHODS = {{'rank': {{'swapped': swapped}}}}\n"),)

    for number in (1, 2, 1):
        with cluster_worker._plugged(text(number)):
            assert RANKERS.build("swapped")(None) == number
    with cluster_worker._plugged(()):
        assert "swapped" not in RANKERS


def test_a_cluster_that_runs_for_other_tests_changes_no_limit(request: pytest.FixtureRequest) -> None:
    """A missing cluster is reported within seconds, whatever ran in this process before."""
    request.getfixturevalue("cluster")
    assert (cluster_checks._CONNECT_SECONDS, cluster_checks._WORKER_SECONDS) == (5, 10)
