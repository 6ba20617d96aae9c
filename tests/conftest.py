"""What holds for every test: reproducible properties, no far connection, no child left behind."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from kernel_cache import worker_cache
from meadow.registry import drop_plugin, plugin_files
from project.guards import children_after_grace, kept_running, loopback_only
from project.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from postgres import Server

# No deadline: a slow machine is not a failure. `make test` tries the same examples on every run, so that it fails only by a
# change; `make drill` draws new ones, more of them, and prints how to draw a failing one again.
_CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", _CALM, max_examples=50, derandomize=True)
settings.register_profile("many", _CALM, max_examples=300, derandomize=False, print_blob=True)
settings.load_profile("default")

# A shell that starts a run in the background lets it ignore Ctrl+C, and every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Each worker has a cache of its own, which the next run finds again: what a test compiles or spoils there is no other's.
if (worker := os.environ.get("PYTEST_XDIST_WORKER")) is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(worker_cache(ROOT / ".pytest_cache" / "kernels", worker))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep what is loaded and collected out of the way of Python's search for garbage: it lasts as long as the run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that drive a browser or a cluster: they take and wait longest, and the first worker has them all.

    So what they share is started once instead of in every worker, and when the others come to take what is left, that is
    short.
    """
    items.sort(key=lambda item: (item.get_closest_marker("browser") is None, not _wants_cluster(item)))


def _wants_cluster(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "cluster" in item.fixturenames


@pytest.fixture(scope="session", autouse=True)
def far_connections() -> Iterator[list[str]]:
    """Keep the whole run on this machine; the value lists what was refused."""
    refused: list[str] = []
    with loopback_only(refused):
        yield refused


@pytest.fixture(autouse=True)
def _no_far_connection(far_connections: list[str]) -> Iterator[None]:
    """Fail the test that tried to leave this machine, even where its code swallowed the refusal."""
    far_connections.clear()
    yield
    if far_connections:
        pytest.fail(f"tried to leave this machine: {', '.join(far_connections)}")


@pytest.fixture(autouse=True)
def _plugins_taken_back() -> Iterator[None]:
    """Take back the plug-in files that a test loads: the workers of a later one would load them too."""
    before = plugin_files()
    yield
    for file in set(plugin_files()) - set(before):
        drop_plugin(file)


@pytest.fixture(scope="session", autouse=True)
def _no_child_left_behind() -> Iterator[None]:
    """Fail the run that ends with child processes still running."""
    yield
    children = children_after_grace()
    if children:
        pytest.fail(f"child processes left behind: {children}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Return the one Postgres of this worker; a test has its workspaces in schemas of its own."""
    from postgres import running_server  # starts a real server where one is asked for

    with kept_running(running_server()) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Return what gives places where no workspace is yet: the test runs with each engine of the store."""
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        return server.new_place
    numbers = count()
    return lambda: str(tmp_path / f"space{next(numbers)}")


@pytest.fixture
def place(new_place: Callable[[], str]) -> str:
    """Return a place where no workspace is yet: the test runs with each engine of the store."""
    return new_place()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return the one Chromium of this worker; a test opens its pages in a context of its own with `browser.visit`."""
    from browser import open_chromium  # Playwright loads only where a browser is asked for

    with kept_running(open_chromium()) as browser:
        yield browser


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the one Dask cluster of this worker; who kills its workers finds them come back."""
    from engines.clusters import started_cluster

    with kept_running(started_cluster(tmp_path_factory.mktemp("cluster"))) as address:
        yield address


@pytest.fixture(autouse=True)
def _patience_with_the_cluster(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a test that has the cluster wait for it, and no other: one of them asks for a cluster that is not there."""
    if "cluster" not in request.fixturenames:
        yield
        return
    from engines.clusters import patience_with_clusters

    with patience_with_clusters():
        yield
