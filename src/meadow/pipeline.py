"""The jobs, each a few methods in order: track, summarize, headline, group, digest. The only place where methods meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from meadow.current import with_current_figures
from meadow.errors import InputError
from meadow.extract import write_extract
from meadow.grouping import GROUPER_ALIASES, GROUPERS
from meadow.grouping.disagreement import find_disagreements
from meadow.grouping.groups import make_groups
from meadow.headlines import HEADLINES
from meadow.headlines.candidate import Candidate, Proposal
from meadow.headlines.readable import flaws
from meadow.ingest.idf import load_idf_table
from meadow.model import (
    Assignment,
    Brief,
    Budget,
    CopyGroup,
    Digest,
    Disagreement,
    Document,
    Explanation,
    Grouping,
    Headline,
    Run,
    ScoreRow,
    Scores,
    Story,
    Summary,
)
from meadow.presets import DEFAULT, PRESETS, TRACKER_ALIASES, Preset, choose_preset
from meadow.provenance import run_stamp
from meadow.rank import RANKERS
from meadow.rank.centroid import view_centroid
from meadow.rank.length import length
from meadow.select.budget import make_budget
from meadow.spec import parse_spec
from meadow.text.background import Background, name_of
from meadow.text.tokens import count_printed_words
from meadow.tracking import TRACKERS
from meadow.tracking.tracker import Tracker, find_stories, iter_log, settled_log
from meadow.updates import Update, find_update, fresh_rows
from meadow.vectors.near_copies import near_copies
from meadow.vectors.view import StoryView, check_unique_ids, view_documents

DEFAULT_HEADLINE = "title"
# What `meadow headline --all` shows, the default first.
SHELF = (
    DEFAULT_HEADLINE, "core(title)", "compress", "core(compress)", "bayes-phrase", "phrase", "phrase(choose=shortest)",
)  # fmt: skip
Progress = Callable[[int, int], None]
Idf = Background | str | Path | None


def background(idf: Idf) -> Background | None:
    """Return the background that was asked for: one as it is, a file's table, or None for each language's own."""
    return load_idf_table(idf) if isinstance(idf, str | Path) else idf


def iter_assignments(documents: Iterable[Document], *, tracker: str = DEFAULT, idf: Idf = None) -> Iterator[Assignment]:
    """Iterate over the tracking log of documents in the order given, one assignment per document.

    A list is taken in batches; of a stream each document is answered before the next one is asked for.
    """
    return iter_log(make_tracker(tracker, idf=idf), documents)


def settled_assignments(documents: Sequence[Document], *, tracker: str = DEFAULT, idf: Idf = None) -> list[Assignment]:
    """Return the tracking log of documents in the order given, with the stories they are in after any second thoughts."""
    return settled_log(make_tracker(tracker, idf=idf), documents)


def make_tracker(tracker: str = DEFAULT, *, idf: Idf = None) -> Tracker:
    """Return an empty tracker by its spec; `meadow` is the default's name."""
    built: Tracker = TRACKERS.build(TRACKER_ALIASES.get(tracker, tracker))(background(idf))
    return built


def track(documents: Iterable[Document], *, tracker: str = DEFAULT, idf: Idf = None) -> list[Story]:
    """Return the stories that documents fall into; their order does not matter, time does."""
    return find_stories(make_tracker(tracker, idf=idf), _in_time_order(documents))


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
    question: str | None = None,
    since: datetime | str | None = None,
    known: Iterable[Document] | str | None = None,
    idf: Idf = None,
) -> Summary:
    """Return one summary of all documents as one story: extractive, in time order, each sentence tied to its source.

    At most one length may be given; without any it is 100 words. A question makes sentences that answer it weigh more.
    With `since` or `known` only what is new is told: what documents published from then on say that earlier ones, or the
    known documents or text, did not.
    """
    preset = choose_preset(method, rank=rank, select=select, rewrite=rewrite, seed=seed, question=question)
    budget = make_budget(
        sentences=sentences, words=words, characters=characters, percent=percent, rounding=preset.rounding
    )
    given, table = _some(documents), background(idf)
    if since is None and known is None:
        return summarize_view(view_documents(given, background=table), preset=preset, budget=budget)
    update = find_update(given, since=since, known=known)
    # Without a new document the summary is empty, but it is still one of this story.
    view = view_documents(update.new or given, background=table)
    return summarize_view(view, preset=preset, budget=budget, update=update)


