"""A table as CSV, a line per figure, unrounded: what a statistics program wants to read.

Source: our own.
"""

from __future__ import annotations

from meadow.lab.tables import Entry, Table
from meadow.lab.tables.spreadsheet import format_csv
from meadow.text.printable import one_line

COLUMNS = ("group", "column", "value", "low", "high", "marks", "theirs")


def format_table(table: Table) -> str:
    """Return a head and a line per row and column: the labels, then `COLUMNS`; what is absent is empty.

    A table without figures has a line per row, its labels.
    """
    if not table.columns:
        return format_csv([*map(one_line, table.heads)], (tuple(map(one_line, row.labels)) for row in table.rows))
    rows = (
        (*map(one_line, row.labels), one_line(column.group or ""), one_line(column.name), *_figures(entry), row.theirs)
        for row in table.rows
        for column, entry in zip(table.columns, row.entries, strict=True)
    )
    return format_csv([*map(one_line, table.heads), *COLUMNS], rows)


def _figures(entry: Entry) -> tuple[float | None, float | None, float | None, str]:
    return entry.value, entry.low, entry.high, " ".join(entry.marks)
