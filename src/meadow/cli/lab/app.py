"""The `meadow lab` command with all its commands."""

from __future__ import annotations

import typer

from meadow.cli.lab.fit import fit

app = typer.Typer(
    name="lab",
    help="Learn settings from judgements and references.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _root() -> None:
    """Learn settings from judgements and references."""


app.command()(fit)
