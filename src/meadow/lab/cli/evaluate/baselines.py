"""`meadow evaluate baselines`: thirty automatic reports on a topic, and those nearest to what people wrote."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options
from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

_KEEP = "Keep the best"

Question = Annotated[str, typer.Option(help="What the reports are about.")]
Manual = Annotated[
    list[str] | None, typer.Option(metavar="FILE…", help="Reports by people on the topic.", rich_help_panel=_KEEP)
]
Keep = Annotated[int, typer.Option(help="So many that share most sentences with them.", rich_help_panel=_KEEP)]
Thin = Annotated[
    bool, typer.Option("--thin", help="First cut them to the longest of people's reports.", rich_help_panel=_KEEP)
]


def baselines(
    paths: options.Paths,
    question: Question,
    manual: Manual = None,
    keep: Keep = 10,
    thin: Thin = False,
    seed: shared.Seed = 0,
) -> Sheet:
    """Print thirty baseline reports on a topic, or with --manual those that come nearest to what people wrote.

    Eighteen take the first sentence of documents chosen in different ways, twelve
    the first few or all sentences. They keep their own length unless --thin is
    given. The JSON that this command prints can be given as --automatic to meadow
    evaluate synthesis.

    [dim]Examples:[/dim]

    meadow evaluate baselines story.jsonl --question ferry

    meadow evaluate baselines story.jsonl --question ferry --manual manual.jsonl --keep 3
    """
    from meadow.cli.reading import read_input
    from meadow.lab.cli.evaluate.sheets.baselines import baselines_sheet
    from meadow.lab.files.reports import read_reports

    people = [] if manual is None else [report for each in read_reports(manual).values() for report in each]
    return baselines_sheet(read_input(paths).documents, question, people, keep=keep, thin=thin, seed=seed)
