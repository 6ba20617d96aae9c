"""`create_app`: the web app of a workspace."""

from __future__ import annotations

from fastapi import FastAPI

from meadow.registry import load_target
from meadow.version import __version__
from meadow.web.api.described import describe_answers
from meadow.web.bodies import Bounded
from meadow.web.bus import Bus
from meadow.web.errors import add_error_handlers
from meadow.web.pages import pages
from meadow.web.safety import Safety
from meadow.web.settings import WebSettings
from meadow.web.site import Site
from meadow.web.worker import WebWorker
from meadow.workspace import Workspace


def create_app(
    workspace: Workspace, settings: WebSettings, *, bus: Bus | None = None, worker: WebWorker | None = None
) -> FastAPI:
    """Return the app of a workspace; whoever opened the workspace closes it, and ends the process beside it."""
    # The usual pages about an API load scripts from elsewhere, which the policy forbids.
    app = FastAPI(title="Meadow", version=__version__, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.site = Site(workspace, settings, bus or Bus(), worker)
    for each in pages():
        app.include_router(load_target(each.router))
    app.openapi = describe_answers(app)  # type: ignore[method-assign]  # as FastAPI documents it
    add_error_handlers(app)
    app.add_middleware(Bounded)
    app.add_middleware(Safety, settings=settings, participant_of=workspace.judging.participant)
    return app
