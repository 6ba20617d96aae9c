"""The `meadow` command with all its verbs."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli.command import Command, Verbs
from meadow.cli.convert import convert
from meadow.cli.correct import merge, rename, split, undo
from meadow.cli.demo import demo
from meadow.cli.digest import digest
from meadow.cli.doctor import doctor
from meadow.cli.follow import follow
from meadow.cli.group import group
from meadow.cli.headline import headline
from meadow.cli.keeping import backup, copy_store, export, forget, restore
from meadow.cli.methods import methods
from meadow.cli.pack import pack
from meadow.cli.replay import replay
from meadow.cli.report import report
from meadow.cli.search import search
from meadow.cli.serve import serve
from meadow.cli.stories import stories
from meadow.cli.story import story
from meadow.cli.summarize import summarize
from meadow.cli.track import track
from meadow.version import __version__

app = typer.Typer(
    name="meadow",
    cls=Verbs,
    help="Many articles in, one story out, every sentence traceable to its source.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

_READING = (demo, digest, summarize, track, group, headline, report, pack, convert)
_WORKSPACE = (
    follow, stories, story, search, serve, split, merge, rename, undo, replay, export, backup, restore, copy_store, forget,
)  # fmt: skip
for _verb in (*_READING, *_WORKSPACE, methods, doctor):
    app.command(cls=Command)(_verb)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"meadow {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Many articles in, one story out, every sentence traceable to its source."""
