"""`meadow stories`: the stories of a workspace, the latest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.store.contract import Wanted
    from meadow.workspace import Workspace
    from meadow.workspace.reading import StoryEntry

Unread = Annotated[bool, typer.Option("--unread", help="Only stories with articles that came since they were read.")]
OfWatch = Annotated[str | None, typer.Option("--watch", metavar="NAME", help="Only stories that a watch matches.")]
_USUAL_TOP = 20


@laid_out
def stories(
    space: blocks.Space,
    length: blocks.Length,
    method: blocks.MethodOptions,
    wanted: blocks.Filter,
    few: blocks.Stories,
    output: blocks.OutputOptions,
    unread: Unread = False,
    watch: OfWatch = None,
    at: options.At = None,
) -> None:
    """List the stories of a workspace, the one with the latest article first, and what is new since they were read.

    Without `--top` 20 are shown, and with `--json` all of them. Stories without a date come last.
    `--at` shows the past: the stories and texts that the workspace had then. `meadow story ID` shows one of them.

    [dim]Examples:[/dim]

    meadow stories

    meadow stories --unread --min-sources 3 --top 50

    meadow stories --watch ferry --unread

    meadow stories --at yesterday --language es --json
    """
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.html import format_html
    from meadow.brief.listing import render_listing
    from meadow.brief.markdown import format_markdown
    from meadow.cli import printing, reading
    from meadow.workspace.reading import as_digest

    output.check()
    recipe = method.recipe(length.or_sentences(1))
    moment = None if at is None else reading.read_span(at, now=wanted.now).first
    with space.open() as workspace:
        asked = _asked(wanted, few, usual=None if output.json else _USUAL_TOP)
        listed = _matching(workspace, watch, asked, unread=unread)
        entries = workspace.stories(listed, unread=unread, at=moment, recipe=recipe)
        note = _totals(workspace, len(entries))
        every = _matching(workspace, watch, replace(asked, limit=None), unread=unread) if output.json else asked
        value = _value(workspace, entries, every, at=moment, unread=unread) if output.json else {}
    digest, moved = as_digest(entries, recipe), {each.row.id: each.moved for each in entries if each.moved is not None}
    documents = [document for entry in entries for document in entry.brief.documents]
    picks = (pick for brief in digest for pick in brief.summary.picks)
    output.write(lambda: format_html(digest, title="Meadow stories"), cited_documents(documents, picks))
    output.print(
        value=lambda: value,
        markdown=lambda: format_markdown(digest, title="Meadow stories"),
        readable=lambda: render_listing([(entry.brief, len(entry.new)) for entry in entries], moved),
    )
    if output.for_readers:
        printing.note(note)


def _value(
    workspace: Workspace, entries: Sequence[StoryEntry], every: Wanted, *, at: datetime | None, unread: bool
) -> dict[str, object]:
    """Return stories as JSON, with how many are shown of how many that `every` asks for."""
    from meadow.brief.json import brief_value, moved_value
    from meadow.workspace.reading import StoryReader
    from meadow.workspace.relating import with_related
    from meadow.workspace.workspace import READER

    return {
        "stories": [brief_value(each.brief if at else with_related(workspace, each)) for each in entries],
        "new": {entry.row.id: list(entry.new) for entry in entries},
        "moved": {entry.row.id: moved_value(entry.moved) for entry in entries if entry.moved is not None},
        "shown": len(entries),
        "total": StoryReader(workspace.store, workspace.clock).count(every, at=at, reader=READER, unread=unread),
    }


def _asked(wanted: blocks.Filter, few: blocks.Stories, *, usual: int | None) -> Wanted:
    """Return which stories the options ask for; `usual` is how many where nobody says so."""
    from meadow.cli import reading
    from meadow.store.contract import Wanted
    from meadow.text.language import normalize_language

    return Wanted(
        since=wanted.first,
        until=None if wanted.until is None else reading.read_span(wanted.until, now=wanted.now).end,
        sources=wanted.source or (),
        languages=[normalize_language(code) for code in wanted.language or ()],
        min_sources=few.min_sources or 0,
        min_articles=few.min_articles or 0,
        limit=few.top or usual,
    )


def _matching(workspace: Workspace, watch: str | None, asked: Wanted, *, unread: bool) -> Wanted:
    """Return which stories are asked for, only those of a watch if one is named."""
    if watch is None:
        return asked
    # Of stories that were read none is shown, so that more than the first ones may be wanted.
    most = None if unread else asked.limit
    return replace(asked, ids=list(islice(workspace.watched(watch, asked), most)))


def _totals(workspace: Workspace, shown: int) -> str:
    from meadow.brief.listing import totals_text

    counts = workspace.store.counts()
    return totals_text(shown, counts["stories"], counts["documents"])
