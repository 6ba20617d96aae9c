"""Compiled kernels for the workers of a test run: compiled once by tools/kernels.py, and each worker has a copy."""

from __future__ import annotations

import shutil
from pathlib import Path

WHOLE = ".whole"  # written once everything is compiled


def worker_cache(kernels: Path, worker: str) -> Path:
    """Return the folder of a worker's compiled kernels, with what was compiled for all if that is newer or it has none."""
    compiled, folder = kernels / "compiled", kernels / worker
    if (compiled / WHOLE).is_file() and _time(folder) < _time(compiled):
        # Index and code go together: whatever the worker added to an older copy is compiled again when it is needed.
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(compiled, folder)
    return folder


def _time(folder: Path) -> int:
    whole = folder / WHOLE
    return whole.stat().st_mtime_ns if whole.is_file() else -1
