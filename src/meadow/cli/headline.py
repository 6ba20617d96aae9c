"""`meadow headline`: a headline for one story, or one from every method."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

Method = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help="A headline method, e.g. 'compress(words=8)'; the default is title."),
]
Table = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="For bayes-phrase: a table of your own, from `lab fit --headlines`."),
]
Every = Annotated[bool, typer.Option("--all", help="Show what every method gives, with its scores.")]


@laid_out
def headline(
    given: blocks.Input,
    compared: blocks.Compared,
    method: Method = None,
    every: Every = False,
    table: Table = None,
    json: options.Json = False,
) -> None:
    """Give all documents, as one story, a headline.

    [dim]Examples:[/dim]

    meadow headline ferry/

    meadow headline ferry/ --method 'core(compress(characters=60))'

    meadow headline ferry/ --all

    meadow headline ferry/ --method bayes-phrase --table table.json
    """
    from meadow import pipeline
    from meadow.brief.headlines import render_proposals
    from meadow.brief.json import headline_value, proposals_value
    from meadow.cli import printing
    from meadow.cli.inputs import parse_file
    from meadow.errors import UsageError
    from meadow.headlines.bayes_table import parse_table
    from meadow.recipe import DEFAULT_HEADLINE

    if every and (method is not None or table is not None):
        raise UsageError(
            "--all shows every method and --method asks for one, as --table does.",
            given=" ".join(name for name in (method, table) if name is not None),
            advice="Give one of them.",
        )
    learned = None if table is None else parse_file(table, parse_table)
    given.load_plugins()
    read = given.read()
    if every:
        proposals = pipeline.propose_headlines(read.documents, idf=compared.background())
        if json:
            printing.print_json(proposals_value(proposals))
        else:
            printing.print_rich(render_proposals(proposals, read.documents))
    else:
        chosen = DEFAULT_HEADLINE if method is None else method
        result = pipeline.headline(read.documents, method=chosen, idf=compared.background(), table=learned)
        if json:
            printing.print_json(headline_value(result))
        else:
            printing.print_text(result.text)
    given.finish(read)
