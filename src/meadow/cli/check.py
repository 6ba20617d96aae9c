"""`meadow check`: is every sentence of a text in its sources."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

Text = Annotated[str, typer.Argument(metavar="TEXT", help="The text to check: a file, or - for standard input.")]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict", help="End with 1 if a sentence is not supported, or an item was unreadable.",
        rich_help_panel="Output",
    ),
]  # fmt: skip
Entailment = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER",
        help="A model of natural language inference in ONNX; it may lower `supported` to `partly`.",
        rich_help_panel="Method",
    ),
]


@laid_out
def check(
    text: Text,
    paths: options.Paths,
    columns: options.Columns = None,
    plugin: options.Plugin = None,
    entailment: Entailment = None,
    strict: Strict = False,
    json: options.Json = False,
    html: options.Html = None,
) -> None:
    """Say of every sentence of a text whether it is in its sources, and if not, what is different.

    The text may be plain, Markdown with citations or footnotes, what `summarize`, `report` or `pack` print with --json,
    or a list of {"sentence": …, "sources": […]}.

    [dim]Examples:[/dim]

    meadow check summary.md news/

    meadow check answer.json news/ --strict --json
    """
    from meadow.brief.verdicts import format_verdicts_html, render_verdicts, verdicts_value
    from meadow.cli import printing
    from meadow.cli.inputs import parse_file
    from meadow.errors import UsageError
    from meadow.grounding import check as check_text
    from meadow.grounding.given import parse_given

    if text == "-" and "-" in paths:
        raise UsageError(
            "Text and sources cannot both come from standard input.", given="- -", advice="Name a file for one of them."
        )
    if json and html == blocks.STANDARD_OUTPUT:
        raise UsageError("--json and --html - were both given.", given="--json --html -", advice="Choose one.")
    given = blocks.Input(paths, columns, plugin, strict)
    given.load_plugins()
    read = given.read()
    sentences = parse_file(text, lambda content: parse_given(content, read.documents))
    texts, citations = [each.text for each in sentences], [each.cites for each in sentences]
    verdicts = check_text(texts, read.documents, citations=citations, entailment=entailment)
    if html == blocks.STANDARD_OUTPUT:
        printing.print_text(format_verdicts_html(verdicts, read.documents))
    elif html is not None:
        printing.write_file(html, format_verdicts_html(verdicts, read.documents))
    if json:
        printing.print_json(verdicts_value(verdicts))
    elif html is None:
        printing.print_rich(render_verdicts(verdicts))
    given.finish(read, answered=all(verdict.is_supported for verdict in verdicts))
