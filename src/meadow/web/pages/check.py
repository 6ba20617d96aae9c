"""`/check`: is every sentence of a text in the articles of this workspace."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from meadow.brief.verdicts import SIGNS, counts_text
from meadow.errors import UsageError
from meadow.web.site import Here, page
from meadow.workspace.checking import MOST_CHARACTERS

router = APIRouter(include_in_schema=False)


@router.get("/check")
def form(request: Request, site: Here, story: Annotated[str | None, Query()] = None) -> Response:
    """Show the field for a text, for all articles or those of one story."""
    return _answer(request, site, "", story or None)


@router.post("/check")
def check(
    request: Request, site: Here, text: Annotated[str, Form()] = "", story: Annotated[str | None, Form()] = None
) -> Response:
    """Show each sentence of a text with its verdict and its sources."""
    return _answer(request, site, text, story or None)


def _answer(request: Request, site: Here, text: str, story: str | None) -> Response:
    checked, error, headline = None, None, None
    try:
        headline = None if story is None else site.workspace.story(story, keep=False).brief.headline.text
        if text.strip():
            checked = site.workspace.check_text(text, story_id=story)
    except UsageError as refused:
        error = refused
    answer = page(
        request, "check.html", title="Check", text=text[:MOST_CHARACTERS], story=story, headline=headline,
        error=error, most=MOST_CHARACTERS, verdicts=checked and checked.verdicts, signs=SIGNS,
        counts=checked and counts_text(checked.verdicts),
        documents=checked and {document.id: document for document in checked.documents},
    )  # fmt: skip
    answer.status_code = HTTPStatus.OK if error is None else HTTPStatus.BAD_REQUEST
    return answer
