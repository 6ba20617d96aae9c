"""`/j/results/STUDY`: how far judges are and agree, what they dispute, and files; `/j/outcome` for judges, once released."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from itertools import combinations
from typing import Annotated, Any

from fastapi import APIRouter, Form
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from meadow.lab.evaluate.clustering import REASONS
from meadow.lab.tables import Table
from meadow.lab.tables.html import section
from meadow.model import ADJUDICATOR
from meadow.studies import task_of
from meadow.studies.agreement.differences import DifferenceReport
from meadow.studies.answers.kind import is_submitted
from meadow.studies.judging.outcomes import StudyResults, report_of, results_of, tag_difference
from meadow.studies.judging.releasing import release, release_time
from meadow.studies.web.result_files import FILES, written
from meadow.studies.web.seats import Seated
from meadow.web.addresses import encoded
from meadow.web.errors import NotYoursError
from meadow.web.rendering import render_page
from meadow.web.site import Here, Reader, Site, page

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class _Section:
    """A table on the page, and how long it is: a long one is folded."""

    name: str
    title: str
    rows: int
    html: Markup


@router.get("/j/results/{study_id}")
def results(
    request: Request, site: Here, reader: Reader, study_id: str, item: str = "", first: str = "", second: str = ""
) -> Response:
    """Show what a study has come to."""
    del reader  # only a reader is let in
    study = site.workspace.judging.study(study_id)
    study_results = results_of(site.workspace.store, study)
    shown = _shown(study_results) | {
        "files": FILES, "pairs": list(_pairs(study_results)), "reasons": REASONS, "here_url": results_url(study_id),
        "report": _report(site, study_results, item, first, second), "chosen": (item, first, second),
        "settled": dict(_settled(study_results)),
    }  # fmt: skip
    return page(request, "studies/results.html", title=f"Results · {study.title}", **shown)


@router.post("/j/results/{study_id}/release")
def set_release(site: Here, reader: Reader, study_id: str, visible: Annotated[bool, Form()] = True) -> Response:
    """Let judges see the results, or hide them again."""
    del reader
    judging = site.workspace.judging
    study = judging.study(study_id)
    with site.workspace.store.writing() as writer:
        release(writer, study, judging.clock(), visible=visible)
    return RedirectResponse(results_url(study_id), HTTPStatus.SEE_OTHER)


@router.post("/j/results/{study_id}/reason")
def set_reason(
    site: Here,
    reader: Reader,
    study_id: str,
    item: Annotated[str, Form()],
    first: Annotated[str, Form()],
    second: Annotated[str, Form()],
    sentence: Annotated[str, Form()],
    reason: Annotated[str, Form()] = "",
) -> Response:
    """Keep why two judges treat a sentence differently."""
    del reader
    judging = site.workspace.judging
    study = judging.study(study_id)
    with site.workspace.store.writing() as writer:
        tag_difference(writer, study, (item, first, second), sentence, reason or None, judging.clock())
    query = f"?item={encoded(item)}&first={encoded(first)}&second={encoded(second)}#two-judges"
    return RedirectResponse(f"{results_url(study_id)}{query}", HTTPStatus.SEE_OTHER)


@router.get("/j/export/{study_id}")
def export(site: Here, reader: Reader, study_id: str, form: str = "jsonl") -> Response:
    """Return a study's judgements as a file, or the testbed of them as an archive."""
    del reader
    name, kind, body = written(site.workspace.store, site.workspace.judging.study(study_id), form)
    return Response(body, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/j/outcome")
def outcome(request: Request, site: Here, seat: Seated) -> Response:
    """Show a judge the results of their study, once its owner has released them."""
    study = site.workspace.judging.study(seat.study_id)
    if release_time(site.workspace.store, study) is None:
        raise NotYoursError(
            "The results of this study are not released yet.", given=study.id,
            allowed="Judges see only their own work until then.", advice="Ask the person who invited you.",
        )  # fmt: skip
    study_results = results_of(site.workspace.store, study, seen_by=seat.participant)
    return HTMLResponse(
        render_page(
            request, "studies/outcome.html", title=f"Results · {study.title}", seat=seat, **_shown(study_results)
        )
    )


def results_url(study_id: str) -> str:
    """Return where the results of a study are."""
    return f"/j/results/{encoded(study_id)}"


def _shown(study_results: StudyResults) -> dict[str, Any]:
    grid = {(each.judge, each.item): each for each in study_results.progress}
    titles = {material.id: material.name for material in study_results.judged.materials}
    # The grid on top says what the first table says, in words.
    sections = [_Section(table.name, table.title, len(table.rows), _html(table)) for table in study_results.tables[1:]]
    return {"study": study_results.study, "task": task_of(study_results.study.task), "found": study_results,
            "grid": grid, "titles": titles, "sections": [each for each in sections if each.rows]}  # fmt: skip


def _html(table: Table) -> Markup:
    return Markup(str(section(table)))  # noqa: S704 - escaped where it is made


def _pairs(study_results: StudyResults) -> list[tuple[str, str, str]]:
    if study_results.study.task != "grouping":
        return []
    return [
        (material.id, one, two)
        for material in study_results.compared.materials
        for one, two in combinations(study_results.compared.answers(material), 2)
    ]


def _settled(study_results: StudyResults) -> Iterator[tuple[str, str]]:
    """Yield the items that the adjudicator has taken up, each with how far it is."""
    for material in study_results.judged.materials:
        values = study_results.judged.values(ADJUDICATOR, material)
        if values:
            yield material.id, "settled" if is_submitted(values) else "begun"


def _report(site: Site, study_results: StudyResults, item: str, first: str, second: str) -> DifferenceReport | None:
    if not item or study_results.study.task != "grouping":
        return None
    return report_of(site.workspace.store, study_results.study, study_results.compared, (item, first, second))
