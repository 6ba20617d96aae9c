"""The app on a port of this machine, for a real browser; it ends with the block."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Error, Page, Request

from browser import Scheme, heard, lent_page
from meadow.web.app import create_app
from meadow.web.server import Server
from meadow.web.settings import WebSettings, make_origins
from meadow.workspace import Workspace
from web.apps import TOKEN


@dataclass(frozen=True, slots=True)
class Visit:
    """An open page, what it asked other hosts for, its dialogs, and what it complained of."""

    page: Page
    origin: str
    strangers: list[str]
    dialogs: list[str]
    complaints: list[str]

    def go(self, path: str) -> Page:
        """Open an address of the app."""
        self.page.goto(f"{self.origin}{path}")
        return self.page


@contextmanager
def serving(workspace: Workspace, runs: Path | None = None, at: int = 0) -> Iterator[str]:
    """Serve a workspace, with a folder of runs if one is given, at a free port or a given one, and give its origin."""
    port = Server("127.0.0.1", at)
    settings = WebSettings(make_origins("127.0.0.1", port.port), {TOKEN: "me"}, runs=runs)
    server = uvicorn.Server(uvicorn.Config(create_app(workspace, settings), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [port._socket]})
    thread.start()
    try:
        yield settings.origins[0]
    finally:
        server.should_exit = True
        thread.join()
        port.close()


@contextmanager
def visiting(
    browser: Browser, origin: str, *, width: int = 1360, scheme: Scheme = "light", scripts: bool = True
) -> Iterator[Visit]:
    """Open a browser of a reader at an app, let in by the token."""
    with lent_page(browser, origin, width=width, scheme=scheme, scripts=scripts) as page:
        visit = Visit(page, origin, [], [], [])

        def note_request(request: Request) -> None:
            if not request.url.startswith((origin, "data:")):
                visit.strangers.append(request.url)

        def note_dialog(dialog: Dialog) -> None:
            visit.dialogs.append(dialog.message)
            dialog.dismiss()

        def note_complaint(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                visit.complaints.append(message.text)

        def note_error(error: Error) -> None:
            visit.complaints.append(str(error))

        with heard(page, request=note_request, dialog=note_dialog, console=note_complaint, pageerror=note_error):
            page.goto(f"{origin}/?token={TOKEN}")
            yield visit
