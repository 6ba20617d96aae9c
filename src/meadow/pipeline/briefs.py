"""One story as a reader wants it: headline and summary of its documents, wherever that is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meadow.engines import Engine, in_order
from meadow.kernels.loading import load_kernels
from meadow.model import Brief, Document, Relation, Story, Summary
from meadow.pipeline.headings import headline_view
from meadow.pipeline.summaries import summarize_view
from meadow.recipe import Recipe
from meadow.text.background import Background
from meadow.tracking.doubt import find_doubt
from meadow.tracking.related import find_related
from meadow.vectors.near_copies import view_copies
from meadow.vectors.view import StoryView, view_documents

# A story of more documents than that is worth a journey of its own.
_SMALL = 8
_TOGETHER = 8


@dataclass(frozen=True, slots=True)
class ReportedStory:
    """A story that is to be told: the documents that are new, which are all of them if no one asked, and earlier ones."""

    story: Story
    documents: list[Document]
    earlier: list[Document]


@dataclass(frozen=True, slots=True)
class Telling:
    """A story that was told, without its documents, which the other side has; and the languages of these."""

    brief: Brief
    languages: tuple[str, ...]


def iter_tellings(
    stories: Sequence[ReportedStory],
    recipe: Recipe,
    table: Background | None,
    engine: Engine,
    progress: Callable[[int, int | None], None],
) -> Iterator[Telling]:
    """Yield stories with headline and summary in their order, each as soon as it and those before it are told."""
    outcomes = engine.map(
        _tell, stories, shared=(recipe, table), size=_TOGETHER, together=_travels_with, progress=progress, here=True
    )
    # Which stories are related is found here while others write.
    related: Mapping[str, tuple[Relation, ...]] | None = None if recipe.annotate else {}
    for told, telling in zip(stories, in_order(outcomes), strict=True):
        if related is None:
            related = find_related([(each.story, each.documents) for each in stories], table)
        documents = tuple(sorted(told.documents, key=lambda document: document.order))
        whole = replace(telling.brief, documents=documents, related=related.get(told.story.id, ()))
        yield replace(telling, brief=whole)


def prepare_to_tell(documents: Sequence[Document], recipe: Recipe, table: Background | None) -> None:
    """Load what telling stories needs, while there is time: compiled code, and what a first story asks for."""
    load_kernels()
    _tell(ReportedStory(Story("", (), None, None), [*documents], []), (replace(recipe, since=None), table))


def _tell(told: ReportedStory, shared: tuple[Recipe, Background | None]) -> Telling:
    recipe, table = shared
    view = view_documents(told.documents, background=table)
    return Telling(replace(_brief(view, recipe, told), documents=()), view.languages)


def _travels_with(told: ReportedStory) -> str | None:
    return told.story.id if len(told.documents) > _SMALL else None


def _brief(view: StoryView, recipe: Recipe, told: ReportedStory) -> Brief:
    """Return a story with headline and summary; where part of it came before, the summary tells what is new."""
    if not told.earlier:
        return brief_view(view, replace(recipe, since=None), story=told.story)
    whole = view_documents([*told.earlier, *told.documents], background=view.background)
    update = summarize_view(whole, recipe, story_id=told.story.id)
    brief = brief_view(view, recipe, story=told.story, summary=update)
    return replace(brief, earlier=tuple(each.id for each in told.earlier))


def brief_view(view: StoryView, recipe: Recipe, *, story: Story, summary: Summary | None = None) -> Brief:
    """Return a story that has been analysed already with headline and summary; one that is there is not made again."""
    copies = view.kept(view_copies)
    text = summarize_view(view, recipe, story_id=story.id, copies=copies) if summary is None else summary
    heading = headline_view(view, recipe, story_id=story.id)
    doubt = find_doubt(view.documents, view.background) if recipe.annotate else None
    return Brief(story, heading, text, view.documents, copies, doubt)
