"""`meadow evaluate extraction`: extracts against an ideal extract."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

Ideals = Annotated[
    list[str], typer.Option("--ideal", metavar="FILE…", help="The ideal extract; of several, what more than half hold.")
]
Total = Annotated[int | None, typer.Option(help="How many sentences there are, for percent agreement.")]


def extraction(extract: shared.Extracts, ideal: Ideals, total: Total = None, seed: shared.Seed = 0) -> Sheet:
    """Print precision, recall, F and percent agreement of extracts; two or more are compared, paired by sentence.

    An extract is a file of sentence numbers from 0 ("0 4 7"), the JSON of
    meadow summarize --json, or MEAD's extract file.

    [dim]Examples:[/dim]

    meadow evaluate extraction --extract extract.txt --ideal ideal.txt --total 4

    meadow evaluate extraction --extract extract.txt --compare other.txt --ideal ideal.txt --total 4

    meadow evaluate extraction --extract extract.txt --ideal ideal.txt other.txt extract.txt
    """
    from meadow.lab.cli.evaluate.sheets.extraction import extraction_sheet
    from meadow.lab.files.extracts import named, numbered, read_extract, sentence_names

    read = [read_extract(path) for path in (*extract, *ideal)]
    numbers = numbered(read)
    systems, ideals = named(extract, numbers[: len(extract)]), numbers[len(extract) :]
    return extraction_sheet(systems, ideals, sentence_names(read), total=total, seed=seed)
