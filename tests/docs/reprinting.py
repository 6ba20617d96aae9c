"""What a page says a command prints, brought up to date by `make reprint`; a person then reads the diff.

Lines that a page leaves out (`…`) stay left out: each line that it keeps is replaced by the printed line most like it, in
order. Whoever runs this answers for what the pages then say.
"""

from __future__ import annotations

import doctest
from collections.abc import Sequence
from difflib import SequenceMatcher
from io import StringIO
from pathlib import Path
from typing import Any

from docs.console import ANY_LINES, commands, is_ours, matches, run_command
from docs.markdown import Block, blocks


def reprinted(text: str, folder: Path) -> str:
    """Return a page with the output of its examples as they print it now, run in a folder that holds the sample."""
    names: dict[str, Any] = {"__name__": "__main__"}
    changes: list[tuple[int, str, str]] = []
    for block in blocks(text):
        if block.language == "console":
            changes += [(block.line, *change) for change in _console_changes(block, folder)]
        elif block.language == "python":
            changes += [(block.line, *change) for change in _python_changes(block, names)]
    for line, old, new in reversed(changes):
        head, tail = _split_at_line(text, line)
        text = head + tail.replace(old, new, 1)
    return text


def shown_lines(expected: Sequence[str], printed: Sequence[str]) -> list[str]:
    """Return the printed lines that a page shows: all, or where it leaves some out those most like the ones it showed."""
    if not any(line in ANY_LINES for line in expected):
        return list(printed)
    shown, start = [], 0
    for line in expected:
        if line in ANY_LINES or not line.strip() or start >= len(printed):
            shown.append(line)
            continue
        best = max(range(start, len(printed)), key=lambda at: (SequenceMatcher(None, line, printed[at]).ratio(), -at))
        shown.append(printed[best])
        start = best + 1
    return shown


def _console_changes(block: Block, folder: Path) -> list[tuple[str, str]]:
    changes = []
    for command in commands(block.code):
        if not is_ours(command):
            continue
        # What is not compared runs all the same: commands below it may need what it made.
        printed, _ = run_command(command.line, folder)
        if "no-check" not in block.flags and not matches(command.expected, printed):
            new = shown_lines(command.expected, printed.rstrip("\n").splitlines())
            old = "\n".join((f"$ {command.line}", *command.expected))
            changes.append((old, "\n".join((f"$ {command.line}", *(line.rstrip() for line in new)))))
    return changes


def _python_changes(block: Block, names: dict[str, Any]) -> list[tuple[str, str]]:
    """Run a block; where it has prompts, return each answer that has changed."""
    if ">>> " not in block.code:
        exec(compile(block.code, "page", "exec"), names)  # noqa: S102 - the page's own example, as its test runs it
        return []
    test = doctest.DocTestParser().get_doctest(block.code, names, "page", "page", block.line - 1)
    runner = _Recorder(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
    runner.run(test, out=StringIO().write, clear_globs=False)
    names.update(test.globs)
    return [(_as_written(example, example.want), _as_written(example, got)) for example, got in runner.changed]


class _Recorder(doctest.DocTestRunner):
    """Keeps what examples gave where that is not what the page says."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.changed: list[tuple[doctest.Example, str]] = []

    def report_failure(self, _out: Any, _test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        """Keep an answer that has changed."""
        self.changed.append((example, got))


def _as_written(example: doctest.Example, answer: str) -> str:
    """Return an example as it stands on the page, with an answer."""
    first, *more = example.source.splitlines()
    return "\n".join([f">>> {first}", *(f"... {line}" for line in more), answer.rstrip("\n")])


def _split_at_line(text: str, line: int) -> tuple[str, str]:
    lines = text.splitlines(keepends=True)
    return "".join(lines[: line - 1]), "".join(lines[line - 1 :])
