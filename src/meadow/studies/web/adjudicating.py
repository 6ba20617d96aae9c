"""`/j/results/STUDY/a/…`: the owner at the judges' own pages, as adjudicator; what they settle is stored separately."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from meadow.model import ADJUDICATOR
from meadow.studies.agreement.disputed import Disputed
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.outcomes import said_of, skipped_by, taken_over
from meadow.studies.web.acting import Fields, carry_out, fill_slots, lead_on, step
from meadow.studies.web.results import results_url
from meadow.studies.web.seats import Seat
from meadow.studies.web.shapes import SentActions, state_value
from meadow.studies.web.working import material_of, task_page
from meadow.web.addresses import encoded
from meadow.web.site import Here, Reader

router = APIRouter(include_in_schema=False, prefix="/j/results/{study_id}/a")


def owner_seat(study_id: str, reader: Reader) -> Seat:
    """Return the adjudicator's seat, which only a reader takes."""
    del reader
    return Seat(study_id, ADJUDICATOR, f"{results_url(study_id)}/a")


Adjudicating = Annotated[Seat, Depends(owner_seat)]


@router.get("/i/{item_id:id}")
def item(request: Request, site: Here, seat: Adjudicating, item_id: str) -> Response:
    """Show an item as judges saw it, to be settled, with what they said; concepts have a separate page."""
    study = site.workspace.judging.study(seat.study_id)
    if study.task == "concepts":
        return RedirectResponse(f"/j/merge/{encoded(study.id)}/{encoded(item_id)}", HTTPStatus.SEE_OTHER)
    said: dict[str, list[Disputed]] = {}
    for each in said_of(site.workspace.store, study, item_id):
        said.setdefault("/".join(each.slot), []).append(each)  # of a headline there are two scales
    answers = {
        slot: {
            "answers": {judge: text for each in disputes for judge, text in each.answers.items()},
            "differ": any(each.spread for each in disputes),
        }
        for slot, disputes in said.items()
    }
    judges = sorted({judge for disputes in said.values() for each in disputes for judge in each.answers})
    skipped = skipped_by(site.workspace.store, study, item_id)
    shown = {"said": said, "said_by": judges, "said_json": json.dumps(answers), "left_out": skipped}
    return HTMLResponse(task_page(request, site, seat, item_id, **shown))


@router.post("/take")
def take(site: Here, seat: Adjudicating, item: Annotated[str, Form()], judge: Annotated[str, Form()]) -> Response:
    """Begin with what a judge said: the adjudicator's answers become theirs, and each can be changed or undone."""
    judging = site.workspace.judging
    slots = taken_over(site.workspace.store, judging.study(seat.study_id), item, judge)
    outcomes = judging.act(
        seat.study_id, seat.participant, [ActionResult(slot, answer) for slot, answer in slots.items()]
    )
    return lead_on(site, seat, item, outcomes)


@router.post("/act")
def act(site: Here, seat: Adjudicating, body: SentActions) -> Response:
    """Carry out what the adjudicator did."""
    return carry_out(site, seat, body)


@router.post("/set")
def fill(site: Here, seat: Adjudicating, fields: Fields) -> Response:
    """Carry out what a form of the adjudicator says."""
    return fill_slots(site, seat, fields)


@router.post("/undo")
def undo(site: Here, seat: Adjudicating, item: Annotated[str, Form()]) -> Response:
    """Take back what the adjudicator did last."""
    return step(site, seat, item, "undo")


@router.post("/redo")
def redo(site: Here, seat: Adjudicating, item: Annotated[str, Form()]) -> Response:
    """Do again what the adjudicator took back last."""
    return step(site, seat, item, "redo")


@router.get("/state")
def state(site: Here, seat: Adjudicating, item: str) -> Response:
    """Return what the adjudicator has said, for the script."""
    return JSONResponse(state_value(site.workspace.judging.open(seat.study_id, seat.participant, item)))


@router.get("/material")
def material(site: Here, seat: Adjudicating, item: str) -> Response:
    """Return the documents of an item, for the script."""
    return JSONResponse(material_of(site.workspace.judging.item(seat.study_id, item)))


@router.get("")
@router.get("/next")
def following(seat: Adjudicating) -> Response:
    """Lead back to the results."""
    return RedirectResponse(results_url(seat.study_id), HTTPStatus.SEE_OTHER)
