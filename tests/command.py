"""The command line in this process: the same `main` that the shell starts, without the second that starting costs.

What a command leaves behind in a process is taken back: plug-ins, warnings, the environment, the folder, the streams.
Where a process of its own is what is tested (hash seeds, signals, pipes), a test starts one.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import pytest

from meadow import registry
from meadow.cli import main


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and what it said."""

    returncode: int
    stdout: str
    stderr: str


def run_meadow(*arguments: str, folder: Path, stdin: str = "", merged: bool = False, **environment: str) -> Done:
    """Run the command in a folder, as a shell would; `merged` gives both streams as one, in the order of writing."""
    out, err = _stream(), _stream()
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with _as_before(), chdir(folder), pytest.MonkeyPatch.context() as patch:
        for name, value in {"COLUMNS": "88", **environment}.items():
            patch.setenv(name, value)
        # A new process has read nothing yet, and turns to compiled loops only after much reading.
        patch.setattr("meadow.vectors.vocabulary._characters_read", 0, raising=False)
        patch.setattr(sys, "argv", ["meadow", *arguments])
        patch.setattr(sys, "stdin", given)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", out if merged else err)
        status = _status()
    return Done(status, _written(out), _written(err))


def value(done: Done) -> dict[str, Any]:
    """Return the JSON value that a command printed."""
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def rows(done: Done) -> list[dict[str, Any]]:
    """Return the JSON lines that a command printed."""
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def start_meadow(*arguments: str, folder: Path, stdin: str = "", **environment: str) -> Done:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "meadow", *arguments], cwd=folder, input=stdin, capture_output=True, encoding="utf-8",
        env={**os.environ, "COLUMNS": "88", "PYTHONWARNINGS": "error", **environment}, check=False,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)


def _status() -> int:
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)


def _stream() -> TextIO:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def _written(stream: TextIO) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()


@contextmanager
def _as_before() -> Iterator[None]:
    """Take back what plug-ins of the block add, what it lets through as warnings, and the modules of its plug-ins."""
    tables = list(registry._FAMILIES.values())
    before = [(table, dict(table._targets), dict(table._origins)) for table in tables]
    kept_environment = dict(os.environ)
    with warnings.catch_warnings():
        try:
            yield
        finally:
            for table, targets, origins in before:
                table._targets, table._origins = targets, origins
            for name in [name for name in sys.modules if name.startswith(registry.PLUGIN_MODULE)]:
                del sys.modules[name]
            os.environ.clear()
            os.environ.update(kept_environment)
