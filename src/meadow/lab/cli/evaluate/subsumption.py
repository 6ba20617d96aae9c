"""`meadow evaluate subsumption`: which sentences of a story say nothing more than others, found without judges."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options
from meadow.lab.tables.sheet import Sheet

_HOW = "How to measure"

Threshold = Annotated[
    float, typer.Option(help="How sure a link must be, 0 to 1.", min=0.0, max=1.0, rich_help_panel=_HOW)
]
Within = Annotated[bool, typer.Option("--within", help="Also within one document.", rich_help_panel=_HOW)]


def subsumption(paths: options.Paths, threshold: Threshold = 0.85, within: Within = False) -> Sheet:
    """Print which sentences of one story are subsumed by which, and the classes of those that say the same.

    The documents are one story. What this command prints with --json is a file of
    links, as the option --links of meadow evaluate utility reads them.

    [dim]Examples:[/dim]

    meadow evaluate subsumption story.jsonl

    meadow evaluate subsumption story.jsonl --threshold 0.95 --within
    """
    from meadow.cli.reading import read_input
    from meadow.lab.cli.evaluate.sheets.subsumption import links_sheet

    return links_sheet(read_input(paths).documents, threshold=threshold, within=within)
