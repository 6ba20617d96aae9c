"""Tables as text: one module per form, all rounding alike, all the same bytes each time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from meadow.errors import check_choice
from meadow.lab.tables import Table

# Where each form lives and how its files end; nothing is imported before it is asked for.
_HOMES: Mapping[str, str] = {
    "terminal": "meadow.lab.tables.terminal",
    "markdown": "meadow.lab.tables.markdown",
    "latex": "meadow.lab.tables.latex",
    "csv": "meadow.lab.tables.spreadsheet",
    "json": "meadow.lab.tables.json",
    "html": "meadow.lab.tables.html",
}
SUFFIXES: Mapping[str, str] = {
    "terminal": ".txt",
    "markdown": ".md",
    "latex": ".tex",
    "csv": ".csv",
    "json": ".json",
    "html": ".html",
}
FORMS = tuple(_HOMES)


def check_form(form: str) -> None:
    """Raise an error for a form that is not one of `FORMS`."""
    check_choice("form of a table", form, _HOMES)


def render(
    table: Table,
    form: str,
    *,
    intervals: bool = True,
    width: int = 100,
    emphasis: Callable[[str], str] | None = None,
) -> str:
    """Return the table in a form of `FORMS`, ending in a line break.

    `intervals=False` leaves the intervals out where people read; CSV and JSON always hold them. `width` and `emphasis`
    (what to do with the best of a column, such as colour it) are for the terminal.
    """
    check_form(form)
    home = import_module(_HOMES[form])
    if form == "terminal":
        return str(home.format_table(table, intervals=intervals, width=width, emphasis=emphasis))
    if form in ("csv", "json"):
        return str(home.format_table(table))
    return str(home.format_table(table, intervals=intervals))
