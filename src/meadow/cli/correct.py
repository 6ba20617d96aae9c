"""`meadow merge`, `split`, `rename`, `undo`: permanent corrections of stories by people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.model import Correction
    from meadow.workspace import Workspace

OtherId = Annotated[str, typer.Argument(metavar="STORY", help="The other story.")]
Articles = Annotated[
    list[str], typer.Argument(metavar="ARTICLE…", help="Ids of articles, as `meadow story` prints them.")
]
Name = Annotated[
    str | None, typer.Argument(metavar="[NAME]", help="What the story is called; leave it out to unname it.")
]
Number = Annotated[int | None, typer.Argument(metavar="[NUMBER]", help="The correction; the last one if left out.")]


@laid_out
def merge(story: options.StoryId, other: OtherId, space: blocks.Space, json: options.Json = False) -> None:
    """Join two stories into one; the tracker keeps them together.

    The older id stays, and the other one leads to it. Articles that join either are in it.

    [dim]Examples:[/dim]

    meadow merge ferry-hw-01 ferry-el-03

    meadow merge ferry-hw-01 ferry-el-03 --workspace desk --json
    """
    with space.open() as workspace:
        _print_correction(workspace, workspace.merge(story, other), json=json)


@laid_out
def split(story: options.StoryId, articles: Articles, space: blocks.Space, json: options.Json = False) -> None:
    """Move some articles of a story into a separate story; the tracker keeps them apart.

    A later article joins the side that it is more like.

    [dim]Examples:[/dim]

    meadow split ferry-hw-01 storm-el-01 storm-cc-02

    meadow split ferry-hw-01 storm-el-01 --json
    """
    with space.open() as workspace:
        _print_correction(workspace, workspace.split(story, articles), json=json)


@laid_out
def rename(story: options.StoryId, space: blocks.Space, name: Name = None, json: options.Json = False) -> None:
    """Give a story a name, or its headline again.

    Through merges and splits, the name stays with the article whose id the story has.

    [dim]Examples:[/dim]

    meadow rename ferry-hw-01 'The Lurna'

    meadow rename ferry-hw-01
    """
    with space.open() as workspace:
        _print_correction(workspace, workspace.rename(story, name), json=json)


@laid_out
def undo(space: blocks.Space, number: Number = None, json: options.Json = False) -> None:
    """Undo a merge, a split or a name.

    [dim]Examples:[/dim]

    meadow undo

    meadow undo 3
    """
    with space.open() as workspace:
        _print_correction(workspace, workspace.undo(number), json=json)


def _print_correction(workspace: Workspace, correction: Correction, *, json: bool) -> None:
    """Print the stories that a correction speaks of, as they are now."""
    from meadow.cli import printing

    named = (*correction.documents, *correction.others)
    places = workspace.store.story_of(named)
    stories = list(dict.fromkeys(places[each] for each in named if each in places))
    if json:
        value = {
            "correction": correction.number,
            "kind": correction.kind,
            "undone": correction.undone,
            "stories": stories,
        }
        printing.print_json(value)
        return
    for story_id in stories:
        printing.print_text(story_id)
    done = f"took back {correction.kind} {correction.number}." if correction.undone else (
        f"{correction.kind} {correction.number} holds; `meadow undo {correction.number}` takes it back."
    )  # fmt: skip
    printing.note(done)
