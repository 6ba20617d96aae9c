"""`/j/act` for scripts, `/j/set`, `/j/undo` and `/j/redo` for forms: what a participant does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated, cast
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from meadow.errors import UsageError
from meadow.model import Step
from meadow.studies.judging.acting import ActionResult, Outcome
from meadow.studies.progress import next_item
from meadow.studies.web.seats import Seat, Seated, check_seat
from meadow.studies.web.shapes import SentActions, outcome_value
from meadow.web.site import Here, Site
from meadow.web.wording import iso_text

_TEXT = "text:"  # the name of a field that fills a slot begins with it

router = APIRouter(include_in_schema=False)


async def form_of(request: Request) -> FormData:
    """Return the fields of a form, whatever their names."""
    return await request.form()


Fields = Annotated[FormData, Depends(form_of)]
Item = Annotated[str, Form()]


@router.post("/j/act")
def act(site: Here, seat: Seated, body: SentActions) -> Response:
    """Carry out actions in order, and return what became of each."""
    return carry_out(site, seat, body)


@router.post("/j/set")
def fill(site: Here, seat: Seated, fields: Fields) -> Response:
    """Carry out what a form says, and lead back to its page."""
    return fill_slots(site, seat, fields)


@router.post("/j/undo")
def undo(site: Here, seat: Seated, item: Item) -> Response:
    """Take back what was last done on an item."""
    return step(site, seat, item, "undo")


@router.post("/j/redo")
def redo(site: Here, seat: Seated, item: Item) -> Response:
    """Do again what was last taken back on an item."""
    return step(site, seat, item, "redo")


def carry_out(site: Site, seat: Seat, body: SentActions) -> Response:
    """Return what became of actions that a script sent, once they are on disk."""
    check_seat(seat, body.study, body.participant)
    judging = site.workspace.judging
    outcomes = judging.act(seat.study_id, seat.participant, [each.action for each in body.actions])
    return JSONResponse({"now": iso_text(judging.clock()), "results": [outcome_value(each) for each in outcomes]})


def fill_slots(site: Site, seat: Seat, fields: FormData) -> Response:
    """Carry out what a form says: the button `set` holds a slot and an answer, a field `text:SLOT` what it is called."""
    check_seat(seat, str(fields.get("study", "")), str(fields.get("participant", "")))
    outcomes = site.workspace.judging.act(seat.study_id, seat.participant, list(_actions_of(fields)))
    item = str(fields.get("item", ""))
    submitted = any(each.slot == f"{item}/submitted" and each.became == "saved" for each in outcomes)
    return lead_on(site, seat, item, outcomes, to_next=submitted)


def step(site: Site, seat: Seat, item: str, which: Step) -> Response:
    """Carry out an undo or redo that a form asks for."""
    outcomes = site.workspace.judging.act(seat.study_id, seat.participant, [ActionResult(f"{item}/", step=which)])
    return lead_on(site, seat, item, outcomes)


def lead_on(site: Site, seat: Seat, item: str, outcomes: list[Outcome], *, to_next: bool = False) -> Response:
    """Lead back to the item with what was refused, or on to the next one."""
    refused = next((str(each.error) for each in outcomes if each.error is not None), None)
    target = seat.item_url(item)
    if to_next and not seat.item:
        following = next_item(site.workspace.judging.progress(seat.study_id, seat.participant), after=item)
        target = seat.base if following is None else seat.item_url(following)
    address = target if refused is None else f"{target}?{urlencode({'notice': refused})}"
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def _actions_of(fields: FormData) -> Iterator[ActionResult]:
    for name, value in fields.multi_items():
        if name.startswith(_TEXT):
            text = str(value).strip()
            yield ActionResult(name[len(_TEXT) :], json.dumps(text or None))
    if "set" in fields:
        yield ActionResult(*_setting(str(fields["set"])))


def _setting(text: str) -> tuple[str, str]:
    try:
        slot, answer = cast("list[object]", json.loads(text))
    except (ValueError, TypeError) as error:
        raise UsageError("This button says nothing.", given=text[:80], advice="Load the page again.") from error
    return str(slot), json.dumps(answer)
