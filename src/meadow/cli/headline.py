"""`meadow headline`: a headline for one story, or one from every method."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options

Method = Annotated[
    str | None, typer.Option(help="A headline method by name, e.g. 'compress(words=8)'; the default is title.")
]
Every = Annotated[bool, typer.Option("--all", help="Show what every method gives, with its scores.")]


def headline(
    paths: options.Paths,
    columns: options.Columns = None,
    method: Method = None,
    every: Every = False,
    plugin: options.Plugin = None,
    idf: options.Idf = None,
    json: options.Json = False,
    strict: options.Strict = False,
) -> None:
    """Give all documents, as one story, a headline.

    [dim]Examples:[/dim]

    meadow headline ferry/

    meadow headline ferry/ --method 'core(compress(characters=60))'

    meadow headline ferry/ --all
    """
    from meadow import pipeline
    from meadow.brief.headlines import render_proposals
    from meadow.brief.json import headline_value, proposals_value
    from meadow.cli import printing, reading
    from meadow.errors import UsageError
    from meadow.recipe import DEFAULT_HEADLINE

    if every and method is not None:
        raise UsageError(
            "--all shows every method and --method asks for one.", given=method, advice="Give one of them."
        )
    reading.load_plugins(plugin)
    given = reading.read_input(paths, columns=columns)
    if every:
        proposals = pipeline.propose_headlines(given.documents, idf=idf)
        if json:
            printing.print_json(proposals_value(proposals))
        else:
            printing.print_rich(render_proposals(proposals, given.documents))
    else:
        chosen = DEFAULT_HEADLINE if method is None else method
        result = pipeline.headline(given.documents, method=chosen, idf=idf)
        if json:
            printing.print_json(headline_value(result))
        else:
            printing.print_text(result.text)
    given.finish(strict=strict)
