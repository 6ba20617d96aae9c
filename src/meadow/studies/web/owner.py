"""`/j/studies`: the studies of a workspace, for readers; who takes part sees their own items under `/j` instead."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from meadow.studies import task_of
from meadow.web.site import Here, Reader, page

router = APIRouter(include_in_schema=False)


@router.get("/j/studies")
def studies(request: Request, site: Here, reader: Reader) -> Response:  # noqa: ARG001 - only a reader is let in
    """List the studies, each with how far its participants are."""
    judging = site.workspace.judging
    rows = judging.studies()
    titles = {row.study.id: task_of(row.study.task).title for row in rows}
    return page(request, "studies/studies.html", title="Judge", rows=rows, titles=titles, now=judging.clock())
