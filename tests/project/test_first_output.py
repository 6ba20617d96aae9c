"""The time to the first line of a digest: measured as a user waits for it, and part of `make bench`."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import first_output
from tools.bench import benchmark_names

from meadow.ingest import read


def test_make_bench_runs_it_on_four_sizes() -> None:
    assert "first_output" in benchmark_names()
    assert list(first_output._INPUTS) == [95, 500, 5_000, 10_000]


def test_the_sample_has_the_smallest_size(tmp_path: Path) -> None:
    path = tmp_path / "articles.jsonl"
    assert first_output._INPUTS[95](path, 95) == len(list(read(path))) == 95


def test_the_first_line_comes_before_the_end_of_a_fresh_process(tmp_path: Path) -> None:
    path = tmp_path / "articles.jsonl"
    first_output._INPUTS[95](path, 4)
    timing = first_output.time_digest(path)
    assert 0 < timing.first <= timing.end
    assert timing.cpu > 0
    assert timing.peak > 50


def test_a_digest_that_fails_is_no_timing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="ended with 2"):
        first_output.time_digest(tmp_path / "missing.jsonl")
    assert "missing.jsonl" in capfd.readouterr().err
