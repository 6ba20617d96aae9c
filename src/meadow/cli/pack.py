"""`meadow pack`: the best evidence for a question within a number of tokens, for a language model."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

Asked = Annotated[str, typer.Argument(metavar="QUESTION|-", help="The question, or - to read it from standard input.")]
Tokens = Annotated[int, typer.Option(metavar="N", help="Maximum tokens, by a cautious estimate.")]


@laid_out
def pack(
    question: Asked,
    given: blocks.Input,
    compared: blocks.Compared,
    tokens: Tokens = 2000,
    json: options.Json = False,
) -> None:
    """Print the best evidence for a question within a number of tokens, each piece cited, without repeats.

    [dim]Examples:[/dim]

    meadow pack 'Why did the ferry sink?' news/ --tokens 500

    echo 'Why did the ferry sink?' | meadow pack - news/ --json
    """
    from meadow.brief.json import pack_value
    from meadow.cli import printing
    from meadow.errors import UsageError
    from meadow.pipeline import answer

    if question == "-" and "-" in given.paths:
        raise UsageError(
            "Question and documents cannot both come from standard input.", given="- -",
            advice="Give one of them as an argument.",
        )  # fmt: skip
    asked = sys.stdin.read() if question == "-" else question
    given.load_plugins()
    read = given.read()
    made = answer.pack(asked.strip(), read.documents, tokens=tokens, idf=compared.background())
    for line in (*made.notes, *((f"not found: {', '.join(made.missing)}",) if made.missing else ())):
        printing.note(line)
    if not made.picks:
        printing.note("there is no evidence for this question, or none that fits.")
    if json:
        printing.print_json(pack_value(made))
    else:
        printing.print_text(made.text)
    given.finish(read, answered=bool(made.picks))
