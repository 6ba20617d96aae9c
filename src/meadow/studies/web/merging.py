"""`/j/merge/STUDY/ITEM`: one list of key concepts per topic, made by a reader out of what people named, with suggestions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from meadow.errors import UsageError
from meadow.model import ADJUDICATOR
from meadow.studies.answer_slots import folded
from meadow.studies.answers.concepts import KINDS
from meadow.studies.concept_merging import Changes, MergedConcepts, begin, join, left_out, part
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.judging import Merging
from meadow.web.addresses import encoded
from meadow.web.site import Here, Reader, page

router = APIRouter(include_in_schema=False)
NAMES = {"person": "People", "organisation": "Organisations", "factor": "Key factors"}
Text = Annotated[str, Form(max_length=4_096)]


@router.get("/j/merge/{study_id}/{item_id}")
def merging(request: Request, site: Here, reader: Reader, study_id: str, item_id: str) -> Response:  # noqa: ARG001
    """Show what people named, the list so far, and which entries may be one."""
    judging = site.workspace.judging
    state = judging.merging(study_id, item_id)
    new = left_out(state.listed, state.named) if state.listed else {}
    return page(
        request, "studies/merge.html", title=f"Key concepts: {state.material.name}", study=judging.study(study_id),
        merging=state, kinds=[(kind, NAMES[kind]) for kind in KINDS], new=len(new),
        notice=request.query_params.get("notice", "")[:300],
        namers=partial(_namers, state), do=lambda **asked: json.dumps(asked, ensure_ascii=False),
    )  # fmt: skip


@router.post("/j/merge/{study_id}/{item_id}")
def merge(
    site: Here, reader: Reader, study_id: str, item_id: str, do: Text, keep: Text = "", other: Text = ""
) -> Response:
    """Carry out one step on the list, and lead back to it; `keep` and `other` are two entries chosen by hand."""
    del reader  # only one is let in
    judging = site.workspace.judging
    asked = _asked(do)
    if asked.get("step") == "pair":
        asked = {"step": "join", "slot": keep, "other": other}
    if asked.get("step") in ("undo", "redo"):
        message = ActionResult(f"{item_id}/", step=asked["step"])
        outcomes = judging.act(study_id, ADJUDICATOR, [message])
    else:
        outcomes = judging.merge(study_id, item_id, _changes(judging.merging(study_id, item_id), asked))
    refused = next((str(each.error) for each in outcomes if each.error is not None), None)
    address = f"/j/merge/{encoded(study_id)}/{encoded(item_id)}"
    query = "" if refused is None else f"?{urlencode({'notice': refused})}"
    return RedirectResponse(f"{address}{query}", HTTPStatus.SEE_OTHER)


def _namers(state: Merging, entry: MergedConcepts) -> list[str]:
    """Return the judges who named an entry, in any of its forms."""
    forms = set(map(folded, entry.forms))
    return [judge for judge, each in state.named.items() if forms & set(map(folded, each.concepts.get(entry.kind, ())))]


def _changes(state: Merging, asked: Mapping[str, Any]) -> Changes:
    """Return what a step changes: the beginning, two entries joined, one taken apart, renamed, left out, or new ones."""
    step, listed = asked.get("step"), state.listed
    if step == "begin":
        return begin(state.named)
    if step == "more":
        return left_out(listed, state.named)
    entry = _entry(listed, asked.get("slot"))
    if step == "join":
        return _joined(entry, _entry(listed, asked.get("other")))
    if step == "part":
        return part(entry, listed)
    if step == "drop":
        return {entry.slot: None}
    raise UsageError("This button does nothing.", given=str(step), advice="Load the page again.")


def _joined(entry: MergedConcepts, other: MergedConcepts) -> Changes:
    if entry.kind != other.kind or entry == other:
        raise UsageError(
            "These two cannot be one.", given=f"{entry.text} and {other.text}", allowed="Two entries of one kind."
        )
    return join(entry, other)


def _entry(listed: tuple[MergedConcepts, ...], slot: object) -> MergedConcepts:
    found = next((each for each in listed if each.slot == slot), None)
    if found is None:
        raise UsageError("This entry is no longer in the list.", given=str(slot), advice="Load the page again.")
    return found


def _asked(text: str) -> Mapping[str, Any]:
    try:
        asked = json.loads(text)
    except ValueError:
        asked = None
    if not isinstance(asked, dict):
        raise UsageError("This button says nothing.", given=text[:80], advice="Load the page again.")
    return asked
