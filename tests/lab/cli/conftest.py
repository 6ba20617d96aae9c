"""The command line in this process: the same `main` that the shell starts, without the seconds that starting costs."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lab.cli.evaluate_files import write_files
from meadow.cli import main


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and what it said."""

    status: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """The JSON value that it printed."""
        assert self.status == 0, self.err
        return json.loads(self.out)

    def rows(self, start: str) -> list[list[str]]:
        """Return the words of the lines of a table whose heading starts so, without the heading."""
        lines = self.out.splitlines()
        first = next(place for place, line in enumerate(lines) if line.startswith(start)) + 1
        return [line.split() for line in lines[first : [*lines, ""].index("", first)]]


Evaluate = Callable[..., Done]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the reader's folder: it holds the files that the help's examples name, and commands run in it."""
    monkeypatch.chdir(tmp_path)
    return write_files(tmp_path)


@pytest.fixture
def evaluate(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Evaluate:
    """Return a function that runs `meadow evaluate` with arguments, as words or as one line."""

    def run(line: str, *arguments: str, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["meadow", "evaluate", *line.split(), *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run
