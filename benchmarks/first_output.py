"""Seconds to the first line and to the end of a digest, cold: `python -m benchmarks.first_output [95 500 5000 10000]`.

Each digest runs in a fresh process, `meadow digest FILE --words 60`, whose standard output is a pipe: what a user waits for.
Options such as `--engine local` behind the sizes are passed on to it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from benchmarks._measuring import shared_rows
from meadow.ingest import read, write_jsonl
from meadow.sample import sample_path

_WORDS = "60"
_KEYS = ("id", "title", "text", "source", "date", "lang")


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall seconds to the first line and to the end, CPU seconds of all processes, peak megabytes of the largest."""

    first: float
    end: float
    cpu: float
    peak: float


def main() -> None:
    """Print a line per size: the sample, collections of news, Reuters."""
    sizes = [int(size) for size in sys.argv[1:] if size in map(str, _INPUTS)] or list(_INPUTS)
    options = [option for option in sys.argv[1:] if option not in map(str, _INPUTS)]
    print(
        f"{'documents':>9} {'first line':>11} {'end':>8} {'CPU':>8} {'end/first':>10} {'MB':>6}   wall and CPU seconds, cold"
    )
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "articles.jsonl")
            count = _INPUTS[size](path, size)
            if count == size:
                timing = time_digest(path, options)
                ratio = timing.end / timing.first
                seconds = f"{timing.first:11.2f} {timing.end:8.2f} {timing.cpu:8.2f}"
                print(f"{size:9,} {seconds} {ratio:10.2f} {timing.peak:6.0f}", flush=True)
            else:
                print(f"{size:9,} only {count:,} documents are there; nothing to measure")


def time_digest(path: Path, options: Sequence[str] = ()) -> Timing:
    """Return what a digest of a file takes in a process of its own; its standard error goes where ours does."""
    command = [sys.executable, "-m", "meadow", "digest", str(path), "--words", _WORDS, *options]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        if process.stdout is None:
            raise RuntimeError("the output of the command is not a pipe")
        process.stdout.readline()
        first = time.perf_counter() - start
        process.stdout.read()
        _, status, spent = os.wait4(process.pid, 0)  # what this process took, and not the largest of those before it
        process.returncode = os.waitstatus_to_exitcode(status)
    end = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return Timing(first, end, spent.ru_utime + spent.ru_stime, spent.ru_maxrss / 1024)


def _write_sample(path: Path, size: int) -> int:
    return _write_lines(path, islice(write_jsonl(read(sample_path())), size))


def _write_news(path: Path, size: int) -> int:
    """Write articles of Multi-News and then those of MultiLing, which are of seven languages."""
    rows = chain(shared_rows("multi_news_100", "docs.jsonl.gz"), shared_rows("multiling2011", "docs.jsonl.gz"))
    return _write_rows(path, islice(rows, size))


def _write_reuters(path: Path, size: int) -> int:
    rows = shared_rows("scale", "reuters21578.jsonl.gz")
    return _write_rows(path, islice((row for row in rows if row["text"].strip()), size))


def _write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    return _write_lines(path, (json.dumps({key: row.get(key) for key in _KEYS}, ensure_ascii=False) for row in rows))


def _write_lines(path: Path, lines: Iterable[str]) -> int:
    listed = list(lines)
    path.write_text("\n".join(listed), encoding="utf-8")
    return len(listed)


_INPUTS: Mapping[int, Callable[[Path, int], int]] = {
    95: _write_sample,
    500: _write_news,
    5_000: _write_reuters,
    10_000: _write_reuters,
}


if __name__ == "__main__":
    main()
