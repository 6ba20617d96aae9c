"""`/s/ID`: one story, presented as the address asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from meadow.brief.html import StoryLayout, lay_out
from meadow.brief.places import Citation, SentencesById, cite, split_cited
from meadow.brief.tracks import moved_text
from meadow.brief.wording import OtherReports, count_text, facts, title_text
from meadow.model import Brief, Correction, Document
from meadow.pipeline import summarize
from meadow.store.contract import StoreReader, Wanted
from meadow.web.addresses import story_url
from meadow.web.articles import ArticleView, article_rows, explained
from meadow.web.charts import Spark, activity
from meadow.web.exports import FORMS, has_browser
from meadow.web.presentation import METHODS, UNITS, StoryPresentation
from meadow.web.reasons import Reasons, reasons_of
from meadow.web.site import Here, Reader, page
from meadow.workspace import Workspace
from meadow.workspace.placing import Placing
from meadow.workspace.reading import StoryEntry
from meadow.workspace.relating import related_headlines

MOST_SENTENCES = 300
_NEWS_SENTENCES = 3
_NEWS = 3  # the number of the update on the page, after the story and its second version
_OFFERED = 20  # stories that a merge offers

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class News:
    """The update of a reader: what new articles add to those read before."""

    name: str
    citations: tuple[Citation, ...]
    sentences: SentencesById


@dataclass(frozen=True, slots=True)
class StoryParts:
    """All that the page of a story shows."""

    entry: StoryEntry
    presentation: StoryPresentation
    layout: StoryLayout
    second: StoryLayout | None
    news: News | None
    articles: Sequence[ArticleView]
    activity: Spark | None
    reasons: Reasons | None
    related: Sequence[OtherReports]
    placing: Placing | None

    @property
    def facts(self) -> tuple[str, ...]:
        """The counts under the headline."""
        brief = self.entry.brief
        copies = sum(len(group.copies) for group in brief.copies)
        counted = facts(brief.documents, brief.copies)[:2]
        return (*counted, count_text(copies, "near-copy", "near-copies")) if copies else counted

    @property
    def moved_text(self) -> str | None:
        """How many articles second looks moved here today, and why; None where none were."""
        return None if self.entry.moved is None else moved_text(self.entry.moved)

    @property
    def cut_text(self) -> str | None:
        """The note under a summary that is longer than a page shows; None if it is not."""
        sentences = len(self.entry.brief.summary.picks)
        if sentences <= MOST_SENTENCES:
            return None
        return f"The first {MOST_SENTENCES:,} of {sentences:,} sentences. An export holds all of them."

    @property
    def new_text(self) -> str | None:
        """The number of articles new to the reader; None if there are none, or if all are."""
        return f"{len(self.entry.new):,} new since you last read" if self.news is not None else None

    @property
    def marked(self) -> tuple[str, ...]:
        """The articles that are marked as new: none where the reader has read nothing of the story."""
        return self.entry.new if self.news is not None else ()

    @property
    def forms(self) -> list[tuple[str, str]]:
        """The forms of export: a name and an address each."""
        story_id = self.entry.row.id
        offered = [each for each in FORMS.values() if each.name != "pdf" or has_browser()]
        return [(each.title, self.presentation.export_url(each.name, story_id)) for each in offered]


@router.get("/s/{story_id:id}")
def story(request: Request, site: Here, reader: Reader, story_id: str) -> Response:
    """Show a story; an id that was merged away leads to where it went."""
    workspace, presentation = site.workspace, StoryPresentation.parse(request.query_params)
    now = workspace.clock()
    if not presentation.at and (known := workspace.store.alias(story_id)) not in (None, story_id):
        return RedirectResponse(presentation.url(str(known)), HTTPStatus.MOVED_PERMANENTLY)
    moment = presentation.moment(now)
    entry = workspace.story(story_id, at=moment, reader=reader, recipe=presentation.recipe(), keep=False)
    parts = _parts(workspace, entry, presentation, reader)
    return page(
        request, "story.html", title=parts.layout.headline, now=now, moment=moment, parts_of=parts,
        presentation=presentation, methods=METHODS, units=UNITS, corrections=_corrections(workspace.store, entry),
        others=_others(workspace.store, entry),
    )  # fmt: skip


def _parts(workspace: Workspace, entry: StoryEntry, presentation: StoryPresentation, reader: str) -> StoryParts:
    brief, second = entry.brief, None
    if presentation.beside:
        moment = presentation.moment(workspace.clock())
        other = presentation.recipe(presentation.beside)
        compared = workspace.story(entry.row.id, at=moment, reader=reader, recipe=other, keep=False)
        second = lay_out(2, _shown(compared.brief))
    layout = lay_out(1, _shown(brief))
    likeness = workspace.store.similarities(each.id for each in brief.documents)
    articles = article_rows(entry, layout.timeline.numbers, likeness)
    placing = workspace.placing(entry.row.id) if presentation.placed and not presentation.at else None
    return StoryParts(
        entry, presentation, layout, second, _news(brief, entry.new),
        articles if placing is None else _explained(workspace, articles, placing), activity(brief.documents),
        reasons_of(brief, presentation.recipe()) if presentation.why else None,
        () if presentation.at else related_headlines(workspace, entry.row.id), placing,
    )  # fmt: skip


def _shown(brief: Brief) -> Brief:
    """Return a brief with no more sentences than a page shows: thousands of them, each with its card, nobody can read."""
    return replace(brief, summary=replace(brief.summary, picks=brief.summary.picks[:MOST_SENTENCES]))


def _explained(workspace: Workspace, articles: Sequence[ArticleView], placing: Placing) -> list[ArticleView]:
    stories = sorted({each.next_story for each in placing.reasons.values() if each.next_story is not None})
    headlines = {each.row.id: each.headline for each in workspace.headings(Wanted(ids=stories), within=0.0)}
    return explained(articles, placing.reasons, headlines)


def _news(brief: Brief, new: Sequence[str]) -> News | None:
    """Return what is new since the reader was here; None where they have not been, or nothing came."""
    fresh: list[Document] = [each for each in brief.documents if each.id in new]
    read = [each for each in brief.documents if each.id not in new]
    if not fresh or not read:
        return None
    update = summarize(fresh, known=read, sentences=_NEWS_SENTENCES, annotate=False)
    citations = cite(update, brief.documents)
    return News(f"s{_NEWS}", citations, split_cited(citations))


def _corrections(store: StoreReader, entry: StoryEntry) -> list[Correction]:
    """Return what people said about this story and can take back, the latest first."""
    members = set(entry.brief.story.document_ids)
    in_force = [each for each in store.corrections() if not each.undone]
    return [each for each in reversed(in_force) if not members.isdisjoint((*each.documents, *each.others))]


def _others(store: StoreReader, entry: StoryEntry) -> list[tuple[str, str]]:
    """Return stories that this one may be merged with: the address, and what the story or its first article is called."""
    rows = [row for row in store.stories(Wanted(limit=_OFFERED)) if row.id != entry.row.id]
    titles = {each.id: title_text(each) for each in store.documents([row.id for row in rows])}
    return [
        (story_url(row.id), f"{row.name or titles.get(row.id, row.id)} · {count_text(row.documents, 'article')}")
        for row in rows
    ]
