"""Many documents as a few stories, each with headline and summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from meadow.model import Brief, Digest, Document, Relation, Story, Summary
from meadow.pipeline.headings import headline_view
from meadow.pipeline.summaries import SUMMARY_PARTS, summarize_view
from meadow.pipeline.tracks import make_tracker
from meadow.pipeline.views import Idf, Progress, background, check_background, in_time_order, stamp
from meadow.presets import DEFAULT_METHOD, make_recipe, settled
from meadow.recipe import DEFAULT_HEADLINE, Recipe
from meadow.text.background import Background
from meadow.tracking.doubt import find_doubt
from meadow.tracking.related import find_related
from meadow.tracking.tracker import find_stories
from meadow.vectors.near_copies import near_copies
from meadow.vectors.view import StoryView, view_documents

_DIGEST_PARTS = ("tracker", "headline", *SUMMARY_PARTS, "top", "min_sources", "min_articles")
_ONE_STORY = "one"  # the tracker that puts everything in one story


def digest(
    documents: Iterable[Document],
    *,
    tracker: str = DEFAULT_METHOD,
    method: str = DEFAULT_METHOD,
    rank: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    headline: str = DEFAULT_HEADLINE,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    seed: int | None = None,
    question: str | None = None,
    top: int | None = None,
    min_sources: int | None = None,
    min_articles: int | None = None,
    annotate: bool = True,
    idf: Idf = None,
    progress: Progress | None = None,
    on_story: Callable[[Brief], None] | None = None,
    recipe: Recipe | None = None,
) -> Digest:
    """Return the stories that documents fall into, each with headline and summary; the most reported story first.

    `progress` is called with a phase (tracking, writing), how much of it is done, and its total; `on_story` with each story
    as soon as it is written, in the order of the digest. Without `annotate` only headlines and texts are made: not who else
    says a sentence, what the sources disagree on, and how stories hang together.
    """
    chosen = make_recipe(
        tracker=tracker, method=method, rank=rank, select=select, rewrite=rewrite, headline=headline,
        sentences=sentences, words=words, characters=characters, percent=percent, seed=seed, question=question,
        top=top, min_sources=min_sources, min_articles=min_articles, annotate=annotate, recipe=recipe,
    )  # fmt: skip
    return _digest(in_time_order(documents), chosen, background(idf), progress or _unwatched, on_story)


def _digest(
    documents: list[Document],
    recipe: Recipe,
    table: Background | None,
    watch: Progress,
    on_story: Callable[[Brief], None] | None,
) -> Digest:
    check_background(recipe, table)
    briefs: list[Brief] = []
    languages: set[str] = set()
    stories = _stories(documents, recipe, table, watch)
    related = find_related(stories, table) if recipe.annotate else {}
    for number, (story, members) in enumerate(stories, start=1):
        view = view_documents(members, background=table)
        briefs.append(brief_view(view, recipe, story=story, related=related.get(story.id, ())))
        languages.update(view.languages)
        watch("writing", number, len(stories))
        if on_story is not None:
            on_story(briefs[-1])
    return Digest(tuple(briefs), stamp(recipe.parts(*_DIGEST_PARTS), documents, table, languages))


def _unwatched(phase: str, done: int, total: int) -> None:
    """Show nothing."""


def _stories(
    documents: list[Document], recipe: Recipe, table: Background | None, watch: Progress
) -> list[tuple[Story, list[Document]]]:
    """Return the stories that a recipe asks for with their documents, the most reported first."""

    def step(done: int) -> None:
        watch("tracking", done, len(documents))

    by_id = {document.id: document for document in documents}
    found = find_stories(make_tracker(recipe.tracker, idf=table), documents, on_step=step)
    told = [(story, [by_id[each] for each in story.document_ids]) for story in found]
    kept = [
        (story, members)
        for story, members in told
        if len(_outlets(members)) >= (recipe.min_sources or 0) and len(members) >= (recipe.min_articles or 0)
    ]
    return sorted(kept, key=lambda each: _most_reported_first(*each))[: recipe.top]


def _outlets(documents: Iterable[Document]) -> set[str]:
    return {document.source for document in documents if document.source is not None}


def brief_view(
    view: StoryView,
    recipe: Recipe,
    *,
    story: Story,
    summary: Summary | None = None,
    related: tuple[Relation, ...] = (),
) -> Brief:
    """Return a story that has been analysed already with headline and summary; one that is there is not made again."""
    copies = near_copies(view.documents)
    text = summarize_view(view, recipe, story_id=story.id, copies=copies) if summary is None else summary
    heading = headline_view(view, recipe, story_id=story.id)
    doubt = find_doubt(view.documents, view.background) if recipe.annotate else None
    return Brief(story, heading, text, view.documents, copies, doubt, related)


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
