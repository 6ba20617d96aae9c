"""The jobs, each a few methods in order: track, summarize, headline, digest. The only place where methods meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from meadow.errors import InputError
from meadow.extract import write_extract
from meadow.headlines import HEADLINES
from meadow.ingest.idf import load_idf_table
from meadow.model import (
    Assignment,
    Brief,
    Budget,
    Digest,
    Document,
    Explanation,
    Headline,
    Run,
    ScoreRow,
    Scores,
    Story,
    Summary,
)
from meadow.presets import DEFAULT, TRACKER_ALIASES, Preset, choose_preset
from meadow.provenance import run_stamp
from meadow.rank import RANKERS
from meadow.rank.centroid import view_centroid
from meadow.rank.length import length
from meadow.select.budget import make_budget
from meadow.text.background import Background, name_of
from meadow.tracking import TRACKERS
from meadow.tracking.tracker import Tracker, stories_from
from meadow.vectors.view import StoryView, check_unique_ids, view_documents

DEFAULT_HEADLINE = "title"
Progress = Callable[[int, int], None]
Idf = Background | str | Path | None


def background(idf: Idf) -> Background | None:
    """Return the background that was asked for: one as it is, a file's table, or None for each language's own."""
    return load_idf_table(idf) if isinstance(idf, str | Path) else idf


def iter_assignments(documents: Iterable[Document], *, tracker: str = DEFAULT, idf: Idf = None) -> Iterator[Assignment]:
    """Iterate over the tracking log of documents in the order given, one assignment per document."""
    state = make_tracker(tracker, idf=idf)
    return (state.step(document) for document in documents)


def make_tracker(tracker: str = DEFAULT, *, idf: Idf = None) -> Tracker:
    """Return an empty tracker by its spec; `meadow` is the default's name."""
    built: Tracker = TRACKERS.build(TRACKER_ALIASES.get(tracker, tracker))(background(idf))
    return built


def track(documents: Iterable[Document], *, tracker: str = DEFAULT, idf: Idf = None) -> list[Story]:
    """Return the stories that documents fall into; their order does not matter, time does."""
    ordered = _in_time_order(documents)
    return stories_from(iter_assignments(ordered, tracker=tracker, idf=idf), ordered)


def summarize(
    documents: Iterable[Document],
    *,
    method: str = DEFAULT,
    rank: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    seed: int | None = None,
    idf: Idf = None,
) -> Summary:
    """Return one summary of all documents as one story: extractive, in time order, each sentence tied to its source.

    At most one length may be given; without any it is 100 words.
    """
    preset = choose_preset(method, rank=rank, select=select, rewrite=rewrite, seed=seed)
    budget = make_budget(
        sentences=sentences, words=words, characters=characters, percent=percent, rounding=preset.rounding
    )
    view = view_documents(_some(documents), background=background(idf))
    return summarize_view(view, preset=preset, budget=budget)


def summarize_view(view: StoryView, *, preset: Preset, budget: Budget, story_id: str | None = None) -> Summary:
    """Return the summary of a story that has been analysed already."""
    ranker, selector, rewriter = preset.methods()
    scores: Scores = ranker(view)
    run = _stamp(view, {"rank": ranker.spec, "select": selector.spec, "rewrite": rewriter.spec, "budget": budget})
    name = story_id if story_id is not None else view.documents[0].id
    return write_extract(view, scores, selector, rewriter, budget, story_id=name, run=run)


def explain(
    documents: Iterable[Document],
    *,
    method: str = DEFAULT,
    rank: str | None = None,
    seed: int | None = None,
    idf: Idf = None,
) -> Explanation:
    """Return the centroid table and the score table of all documents as one story."""
    preset = choose_preset(method, rank=rank, seed=seed)
    return explain_view(view_documents(_some(documents), background=background(idf)), preset=preset)


