"""`meadow evaluate utility`: what an extract is worth to judges, between chance and the judges themselves."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

_HOW = "How to measure"

Judges = Annotated[str, typer.Option(metavar="FILE", help="Utilities of sentences: CSV, JSON Lines or sentjudge.")]
Extract = Annotated[list[str] | None, typer.Option(metavar="FILE…", help="The system's extract, one for each rate.")]
Compare = Annotated[list[str] | None, typer.Option(metavar="FILE…", help="Another system's extracts, likewise.")]
Percent = Annotated[str | None, typer.Option(help="Rates, such as 10,20,30 (default: 10 to 90).", rich_help_panel=_HOW)]
Count = Annotated[int | None, typer.Option(help="A number of sentences instead of rates.", rich_help_panel=_HOW)]
Links = Annotated[
    str | None, typer.Option(metavar="FILE", help="Which sentence is subsumed by which.", rich_help_panel=_HOW)
]
Credit = Annotated[
    float | None, typer.Option(help="What a subsumed sentence still earns, 0 to 1 (E).", rich_help_panel=_HOW)
]
Intervals = Annotated[
    str | None, typer.Option(metavar="UNIT", help="Add intervals over judges or sentences.", rich_help_panel=_HOW)
]


def utility(
    judges: Judges,
    extract: Extract = None,
    compare: Compare = None,
    percent: Percent = None,
    count: Count = None,
    links: Links = None,
    credit: Credit = None,
    intervals: Intervals = None,
    seed: shared.Seed = 0,
) -> Sheet:
    """Print J (judges), R (chance), S (system) and D = (S - R)/(J - R) at every rate, from the judges' scores.

    Judges come as CSV with a sentence per row (document,index,Ada,Ben or
    sentence,Ada,Ben) or a judgement per row (judge,sentence,score), the same as
    JSON Lines, or MEAD's sentjudge. An extract is sentence numbers from 0, the JSON of meadow
    summarize --json, or MEAD's extract. Links are lines "a b": a is subsumed by
    b (numbers from 0), JSON Lines of {"sentence": ["document", 0], "by":
    ["document", 3]}, or the JSON of meadow evaluate subsumption.

    [dim]Examples:[/dim]

    meadow evaluate utility --judges judges.csv

    meadow evaluate utility --judges judges.csv --percent 50 --extract extract.txt --compare other.txt

    meadow evaluate utility --judges judges.csv --count 2 --extract extract.txt --links links.txt --credit 0.5
    """
    from meadow.cli.inputs import distinct_names, parse_file, split_numbers
    from meadow.cli.printing import note
    from meadow.lab.cli.evaluate.links import read_subsumption
    from meadow.lab.cli.evaluate.sheets.utility import interval_sheet, make_rates, utility_sheet
    from meadow.lab.evaluate.utility import parse_extract, read_judges

    read = parse_file(judges, read_judges)
    note(f"{judges}: {read.taken}.")
    table = read.table
    extracts, others = (
        [parse_file(path, lambda text: parse_extract(text, table)) for path in paths or ()]
        for paths in (extract, compare)
    )
    percents = None if percent is None else split_numbers(percent, option="--percent")
    rates = make_rates(len(table.sentences), percents=percents, count=count, extracts=extracts, others=others)
    subsumption = read_subsumption(links, credit, table)
    names = distinct_names([paths[0] for paths in (extract, compare) if paths])
    sheet = utility_sheet(table, rates, names, subsumption=subsumption, seed=seed)
    if intervals is not None:
        sheet += interval_sheet(table, rates, unit=intervals, subsumption=subsumption, seed=seed)
    return sheet