def summarize_view(
    view: StoryView,
    *,
    preset: Preset,
    budget: Budget,
    story_id: str | None = None,
    copies: tuple[CopyGroup, ...] | None = None,
    update: Update | None = None,
    annotate: bool = True,
) -> Summary:
    """Return the summary of a story that has been analysed already.

    Its near-copies are looked for unless they are given. Without `annotate` only the text is made: not who else says what a
    sentence says, and not what the sources disagree on, so that figures which are out of date are not known either.
    """
    ranker, selector, rewriter = preset.methods()
    scores: Scores = ranker(view)
    parts = {"rank": ranker.spec, "select": selector.spec, "rewrite": rewriter.spec, "budget": budget}
    current = annotate and preset.current
    more = update.parts() if update is not None else {}
    run = _stamp(view, {**parts, **more, "current": "true" if current else None})
    fresh = fresh_rows(view, update, background=view.background) if update is not None else None
    name = story_id if story_id is not None else view.documents[0].id
    found = _disagreements(view, copies) if annotate else ()
    if current:
        scores = with_current_figures(view, scores, found)
    return write_extract(
        view,
        scores,
        selector,
        rewriter,
        budget,
        story_id=name,
        run=run,
        disagreements=found,
        covers=annotate,
        fresh=fresh,
    )


def _disagreements(view: StoryView, copies: tuple[CopyGroup, ...] | None) -> tuple[Disagreement, ...]:
    """Return what the sources differ on; those who copied one another count as one."""
    known = near_copies(view.documents) if copies is None else copies
    return find_disagreements(view, copies={copy: group.first for group in known for copy in group.copies})


def explain(
    documents: Iterable[Document],
    *,
    method: str = DEFAULT,
    rank: str | None = None,
    seed: int | None = None,
    question: str | None = None,
    idf: Idf = None,
) -> Explanation:
    """Return the centroid table and the score table of all documents as one story."""
    preset = choose_preset(method, rank=rank, seed=seed, question=question)
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
    return _proposal(view, method, story_id).headline


def headline_shelf(
    documents: Iterable[Document], *, methods: Sequence[str] | None = None, idf: Idf = None
) -> tuple[Proposal, ...]:
    """Return a shelf of headlines for all documents as one story, one for each method; by default those of every method."""
    return headlines_view(view_documents(_some(documents), background=background(idf)), methods=methods)


def headlines_view(
    view: StoryView, *, methods: Sequence[str] | None = None, story_id: str | None = None
) -> tuple[Proposal, ...]:
    """Return a shelf of headlines for a story that has been analysed already: the default's first, plug-ins' last."""
    names = {parse_spec(spec).name for spec in SHELF}
    every = (*SHELF, *(name for name in HEADLINES if name not in names))
    return tuple(_proposal(view, method, story_id) for method in (every if methods is None else methods))


def _proposal(view: StoryView, method: str, story_id: str | None) -> Proposal:
    chosen = HEADLINES.build(method)
    candidate: Candidate = chosen(view, _rank_for_headlines)
    name = story_id if story_id is not None else view.documents[0].id
    run = _stamp(view, {"headline": chosen.spec})
    line = Headline(name, candidate.text, candidate.evidence, str(chosen.spec), run)
    languages = dict(zip((document.id for document in view.documents), view.languages, strict=True))
    language = next((languages[ref.document_id] for ref in candidate.evidence), view.language)
    words = count_printed_words(candidate.text, language)
    return Proposal(line, candidate.score, words, len(candidate.text), flaws(candidate.text, language))


def _rank_for_headlines(view: StoryView) -> Scores:
    """Return how the default summarizer scores sentences: headlines and summaries agree on what matters."""
    scores: Scores = RANKERS.build(PRESETS[DEFAULT].rank)(view)
    return scores


def group(documents: Iterable[Document], *, method: str = DEFAULT, idf: Idf = None) -> Grouping:
    """Return the sentences of all documents, as one story, in groups that say the same across documents."""
    return group_view(view_documents(_some(documents), background=background(idf)), method=method)


def group_view(view: StoryView, *, method: str = DEFAULT) -> Grouping:
    """Return the groups of a story that has been analysed already, the most important first."""
    grouper = GROUPERS.build(GROUPER_ALIASES.get(method, method))
    groups = make_groups(view, grouper(view))
    grouped = {ref for each in groups for ref in each.members}
    ungrouped = tuple(sentence.ref for sentence in view.sentences if sentence.ref not in grouped)
    return Grouping(groups, ungrouped, _stamp(view, {"group": grouper.spec}))


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
    question: str | None = None,
    idf: Idf = None,
    progress: Progress | None = None,
) -> Digest:
    """Return the stories that documents fall into, each with headline and summary; the most reported story first."""
    preset = choose_preset(method, rank=rank, select=select, rewrite=rewrite, seed=seed, question=question)
    budget = make_budget(
        sentences=sentences, words=words, characters=characters, percent=percent, rounding=preset.rounding
    )
    ordered, idf = _in_time_order(documents), background(idf)
    stories = find_stories(make_tracker(tracker, idf=idf), ordered)
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
    copies = near_copies(view.documents)
    summary = summarize_view(view, preset=preset, budget=budget, story_id=story.id, copies=copies)
    line = headline_view(view, method=headline, story_id=story.id)
    return Brief(story, line, summary, view.documents, copies)


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
