"""The `meadow judge` command with all its commands."""

from __future__ import annotations

import typer

from meadow.cli.command import MeadowCommand
from meadow.studies.cli.importing import import_answers, release
from meadow.studies.cli.listing import invite, list_studies
from meadow.studies.cli.new import new
from meadow.studies.cli.results import export, results

app = typer.Typer(rich_markup_mode="rich")  # named and described in meadow.studies.part


app.command(cls=MeadowCommand)(new)
app.command("list", cls=MeadowCommand)(list_studies)
app.command(cls=MeadowCommand)(invite)
app.command(cls=MeadowCommand)(results)
app.command(cls=MeadowCommand)(export)
app.command("import", cls=MeadowCommand)(import_answers)
app.command(cls=MeadowCommand)(release)
