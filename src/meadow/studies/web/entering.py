"""`/j/t/TOKEN`: a participant's link. It keeps the token in a cookie and says where it leads."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from meadow.studies import task_of
from meadow.web.errors import NotYoursError
from meadow.web.rendering import render_page
from meadow.web.site import Here

_COOKIE_SECONDS = 90 * 24 * 3600

router = APIRouter(include_in_schema=False)


@router.get("/j/t/{token}")
def enter(request: Request, site: Here, token: str) -> Response:
    """Let a participant in.

    A page, not a redirect: who comes from a page of another site, such as their mail, brings strict cookies only with the
    next step from a page of ours.
    """
    judging = site.workspace.judging
    participant = judging.participant(token)
    if participant is None:
        raise NotYoursError(
            "This link opens nothing.", given="/j/t/…",
            allowed="A link holds until a new one is made for the same participant.",
            advice="Copy the whole link, or ask its sender for a new one.",
        )  # fmt: skip
    study = judging.study(participant.study_id)
    request.state.participant = participant
    page = render_page(
        request, "studies/enter.html", title=study.title, study=study, task=task_of(study.task), now=judging.clock()
    )
    answer = HTMLResponse(page)
    secure = site.settings.origins[0].startswith("https:")
    answer.set_cookie(
        site.settings.judge_cookie, token, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict", secure=secure
    )
    return answer
