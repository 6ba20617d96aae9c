"""A story day by day: how many articles, which outlets, what was new, and which figures were given first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import numpy as np

from meadow.grouping.disagreement import find_disagreements
from meadow.ingest.frames import Documents
from meadow.model import Budget, Disagreement, Document, FirstReport, Pick, SentenceRef, TimelineDay
from meadow.pipeline.summaries import summarize_material
from meadow.pipeline.updates import Material
from meadow.pipeline.views import Idf, story_view
from meadow.recipe import Recipe
from meadow.vectors.near_copies import view_copies
from meadow.vectors.sameness import novelty
from meadow.vectors.view import StoryView

_ONE_SENTENCE = Recipe(budget=Budget("sentences", 1), annotate=False)


def timeline(documents: Documents, *, idf: Idf = None, recipe: Recipe | None = None) -> tuple[TimelineDay, ...]:
    """Return the days of a story in order, each with what it adds to those before; a day is that of the article's own zone.

    A recipe may choose another sentence for a day than the default summarizer.
    """
    return timeline_view(story_view(documents, idf=idf), recipe=recipe)


def timeline_view(
    view: StoryView, *, disagreements: Sequence[Disagreement] | None = None, recipe: Recipe | None = None
) -> tuple[TimelineDay, ...]:
    """Return the days of a story that has been analysed already; disagreements are looked for unless given."""
    all_disagreements = _disagreements(view) if disagreements is None else disagreements
    first = list(_first_reports(view, all_disagreements))
    days: list[TimelineDay] = []
    reported: set[str] = set()
    before: list[int] = []
    for day, places in _days(view.documents).items():
        day_documents = [view.documents[index] for index in places]
        sources = tuple(dict.fromkeys(each.source for each in day_documents if each.source is not None))
        ids = tuple(each.id for each in day_documents)
        days.append(
            TimelineDay(
                day, ids, sources, tuple(each for each in sources if each not in reported),
                _told(view, places, before, _ONE_SENTENCE if recipe is None else recipe),
                tuple(each for each in first if each.ref.document_id in ids),
            )
        )  # fmt: skip
        reported.update(sources)
        before += places
    return tuple(days)


def _days(documents: Sequence[Document]) -> dict[date | None, list[int]]:
    """Return the places of documents by day, in order; those without a date last."""
    days: dict[date | None, list[int]] = {}
    for index, document in enumerate(documents):
        days.setdefault(None if document.published is None else document.published.date(), []).append(index)
    return dict(sorted(days.items(), key=lambda each: (each[0] is None, each[0] or date.max)))


def _told(view: StoryView, places: Sequence[int], before: Sequence[int], recipe: Recipe) -> Pick | None:
    """Return the best sentence of some documents that says what earlier ones did not; None if there is none."""
    rows = np.flatnonzero(np.isin(view.document_of, places)).tolist()
    known = np.flatnonzero(np.isin(view.document_of, before)).tolist()
    if not rows:
        return None
    part = view.part(rows)
    fresh = novelty(part, view.part(known)) if known else None
    if fresh is not None and not fresh.any():
        return None
    picks = summarize_material(Material(view, part, fresh), recipe).picks
    return picks[0] if picks else None


def _disagreements(view: StoryView) -> tuple[Disagreement, ...]:
    copies = {copy: group.first for group in view.kept(view_copies) for copy in group.copies}
    return find_disagreements(view, copies=copies)


def _first_reports(view: StoryView, disagreements: Iterable[Disagreement]) -> Iterator[FirstReport]:
    """Yield each value of each fact with the sentence that gave it first, in order of time."""
    order = {sentence.ref: row for row, sentence in enumerate(view.sentences)}
    reports = [
        FirstReport(each.what, given.value, min(known, key=order.__getitem__))
        for each in disagreements
        for given in each.values
        if (known := _known(given.refs, order))
    ]
    yield from sorted(reports, key=lambda report: order[report.ref])


def _known(refs: Iterable[SentenceRef], order: dict[SentenceRef, int]) -> list[SentenceRef]:
    return [ref for ref in refs if ref in order]
