"""`/api/mark`, `/api/merge`, `/api/split`, `/api/rename`, `/api/undo`: what a reader says about stories."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from meadow.web.api.shapes import ERRORS, LONGEST, Body, Name, Value, correction_value, done
from meadow.web.site import Here, Reader

_MOST_DOCUMENTS = 10_000

router = APIRouter(responses=ERRORS)


class Marked(Body):
    """A story that was read up to now."""

    story: Name


class Merged(Body):
    """Two stories that are one."""

    story: Name
    other: Name


class Split(Body):
    """Articles of a story to move to a new one."""

    story: Name
    documents: Annotated[list[Name], Field(min_length=1, max_length=_MOST_DOCUMENTS)]


class Renamed(Body):
    """A story and its name; without one it is headed by its own headline again."""

    story: Name
    name: Annotated[str, Field(max_length=LONGEST)] | None = None


class Undone(Body):
    """The number of a correction; without one the last."""

    number: int | None = None


@router.post("/mark")
def mark(site: Here, reader: Reader, body: Marked) -> Value:
    """Note that a story was read up to now."""
    site.workspace.mark(body.story, reader=reader)
    return dict(done(story=body.story))


@router.post("/merge")
def merge(site: Here, body: Merged) -> Value:
    """Make one story of two."""
    return correction_value(site.workspace.merge(body.story, body.other))


@router.post("/split")
def split(site: Here, body: Split) -> Value:
    """Move some of a story's articles to a new story."""
    return correction_value(site.workspace.split(body.story, body.documents))


@router.post("/rename")
def rename(site: Here, body: Renamed) -> Value:
    """Head a story by a name."""
    return correction_value(site.workspace.rename(body.story, body.name))


@router.post("/undo")
def undo(site: Here, body: Undone) -> Value:
    """Take a correction back."""
    return correction_value(site.workspace.undo(body.number))
