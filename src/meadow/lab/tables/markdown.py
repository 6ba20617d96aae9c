"""A table as Markdown: the best of a column bold, marks and notes as a list below, and the command that made it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from meadow.brief.markdown import code_span, escape_markdown
from meadow.lab.tables import Column, Entry, Table
from meadow.lab.tables.figures import footnotes, heading_text, interval_text, label_texts, number_text


def format_table(table: Table, *, intervals: bool = True) -> str:
    """Return the table under a heading of the third level; groups of columns become part of the columns' headings."""
    best = [table.best(position) for position in range(len(table.columns))]
    rows = [
        [
            *map(escape_markdown, label_texts(row)),
            *(
                _cell(entry, column, best=number in winners, intervals=intervals)
                for entry, column, winners in zip(row.entries, table.columns, best, strict=True)
            ),
        ]
        for number, row in enumerate(table.rows)
    ]
    heads = [*map(escape_markdown, table.heads), *map(_heading, table.columns)]
    grid = _grid([heads, *rows], labels=len(table.heads))
    return "\n\n".join([f"### {escape_markdown(table.title)}", grid, *_footer(table)]) + "\n"


def _cell(entry: Entry, column: Column, *, best: bool, intervals: bool) -> str:
    number = number_text(entry.value, column.digits)
    figure = (f"**{number}**" if best else number) + escape_markdown("".join(entry.marks))
    bounds = interval_text(entry, column.digits) if intervals else None
    return figure if bounds is None else f"{figure} {bounds}"


def _heading(column: Column) -> str:
    # Markdown cells cannot span columns.
    name = heading_text(column)
    return escape_markdown(name if column.group is None else f"{column.group}: {name}")


def _grid(rows: Sequence[Sequence[str]], *, labels: int) -> str:
    """Return the rows as a pipe table, padded so that the source reads well too; the first is the head."""
    widths = [max(3, *map(cell_len, column)) for column in zip(*rows, strict=True)]
    rule = [f":{'-' * (w - 1)}" if position < labels else f"{'-' * (w - 1)}:" for position, w in enumerate(widths)]
    lines = [[_padded(cell, width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (lines[0], rule, *lines[1:]))


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - cell_len(cell))


def _footer(table: Table) -> list[str]:
    notes = "\n".join(f"- {escape_markdown(line)}" for line in footnotes(table))
    made = [code_span(line) for line in (table.signature, table.command) if line is not None]
    return [block for block in (notes, *made) if block]
