"""Many documents as a few stories, each with headline and summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from meadow.engines import Engine, using_engine
from meadow.ingest.frames import Documents
from meadow.model import Brief, Digest, Document, Story, Summary
from meadow.pipeline.briefs import ReportedStory, brief_view, iter_tellings, prepare_to_tell
from meadow.pipeline.presets import DEFAULT_METHOD, make_recipe, settled
from meadow.pipeline.sharding import sharded_assignments
from meadow.pipeline.spill import DocumentSpill
from meadow.pipeline.summaries import SUMMARY_PARTS
from meadow.pipeline.tracks import make_tracker
from meadow.pipeline.views import Idf, Progress, background, check_background, in_time_order, named_words, stamp
from meadow.provenance import ordered_digest, stamp_of
from meadow.recipe import DEFAULT_HEADLINE, Recipe
from meadow.text.background import Background
from meadow.tracking.tracker import find_stories, stories_from
from meadow.vectors.view import StoryView

_DIGEST_PARTS = ("tracker", "headline", *SUMMARY_PARTS, "top", "min_sources", "min_articles", "windows")
_FIRST = 10  # documents that stand for the others in what must be loaded to tell them
_ONE_STORY = "one"  # the tracker that puts everything in one story


def digest(
    documents: Documents,
    *,
    tracker: str = DEFAULT_METHOD,
    method: str = DEFAULT_METHOD,
    rank: str | None = None,
    figures: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    headline: str = DEFAULT_HEADLINE,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    seed: int | None = None,
    question: str | None = None,
    since: datetime | str | None = None,
    top: int | None = None,
    min_sources: int | None = None,
    min_articles: int | None = None,
    windows: str | None = None,
    annotate: bool = True,
    idf: Idf = None,
    progress: Progress | None = None,
    on_story: Callable[[Brief], None] | None = None,
    recipe: Recipe | None = None,
    engine: str | Engine | None = None,
    spill: DocumentSpill | None = None,
) -> Digest:
    """Return the stories that documents fall into, each with headline and summary; the most reported story first.

    `progress` is called with a phase (tracking, writing), how much of it is done, and its total; `on_story` with each story
    as soon as it is written, in the order of the digest. With `since` stories are told by what is new from then on: earlier
    documents are tracked and count as read, and a story without new ones is left out. Without `annotate` only headlines and
    texts are made: not who else says a sentence, what the sources disagree on, and how stories hang together. On an
    `engine` such as `processes:2` stories are written by other processes, with the same result;
    with `windows` such as `14d+3d` they also track, each language and window of time for itself; then the documents may be
    in a spill, from which those of the stories that are told are taken.
    """
    chosen = make_recipe(
        tracker=tracker, method=method, rank=rank, figures=figures, select=select, rewrite=rewrite,
        headline=headline, sentences=sentences, words=words, characters=characters, percent=percent, seed=seed,
        question=question, since=since, top=top, min_sources=min_sources, min_articles=min_articles, windows=windows,
        annotate=annotate, recipe=recipe,
    )  # fmt: skip
    with using_engine(engine) as opened:
        stream = _Stream(in_time_order(documents), spill)
        return _digest(stream, chosen, background(idf), progress or _unwatched, on_story, opened)


@dataclass(frozen=True, slots=True)
class _Stream:
    """Documents in time order; where they are in a spill, memory has what it takes to divide them."""

    documents: list[Document]
    spill: DocumentSpill | None

    def whole(self, documents: Iterable[Document]) -> Iterable[Document]:
        """Return some of them with all that they say."""
        return documents if self.spill is None else self.spill.whole(documents)

    def told(self, story: ReportedStory) -> ReportedStory:
        """Return a story whose documents are whole."""
        if self.spill is None:
            return story
        return replace(story, documents=list(self.whole(story.documents)), earlier=list(self.whole(story.earlier)))


def _digest(
    stream: _Stream,
    recipe: Recipe,
    table: Background | None,
    watch: Progress,
    on_story: Callable[[Brief], None] | None,
    engine: Engine,
) -> Digest:
    check_background(recipe, table)
    first = list(stream.whole(stream.documents[:_FIRST]))
    engine.prepare(partial(prepare_to_tell, first, recipe, table), here=True)
    briefs: list[Brief] = []
    languages: set[str] = set()
    stories = [stream.told(each) for each in _stories(stream, recipe, table, watch, engine)]

    def step(done: int, total: int | None) -> None:
        watch("writing", done, total or 0)

    for telling in iter_tellings(stories, recipe, table, engine, step):
        briefs.append(telling.brief)
        languages.update(telling.languages)
        if on_story is not None:
            on_story(telling.brief)
    parts = named_words(recipe.parts(*_DIGEST_PARTS), table, languages)
    return Digest(tuple(briefs), stamp_of(parts, ordered_digest(stream.whole(stream.documents))))


def _unwatched(phase: str, done: int, total: int) -> None:
    """Show nothing."""


def _stories(
    stream: _Stream, recipe: Recipe, table: Background | None, watch: Progress, engine: Engine
) -> list[ReportedStory]:
    """Return the stories that a recipe asks for with their documents, the most reported first."""
    documents = stream.documents

    def step(done: int) -> None:
        watch("tracking", done, len(documents))

    by_id = {document.id: document for document in documents}
    if recipe.windows is None:
        tracked = find_stories(make_tracker(recipe.tracker, idf=table), documents, on_step=step)
    else:
        log = sharded_assignments(
            documents, windows=recipe.windows, tracker=recipe.tracker, idf=table, engine=engine, on_step=step,
            spill=stream.spill,
        )  # fmt: skip
        tracked = stories_from(log, documents)
    every = [_told(story, [by_id[each] for each in story.document_ids], recipe.since) for story in tracked]
    kept = [
        told
        for told in every
        if told.documents
        and len(_outlets(told.documents)) >= (recipe.min_sources or 0)
        and len(told.documents) >= (recipe.min_articles or 0)
    ]
    return sorted(kept, key=lambda told: _most_reported_first(told.story, told.documents))[: recipe.top]


def _told(story: Story, members: list[Document], since: datetime | None) -> ReportedStory:
    """Return a story with its new documents apart from those that came before a time; it then spans the new ones alone."""
    earlier = [each for each in members if since is not None and each.published is not None and each.published < since]
    if not earlier:
        return ReportedStory(story, members, [])
    new = [each for each in members if each not in earlier]
    times = [each.published for each in new if each.published is not None]
    span = replace(
        story,
        document_ids=tuple(each.id for each in new),
        first=min(times, default=None),
        last=max(times, default=None),
    )
    return ReportedStory(span, new, earlier)


def _outlets(documents: Iterable[Document]) -> set[str]:
    return {document.source for document in documents if document.source is not None}


def single_digest(view: StoryView, recipe: Recipe, summary: Summary) -> Digest:
    """Return a digest of one story whose summary has been made already."""
    tracker = make_tracker(_ONE_STORY)
    (story,) = find_stories(tracker, view.documents)
    brief = brief_view(view, recipe, story=story, summary=summary)
    parts = {**settled(recipe).parts(*_DIGEST_PARTS), "tracker": _ONE_STORY}
    return Digest((brief,), stamp(parts, view.documents, view.background, view.languages))


def _most_reported_first(story: Story, documents: Sequence[Document]) -> tuple[int, int, float, str]:
    last = story.last.timestamp() if story.last is not None else 0.0
    return -len(_outlets(documents)), -len(documents), -last, story.id
