"""`/api/watch`: saved questions and words."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Query

from meadow.web.api.shapes import ERRORS, LONGEST, Body, Name, Value, done, watch_value
from meadow.web.site import Here

_MOST_STORIES = 1_000

router = APIRouter(responses=ERRORS)
Named = Annotated[str, Query(min_length=1, max_length=LONGEST)]


class Watched(Body):
    """A watch to add: its query, and its name; without a name its words are the name."""

    query: Name
    name: Name | None = None


@router.get("/watch")
def watches(site: Here) -> Value:
    """Return the watches, by name."""
    return {"watches": [watch_value(each) for each in site.workspace.watches()]}


@router.post("/watch")
def watch(site: Here, body: Watched) -> Value:
    """Save a question or words whose stories are reported."""
    return watch_value(site.workspace.watch(body.query, name=body.name))


@router.delete("/watch")
def unwatch(site: Here, name: Named) -> Value:
    """Forget a watch."""
    site.workspace.unwatch(name)
    return dict(done(name=name))


@router.get("/watched")
def watched(site: Here, name: Named) -> Value:
    """Return the ids of the stories that a watch matches, the latest first."""
    return {"stories": list(islice(site.workspace.watched(name), _MOST_STORIES))}
