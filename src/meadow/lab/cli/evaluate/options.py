"""Options that several families of measures share, so that they mean and read the same everywhere."""

from __future__ import annotations

from typing import Annotated

import typer

_HOW = "How to measure"

Candidates = Annotated[
    list[str],
    typer.Option("--candidates", "--compare", metavar="FILE|FOLDER…", help="Texts to score, a set per system."),
]
Extracts = Annotated[
    list[str], typer.Option("--extract", "--compare", metavar="FILE…", help="Extracts to score, one per system.")
]
References = Annotated[list[str], typer.Option(metavar="FILE|FOLDER…", help="Reference texts, one or more sets.")]
Language = Annotated[str, typer.Option(help="The language of the texts.", rich_help_panel=_HOW)]
Stem = Annotated[bool, typer.Option("--stem/--no-stem", help="Compare stems of words.", rich_help_panel=_HOW)]
Dialect = Annotated[
    str, typer.Option(help="google (rouge-score), rouge155 (the script) or both.", rich_help_panel=_HOW)
]
Metrics = Annotated[str, typer.Option(help="One or more, with commas between them.", rich_help_panel=_HOW)]
Draws = Annotated[int, typer.Option(help="So many random clusterings.", rich_help_panel=_HOW)]
Missing = Annotated[
    str, typer.Option(help="An item that one side lacks: error, or irrelevant (in no cluster).", rich_help_panel=_HOW)
]
Seed = Annotated[int, typer.Option(help="For resampling and for chance.", rich_help_panel=_HOW)]
Form = Annotated[str, typer.Option(help="terminal, markdown, latex, csv, json or html.", rich_help_panel="Output")]
ShowItems = Annotated[bool, typer.Option("--items", help="Show every item too.", rich_help_panel="Output")]
