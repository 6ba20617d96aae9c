"""What a sheet shows, as plain rows: the labels and figures of its tables, and the heads above them."""

from __future__ import annotations

from typing import Any

from meadow.lab.tables import Table
from meadow.lab.tables.sheet import Sheet

Cells = tuple[Any, ...]  # texts, figures, and None where there is none


def tables(sheet: Sheet) -> list[Table]:
    """Return the tables of a sheet, without the lines between them."""
    return [block for block in sheet.blocks if isinstance(block, Table)]


def texts(sheet: Sheet) -> list[str]:
    """Return the lines of a sheet that stand outside of tables."""
    return [line for block in sheet.blocks if isinstance(block, str) for line in block.splitlines()]


def heads(table: Table) -> list[str]:
    """Return the heads of all columns, labels first."""
    return [*table.heads, *(column.name for column in table.columns)]


def cells(table: Table) -> list[Cells]:
    """Return the rows of a table, labels first."""
    return [(*row.labels, *(entry.value for entry in row.entries)) for row in table.rows]


def column(table: Table, head: str) -> dict[str, Any]:
    """Return a column by the first cell of each row."""
    place = heads(table).index(head)
    return {str(row[0]): row[place] for row in cells(table)}


def value(sheet: Sheet) -> dict[str, Any]:
    """Return what a sheet gives to a program, without notes and signatures."""
    return dict(sheet.value)
