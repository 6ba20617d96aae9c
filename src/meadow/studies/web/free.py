"""`/r`: reports that a reader builds out of a story's articles, in their own time, and takes away as a cited brief."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from json import dumps
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from meadow.brief.html import format_report_html
from meadow.brief.json import report_value
from meadow.brief.markdown import format_report_markdown
from meadow.brief.pdf import find_browser, format_pdf
from meadow.errors import check_choice
from meadow.model import Document, Report, Study
from meadow.studies import ItemState
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.deleting import delete, is_deleted
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.studies.slots import sentence_key
from meadow.studies.tasks.report_brief import asked_in, built_report
from meadow.studies.tasks.report_view import RenderedLine, report_lines
from meadow.studies.web.acting import Fields, Item, carry_out, fill_slots, lead_on, step
from meadow.studies.web.seats import Seat
from meadow.studies.web.shapes import SentActions, state_value
from meadow.studies.web.working import material_of, task_page
from meadow.web.addresses import encoded
from meadow.web.errors import NotFoundError
from meadow.web.exports import has_browser
from meadow.web.site import Here, Reader, Site, page

_LONGEST_QUESTION = 300
_SUGGESTED = 20
_GUIDELINES = """\
Read the articles in the order of time, and press a sentence to add it to your report; press it again to take it out.

**In order.** Sentences are in the order of time until you move one, with its arrows or with Alt and the arrow keys. \
Headings divide the report and move likewise.

**Suggestions** are what Meadow would put into a report on your question. They are shown separately until you add them.

**Take it away** with Export: every sentence keeps its source. The articles stay here as they were when you began, \
whatever comes later.
"""

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form(max_length=_LONGEST_QUESTION)]


def desk_of(site: Here, reader: Reader, study_id: str) -> Seat:
    """Return the seat of a reader at their own report; another's is not found."""
    study = _own(site, reader, study_id)
    if is_deleted(site.workspace.store, study):
        raise NotFoundError("You deleted this report.", given=study_id, advice="Bring it back at /r.")
    return Seat(study_id, reader, f"/r/{encoded(study_id)}", study.items[0])


Desk = Annotated[Seat, Depends(desk_of)]


@router.get("/r")
def reports(request: Request, site: Here, reader: Reader) -> Response:
    """List the reports of a reader, the latest first."""
    judging = site.workspace.judging
    rows = sorted(judging.studies(owner=reader), key=lambda row: row.study.made, reverse=True)
    counts = {row.study.id: _count(site, row.study.id, reader) for row in rows}
    gone = [row for row in rows if is_deleted(site.workspace.store, row.study)]
    kept = [row for row in rows if row not in gone]
    return page(
        request, "studies/reports.html", title="Reports", rows=kept, gone=gone, counts=counts, now=judging.clock()
    )


@router.post("/r/new/{story_id:id}")
def new(site: Here, reader: Reader, story_id: str, question: Text = "") -> Response:
    """Begin a report on a story: its articles as they are now, and a question, or the headline."""
    entry = site.workspace.story(story_id, keep=False)
    headline = entry.brief.headline.text
    topic = Topic(headline, entry.brief.documents, question.strip() or headline, id="report")
    plan = StudyPlan("report", question.strip() or headline, _GUIDELINES, owner=reader)
    made = site.workspace.judging.new(plan, [topic])
    return RedirectResponse(f"/r/{encoded(made.study.id)}", HTTPStatus.SEE_OTHER)


@router.get("/r/{study_id}")
def report(request: Request, site: Here, seat: Desk, suggest: str = "") -> Response:
    """Show a report in the making; with `suggest` also what Meadow would put into it."""
    opened = site.workspace.judging.open(seat.study_id, seat.participant, seat.item)
    suggested = _suggested(opened.state) if suggest else ()
    forms = [(name, title) for name, title in _TITLES.items() if name != "pdf" or has_browser()]
    question = asked_in(opened.state)
    shown = task_page(
        request, site, seat, seat.item, suggested=suggested, asked=bool(suggest), forms=forms, question=question
    )
    return HTMLResponse(shown)


@router.post("/r/{study_id}/delete")
def put_away(site: Here, seat: Desk) -> Response:
    """Delete a report: it goes from the list, and can be brought back."""
    return _set_deleted(site, seat.study_id, back=False)


@router.post("/r/{study_id}/back")
def bring_back(site: Here, reader: Reader, study_id: str) -> Response:
    """Bring a deleted report back as it was."""
    _own(site, reader, study_id)
    return _set_deleted(site, study_id, back=True)


@router.get("/r/{study_id}/state")
def state(site: Here, seat: Desk, item: str) -> Response:
    """Return what the report holds, for the script."""
    return JSONResponse(state_value(site.workspace.judging.open(seat.study_id, seat.participant, item)))


