"""`/export/FORM/ID`: a story as a file."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from meadow.errors import check_choice
from meadow.web.exports import FORMS, file_name
from meadow.web.presentation import StoryPresentation
from meadow.web.site import Here, Reader

router = APIRouter(include_in_schema=False)


@router.get("/export/{form}/{story_id:id}")
def export(request: Request, site: Here, reader: Reader, form: str, story_id: str) -> Response:
    """Send a story as a file, as the address asks; never shown in the browser, where our policy would apply to it."""
    check_choice("form of export", form, FORMS)
    presentation, chosen = StoryPresentation.parse(request.query_params), FORMS[form]
    recipe, moment = presentation.recipe(), presentation.moment(site.workspace.clock())
    entry = site.workspace.story(story_id, at=moment, reader=reader, recipe=recipe, keep=False)
    disposition = f'attachment; filename="{file_name(entry.row.id, chosen)}"'
    return Response(chosen.write(entry, recipe), media_type=chosen.kind, headers={"content-disposition": disposition})
