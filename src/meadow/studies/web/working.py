"""The page of an item, whatever its task: one template per task, over what the task says about its state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from starlette.requests import Request

from meadow.brief.wording import date_text, outlet, zones_differ
from meadow.model import StudyItem
from meadow.studies.guidelines import guidelines_version, markdown_html
from meadow.studies.web.feedback import feedback_of
from meadow.studies.web.seats import Seat
from meadow.studies.web.shapes import Value, material_value, state_value
from meadow.web.rendering import render_page
from meadow.web.site import Site


def task_page(request: Request, site: Site, seat: Seat, item_id: str, **values: Any) -> str:
    """Return the page on which someone works on an item."""
    opened = site.workspace.judging.open(seat.study_id, seat.participant, item_id)
    study, item, task = opened.state.study, opened.state.item, opened.task
    order = site.workspace.judging.items(study, seat.participant)
    shown = {
        "study": study, "item": item, "task": task, "seat": seat, "opened": opened, "state": opened.state,
        "view": task.view(opened.state), "slot": f"{item.id}/",
        "guidelines": Markup(markdown_html(study.guidelines)),  # noqa: S704 - which escapes all but tags of ours
        "state_json": json.dumps(state_value(opened)),
        "position": order.index(item.id) + 1 if item.id in order else 0, "of": len(order), "setting": setting_text,
        "guidelines_version": guidelines_version(study.task, study.guidelines),
        "role": study.roles.get(item.id, "judged"), "feedback": feedback_of(opened), "merged": merged,
        "zoned": zones_differ(item.documents), "notice": request.query_params.get("notice", "")[:300],
    }  # fmt: skip
    return render_page(request, task.template, title=item.title, **(shown | values))


def material_of(item: StudyItem) -> Value:
    """Return the documents of an item as its script draws them."""
    zoned = zones_differ(item.documents)
    when = {each.id: date_text(each, zoned=zoned) for each in item.documents}
    return material_value(item, when, {each.id: outlet(each) for each in item.documents})


def setting_text(slot: str, answer: object) -> str:
    """Return what a button of a form sends: the slot and the answer that it gives."""
    return json.dumps([slot, answer], ensure_ascii=False)


def merged(rating: Mapping[str, int], scale: str, score: int) -> dict[str, int]:
    """Return a rating with one of its numbers changed: what a button of a form sends."""
    return {**rating, scale: score}
