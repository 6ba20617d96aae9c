"""How a figure, an interval and a heading read in every form that is made for people."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby

from meadow.lab.tables import Column, Entry, Row, Table
from meadow.text.printable import one_line

ABSENT = "–"
MINUS = "−"
THEIRS = "◦"
LOWER = "↓"

_THEIRS_NOTE = f"{THEIRS} printed in the paper"
_LOWER_NOTE = f"{LOWER} lower is better"


def number_text(value: float | None, digits: int, *, minus: str = MINUS) -> str:
    """Return a figure rounded for print; what rounds to zero has no sign, and what is no number is a dash."""
    if value is None or math.isnan(value):
        return ABSENT
    if math.isinf(value):
        return "∞" if value > 0 else f"{minus}∞"
    text = f"{value:.{digits}f}"
    return (text.lstrip("-") if float(text) == 0 else text).replace("-", minus)


def interval_text(entry: Entry, digits: int) -> str | None:
    """Return the bounds as `[.430, .472]`, with the digits of the figure itself; None where there are none.

    Fewer digits would read easier, but could print a figure that lies outside its own interval.
    """
    if entry.low is None and entry.high is None:
        return None
    return f"[{_bound(entry.low, digits)}, {_bound(entry.high, digits)}]"


def heading_text(column: Column) -> str:
    """Return a column's name, with an arrow where lower is better: higher is what everybody expects."""
    name = one_line(column.name)
    return f"{name} {LOWER}" if column.better == "lower" else name


def group_spans(groups: Iterable[str | None]) -> list[tuple[str | None, int]]:
    """Return the groups from left to right, each with the number of columns side by side that it heads."""
    return [(group, len(list(members))) for group, members in groupby(groups)]


def has_groups(table: Table) -> bool:
    """Tell whether any column has a group above it."""
    return any(column.group is not None for column in table.columns)


def label_texts(row: Row) -> tuple[str, ...]:
    """Return a row's labels, the first with a mark where the figures are a paper's."""
    labels = tuple(one_line(label) for label in row.labels)
    return (f"{THEIRS} {labels[0]}".rstrip(), *labels[1:]) if row.theirs and labels else labels


def footnotes(table: Table) -> tuple[str, ...]:
    """Return the lines below a table: what marks mean, the notes, and what our own signs mean unless a note says so."""
    marks = [f"{mark} {meaning}" for mark, meaning in table.marks.items()]
    said = " ".join((*marks, *table.notes))
    signs = []
    if any(row.theirs for row in table.rows) and THEIRS not in said:
        signs.append(_THEIRS_NOTE)
    if any(column.better == "lower" for column in table.columns) and LOWER not in said:
        signs.append(_LOWER_NOTE)
    return tuple(one_line(line) for line in (*marks, *table.notes, *signs))


def _bound(value: float | None, digits: int) -> str:
    text = number_text(value, digits)
    return text[1:] if text.startswith("0.") else text
