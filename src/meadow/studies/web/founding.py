"""`/j/new`: a study made in the browser out of stories, with a link for everyone who takes part, shown this once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from meadow.errors import MeadowError, UsageError
from meadow.ingest.moments import parse_moment
from meadow.model import Study
from meadow.store.contract import Wanted
from meadow.studies import TASKS, task_of
from meadow.studies.guidelines import check_guidelines
from meadow.studies.judging.judging import MadeStudy
from meadow.studies.judging.making import Invitation, StudyPlan, Topic
from meadow.studies.judging.rated import with_headlines
from meadow.studies.web.acting import Fields
from meadow.studies.writers import References
from meadow.web.site import Here, Reader, Site, page

_SHOWN_STORIES = 30
_BLANK = {"task": "utility", "extra": "4", "seed": "0", "repeats": "0"}

router = APIRouter(include_in_schema=False)


@router.get("/j/new")
def blank(request: Request, site: Here, reader: Reader, story: str = "") -> Response:
    """Show the form of a new study; a story may be chosen already."""
    del reader  # only a reader makes studies
    return _form(request, site, _BLANK, [story] if story else [])


@router.post("/j/new")
def make(request: Request, site: Here, reader: Reader, fields: Fields) -> Response:
    """Make a study, and show the links of its participants; what cannot be is shown with what was filled in."""
    del reader
    values = {name: str(value) for name, value in fields.items()}
    stories = [str(each) for each in fields.getlist("story")]
    try:
        made = _made(site, values, stories)
    except MeadowError as error:
        return _form(request, site, values, stories, error=error)
    return _links(request, site, made.study, made.invitations)


@router.post("/j/results/{study_id}/invite")
def invite(request: Request, site: Here, reader: Reader, study_id: str, names: Annotated[str, Form()] = "") -> Response:
    """Let more people take part, and show their links; who does already gets a new one."""
    del reader
    judging = site.workspace.judging
    if not _lines(names):
        raise UsageError("Nobody is named.", given="no name", allowed="One name on each line.")
    return _links(request, site, judging.study(study_id), judging.invite(study_id, _lines(names)))


def _made(site: Site, values: Mapping[str, str], stories: Sequence[str]) -> MadeStudy:
    judging, task = site.workspace.judging, task_of(values.get("task", ""))
    entries = [site.workspace.story(each, keep=False) for each in stories]
    titles = [entry.brief.headline.text for entry in entries]
    topics = [Topic(title, entry.brief.documents, title) for title, entry in zip(titles, entries, strict=True)]
    closes, guidelines = values.get("closes", "").strip(), values.get("guidelines", "").strip()
    switched = {name: 1.0 for name in ("blind", "suggest") if name in values and name in task.settings}
    plan = StudyPlan(
        task.name, values.get("title", "").strip() or None, check_guidelines(guidelines) if guidelines else None,
        int(_number(values, "seed", most=1e9)),
        parse_moment(closes, now=judging.clock()).first if closes else None, switched,
        repeats=_number(values, "repeats", most=100) / 100, references=_references(task.name, values),
    )  # fmt: skip
    return judging.new(plan, list(with_headlines(task.name, topics, ())), _lines(values.get("participants", "")))


def _references(task: str, values: Mapping[str, str]) -> References | None:
    """Return how many write headlines; None where all write all, which is what an empty field says."""
    if task != "headlines" or not values.get("part", "").strip():
        return None
    return References(_number(values, "part", most=100) / 100, int(_number(values, "extra", most=1_000)))


def _number(values: Mapping[str, str], name: str, *, most: float) -> float:
    text = values.get(name, "").strip() or "0"
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= most:
        raise UsageError(f"The field {name} holds {text!r}.", given=text, allowed=f"A number from 0 to {most:g}.")
    return value


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _form(
    request: Request, site: Site, values: Mapping[str, str], chosen: Sequence[str], *, error: MeadowError | None = None
) -> Response:
    latest = site.workspace.stories(Wanted(limit=_SHOWN_STORIES))
    further = [each for each in chosen if each not in {entry.row.id for entry in latest}]
    named = site.workspace.stories(Wanted(ids=further)) if further else []
    shown = page(
        request, "studies/new.html", title="New study", tasks=[task_of(each) for each in TASKS], values=values,
        chosen=chosen, entries=[*named, *latest], error=error,
    )  # fmt: skip
    shown.status_code = HTTPStatus.OK if error is None else HTTPStatus.BAD_REQUEST
    return shown


def _links(request: Request, site: Site, study: Study, invitations: Sequence[Invitation]) -> HTMLResponse:
    origin = site.settings.origins[0]
    links = [(each.name, f"{origin}/j/t/{each.token}") for each in invitations]
    return page(request, "studies/made.html", title=study.title, study=study, task=task_of(study.task), links=links)
