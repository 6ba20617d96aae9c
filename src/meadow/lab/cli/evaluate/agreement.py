"""`meadow evaluate agreement`: how far judges agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

_HOW = "How to measure"

Answers = Annotated[str | None, typer.Option(metavar="FILE", help="A table of judges' scores or answers.")]
Subsumption = Annotated[str | None, typer.Option(metavar="FILE", help="Which sentences judges name as subsumers.")]
Clusterings = Annotated[list[str] | None, typer.Option(metavar="FILE…", help="The clusterings of judges, a file each.")]
Level = Annotated[
    str, typer.Option(help="Answers differ by: nominal, ordinal, interval or ratio.", rich_help_panel=_HOW)
]
Weights = Annotated[str | None, typer.Option(help="For kappa: linear or quadratic.", rich_help_panel=_HOW)]


def agreement(
    answers: Answers = None,
    subsumption: Subsumption = None,
    clusterings: Clusterings = None,
    level: Level = "nominal",
    weights: Weights = None,
    draws: shared.Draws = 100,
    seed: shared.Seed = 0,
) -> Sheet:
    """Print how far judges agree: on scores and answers, on subsumption, or on clusterings.

    Answers are CSV or JSON Lines with a column per judge (item,Ada,Ben; an
    empty cell is no answer), or a row per judgement (item,judge,answer).
    Subsumers are JSON Lines of {"sentence": "a2", "answers": [["b2"], ["b2"],
    []]}, a list per judge, or a testbed's subsumption.jsonl. Clusterings are as for meadow evaluate clustering;
    an item that a judge leaves out is in no cluster.

    [dim]Examples:[/dim]

    meadow evaluate agreement --answers ratings.csv --level ordinal

    meadow evaluate agreement --subsumption subsumers.jsonl

    meadow evaluate agreement --clusterings clusters.jsonl classes.jsonl
    """
    from meadow.cli.printing import note
    from meadow.lab.cli.evaluate.sheets.agreement import answer_sheet, clustering_agreement_sheet, subsumption_sheet
    from meadow.lab.files.answers import read_answer_table, read_subsumers
    from meadow.lab.files.labels import read_all_labels, shared_items

    _check_one({"--answers": answers, "--subsumption": subsumption, "--clusterings": clusterings})
    if answers is not None:
        table = read_answer_table(answers)
        note(f"{answers}: {table.taken}.")
        sheet = answer_sheet(table, level=level, weights=weights)
    elif subsumption is not None:
        sheet = subsumption_sheet(read_subsumers(subsumption))
    else:
        judges = read_all_labels(clusterings or ())
        sheet = clustering_agreement_sheet(judges, shared_items(judges, complete=False), draws=draws, seed=seed)
    return sheet


def _check_one(given: Mapping[str, object]) -> None:
    from meadow.errors import UsageError

    named = [name for name, value in given.items() if value]
    if len(named) != 1:
        raise UsageError(
            f"{' and '.join(named)} were given." if named else "Nothing was given.",
            given=" ".join(named),
            allowed=f"Give one of {', '.join(given)}.",
        )
