"""One story for the terminal: its brief, what is new to the reader, and how it grew day by day."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from meadow.brief.terminal import COLUMNS, DigestPrinter
from meadow.brief.timeline import render_timeline
from meadow.brief.tracks import moved_text
from meadow.brief.wording import OtherReports, outlet, short_date_text, title_text
from meadow.model import Brief, Document, Moved, TimelineDay
from meadow.text.printable import one_line


def render_story(
    brief: Brief,
    new: Sequence[str] = (),
    days: Sequence[TimelineDay] = (),
    related: Sequence[OtherReports] = (),
    moved: Moved | None = None,
) -> RenderableType:
    """Return a story with its articles, those that are new to the reader marked, and day by day if days are given.

    `related` are stories of the same event, each a line; `moved` are articles that second looks moved here.
    """
    articles = Constrain(_articles(brief, frozenset(new)), COLUMNS)
    timeline = [render_timeline(days, brief.documents), Text()] if days else []
    lines: list[RenderableType] = [Text(f"{each.text}  {each.story_id}", style="dim") for each in related]
    if moved is not None:
        lines.append(Text(moved_text(moved), style="dim"))
    links: list[RenderableType] = [Constrain(Group(*lines), COLUMNS), Text()] if lines else []
    return Group(DigestPrinter(brief.documents).story(brief), Text(), *links, *timeline, articles)


def _articles(brief: Brief, new: frozenset[str]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for document in brief.documents:
        table.add_row(short_date_text(document), _article(document, is_new=document.id in new))
    heading = "Articles" if not new else f"Articles, {len(new):,} of them new"
    return Group(Text(heading, style="bold"), table)


def _article(document: Document, *, is_new: bool) -> Text:
    line = Text(f"{one_line(outlet(document))} – {one_line(title_text(document))} ")
    line.append(document.id, style="cyan")
    return line.append("  new", style="magenta") if is_new else line
