"""`meadow headline`: a headline for one story."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options


def headline(
    paths: options.Paths,
    columns: options.Columns = None,
    method: Annotated[str, typer.Option(help="A headline method by name.")] = "title",
    plugin: options.Plugin = None,
    idf: options.Idf = None,
    json: options.Json = False,
    strict: options.Strict = False,
) -> None:
    """Give all documents, as one story, a headline.

    [dim]Example:[/dim]

    meadow headline ferry/
    """
    from meadow import pipeline
    from meadow.brief.json import headline_value
    from meadow.cli import printing, reading

    reading.load_plugins(plugin)
    given = reading.read_input(paths, columns=columns)
    result = pipeline.headline(given.documents, method=method, idf=idf)
    if json:
        printing.print_json(headline_value(result))
    else:
        printing.print_text(result.text)
    given.finish(strict=strict)
