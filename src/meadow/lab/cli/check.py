"""`meadow lab check`: whether a testbed is sound, what it holds, and which experiments it is ready for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from meadow.cli import options
from meadow.lab.cli import options as lab

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meadow.lab.folder.checks import LineFinding
    from meadow.lab.testbed import Testbed


def check(
    given: lab.Given = None, reader: lab.Reader = None, plugin: options.Plugin = None, json: options.Json = False
) -> None:
    """Check a testbed: say all that is wrong, what it holds, and what is missing for which experiment.

    Ends with 1 if anything is wrong. Without a folder it describes the sample's own.

    [dim]Examples:[/dim]

    meadow lab check mybed/

    meadow lab check mead:GA3/
    """
    from meadow.cli import printing, reading
    from meadow.lab.checking import describe_testbed, description_table, readiness, readiness_table
    from meadow.lab.cli.showing import print_findings
    from meadow.lab.tables import Findings

    reading.load_plugins(plugin)
    testbed, findings = _checked(given, reader)
    if testbed is None:
        _print_wrong(findings, json=json)
        raise typer.Exit(1)
    tables = (description_table(describe_testbed(testbed)), readiness_table(readiness(testbed)))
    print_findings(Findings(tables), form="json" if json else "terminal")
    if not json:
        printing.note("Nothing is wrong with it.")


def _checked(given: str | None, reader: Sequence[str] | None) -> tuple[Testbed | None, Sequence[LineFinding]]:
    """Return a testbed, or all that is wrong with its folder; other formats say the first thing that is wrong."""
    from meadow.lab.cli.beds import given_testbed
    from meadow.lab.folder import check_testbed
    from meadow.lab.formats import TESTBED_FORMATS

    if given is None or given.partition(":")[0] in TESTBED_FORMATS or reader:
        return given_testbed(given, reader=reader), ()
    checked = check_testbed(given)
    return checked.testbed, checked.findings


def _print_wrong(findings: Sequence[LineFinding], *, json: bool) -> None:
    from dataclasses import asdict

    from meadow.cli import printing

    if json:
        printing.print_json({"findings": [asdict(finding) for finding in findings]})
    else:
        head = "1 thing is wrong:" if len(findings) == 1 else f"{len(findings)} things are wrong:"
        printing.print_text("\n".join([head, *map(str, findings)]))
