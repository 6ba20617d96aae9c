"""What the tests of the web app share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from meadow.workspace import Workspace
from web.apps import Reader, filled, reader_of


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """Return a workspace of two small stories."""
    with filled(tmp_path / "workspace") as made:
        yield made


@pytest.fixture
def reader(workspace: Workspace) -> Reader:
    """Return a reader of its app."""
    return reader_of(workspace)
