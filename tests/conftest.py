"""What holds for every test: reproducible properties, no far connection, no child left behind."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from house.guards import PROCESSES, children_after_grace, loopback_only

# No deadline: a slow machine is not a failure. In CI the examples are the same on every run.
settings.register_profile(
    "house", deadline=None, derandomize=os.environ.get("CI") == "true", suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


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


@pytest.fixture(scope="session", autouse=True)
def _no_child_left_behind() -> Iterator[None]:
    """Fail the run that ends with child processes still running."""
    yield
    if PROCESSES.is_dir():
        children = children_after_grace()
        if children:
            pytest.fail(f"child processes left behind: {children}")
