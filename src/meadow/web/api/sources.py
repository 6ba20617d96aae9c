"""`/api/sources` and `/api/quarantine`: what is followed, and what could not be stored."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from meadow.web.api.shapes import ERRORS, LONGEST, Body, Name, Value, done, quarantined_value, source_value
from meadow.web.site import Here

router = APIRouter(responses=ERRORS)
Text = Annotated[str, Query(min_length=1, max_length=LONGEST)]


class Followed(Body):
    """The address of a feed or page."""

    address: Name


class AskedAgain(Body):
    """The key of a source."""

    key: Name


@router.get("/sources")
def sources(site: Here) -> Value:
    """Return the followed sources with their states, and why following has stopped, if it has."""
    listed = [source_value(each) for each in site.workspace.sources()]
    return {"sources": listed, "followed": site.follows, "stopped": site.stopped}


@router.post("/sources")
def add_source(site: Here, body: Followed) -> Value:
    """Follow a feed or page of the web from now on."""
    state = site.workspace.add_source(body.address)
    site.wake()
    return source_value(state)


@router.delete("/sources")
def remove_source(site: Here, key: Text) -> Value:
    """Follow a source no longer; its articles stay."""
    site.workspace.remove_source(key)
    site.wake()
    return dict(done(key=key))


@router.post("/sources/retry")
def retry_source(site: Here, body: AskedAgain) -> Value:
    """Let a source be read whole at the next occasion, what is in quarantine of it included."""
    state = site.workspace.retry_source(body.key)
    site.wake()
    return source_value(state)


@router.get("/quarantine")
def quarantine(site: Here) -> Value:
    """Return the items that could not be stored, the latest first."""
    return {"items": [quarantined_value(each) for each in site.workspace.quarantine()]}


@router.delete("/quarantine")
def release(site: Here, source: Text, place: Text) -> Value:
    """Forget an item of the quarantine."""
    site.workspace.release(source, place)
    return dict(done(source=source, place=place))
