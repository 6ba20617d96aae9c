"""The `meadow lab` command with all its commands."""

from __future__ import annotations

import typer

from meadow.cli.command import Explained
from meadow.cli.evaluate.many import ManyFilesCommand
from meadow.cli.lab.check import check
from meadow.cli.lab.compare import compare
from meadow.cli.lab.convert import convert
from meadow.cli.lab.fit import fit
from meadow.cli.lab.frequencies import frequencies
from meadow.cli.lab.listing import list_experiments
from meadow.cli.lab.reference_plan import reference_plan
from meadow.cli.lab.run import run
from meadow.cli.lab.show import show

app = typer.Typer(rich_markup_mode="rich")  # named and described in meadow.cli.deferred


app.command("list", cls=Explained)(list_experiments)
app.command(cls=ManyFilesCommand)(check)
app.command(cls=ManyFilesCommand)(run)
app.command(cls=ManyFilesCommand)(show)
app.command(cls=ManyFilesCommand)(compare)
app.command(cls=ManyFilesCommand)(convert)
app.command(cls=Explained)(fit)
app.command(cls=ManyFilesCommand)(frequencies)
app.command("reference-plan", cls=ManyFilesCommand)(reference_plan)
