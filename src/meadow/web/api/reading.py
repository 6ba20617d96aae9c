"""`/api/stories`, `/api/story`, `/api/search`: a workspace read."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from meadow.brief.hits import hits_value
from meadow.ingest.moments import parse_moment
from meadow.store.contract import Wanted
from meadow.web.api.shapes import ERRORS, LONGEST, Value, entry_value
from meadow.web.asked import PAGE, QuestionView, place_after
from meadow.web.site import Here, Reader, Site
from meadow.workspace.relating import with_related
from meadow.workspace.searching import SearchPage

_MOST_STORIES = 200
_MOST_ARTICLES = 200
_FARTHEST = 2_000

router = APIRouter(responses=ERRORS)
Filter = Annotated[str, Query(max_length=LONGEST)]


@router.get("/stories")
def stories(
    site: Here,
    reader: Reader,
    since: Filter = "",
    until: Filter = "",
    source: Filter = "",
    language: Filter = "",
    min_sources: Filter = "",
    unread: Filter = "",
    after: Filter = "",
    limit: Annotated[int, Query(ge=1, le=_MOST_STORIES)] = PAGE,
) -> Value:
    """Return a page of the stories, the one with the latest article first; `next` is what `after` takes."""
    asked = QuestionView(since, until, source, language, min_sources, bool(unread), after)
    entries = site.workspace.stories(
        asked.wanted(site.workspace.clock(), page=limit), unread=asked.unread, reader=reader, keep=False
    )
    shown = entries[:limit]
    further = place_after(shown[-1].row) if len(entries) > limit else None
    return {"stories": [entry_value(each, with_related(site.workspace, each)) for each in shown], "next": further}


@router.get("/story/{story_id:path}")
def story(site: Here, reader: Reader, story_id: str, at: Filter = "") -> Value:
    """Return a story; one that was merged away leads to where it went, `at` shows the past."""
    moment = parse_moment(at, now=site.workspace.clock()).first if at else None
    entry = site.workspace.story(story_id, at=moment, reader=reader, keep=False)
    return entry_value(entry, None if moment else with_related(site.workspace, entry))


@router.get("/search")
def search(
    site: Here,
    q: Filter,
    limit: Annotated[int, Query(ge=1, le=_MOST_ARTICLES)] = 20,
    after: Annotated[int, Query(ge=0, le=_FARTHEST)] = 0,
) -> Value:
    """Return the articles that answer a query best, by story, as `search --json` prints them; `next` is for `after`."""
    result = site.workspace.search(q, limit=limit, after=after)
    shown = after + sum(len(story.documents) for story in result.stories)
    more = (result.total is None or shown < result.total) and shown == after + limit <= _FARTHEST
    return {
        "query": q, "all_words": result.all_words, "complete": result.complete, "total": result.total,
        "stories": hits_value(result.stories, _headlines(site, result)), "next": shown if more else None,
    }  # fmt: skip


def _headlines(site: Site, result: SearchPage) -> dict[str, str]:
    wanted = Wanted(ids=[each.story_id for each in result.stories])
    return {each.row.id: each.headline for each in site.workspace.headings(wanted)}
