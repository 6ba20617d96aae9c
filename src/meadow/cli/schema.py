"""`meadow schema`: the JSON Schema of what a command prints with `--json`."""

from __future__ import annotations

from typing import Annotated

import typer


def schema(name: Annotated[str, typer.Argument(help="A command, such as digest.")]) -> None:
    """Print the JSON Schema of a command's `--json`; of `track`, which prints JSON Lines, that of one line.

    [dim]Examples:[/dim]

    meadow schema digest

    meadow schema pack > pack.schema.json
    """
    from meadow.brief.schemas import json_schema
    from meadow.cli import printing

    printing.print_json(json_schema(name))