@router.get("/r/{study_id}/material")
def material(site: Here, seat: Desk, item: str) -> Response:
    """Return the articles, for the script."""
    return JSONResponse(material_of(site.workspace.judging.item(seat.study_id, item)))


@router.post("/r/{study_id}/act")
def act(site: Here, seat: Desk, body: SentActions) -> Response:
    """Carry out actions in order, and return what became of each."""
    return carry_out(site, seat, body)


@router.post("/r/{study_id}/set")
def fill(site: Here, seat: Desk, fields: Fields) -> Response:
    """Carry out what a form says, and lead back to the report."""
    return fill_slots(site, seat, fields)


@router.post("/r/{study_id}/heading")
def heading(site: Here, seat: Desk, heading: Text = "") -> Response:
    """Add a heading at the end of the report, for pages without scripts."""
    judging = site.workspace.judging
    item_state = judging.open(seat.study_id, seat.participant, seat.item).state
    numbers = [int(each) for each in item_state.under("heading")]
    places = [line.place for line in report_lines(item_state)]
    answer = {"text": heading.strip(), "place": max(places, default=-1.0) + 1}
    message = ActionResult(f"{seat.item}/heading/{max(numbers, default=-1) + 1}", dumps(answer))
    return lead_on(site, seat, seat.item, judging.act(seat.study_id, seat.participant, [message]))


@router.post("/r/{study_id}/undo")
def undo(site: Here, seat: Desk, item: Item) -> Response:
    """Take back what was last done."""
    return step(site, seat, item, "undo")


@router.post("/r/{study_id}/redo")
def redo(site: Here, seat: Desk, item: Item) -> Response:
    """Do again what was last taken back."""
    return step(site, seat, item, "redo")


@router.get("/r/{study_id}/report.{form}")
def export(site: Here, seat: Desk, form: str) -> Response:
    """Return the report as a file, every sentence cited."""
    check_choice("form of a report", form, _FORMS)
    opened = site.workspace.judging.open(seat.study_id, seat.participant, seat.item)
    made = built_report(opened.state)
    kind, write = _FORMS[form]
    headers = {"content-disposition": f'attachment; filename="report.{form}"'}
    return Response(write(made, opened.state.item.documents), media_type=kind, headers=headers)


def _own(site: Site, reader: str, study_id: str) -> Study:
    study = next((each for each in site.workspace.store.studies() if each.id == study_id), None)
    if study is None or study.owner != reader:
        raise NotFoundError("You have no such report.", given=study_id, advice="Your reports are at /r.")
    return study


def _set_deleted(site: Site, study_id: str, *, back: bool) -> Response:
    judging = site.workspace.judging
    with site.workspace.store.writing() as writer:
        delete(writer, judging.study(study_id), judging.clock(), back=back)
    return RedirectResponse("/r", HTTPStatus.SEE_OTHER)


def _suggested(state: ItemState) -> tuple[RenderedLine, ...]:
    """Return the sentences that the report method would take, in the order of time."""
    from meadow.pipeline.answer import report as answer_question  # slow to load, and most pages need none of it

    item = state.item
    made = answer_question(asked_in(state), item.documents, sentences=_SUGGESTED)
    order = {each.id: number for number, each in enumerate(item.documents, start=1)}
    known = {each.id: each for each in item.documents}
    picks = sorted(made.picks, key=lambda pick: (order[pick.ref.document_id], pick.ref.index))
    return tuple(
        RenderedLine(sentence_key(pick.ref), pick.sentence.text, 0.0, known[pick.ref.document_id], ref=pick.ref)
        for pick in picks
    )


def _count(site: Site, study_id: str, reader: str) -> int:
    slots = site.workspace.store.slots(study_id, participant=reader)
    return sum("/pick/" in each.slot and each.answer != "null" for each in slots)


def _markdown(report: Report, documents: tuple[Document, ...]) -> bytes:
    return format_report_markdown(report, documents).encode("utf-8")


def _page(report: Report, documents: tuple[Document, ...]) -> bytes:
    return format_report_html(report, documents).encode("utf-8")


def _json(report: Report, documents: tuple[Document, ...]) -> bytes:  # noqa: ARG001 - as every form is written
    return (dumps(report_value(report), ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _pdf(report: Report, documents: tuple[Document, ...]) -> bytes:
    return format_pdf(format_report_html(report, documents), browser=find_browser())


_TITLES = {"md": "Markdown", "html": "Page (HTML)", "pdf": "PDF", "json": "JSON"}
_FORMS: Mapping[str, tuple[str, Callable[[Report, tuple[Document, ...]], bytes]]] = {
    "md": ("text/markdown; charset=utf-8", _markdown),
    "html": ("text/html; charset=utf-8", _page),
    "pdf": ("application/pdf", _pdf),
    "json": ("application/json", _json),
}
