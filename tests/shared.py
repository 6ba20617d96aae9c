"""Where tests find the papers and corpora that stay outside the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"


def shared(*parts: str) -> Path:
    """Return a path below `../shared`; without the folder skip the test, and in CI fail it."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        reason = f"{'/'.join(('../shared', *parts))} is not there; it holds papers and corpora that may not be copied"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path
