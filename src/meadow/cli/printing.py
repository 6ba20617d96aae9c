"""Printing: results go to standard output, progress to standard error and only to a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import StringIO, TextIOWrapper
from pathlib import Path
from tempfile import mkstemp
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console

from meadow.brief.plain import plain_lines
from meadow.errors import FULL, OutputError, UsageError
from meadow.text.shown import escaped_json, one_shown_line, shown_lines

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType, RenderResult
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from meadow.model import Brief


_PIPE_COLUMNS = 88
_SECONDS_BETWEEN = 0.1  # bars that are drawn more often are not seen
_ERASED = "\r\x1b[2K"  # back to the start of a line that is empty again


def print_json(value: object) -> None:
    """Print one JSON value on one line, in UTF-8 whatever the terminal speaks: that is what JSON is written in."""
    if isinstance(sys.stdout, TextIOWrapper) and not _is_unicode(sys.stdout.encoding):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(escaped_json(json.dumps(value, ensure_ascii=False, allow_nan=False)) + "\n")


def print_text(text: str) -> None:
    """Print text with one line end; what a terminal would not show but obey is shown as an escape."""
    sys.stdout.write(shown_lines(text).rstrip("\n") + "\n")


def _is_unicode(encoding: str) -> bool:
    return encoding.lower().replace("_", "-").startswith(("utf-8", "utf8"))


def print_rich(renderable: RenderableType, *, blank_lines: int = 0) -> None:
    """Print for a reader: coloured in a terminal; in a pipe plain, of one width and without blanks at line ends."""
    if sys.stdout.isatty():
        Console(highlight=False).print(_Shown(renderable))
    else:
        lines = plain_lines(renderable, _PIPE_COLUMNS)
        text = _captured(renderable) if lines is None else "\n".join(lines)
        print_text("\n".join(line.rstrip() for line in text.splitlines()))
    sys.stdout.write("\n" * blank_lines)


def _captured(renderable: RenderableType) -> str:
    plain = Console(file=StringIO(), width=_PIPE_COLUMNS, highlight=False, color_system=None)
    with plain.capture() as captured:
        plain.print(renderable)
    return captured.get()


class _Shown:
    """A renderable whose pieces of text reach the terminal with escapes shown: the colours are ours, the text is not."""

    def __init__(self, renderable: RenderableType) -> None:
        self.renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.renderable, options):
            yield segment if segment.control else segment._replace(text=shown_lines(segment.text))


def note(message: str) -> None:
    """Say something about the result on standard error, as one line."""
    sys.stderr.write(f"meadow: {one_shown_line(message)}\n")


class StatusLine:
    """One line on standard error that is written over and over; nothing where nobody watches."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """Show a line in place of the last one."""
        if self._watched:
            sys.stderr.write(f"{_ERASED}{one_shown_line(text)}")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away, so that others can be written."""
        if self._shown:
            sys.stderr.write(_ERASED)
            sys.stderr.flush()
            self._shown = False


def write_file(path: str, content: str | bytes) -> None:
    """Write an output file, text as UTF-8, and say so on standard error.

    It is written next to its target and then moved there, so that a full disk leaves the old file. What is no
    regular file, such as a pipe, is written to as it is.
    """
    target = Path(path)
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace_file(target.resolve(), data)  # a link stays one
    except OSError as error:
        if error.errno in FULL:
            raise OutputError(path, error) from error
        raise UsageError(
            f"{path!r} cannot be written: {error.strerror}.",
            given=path,
            advice="Name a file in a folder that is yours.",
        ) from error
    note(f"wrote {path}")


def _replace_file(target: Path, data: bytes) -> None:
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    descriptor, name = mkstemp(dir=target.parent, prefix=f".{target.name[:40]}-")
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        draft.chmod(mode)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Phases:
    """The phases of a run and their progress, on standard error; silent unless that is a terminal."""

    def __init__(self, bar: Bar | None = None) -> None:
        self._bar = bar
        self._tasks: dict[str, TaskID] = {}
        self._shown = 0.0

    def move(self, phase: str, done: int, total: int | None) -> None:
        """Show that so much of a phase is done; its total may not be known."""
        if self._bar is None:
            return
        if phase not in self._tasks:
            self._tasks[phase] = self._bar.add_task(phase.capitalize(), total=total)
        self._bar.update(self._tasks[phase], completed=done, total=total)
        if (now := monotonic()) >= self._shown + _SECONDS_BETWEEN:
            self._shown = now
            self._bar.refresh()

    def steps(self, phase: str, total: int) -> Callable[[int], None]:
        """Return the function that takes how much of a phase is done."""
        return partial(self._step, phase, total)

    def _step(self, phase: str, total: int, done: int) -> None:
        self.move(phase, done, total)

    def between(self, print_story: Callable[[Brief], None]) -> Callable[[Brief], None]:
        """Return the function so that it prints while the bars are away."""

        def show(brief: Brief) -> None:
            if self._bar is not None:
                self._bar.stop()
            print_story(brief)
            sys.stdout.flush()
            if self._bar is not None:
                self._bar.start()

        return show


@contextmanager
def progress_phases(first: str | None = "reading") -> Iterator[Phases]:
    """Give what shows progress from the first second, and takes its bars away at the end."""
    if not sys.stderr.isatty():
        yield Phases()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # A thread that redraws the bars by itself would keep this process from being copied (`engines/forks.py`).
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        phases = Phases(bar)
        if first is not None:
            phases.move(first, 0, None)
        yield phases


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that takes (done, total) and moves one bar; it does nothing where nobody watches."""
    with progress_phases(first=None) as phases:
        yield partial(phases.move, label)
