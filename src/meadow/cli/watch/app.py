"""The `meadow watch` command with all its commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import MeadowCommand, laid_out

if TYPE_CHECKING:
    from meadow.model import Watch

Query = Annotated[str, typer.Argument(metavar="QUERY", help="Words that a story must contain, or a question.")]
Name = Annotated[str | None, typer.Option("--name", metavar="NAME", help="What it is called; the query if left out.")]
Known = Annotated[str, typer.Argument(metavar="NAME", help="A watch, as `meadow watch list` prints it.")]

app = typer.Typer(rich_markup_mode="rich")  # named and described in meadow.cli.commands


@laid_out
def add(query: Query, space: blocks.Space, name: Name = None, json: options.Json = False) -> None:
    """Save a question or words; `meadow follow` reports stories that match, and new facts in them.

    A story matches if it contains every content word of the query, in any form. Question words do not count.

    [dim]Examples:[/dim]

    meadow watch add 'legionella Haldmoor'

    meadow watch add 'Why did the ferry Lurna run aground?' --name ferry
    """
    with space.open(create=True) as workspace:
        _print(workspace.watch(query, name=name), json=json)


@laid_out
def list_watches(space: blocks.Space, json: options.Json = False) -> None:
    """List the watches of a workspace, by name.

    [dim]Examples:[/dim]

    meadow watch list

    meadow watch list --json
    """
    from meadow.cli import printing

    with space.open() as workspace:
        watches = workspace.watches()
    if json:
        printing.print_json({"watches": [_value(each) for each in watches]})
        return
    for each in watches:
        _print(each, json=False)
    if not watches:
        printing.note("there is no watch; `meadow watch add QUERY` saves one.")


@laid_out
def remove(name: Known, space: blocks.Space) -> None:
    """Forget a watch; alerts that it raised stay.

    [dim]Examples:[/dim]

    meadow watch remove ferry

    meadow watch remove 'legionella Haldmoor' --workspace desk
    """
    from meadow.cli import printing

    with space.open() as workspace:
        workspace.unwatch(name)
    printing.note(f"{name} is watched no more.")


def _value(watch: Watch) -> dict[str, object]:
    return {"name": watch.name, "query": watch.query, "made": watch.made.isoformat()}


def _print(watch: Watch, *, json: bool) -> None:
    from meadow.cli import printing

    if json:
        printing.print_json(_value(watch))
        return
    printing.print_text(watch.name if watch.name == watch.query else f"{watch.name}: {watch.query}")


app.command(cls=MeadowCommand)(add)
app.command("list", cls=MeadowCommand)(list_watches)
app.command(cls=MeadowCommand)(remove)
