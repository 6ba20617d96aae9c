"""`/stories.atom` and `/watch/NAME.atom`: stories for feed readers."""

from __future__ import annotations

from itertools import islice

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from meadow.store.contract import Wanted
from meadow.web.addresses import path_of
from meadow.web.atom import MEDIA_TYPE, AtomFeed, format_atom
from meadow.web.site import Here, Site
from meadow.workspace.reading import StoryEntry

STORIES = 30

router = APIRouter(include_in_schema=False)


@router.get("/stories.atom")
def stories(request: Request, site: Here) -> Response:
    """Return the latest stories."""
    return _answer(request, site, "Meadow: stories", site.workspace.stories(Wanted(limit=STORIES), keep=False))


@router.get("/watch/{name:path}.atom")
def watched(request: Request, site: Here, name: str) -> Response:
    """Return the latest stories that a watch matches."""
    ids = list(islice(site.workspace.watched(name), STORIES))
    entries = site.workspace.stories(Wanted(ids=ids), keep=False) if ids else []
    return _answer(request, site, f"Meadow: {name}", entries)


def _answer(request: Request, site: Site, title: str, entries: list[StoryEntry]) -> Response:
    feed = AtomFeed(title, path_of(request.scope), site.settings.origins[0], site.workspace.clock())
    return Response(format_atom(feed, entries), media_type=MEDIA_TYPE)
