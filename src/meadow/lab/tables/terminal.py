"""A table as aligned plain text: intervals next to the figures where they fit, else below, else in several parts.

A bare table has no rule below its headings, a hyphen for a minus and its title right above it, so that tools for lines and
columns can cut it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from meadow.lab.tables import Table
from meadow.lab.tables.figures import (
    MINUS,
    footnotes,
    group_spans,
    has_groups,
    heading_text,
    interval_text,
    label_texts,
    number_text,
)
from meadow.text.printable import one_line

Emphasis = Callable[[str], str]

_GAP = "  "


@dataclass(frozen=True, slots=True)
class _Strip:
    """A column ready to print: per row as many lines as every row has, all of one width (colours aside)."""

    head: str
    group: str | None
    width: int
    cells: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _ShownTable:
    """A figure with its marks, its width without colours, and its interval."""

    text: str
    width: int
    bounds: str


def format_table(table: Table, *, intervals: bool = True, width: int = 100, emphasis: Emphasis | None = None) -> str:
    """Return the table as lines of at most `width` cells where its columns allow, the best figures emphasised."""
    labels = _label_strips(table, 1)
    figures = _figure_strips(table, intervals, emphasis, below=False)
    if intervals and _total([*labels, *figures]) > width:
        labels, figures = _label_strips(table, 2), _figure_strips(table, intervals, emphasis, below=True)
    parts = _parts(labels, figures, width)
    blocks = ["\n".join(_lines(labels, part, grouped=has_groups(table))) for part in parts]
    return "\n\n".join([one_line(table.title), *blocks, *_footer(table, width)]) + "\n"


def format_bare(table: Table) -> str:
    """Return the title, if any, the headings and the rows, and nothing else, however wide."""
    strips = [*_label_strips(table, 1), *_figure_strips(table, False, None, below=False, minus="-")]
    rows = zip(*([strip.head, *(lines[0] for lines in strip.cells)] for strip in strips), strict=True)
    return "\n".join([*([one_line(table.title)] if table.title else []), *map(_joined, rows)])


def _label_strips(table: Table, lines: int) -> list[_Strip]:
    below = ("",) * (lines - 1)
    texts = [label_texts(row) for row in table.rows]
    strips = []
    for column, head in enumerate(map(one_line, table.heads)):
        labels = [text[column] for text in texts]
        width = max(map(cell_len, (head, *labels)))
        cells = tuple(tuple(_left(line, width) for line in (text, *below)) for text in labels)
        strips.append(_Strip(_left(head, width), None, width, cells))
    return strips


def _figure_strips(
    table: Table, intervals: bool, emphasis: Emphasis | None, *, below: bool, minus: str = MINUS
) -> list[_Strip]:
    return [
        _strip(heading_text(column), column.group, _shown(table, number, intervals, emphasis, minus), below=below)
        for number, column in enumerate(table.columns)
    ]


def _shown(table: Table, column: int, intervals: bool, emphasis: Emphasis | None, minus: str) -> list[_ShownTable]:
    digits, best = table.columns[column].digits, table.best(column)
    entries = [row.entries[column] for row in table.rows]
    numbers = _aligned([number_text(entry.value, digits, minus=minus) for entry in entries], _right)
    marks = _aligned(["".join(entry.marks) for entry in entries], _left)
    return [
        _ShownTable(
            text=_emphasised(number, emphasis if row in best else None) + mark,
            width=cell_len(number + mark),
            bounds=(interval_text(entry, digits) if intervals else None) or "",
        )
        for row, (entry, number, mark) in enumerate(zip(entries, numbers, marks, strict=True))
    ]


def _strip(head: str, group: str | None, shown: Sequence[_ShownTable], *, below: bool) -> _Strip:
    """Return a column of figures with their intervals in a line below or in the same line."""
    reserved = 0 if below else max((cell_len(each.bounds) + 1 for each in shown if each.bounds), default=0)
    needed = [max(each.width + reserved, cell_len(each.bounds) if below else 0) for each in shown]
    width = max((cell_len(head), *needed))
    cells = []
    for each in shown:
        text = " " * (width - reserved - each.width) + each.text
        cells.append((text, _right(each.bounds, width)) if below else (text + _right(each.bounds, reserved),))
    return _Strip(_right(head, width), group, width, tuple(cells))


def _emphasised(number: str, emphasis: Emphasis | None) -> str:
    bare = number.lstrip(" ")
    return number if emphasis is None else number[: len(number) - len(bare)] + emphasis(bare)


def _parts(labels: Sequence[_Strip], figures: Sequence[_Strip], width: int) -> list[list[_Strip]]:
    """Return the columns cut into parts that fit next to the labels; one that never fits is a part alone."""
    parts: list[list[_Strip]] = [[]]
    for strip in figures:
        # As printed: the name of a group may be wider than its columns.
        printed = [each for span in _spans([*parts[-1], strip]) for each in span]
        if parts[-1] and _total([*labels, *printed]) > width:
            parts.append([])
        parts[-1].append(strip)
    return parts


def _lines(labels: Sequence[_Strip], part: Sequence[_Strip], *, grouped: bool) -> Iterator[str]:
    spans = _spans(part)
    strips = [*labels, *(strip for span in spans for strip in span)]
    if grouped:
        yield _joined([*(" " * strip.width for strip in labels), *map(_group_text, spans)])
    yield _joined([strip.head for strip in strips])
    yield "─" * _total(strips)
    for row in zip(*(strip.cells for strip in strips), strict=True):
        lines = [_joined(line) for line in zip(*row, strict=True)]
        yield from (line for number, line in enumerate(lines) if number == 0 or line)


def _spans(part: Sequence[_Strip]) -> list[list[_Strip]]:
    """Return the columns by group, the first of each as much wider as the group's name needs."""
    left, spans = list(part), []
    for group, count in group_spans(strip.group for strip in part):
        span, left = left[:count], left[count:]
        lack = 0 if group is None else cell_len(one_line(group)) - _total(span)
        spans.append([_widened(span[0], max(0, lack)), *span[1:]])
    return spans


def _widened(strip: _Strip, by: int) -> _Strip:
    pad = " " * by
    cells = tuple(tuple(pad + line for line in lines) for lines in strip.cells)
    return _Strip(pad + strip.head, strip.group, strip.width + by, cells)


def _group_text(span: Sequence[_Strip]) -> str:
    """Return a group's name in the middle of a rule over its columns."""
    width, group = _total(span), span[0].group
    if group is None:
        return " " * width
    name = one_line(group)
    rest = width - cell_len(name)
    if rest < len(_GAP) * 2:
        return _left(name, width)
    return "─" * (rest // 2 - 1) + f" {name} " + "─" * (rest - rest // 2 - 1)


def _joined(cells: Sequence[str]) -> str:
    return _GAP.join(cells).rstrip()


def _total(strips: Sequence[_Strip]) -> int:
    return sum(strip.width for strip in strips) + len(_GAP) * max(0, len(strips) - 1)


def _aligned(texts: Sequence[str], align: Callable[[str, int], str]) -> list[str]:
    width = max(map(cell_len, texts), default=0)
    return [align(text, width) for text in texts]


def _left(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def _footer(table: Table, width: int) -> list[str]:
    below = [line for note in footnotes(table) for line in textwrap.wrap(note, width, subsequent_indent=_GAP)]
    command = [] if table.command is None else [f"made by: {one_line(table.command)}"]
    made = [*([] if table.signature is None else [one_line(table.signature)]), *command]
    return ["\n".join(lines) for lines in (below, made) if lines]
