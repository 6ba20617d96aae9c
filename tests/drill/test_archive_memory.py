"""What the coordinator of windows holds of an archive: little for each document, and the same log as in one process."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.archive_memory import run_measured, write_archive

from shared import shared

pytestmark = pytest.mark.drill

_FEW, _MANY = 20_000, 60_000
# Measured: 109 and 156 MB, 1.2 KB for each further document. With the documents in memory it was 217 and 323 MB, 2.7 KB.
_MOST_MEGABYTES = 175
_MOST_BYTES_EACH = 1_500


def test_the_coordinator_of_windows_holds_little_of_an_archive(tmp_path: Path) -> None:
    assert shared("data", "scale").is_dir()
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    write_archive(few, _FEW)
    write_archive(many, _MANY)
    log, small = run_measured(few, "processes:2")
    assert log == run_measured(few, "local")[0]
    assert len(log.splitlines()) == _FEW
    log, large = run_measured(many, "processes:2")
    assert len(log.splitlines()) == _MANY
    assert large <= _MOST_MEGABYTES
    assert (large - small) * 2**20 / (_MANY - _FEW) <= _MOST_BYTES_EACH
