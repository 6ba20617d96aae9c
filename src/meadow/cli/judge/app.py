"""The `meadow judge` command with all its commands."""

from __future__ import annotations

import typer

from meadow.cli.command import Command, Group
from meadow.cli.deferred import HELPS
from meadow.cli.judge.importing import import_answers, release
from meadow.cli.judge.listing import invite, list_studies
from meadow.cli.judge.new import new
from meadow.cli.judge.results import export, results

app = typer.Typer(
    name="judge",
    cls=Group,
    help=HELPS["judge"],
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(help=HELPS["judge"])
def _root() -> None:
    """Offer the commands of judging."""


app.command(cls=Command)(new)
app.command("list", cls=Command)(list_studies)
app.command(cls=Command)(invite)
app.command(cls=Command)(results)
app.command(cls=Command)(export)
app.command("import", cls=Command)(import_answers)
app.command(cls=Command)(release)
