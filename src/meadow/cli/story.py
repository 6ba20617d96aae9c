"""`meadow story`: one story of a workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.brief.wording import OtherReports
    from meadow.recipe import Recipe
    from meadow.workspace.reading import StoryEntry

DayByDay = Annotated[bool, typer.Option("--timeline", help="Also show what was new on each day.")]
KeepUnread = Annotated[bool, typer.Option("--keep-unread", help="Do not note that the story was read.")]


@laid_out
def story(
    story_id: options.StoryId,
    space: blocks.Space,
    length: blocks.Length,
    method: blocks.MethodOptions,
    output: blocks.OutputOptions,
    headline: options.HeadlineMethod = "title",
    at: options.At = None,
    now: options.Now = None,
    keep_unread: KeepUnread = False,
    timeline: DayByDay = False,
) -> None:
    """Show one story: headline, summary, where sources disagree, its articles, and what is new since it was last read.

    The id of a merged story leads to the story that contains it. `--at` shows the story as it was, `--timeline` day by day.

    [dim]Examples:[/dim]

    meadow story wolf-lpa-01

    meadow story wolf-lpa-01 --words 250 --html wolves.html

    meadow story wolf-lpa-01 --timeline

    meadow story wolf-lpa-01 --at 2026-03-05 --json
    """
    from meadow.cli import reading
    from meadow.workspace.relating import related_headlines, with_related

    output.check()
    recipe = method.recipe(length, headline=headline)
    moment = None if at is None else reading.read_span(at, now=now).first
    related: Sequence[OtherReports] = ()
    with space.open() as workspace:
        entry = workspace.story(story_id, at=moment, recipe=recipe)
        if moment is None:
            related = related_headlines(workspace, entry.row.id) if output.for_readers else ()
            entry = replace(entry, brief=with_related(workspace, entry)) if output.json else entry
            if not keep_unread:
                workspace.mark(entry.row.id)
    _print_story(entry, recipe, output, timeline=timeline, related=related)


def _print_story(
    entry: StoryEntry, recipe: Recipe, output: blocks.OutputOptions, *, timeline: bool, related: Sequence[OtherReports]
) -> None:
    from meadow import pipeline
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.html import format_html
    from meadow.brief.json import brief_value, moved_value
    from meadow.brief.markdown import format_markdown
    from meadow.brief.storypage import render_story
    from meadow.brief.timeline import timeline_value
    from meadow.workspace.reading import as_digest

    digest = as_digest([entry], recipe)
    title = entry.brief.headline.text
    days = pipeline.timeline(entry.brief.documents) if timeline else ()
    by_day = {"timeline": timeline_value(days)} if timeline else {}
    output.write(
        lambda: format_html(digest, title=title), cited_documents(entry.brief.documents, entry.brief.summary.picks)
    )
    output.print(
        value=lambda: brief_value(entry.brief) | {"new": list(entry.new), "moved": moved_value(entry.moved)} | by_day,
        markdown=lambda: format_markdown(digest, title=title),
        readable=lambda: render_story(entry.brief, entry.new, days, related, entry.moved),
    )
