"""A list of stories for the terminal: what each is called, its first sentence, how many say so, and what is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.text import Text

from meadow.brief.terminal import COLUMNS
from meadow.brief.tracks import moved_text
from meadow.brief.wording import count_text, facts, period_text
from meadow.model import Brief, Moved
from meadow.text.printable import one_line


def render_listing(
    briefs: Sequence[tuple[Brief, int]], moved: Mapping[str, Moved] = MappingProxyType({})
) -> RenderableType:
    """Return stories below one another, each with how many of its articles are new to the reader.

    `moved` are articles that second looks moved into stories, by story.
    """
    entries = (_entry(brief, new, moved.get(brief.story.id)) for brief, new in briefs)
    return Constrain(Group(*(part for entry in entries for part in entry)), COLUMNS)


def _entry(brief: Brief, new: int, moved: Moved | None) -> list[RenderableType]:
    headline = Text(one_line(brief.headline.text), style="bold")
    if new:
        headline.append(f"  {new:,} new", style="magenta")
    lead = [Text(one_line(brief.summary.picks[0].written))] if brief.summary.picks else []
    counted = (*facts(brief.documents, brief.copies), period_text(brief.documents))
    recut = [] if moved is None else [Text(moved_text(moved), style="dim")]
    return [headline, *lead, Text(" · ".join(counted), style="dim"), *recut, Text(brief.story.id, style="cyan"), Text()]


def totals_text(shown: int, stories: int, documents: int) -> str:
    """Return how much a list shows of how much there is."""
    all_of_it = f"{count_text(stories, 'story', 'stories')}, {count_text(documents, 'article')}"
    return all_of_it if shown == stories else f"{shown:,} of {all_of_it}"
