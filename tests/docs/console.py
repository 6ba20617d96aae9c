"""Console sessions in the documentation: the commands, and whether they print what the page says they do.

    ```console
    $ meadow summarize news/ --sentences 1
    [1] …
    ...
    ```

A line that is only `…` or `...` stands for any lines. `no-check` after `console` runs the commands without comparing
their output, and `exit=2` says that the last one ends with that status.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from command import run_meadow

ANY_LINES = ("…", "...")
_TERMINAL = {"COLUMNS": "88", "NO_COLOR": "1", "TERM": "dumb"}
_QUOTED = re.compile(r"'[^']*'|\"[^\"$`\\\\]*\"|#.*")


@dataclass(frozen=True, slots=True)
class Command:
    """A command and the lines that follow it."""

    line: str
    expected: tuple[str, ...]


def commands(code: str) -> Iterator[Command]:
    """Yield the commands of a session; a backslash at the end of a line continues it."""
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        length = 1 + next(index for index, line in enumerate(lines) if not line.endswith("\\"))
        yield Command("\n".join(lines[:length]), tuple(lines[length:]))


def is_ours(command: Command) -> bool:
    """Tell whether a command starts Meadow; others (make, pip) are not for a test to run."""
    return command.line.split()[:1] == ["meadow"]


def run_command(line: str, folder: Path) -> tuple[str, int]:
    """Run a line whose `meadow` is the one under test; return all that it prints, and its status."""
    if needs_shell(line):
        return _run_in_shell(line, folder)
    done = run_meadow(
        *shlex.split(line.replace("\\\n", " "), comments=True)[1:], folder=folder, merged=True, **_TERMINAL
    )
    return done.stdout, done.returncode


def needs_shell(line: str) -> bool:
    """Tell whether a line is more than one call of Meadow: a pipe, a file to write to, a pattern, a variable."""
    return line.split()[0] != "meadow" or re.search(r"[|&;<>(){}$`*?~!]", _QUOTED.sub("", line)) is not None


def _run_in_shell(line: str, folder: Path) -> tuple[str, int]:
    bin_folder = folder / ".bin"
    bin_folder.mkdir(exist_ok=True)
    script = bin_folder / "meadow"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m meadow "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    finished = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**os.environ, **_TERMINAL, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return finished.stdout, finished.returncode


def matches(expected: tuple[str, ...], printed: str) -> bool:
    """Tell whether the printed lines are the expected ones; blanks at line ends and outer blank lines do not count."""
    wanted = _trimmed(expected)
    pattern = "".join("(?:.*\n)*?" if line in ANY_LINES else f"{re.escape(line)}\n" for line in wanted)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _trimmed(printed.splitlines()))) is not None


def _trimmed(lines: tuple[str, ...] | list[str]) -> list[str]:
    return "\n".join(line.rstrip() for line in lines).strip("\n").splitlines()
