"""The `meadow` command with all its commands."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli.command import HELP_OPTIONS, Commands
from meadow.version import __version__

app = typer.Typer(
    name="meadow",
    cls=Commands,
    help="Many articles in, one story out, every sentence traceable to its source.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings=HELP_OPTIONS,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"meadow {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Many articles in, one story out, every sentence traceable to its source."""
