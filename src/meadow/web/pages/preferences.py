"""The preferences of a browser: its theme."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.responses import Response

from meadow.errors import check_choice
from meadow.web.site import lead_back
from meadow.web.themes import COOKIE, THEMES

_YEAR = 365 * 24 * 3600

router = APIRouter(include_in_schema=False)


@router.post("/theme")
def theme(theme: Annotated[str, Form()], back: Annotated[str, Form()] = "/") -> Response:
    """Keep a theme in the browser, and lead back."""
    check_choice("theme", theme, THEMES)
    answer = lead_back(back)
    answer.set_cookie(COOKIE, theme, max_age=_YEAR, httponly=True, samesite="strict")
    return answer
