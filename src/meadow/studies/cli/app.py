"""The `meadow judge` command with all its commands."""

from __future__ import annotations

import typer

from meadow.cli.command import Command
from meadow.studies.cli.importing import import_answers, release
from meadow.studies.cli.listing import invite, list_studies
from meadow.studies.cli.new import new
from meadow.studies.cli.results import export, results

app = typer.Typer(rich_markup_mode="rich")  # named and described in meadow.studies.part


app.command(cls=Command)(new)
app.command("list", cls=Command)(list_studies)
app.command(cls=Command)(invite)
app.command(cls=Command)(results)
app.command(cls=Command)(export)
app.command("import", cls=Command)(import_answers)
app.command(cls=Command)(release)
