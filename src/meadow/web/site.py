"""What the pages of an app share: its workspace, its settings, and how a page is sent."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from meadow.web.addresses import local_path
from meadow.web.rendering import render_page
from meadow.web.settings import Settings
from meadow.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Site:
    """An app's workspace and settings."""

    workspace: Workspace
    settings: Settings


def site_of(request: Request) -> Site:
    """Return the site that a request is sent to."""
    site: Site = request.app.state.site
    return site


def reader_of(request: Request) -> str:
    """Return who asks, by the token that the request came with."""
    reader: str = request.state.reader
    return reader


Here = Annotated[Site, Depends(site_of)]
Reader = Annotated[str, Depends(reader_of)]


def page(request: Request, template: str, *, title: str, **values: Any) -> HTMLResponse:
    """Return a page of the app; `title` is what its tab is called."""
    return HTMLResponse(render_page(request, template, title=title, **values))


def lead_back(address: str) -> RedirectResponse:
    """Lead to a page of ours after something was done, so that a reload does not do it again."""
    return RedirectResponse(local_path(address), HTTPStatus.SEE_OTHER)
