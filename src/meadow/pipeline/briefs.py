"""One story as a reader wants it: headline and summary of its documents, wherever that is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meadow.engines import Engine, in_order
from meadow.model import Brief, Document, Relation, Story, Summary
from meadow.pipeline.headings import headline_view
from meadow.pipeline.summaries import summarize_view
from meadow.recipe import Recipe
from meadow.text.background import Background
from meadow.tracking.doubt import find_doubt
from meadow.tracking.related import find_related
from meadow.vectors.near_copies import view_copies
from meadow.vectors.view import StoryView, view_documents

# A story of more documents is sent to a worker alone.
_SMALL = 8
_TOGETHER = 8


@dataclass(frozen=True, slots=True)
class ReportedStory:
    """A story to report: its new documents, which are all of them unless `since` is given, and earlier ones."""

    story: Story
    documents: list[Document]
    earlier: list[Document]


@dataclass(frozen=True, slots=True)
class WrittenBrief:
    """A brief without its documents, which the caller has, and their languages."""

    brief: Brief
    languages: tuple[str, ...]


def iter_briefs(
    stories: Sequence[ReportedStory],
    recipe: Recipe,
    table: Background | None,
    engine: Engine,
    progress: Callable[[int, int | None], None],
) -> Iterator[WrittenBrief]:
    """Yield stories with headline and summary in their order, each as soon as it and those before it are done."""
    outcomes = engine.map(
        _write, stories, shared=(recipe, table), size=_TOGETHER, together=_travels_with, progress=progress, here=True
    )
    # Which stories are related is found here while others write.
    related: Mapping[str, tuple[Relation, ...]] | None = None if recipe.annotate else {}
    for reported, written in zip(stories, in_order(outcomes), strict=True):
        if related is None:
            related = find_related([(each.story, each.documents) for each in stories], table)
        documents = tuple(sorted(reported.documents, key=lambda document: document.order))
        whole = replace(written.brief, documents=documents, related=related.get(reported.story.id, ()))
        yield replace(written, brief=whole)


def prepare_briefs(documents: Sequence[Document], recipe: Recipe, table: Background | None) -> None:
    """Load in advance the data that a first story uses."""
    _write(ReportedStory(Story("", (), None, None), [*documents], []), (replace(recipe, since=None), table))


def _write(reported: ReportedStory, shared: tuple[Recipe, Background | None]) -> WrittenBrief:
    recipe, table = shared
    view = view_documents(reported.documents, background=table)
    return WrittenBrief(replace(_brief(view, recipe, reported), documents=()), view.languages)


def _travels_with(reported: ReportedStory) -> str | None:
    return reported.story.id if len(reported.documents) > _SMALL else None


def _brief(view: StoryView, recipe: Recipe, reported: ReportedStory) -> Brief:
    """Return a story with headline and summary; with earlier documents, the summary says what is new."""
    if not reported.earlier:
        return brief_view(view, replace(recipe, since=None), story=reported.story)
    whole = view_documents([*reported.earlier, *reported.documents], background=view.background)
    update = summarize_view(whole, recipe, story_id=reported.story.id)
    brief = brief_view(view, recipe, story=reported.story, summary=update)
    return replace(brief, earlier=tuple(each.id for each in reported.earlier))


def brief_view(view: StoryView, recipe: Recipe, *, story: Story, summary: Summary | None = None) -> Brief:
    """Return a story that has been analysed already with headline and summary; one that is there is not made again."""
    copies = view.kept(view_copies)
    text = summarize_view(view, recipe, story_id=story.id, copies=copies) if summary is None else summary
    heading = headline_view(view, recipe, story_id=story.id)
    doubt = find_doubt(view.documents, view.background) if recipe.annotate else None
    return Brief(story, heading, text, view.documents, copies, doubt)
