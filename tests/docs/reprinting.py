"""What a page says a command prints, brought up to date by `make reprint`; a person then reads the diff.

Lines that a page leaves out (`…`) stay left out: each run of lines that it keeps is replaced by the run of printed lines
that begins and ends most like it, in order, so that a page never shows lines together that were not printed together.
Whoever runs this answers for what the pages then say.
"""

from __future__ import annotations

import doctest
from collections.abc import Sequence
from difflib import SequenceMatcher
from io import StringIO
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

from docs.console import ANY_LINES, ReleasedOutput, as_released, commands, is_ours, matches, run_command
from docs.markdown import Block, blocks

_MORE_LINES = 4  # a short run may grow by this number beyond twice its length


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
    """Return the printed lines that a page shows: all, or where it leaves some out the runs most like those it showed."""
    if not any(line in ANY_LINES for line in expected):
        return list(printed)
    pieces = [list(lines) for _, lines in groupby(expected, key=ANY_LINES.__contains__)]
    runs = [piece for piece in pieces if piece[0] not in ANY_LINES]
    fits = _best_fits(
        [_fits(run, printed, opens=run is pieces[0], closes=run is pieces[-1]) for run in runs], len(printed)
    )
    # A page that shows more runs than are printed has changed too much: it is left to a person.
    if fits is None:
        return list(expected)
    new = iter(fits)
    return [line for piece in pieces for line in (piece if piece[0] in ANY_LINES else printed[slice(*next(new))])]


Fit = tuple[int, int]  # the first of the printed lines that a page shows, and the one after the last


def _fits(run: Sequence[str], printed: Sequence[str], *, opens: bool, closes: bool) -> dict[Fit, float]:
    """Return how alike a run is to runs of printed lines of about its length, by their first and last lines."""
    first = [_likeness(run[0], line) for line in printed]
    last = [_likeness(run[-1], line) for line in printed]
    longest = 2 * len(run) + _MORE_LINES
    return {
        (start, end): first[start] + last[end - 1] - abs(end - start - len(run)) / longest
        for start in (range(len(printed)) if not opens else range(min(1, len(printed))))
        for end in range(start + 1, min(start + longest, len(printed)) + 1)
        if end == len(printed) or not closes
    }


def _best_fits(choices: Sequence[dict[Fit, float]], length: int) -> list[Fit] | None:
    """Return one fit for each run, in order and apart from each other, together most alike; nothing if there is none."""
    best: list[tuple[float, list[Fit]] | None] = [(0.0, [])] * (length + 1)  # of the runs so far, by where they may end
    for fits in choices:
        ending: list[tuple[float, list[Fit]] | None] = [None] * (length + 1)
        for (start, end), likeness in fits.items():
            before = best[start]
            if before is not None and ((there := ending[end]) is None or before[0] + likeness > there[0]):
                ending[end] = before[0] + likeness, [*before[1], (start, end)]
        best = list(accumulate(ending, _better))
    return None if best[-1] is None else best[-1][1]


def _better(
    one: tuple[float, list[Fit]] | None, other: tuple[float, list[Fit]] | None
) -> tuple[float, list[Fit]] | None:
    return other if one is None or (other is not None and other[0] > one[0]) else one


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


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
    runner = _Recorder(ReleasedOutput(), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
    runner.run(test, out=StringIO().write, clear_globs=False)
    names.update(test.globs)
    return [(_as_written(example, example.want), _as_written(example, got)) for example, got in runner.changed]


class _Recorder(doctest.DocTestRunner):
    """Keeps what examples gave where that is not what the page says."""

    def __init__(self, checker: doctest.OutputChecker, **options: Any) -> None:
        super().__init__(checker, **options)
        self.changed: list[tuple[doctest.Example, str]] = []

    def report_failure(self, _out: Any, _test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        """Keep an answer that has changed."""
        self.changed.append((example, as_released(got)))


def _as_written(example: doctest.Example, answer: str) -> str:
    """Return an example as it is on the page, with an answer."""
    first, *more = example.source.splitlines()
    return "\n".join([f">>> {first}", *(f"... {line}" for line in more), answer.rstrip("\n")])


def _split_at_line(text: str, line: int) -> tuple[str, str]:
    lines = text.splitlines(keepends=True)
    return "".join(lines[: line - 1]), "".join(lines[line - 1 :])
