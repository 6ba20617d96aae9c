"""`/j` and `/j/i/ITEM`: what a participant has to do, and the page of one item."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from meadow.studies import task_of
from meadow.studies.judging.releasing import release_time
from meadow.studies.progress import next_item
from meadow.studies.quality import deadline
from meadow.studies.web.seats import Seat, Seated, seat_of
from meadow.studies.web.shapes import state_value
from meadow.studies.web.working import material_of, task_page
from meadow.web.errors import NotFoundError
from meadow.web.rendering import render_page
from meadow.web.site import Here, Site

router = APIRouter(include_in_schema=False)


@router.get("/j")
def judge(request: Request, site: Here) -> Response:
    """Show a participant's items in their order, each with how far it is; a reader sees the studies instead."""
    if getattr(request.state, "participant", None) is None:
        return RedirectResponse("/j/studies")
    return HTMLResponse(_list(request, site, seat_of(request)))


@router.get("/j/i/{item_id:id}")
def item(request: Request, site: Here, seat: Seated, item_id: str) -> Response:
    """Show an item to work on."""
    site.workspace.judging.check_open(seat.study_id)
    return HTMLResponse(task_page(request, site, seat, item_id))


@router.get("/j/next")
def following(site: Here, seat: Seated, after: str = "") -> Response:
    """Lead to the next item that is not done; to the list if all are."""
    next_id = next_item(site.workspace.judging.progress(seat.study_id, seat.participant), after=after)
    return RedirectResponse(seat.base if next_id is None else seat.item_url(next_id), HTTPStatus.SEE_OTHER)


@router.get("/j/state")
def state(site: Here, seat: Seated, item: str) -> Response:
    """Return what a participant has said about an item, for the script."""
    return JSONResponse(state_value(site.workspace.judging.open(seat.study_id, seat.participant, item)))


@router.get("/j/material")
def material(site: Here, seat: Seated, item: str) -> Response:
    """Return the documents of an item, for the script."""
    return JSONResponse(material_of(site.workspace.judging.item(seat.study_id, item)))


@router.get("/j/suggest")
def suggest(site: Here, seat: Seated, item: str) -> Response:
    """Return what Meadow would answer, as slots with answers; only where the study lets its judges see it."""
    opened = site.workspace.judging.open(seat.study_id, seat.participant, item)
    if opened.task.suggest is None:
        raise NotFoundError(f"The task {opened.task.name} suggests nothing.", given=item)
    slots = opened.task.suggest(opened.state)
    return JSONResponse({"slots": slots, "groups": len({each[1] for each in slots if each[0].startswith("group/")})})


def _list(request: Request, site: Site, seat: Seat) -> str:
    judging = site.workspace.judging
    study = judging.study(seat.study_id)
    progress = judging.progress(study.id, seat.participant)
    titles = {each: judging.item(study.id, each).title for each in study.items}
    return render_page(
        request, "studies/items.html", title=study.title, study=study, task=task_of(study.task), seat=seat,
        progress=progress, titles=titles, following=next_item(progress), now=judging.clock(),
        released=release_time(site.workspace.store, study), deadline=deadline(study.closes, judging.clock()),
    )  # fmt: skip
