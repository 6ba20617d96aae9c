"""Console sessions in the documentation: the commands, and whether they print what the page says they do.

    ```console
    $ meadow summarize news/ --sentences 1
    [1] …
    ...
    ```

A signature in the output is compared as the released version prints it, without the digest of the code that is worked on.
A line that is only `…` or `...` stands for any lines. `no-check` after `console` runs the commands without comparing
their output, and `exit=2` says that the last one ends with that status.
"""

from __future__ import annotations

import doctest
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
_CODE = re.compile(r"(?<=\bv:)([0-9][\w.]*)\+[0-9a-f]{8}\b")
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
    return as_released(done.stdout), done.returncode


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
    return as_released(finished.stdout), finished.returncode


def as_released(printed: str) -> str:
    """Return what the released version would print: a signature without the digest of the code that is worked on."""
    return _CODE.sub(r"\1", printed)


class ReleasedOutput(doctest.OutputChecker):
    """Compares what an example printed as the released version would print it."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Tell whether an example printed what its page shows."""
        return super().check_output(want, as_released(got), optionflags)


def matches(expected: tuple[str, ...], printed: str) -> bool:
    """Tell whether the printed lines are the expected ones; blanks at line ends and outer blank lines do not count."""
    wanted = _trimmed(expected)
    pattern = "".join("(?:.*\n)*?" if line in ANY_LINES else f"{re.escape(line)}\n" for line in wanted)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _trimmed(printed.splitlines()))) is not None


def _trimmed(lines: tuple[str, ...] | list[str]) -> list[str]:
    return "\n".join(line.rstrip() for line in lines).strip("\n").splitlines()
