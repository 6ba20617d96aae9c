"""Printing: results go to standard output, progress to standard error and only to a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from meadow.errors import UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from meadow.pipeline import Progress


_PIPE_COLUMNS = 88


def print_json(value: object) -> None:
    """Print one JSON value on one line."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n")


def print_text(text: str) -> None:
    """Print text as it is, with one line end."""
    sys.stdout.write(text.rstrip("\n") + "\n")


def print_rich(renderable: RenderableType) -> None:
    """Print for a reader: coloured in a terminal; in a pipe plain, of one width and without blanks at line ends."""
    if sys.stdout.isatty():
        Console(highlight=False).print(renderable)
        return
    plain = Console(file=StringIO(), width=_PIPE_COLUMNS, highlight=False, color_system=None)
    with plain.capture() as captured:
        plain.print(renderable)
    print_text("\n".join(line.rstrip() for line in captured.get().splitlines()))


def note(message: str) -> None:
    """Say something about the result on standard error."""
    sys.stderr.write(f"meadow: {message}\n")


def write_file(path: str, content: str | bytes) -> None:
    """Write an output file, text as UTF-8, and say so on standard error."""
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    except OSError as error:
        raise UsageError(
            f"{path!r} cannot be written: {error.strerror}.",
            given=path,
            advice="Name a file in a folder that is yours.",
        ) from error
    sys.stderr.write(f"meadow: wrote {path}\n")


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """Give a function that takes (done, total) and moves a bar, or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