def explain_view(view: StoryView, *, preset: Preset) -> Explanation:
    """Return the two tables for a story that has been analysed already, in the dialect of its ranker."""
    ranker = RANKERS.build(preset.rank)
    scores: Scores = ranker(view)
    dialect = str(dict(ranker.spec.keywords).get("dialect", "meadow"))
    lengths = length(view, dialect=dialect).values
    rows = tuple(
        ScoreRow(
            sentence.ref.document_id,
            int(view.number[row]),
            int(lengths[row]),
            {name: float(values[row]) for name, values in scores.features.items() if name != "length"},
            float(scores.values[row]),
        )
        for row, sentence in enumerate(view.sentences)
    )
    centroid = tuple(view_centroid(view, dialect=dialect).table())
    return Explanation(centroid, rows, _stamp(view, {"rank": ranker.spec}))


def headline(documents: Iterable[Document], *, method: str = DEFAULT_HEADLINE, idf: Idf = None) -> Headline:
    """Return a headline for all documents as one story."""
    return headline_view(view_documents(_some(documents), background=background(idf)), method=method)


def headline_view(view: StoryView, *, method: str = DEFAULT_HEADLINE, story_id: str | None = None) -> Headline:
    """Return a headline for a story that has been analysed already."""
    chosen = HEADLINES.build(method)
    candidate = chosen(view)
    name = story_id if story_id is not None else view.documents[0].id
    run = _stamp(view, {"headline": chosen.spec})
    return Headline(name, candidate.text, candidate.evidence, str(chosen.spec), run)


def digest(
    documents: Iterable[Document],
    *,
    tracker: str = DEFAULT,
    method: str = DEFAULT,
    rank: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    headline: str = DEFAULT_HEADLINE,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    seed: int | None = None,
    idf: Idf = None,
    progress: Progress | None = None,
) -> Digest:
    """Return the stories that documents fall into, each with headline and summary; the most reported story first."""
    preset = choose_preset(method, rank=rank, select=select, rewrite=rewrite, seed=seed)
    budget = make_budget(
        sentences=sentences, words=words, characters=characters, percent=percent, rounding=preset.rounding
    )
    ordered, idf = _in_time_order(documents), background(idf)
    stories = stories_from(iter_assignments(ordered, tracker=tracker, idf=idf), ordered)
    by_id = {document.id: document for document in ordered}
    briefs: list[Brief] = []
    languages: set[str] = set()
    for number, story in enumerate(stories):
        view = view_documents([by_id[each] for each in story.document_ids], background=idf)
        briefs.append(_brief(story, view, preset=preset, budget=budget, headline=headline))
        languages.update(view.languages)
        if progress is not None:
            progress(number + 1, len(stories))
    parts = {"track": TRACKER_ALIASES.get(tracker, tracker), "rank": preset.rank, "select": preset.select}
    more = {"rewrite": preset.rewrite, "headline": headline, "budget": budget, "background": name_of(idf, languages)}
    run = run_stamp({**parts, **more}, ordered)
    return Digest(tuple(sorted(briefs, key=_most_reported_first)), run)


def _brief(story: Story, view: StoryView, *, preset: Preset, budget: Budget, headline: str) -> Brief:
    summary = summarize_view(view, preset=preset, budget=budget, story_id=story.id)
    line = headline_view(view, method=headline, story_id=story.id)
    return Brief(story, line, summary, view.documents)


def _most_reported_first(brief: Brief) -> tuple[int, int, float, str]:
    last = brief.story.last.timestamp() if brief.story.last is not None else 0.0
    return -len(brief.sources), -len(brief.documents), -last, brief.story.id


def _in_time_order(documents: Iterable[Document]) -> list[Document]:
    ordered = sorted(documents, key=lambda document: document.order)
    check_unique_ids(ordered)
    return ordered


def _some(documents: Iterable[Document]) -> Sequence[Document]:
    given = list(documents)
    if not given:
        raise InputError("There is no document to work on.", given="0 documents", advice="Give at least one.")
    return given


def _stamp(view: StoryView, parts: dict[str, Any]) -> Run:
    return run_stamp({**parts, "background": name_of(view.background, view.languages)}, view.documents)
