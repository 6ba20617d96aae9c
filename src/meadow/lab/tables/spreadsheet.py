"""CSV: a table with a line per figure, unrounded, and any rows as a spreadsheet shows them and never runs them.

A text that would start a formula gets an apostrophe before it.

Source: OWASP, CSV injection, for the characters; RFC 4180 for the format.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence

from meadow.lab.tables import Entry, Table
from meadow.text.printable import one_line

# A number below 0 starts with a minus too, but is no text.
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Cell = object

COLUMNS = ("group", "column", "value", "low", "high", "marks", "theirs")


def format_csv(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a head and rows as CSV: numbers with every digit, texts made safe, lists and mappings as JSON.

    What is absent, or no number, is an empty cell.
    """
    lines = ([safe_text(head) for head in heads], *([_written(cell) for cell in row] for row in rows))
    return "".join(",".join(map(_quoted, line)) + "\n" for line in lines)


def safe_text(text: str) -> str:
    """Return a text that a spreadsheet takes for one."""
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text


def _quoted(text: str) -> str:
    # The csv module leaves a lone carriage return as it is, which readers take for the end of a line.
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float):
        return "" if math.isnan(cell) else repr(cell)
    if isinstance(cell, int):
        return str(cell)
    return safe_text(cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False))


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
