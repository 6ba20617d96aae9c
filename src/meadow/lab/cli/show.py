"""`meadow lab show`: the tables of a run that was kept."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options
from meadow.lab.cli import options as lab

Run = Annotated[str, typer.Argument(metavar="RUN", help="The folder that --out named.")]
Table = Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this table (repeatable).")]


def show(
    run: Run, table: Table = None, form: lab.Form = "terminal", intervals: lab.Intervals = True,
    json: options.Json = False,
) -> None:  # fmt: skip
    """Print the tables of a run that was kept, in any form.

    [dim]Examples:[/dim]

    meadow lab show runs/mine

    meadow lab show runs/mine --form latex --no-intervals
    """
    from dataclasses import replace

    from meadow.errors import check_choice
    from meadow.lab.cli.showing import print_findings
    from meadow.lab.results import load_findings

    findings = load_findings(run)
    known = {each.name: each for each in findings.tables}
    for name in table or ():
        check_choice("table", name, known)
    chosen = findings.tables if not table else tuple(known[name] for name in table)
    print_findings(replace(findings, tables=chosen), form="json" if json else form, intervals=intervals)
