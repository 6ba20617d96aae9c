"""`meadow backup`, `restore`, `copy-store`, `forget`, `export`: what keeps a workspace safe, clean and movable."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import blocks
from meadow.cli.command import laid_out

Target = Annotated[str, typer.Argument(metavar="FILE", help="The new file.")]
Copy = Annotated[str, typer.Argument(metavar="BACKUP", help="A file that `meadow backup` wrote.")]
Origin = Annotated[str, typer.Argument(metavar="FROM", help="The workspace to copy: a folder, or postgresql://…")]
Goal = Annotated[str, typer.Argument(metavar="TO", help="A new folder, or postgresql://… with a new schema.")]
Forgotten = Annotated[str | None, typer.Argument(metavar="DOCUMENT", help="The id of an article.")]
OfSource = Annotated[str | None, typer.Option("--source", metavar="NAME", help="All articles of an outlet instead.")]
OlderThan = Annotated[
    str | None, typer.Option(metavar="TIME", help="Stories without an article since then, e.g. '90 days', instead.")
]
Why = Annotated[str | None, typer.Option(metavar="TEXT", help="Why, for the record.")]
StoryIds = Annotated[list[str] | None, typer.Argument(metavar="[STORY…]", help="Only these stories.")]


@laid_out
def backup(target: Target, space: blocks.Space) -> None:
    """Copy a workspace to one file, while others read and write; the copy appears when it is complete.

    [dim]Examples:[/dim]

    meadow backup friday.sqlite3
    """
    from meadow.cli import printing

    with space.open() as workspace:
        workspace.backup(target)
    printing.note(f"wrote {target}; `meadow restore {target} --workspace NEW` makes a workspace of it.")


@laid_out
def restore(copy: Copy, space: blocks.Space) -> None:
    """Make a workspace of a backup; the folder or schema must not hold one already.

    [dim]Examples:[/dim]

    meadow restore friday.sqlite3 --workspace rescued
    """
    from meadow.cli import printing
    from meadow.store.opening import restore_store

    name = restore_store(copy, space.path)
    with space.open() as workspace:
        counts = workspace.store.counts()
    printing.note(f"restored {counts['documents']:,} articles in {counts['stories']:,} stories to {name}.")


def copy_store(origin: Origin, goal: Goal) -> None:
    """Copy a workspace to another place, from a folder to Postgres, back, or between two of a kind.

    The copy appears when it is complete and equal by hash. A place that is not empty is not written to.

    [dim]Examples:[/dim]

    meadow copy-store meadow-workspace postgresql://desk@db.example/news

    meadow copy-store 'postgresql://desk@db.example/news?schema=spring' spring
    """
    from meadow.cli import printing
    from meadow.store import opening

    with printing.progress_bar("copying") as step:
        content_hash = opening.copy_store(origin, goal, on_step=step)
    printing.note(
        f"copied {opening.shown_place(origin)} to {opening.shown_place(goal)}; both have the hash {content_hash}."
    )


@laid_out
def forget(
    space: blocks.Space,
    document: Forgotten = None,
    source: OfSource = None,
    older_than: OlderThan = None,
    reason: Why = None,
) -> None:
    """Remove an article, all of an outlet, or old stories for good; a tombstone keeps them from coming back.

    Only ids stay, in the log and in the tombstone. Earlier backups still contain the articles.

    [dim]Examples:[/dim]

    meadow forget wolf-lpa-01 --reason 'asked by its author'

    meadow forget --source 'Harbour Wire'

    meadow forget --older-than '90 days'
    """
    from meadow.cli import printing, reading
    from meadow.errors import UsageError

    if older_than is not None and (document is not None or source is not None):
        raise UsageError("--older-than goes alone.", given="--older-than", advice="Forget in two commands.")
    with space.open() as workspace:
        if older_than is None:
            gone = workspace.forget(document, source=source, reason=reason)
        else:
            gone = workspace.retain(reading.read_span(older_than, now=None).first)
    printing.note(f"forgot {len(gone):,} articles; they will not come back.")
    for name in gone:
        printing.print_text(name)


@laid_out
def export(space: blocks.Space, files: blocks.Files, stories: StoryIds = None) -> None:
    """Print the articles of a workspace, or of some stories, as JSON Lines that every command reads.

    Each line has the fields of an article and its `story`. Articles come story by story, in their last revision. With
    `--out` they go to files of a new folder instead.

    [dim]Examples:[/dim]

    meadow export > everything.jsonl

    meadow export wolf-lpa-01 | meadow summarize - --sentences 3

    meadow export --out archive --format parquet
    """
    from meadow.cli import printing
    from meadow.ingest.jsonl import document_value
    from meadow.ingest.saving import DOCUMENT_COLUMNS

    files.check()
    with space.open() as workspace:
        rows = (document_value(document) | {"story": story_id} for document, story_id in workspace.export(stories))
        files.save(rows, {**DOCUMENT_COLUMNS, "story": str})
        for row in rows if files.out is None else ():
            printing.print_json(row)
