"""Many documents as a few stories, each with headline and summary."""

from __future__ import annotations

from collections.abc import Iterable

from meadow.model import Brief, Digest, Document, Story, Summary
from meadow.pipeline.headings import headline_view
from meadow.pipeline.summaries import SUMMARY_PARTS, summarize_view
from meadow.pipeline.tracks import make_tracker
from meadow.pipeline.views import Idf, Progress, background, check_background, in_time_order, stamp
from meadow.presets import DEFAULT_METHOD, make_recipe, settled
from meadow.recipe import DEFAULT_HEADLINE, Recipe
from meadow.tracking.tracker import find_stories
from meadow.vectors.near_copies import near_copies
from meadow.vectors.view import StoryView, view_documents

_DIGEST_PARTS = ("tracker", "headline", *SUMMARY_PARTS)
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
    idf: Idf = None,
    progress: Progress | None = None,
    recipe: Recipe | None = None,
) -> Digest:
    """Return the stories that documents fall into, each with headline and summary; the most reported story first."""
    chosen = make_recipe(
        tracker=tracker, method=method, rank=rank, select=select, rewrite=rewrite, headline=headline,
        sentences=sentences, words=words, characters=characters, percent=percent, seed=seed, question=question,
        recipe=recipe,
    )  # fmt: skip
    return _digest(in_time_order(documents), chosen, idf=idf, progress=progress)


def _digest(documents: list[Document], recipe: Recipe, *, idf: Idf, progress: Progress | None) -> Digest:
    table = background(idf)
    check_background(recipe, table)
    stories = find_stories(make_tracker(recipe.tracker, idf=table), documents)
    by_id = {document.id: document for document in documents}
    briefs: list[Brief] = []
    languages: set[str] = set()
    for number, story in enumerate(stories, start=1):
        view = view_documents([by_id[each] for each in story.document_ids], background=table)
        briefs.append(brief_view(view, recipe, story=story))
        languages.update(view.languages)
        if progress is not None:
            progress(number, len(stories))
    run = stamp(recipe.parts(*_DIGEST_PARTS), documents, table, languages)
    return Digest(tuple(sorted(briefs, key=_most_reported_first)), run)


def brief_view(view: StoryView, recipe: Recipe, *, story: Story, summary: Summary | None = None) -> Brief:
    """Return a story that has been analysed already with headline and summary; one that is there is not made again."""
    copies = near_copies(view.documents)
    text = summarize_view(view, recipe, story_id=story.id, copies=copies) if summary is None else summary
    return Brief(story, headline_view(view, recipe, story_id=story.id), text, view.documents, copies)


def single_digest(view: StoryView, recipe: Recipe, summary: Summary) -> Digest:
    """Return a digest of one story whose summary has been made already."""
    tracker = make_tracker(_ONE_STORY)
    (story,) = find_stories(tracker, view.documents)
    brief = brief_view(view, recipe, story=story, summary=summary)
    parts = {**settled(recipe).parts(*_DIGEST_PARTS), "tracker": _ONE_STORY}
    return Digest((brief,), stamp(parts, view.documents, view.background, view.languages))


def _most_reported_first(brief: Brief) -> tuple[int, int, float, str]:
    last = brief.story.last.timestamp() if brief.story.last is not None else 0.0
    return -len(brief.sources), -len(brief.documents), -last, brief.story.id
