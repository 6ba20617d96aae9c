"""Peak memory of the process that coordinates windows of an archive: `python -m benchmarks.archive_memory [track|digest]`.

The archive is of a third Reuters articles and two thirds headlines, one every 86 seconds. The command is run as it is; what
its own process took at most is read from the system when it ends, so what its workers take is not counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks._measuring import shared_rows

_SIZES = (20_000, 60_000)
_ENGINE = "processes:2"
_EVERY = timedelta(seconds=86.4)
# Not ru_maxrss: a child inherits the peak of the process that started it.
_MEASURED = """
import atexit, os, re, runpy, sys
from pathlib import Path
def tell():
    peak = re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]
    times = os.times()
    print(f"user {times.user + times.children_user} peak {peak}", file=sys.stderr)
atexit.register(tell)
runpy.run_module("meadow", run_name="__main__", alter_sys=True)
"""
_COMMANDS = {
    "track": ("track", "--json", "--windows", "4d+1d"),
    "digest": ("digest", "--text-only", "--top", "20", "--json", "--windows", "4d+1d"),
}


def write_archive(path: Path, count: int) -> None:
    """Write so many dated articles and headlines, one a line."""
    articles, headlines = (
        (row for row in shared_rows(name) if row["text"] or row["title"])
        for name in ("scale/reuters21578.jsonl.gz", "scale/headlines68k.jsonl.gz")
    )
    begin = datetime(2020, 1, 1, tzinfo=UTC)
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            row = next(headlines if number % 3 else articles)
            date = (begin + number * _EVERY).isoformat()
            kept = {name: row[name] for name in ("title", "text", "source")}
            file.write(json.dumps({"id": str(number), "date": date, **kept}) + "\n")


def run_measured(path: Path, engine: str, command: str = "track") -> tuple[str, float]:
    """Return what a command prints about an archive, and the most megabytes that its own process had."""
    name, *options = _COMMANDS[command]
    log, _, peak = measure(name, str(path), *options, "--engine", engine)
    return log, peak


def measure(*arguments: str) -> tuple[str, float, float]:
    """Return what a command prints, the CPU seconds of all its processes, and the most megabytes that its own had."""
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *arguments], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    _, seconds, _, kilobytes = done.stderr.split()[-4:]
    return done.stdout, float(seconds), int(kilobytes) / 1024


def main() -> None:
    """Print the peak of each size."""
    command = sys.argv[1] if len(sys.argv) > 1 else "track"
    print(f"{command}, {_ENGINE}")
    with tempfile.TemporaryDirectory() as folder:
        for size in _SIZES:
            path = Path(folder, "archive.jsonl")
            write_archive(path, size)
            print(f"{size:>8,} documents {run_measured(path, _ENGINE, command)[1]:8.0f} MB", flush=True)


if __name__ == "__main__":
    main()
