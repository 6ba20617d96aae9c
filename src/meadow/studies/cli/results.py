"""`meadow judge results` and `export`: what came of a study."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out
from meadow.studies.cli.options import Study

Form = Annotated[str, typer.Argument(metavar="FORM", help="testbed, traces, jsonl, csv or label-studio.")]
_FOLDERS = ("testbed", "traces")
TableForm = Annotated[str, typer.Option("--form", help="terminal, markdown, latex, csv, json or html.")]
Others = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="STUDY", help="Another study of the same items, in the same testbed."),
]
Out = Annotated[str, typer.Option(metavar="PATH", help="A new folder, or a file, to write to.")]


@laid_out
def results(study: Study, space: blocks.Space, form: TableForm = "terminal", json: options.Json = False) -> None:
    """Print how far the judges of a study are, how far they agree, and what they said.

    [dim]Examples:[/dim]

    meadow judge results ferry

    meadow judge results ferry --form latex
    """
    from meadow.lab.cli.showing import print_findings
    from meadow.lab.tables import Findings
    from meadow.lab.tables.rendering import check_form

    check_form(form)
    with space.open() as workspace:
        tables = workspace.judging.results(study).tables
    print_findings(Findings(tables), form="json" if json else form)


@laid_out
def export(study: Study, form: Form, out: Out, space: blocks.Space, others: Others = None) -> None:
    """Write what judges said: as a testbed, on which `meadow lab run` runs at once, as traces, or answer by answer.

    A testbed and traces hold what was handed in, in a new folder; the other forms hold every current answer, in a file.

    [dim]Examples:[/dim]

    meadow judge export ferry testbed --out bed

    meadow judge export ferry traces --out traces

    meadow judge export ferry csv --out answers.csv

    meadow judge export utilities testbed --with subsumptions --out bed
    """
    from meadow.cli import printing
    from meadow.errors import UsageError, check_choice
    from meadow.lab.folder import save_testbed
    from meadow.studies.exporting import FORMATS

    check_choice("form of export", form, (*_FOLDERS, *FORMATS))
    if others and form != "testbed":
        raise UsageError(f"Only testbeds join studies, not {form}.", given=" ".join(others), advice="Leave --with out.")
    with space.open() as workspace:
        if form in FORMATS:
            printing.write_file(out, workspace.judging.answers(study, form))
            return
        if form == "testbed":
            save_testbed(workspace.judging.testbed(study, *(others or ())), out)
        else:
            workspace.judging.save_traces(study, out)
    printing.note(f"wrote {out}")  # as is said of a file
