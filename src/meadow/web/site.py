"""The data that the pages of an app share: its workspace, its settings, and how a page is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from meadow.store.contract import Wanted
from meadow.web.addresses import encoded, local_path
from meadow.web.bus import Bus
from meadow.web.rendering import render_page
from meadow.web.settings import WebSettings
from meadow.workspace import Workspace
from meadow.workspace.headings import ListedStory

if TYPE_CHECKING:
    from meadow.web.worker import WebWorker


HEADING_SECONDS = 0.02  # of a request, to make missing headings of its list


@dataclass(frozen=True, slots=True)
class Site:
    """An app's workspace and settings, the bus of its events, and its worker process, if there is one."""

    workspace: Workspace
    settings: WebSettings
    bus: Bus = field(default_factory=Bus)
    worker: WebWorker | None = None

    @property
    def follows(self) -> bool:
        """Whether the app follows the sources itself."""
        return self.worker is not None

    @property
    def stopped(self) -> str | None:
        """Why following has stopped for now; None while it goes on."""
        return None if self.worker is None else self.worker.problem

    def wake(self) -> None:
        """Let a change of the sources be known to what follows them."""
        if self.worker is not None:
            self.worker.wake()

    def headings(
        self, wanted: Wanted, *, reader: str, unread: bool = False, seconds: float = HEADING_SECONDS
    ) -> list[ListedStory]:
        """Return the stories of a list; if a worker makes headings in advance, wait at most `seconds` for missing ones."""
        within = None if self.worker is None else seconds
        listed = self.workspace.headings(wanted, reader=reader, unread=unread, within=within)
        missing = [each.row.id for each in listed if not each.current]
        if missing and self.worker is not None:
            self.worker.prepare(missing)
        return listed

    def feed_url(self, request: Request, watch: str | None = None) -> str:
        """Return where a feed reader finds the stories, or those of a watch, with a token for feeds alone."""
        token = self.settings.feed_token(request.state.reader)
        path = "/stories.atom" if watch is None else f"/watch/{encoded(watch)}.atom"
        return path if token is None else f"{path}?token={token}"


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
    failing = sum(state.failures > 0 for state in site_of(request).workspace.store.sources())
    return HTMLResponse(render_page(request, template, title=title, failing=failing, **values))


def lead_back(address: str) -> RedirectResponse:
    """Lead to a page of ours after something was done, so that a reload does not do it again."""
    return RedirectResponse(local_path(address), HTTPStatus.SEE_OTHER)
