"""A table as CSV, a line per figure, unrounded: what a statistics program wants to read.

Source: our own.
"""

from __future__ import annotations

import csv
import io
import math

from meadow.brief.wording import one_line
from meadow.lab.tables import Table

COLUMNS = ("group", "column", "value", "low", "high", "marks", "theirs")


def format_table(table: Table) -> str:
    """Return a head and a line per row and column: the labels, then `COLUMNS`; what is absent is empty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*map(one_line, table.heads), *COLUMNS])
    for row in table.rows:
        for column, entry in zip(table.columns, row.entries, strict=True):
            bounds = [exact_text(bound) for bound in (entry.value, entry.low, entry.high)]
            group = "" if column.group is None else one_line(column.group)
            names = [*map(one_line, row.labels), group, one_line(column.name)]
            writer.writerow([*names, *bounds, " ".join(entry.marks), str(row.theirs).lower()])
    return file.getvalue()


def exact_text(value: float | None) -> str:
    """Return the shortest text that reads back as the same number; nothing for what is absent or no number."""
    return "" if value is None or math.isnan(value) else repr(float(value))
