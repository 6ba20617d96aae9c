"""Tables of figures as values: what is shown, how sure it is, which way is better, and who says so.

`meadow.lab.tables.rendering` turns one table into text, Markdown, LaTeX, CSV, JSON or HTML; nothing is rounded before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from meadow.errors import InputError

Better = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A figure in a table: None prints as "–"; `low` and `high` bound its interval, `marks` refer to the table's marks."""

    value: float | None
    low: float | None = None
    high: float | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures; `better` says which end is good (None: neither), `group` heads several columns at once."""

    name: str
    better: Better | None = None
    digits: int = 3
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its labels (a system, a length …) and a figure per column; `theirs` marks figures that a paper printed.

    `contends` is false for rows that are no candidates for the best of a column: baselines by chance, oracles, people. Rows
    contend with those of the same `among` only: the best of the short extracts, and the best of the long ones.
    """

    labels: tuple[str, ...]
    entries: tuple[Entry, ...]
    theirs: bool = False
    contends: bool = True
    among: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Figures with all that is needed to read them: headings, what marks mean, notes, and how they came about.

    `name` is a file name, such as `table-3`; `heads` head the labels, `marks` explain daggers, `signature` says what could
    change the figures, `command` makes the table again.
    """

    name: str
    title: str
    heads: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    marks: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    signature: str | None = None
    command: str | None = None

    def _repr_html_(self) -> str:
        from meadow.lab.tables.rendering import render

        return render(self, "html")

    def best(self, column: int) -> frozenset[int]:
        """Return the rows with the best figure of a column, as printed; ours only, and none where neither end is good."""
        better, digits = self.columns[column].better, self.columns[column].digits
        if better is None:
            return frozenset()
        shown: dict[str | None, dict[int, float]] = {}
        for number, row in enumerate(self.rows):
            value = row.entries[column].value
            if row.contends and not row.theirs and value is not None:
                shown.setdefault(row.among, {})[number] = round(value, digits)
        top = max if better == "higher" else min
        return frozenset(
            number
            for values in shown.values()
            for number, value in values.items()
            if len(values) > 1 and value == top(values.values())
        )


def check_table(table: Table) -> Table:
    """Return the table if every row fits its headings, as all forms need; files and published figures may not."""
    for row in table.rows:
        given, needed = (len(row.labels), len(row.entries)), (len(table.heads), len(table.columns))
        if given != needed:
            raise InputError(
                f"The row {', '.join(row.labels)!r} of the table {table.name!r} has {given[0]} labels, {given[1]} figures.",
                given=", ".join(row.labels),
                allowed=f"Its rows have {needed[0]} ({', '.join(table.heads)}) and {needed[1]}.",
            )
    if any(column.digits < 0 for column in table.columns):
        raise InputError(f"A column of the table {table.name!r} shows fewer than 0 digits.", given=table.name)
    return table


@dataclass(frozen=True, slots=True)
class Series:
    """A line or a group of bars: its points, with the bounds of their intervals where there are any."""

    label: str
    x: tuple[float | str, ...]
    y: tuple[float | None, ...]
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()
    theirs: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture as numbers: lines over numbers, or bars over names."""

    name: str
    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    kind: Literal["lines", "bars", "points"] = "lines"
    notes: tuple[str, ...] = ()

    def figure(self) -> Any:
        """Return the plot as a figure of matplotlib, to be changed further; needs the extra `plots`."""
        from meadow.lab.drawing import compose

        return compose(self)

    def _repr_png_(self) -> bytes:
        from meadow.lab.plotting import plot_png

        return plot_png(self)


@dataclass(frozen=True, slots=True)
class Findings:
    """What an experiment has to show."""

    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
