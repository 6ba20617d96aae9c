"""Actions of a reader on stories: mark as read, merge, split, rename, undo. Each is a POST that leads back to a page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.responses import Response

from meadow.web.addresses import decoded, story_url
from meadow.web.site import Here, Reader, lead_back

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form()]


@router.post("/mark/{story_id:id}")
def mark(site: Here, reader: Reader, story_id: str, back: Text = "/") -> Response:
    """Note that a story was read up to now."""
    site.workspace.mark(story_id, reader=reader)
    return lead_back(back)


@router.post("/merge/{story_id:id}")
def merge(site: Here, story_id: str, other: Text) -> Response:
    """Make one story of two; the other is named by its id or by the address of its page."""
    site.workspace.merge(story_id, _story_meant(other))
    return lead_back(story_url(story_id))


@router.post("/split/{story_id:id}")
def split(site: Here, story_id: str, documents: Annotated[list[str] | None, Form()] = None) -> Response:
    """Move the chosen articles to a new story, and lead there."""
    chosen = [decoded(each) for each in documents or ()]
    site.workspace.split(story_id, chosen)
    return lead_back(story_url(site.workspace.store.story_of(chosen[:1])[chosen[0]]))


@router.post("/rename/{story_id:id}")
def rename(site: Here, story_id: str, name: Text = "") -> Response:
    """Head a story by a name; an empty one gives the story's own headline back."""
    site.workspace.rename(story_id, name.strip() or None)
    return lead_back(story_url(story_id))


@router.post("/undo")
def undo(site: Here, number: Annotated[int | None, Form()] = None, back: Text = "/") -> Response:
    """Take a correction back: the one of a number, or the last."""
    site.workspace.undo(number)
    return lead_back(back)


def _story_meant(text: str) -> str:
    """Return the id that a reader gives: as it is, or within an address of ours."""
    _, separator, segment = text.strip().partition("/s/")
    return decoded(segment.split("?")[0].split("#")[0]) if separator else text.strip()
