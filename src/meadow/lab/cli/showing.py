"""Printing what an experiment found, or a sheet, in any form."""

from __future__ import annotations

import sys
from shutil import get_terminal_size

from meadow.cli import printing
from meadow.lab.tables import Findings
from meadow.lab.tables.rendering import render
from meadow.lab.tables.sheet import Sheet, format_sheet

_PIPE_COLUMNS = 100


def print_sheet(sheet: Sheet, *, form: str = "terminal") -> None:
    """Print a sheet in a form; as JSON its own value, which says more than its tables."""
    if form == "json":
        printing.print_json(sheet.json)
    else:
        printing.print_text(format_sheet(sheet, form))


def print_findings(findings: Findings, *, form: str = "terminal", intervals: bool = True) -> None:
    """Print every table in a form; as JSON one value with all tables and plots."""
    import msgspec

    if form == "json":
        printing.print_text(msgspec.json.encode(findings, order="deterministic").decode())
        return
    colours = form == "terminal" and sys.stdout.isatty()
    width = get_terminal_size().columns if colours else _PIPE_COLUMNS
    texts = [
        render(table, form, intervals=intervals, width=width, emphasis=_bold if colours else None)
        for table in findings.tables
    ]
    printing.print_text("\n".join(texts))


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m"
