"""What rich prints of our renderables where there is no terminal: lines of one width, found without cells and styles.

In a pipe no colour is shown, so that only where lines break is left of rich's work; a digest of a thousand stories would
else spend a tenth of its time there. The lines are those that rich breaks, and a test compares them on any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

# A word with the blanks around it: trailing blanks may run over the edge.
_WORD = re.compile(r"\s*\S+\s*")


class _UnknownError(Exception):
    """There is something that only rich can lay out."""


@dataclass(frozen=True, slots=True)
class MarkedLines:
    """Texts one below the other, each after its mark; further lines of a text are indented."""

    rows: tuple[tuple[str, str], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield them as a table."""
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True, style="cyan")
        table.add_column(overflow="fold")
        for mark, text in self.rows:
            table.add_row(Text(mark), Text(text))
        yield table


def plain_lines(renderable: RenderableType, width: int) -> list[str] | None:
    """Return the lines that rich prints of a renderable without colours, blanks at their ends aside.

    None where it holds what only rich can lay out: another kind of renderable, what cannot be seen, or a word
    longer than a line.
    """
    try:
        return list(_lines(renderable, width))
    except _UnknownError:
        return None


def _lines(renderable: RenderableType, width: int) -> Iterator[str]:
    if isinstance(renderable, Text):
        yield from _text_lines(renderable, width)
    elif isinstance(renderable, Group):
        for each in renderable.renderables:
            yield from _lines(each, width)
    elif isinstance(renderable, Constrain):
        yield from _lines(renderable.renderable, min(renderable.width or width, width))
    elif isinstance(renderable, Padding) and not (renderable.top or renderable.bottom or renderable.right):
        yield from _behind(" " * renderable.left, _lines(renderable.renderable, width - renderable.left))
    elif isinstance(renderable, MarkedLines):
        yield from _marked_lines(renderable.rows, width)
    else:
        raise _UnknownError


def _text_lines(text: Text, width: int) -> Iterator[str]:
    if text.justify is not None or text.overflow is not None or text.no_wrap is not None:
        raise _UnknownError
    for line in text.plain.split("\n"):
        yield from wrapped(line, width)


def _marked_lines(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    every = [(Text(mark).plain, Text(text)) for mark, text in rows]
    if not all(mark.isascii() and mark.isprintable() for mark, _ in every):
        raise _UnknownError
    column = max((len(mark) for mark, _ in every), default=0) + 1
    for mark, text in every:
        first, *rest = _text_lines(text, width - column)
        yield mark.ljust(column) + first
        yield from _behind(" " * column, rest)


def _behind(blanks: str, lines: Iterable[str]) -> Iterator[str]:
    return (blanks + line for line in lines)


def wrapped(line: str, width: int) -> list[str]:
    """Return a line of words in lines of at most `width` cells, each with its trailing blanks."""
    if not line.isprintable():
        raise _UnknownError
    if line.isascii() and len(line) <= width:
        return [line]
    starts = [0, *_breaks(line, width, len if line.isascii() else cell_len), len(line)]
    return [line[start:end] for start, end in pairwise(starts)]


def _breaks(line: str, width: int, size: Callable[[str], int]) -> Iterator[int]:
    """Yield where a line breaks: before each word that does not fit."""
    taken = 0
    for found in _WORD.finditer(line):
        word = found[0]
        needed = size(word.rstrip())
        if needed > width:
            raise _UnknownError
        if taken + needed <= width:
            taken += size(word)
        else:
            yield found.start()
            taken = size(word)
