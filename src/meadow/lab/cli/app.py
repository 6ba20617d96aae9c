"""The `meadow lab` command with all its commands."""

from __future__ import annotations

import typer

from meadow.cli.command import Explained, ManyFilesCommand
from meadow.lab.cli.check import check
from meadow.lab.cli.compare import compare
from meadow.lab.cli.convert import convert
from meadow.lab.cli.fit import fit
from meadow.lab.cli.frequencies import frequencies
from meadow.lab.cli.listing import list_experiments
from meadow.lab.cli.reference_plan import reference_plan
from meadow.lab.cli.run import run
from meadow.lab.cli.show import show

app = typer.Typer(rich_markup_mode="rich")  # named and described in meadow.lab.part


app.command("list", cls=Explained)(list_experiments)
app.command(cls=ManyFilesCommand)(check)
app.command(cls=ManyFilesCommand)(run)
app.command(cls=ManyFilesCommand)(show)
app.command(cls=ManyFilesCommand)(compare)
app.command(cls=ManyFilesCommand)(convert)
app.command(cls=Explained)(fit)
app.command(cls=ManyFilesCommand)(frequencies)
app.command("reference-plan", cls=ManyFilesCommand)(reference_plan)
