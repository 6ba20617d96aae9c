"""`create_app`: the web app of a workspace."""

from __future__ import annotations

from fastapi import FastAPI

from meadow.version import __version__
from meadow.web import assets
from meadow.web.errors import add_error_handlers
from meadow.web.pages import ask, document, export, preferences, search, stories, story, verbs
from meadow.web.safety import Safety
from meadow.web.settings import Settings
from meadow.web.site import Site
from meadow.workspace import Workspace

# One module per page, each with a router. Where addresses overlap the first one answers.
PAGES = (assets, stories, story, document, export, search, ask, verbs, preferences)


def create_app(workspace: Workspace, settings: Settings) -> FastAPI:
    """Return the app of a workspace; whoever opened the workspace closes it."""
    # The usual pages about an API load scripts from elsewhere, which the policy forbids.
    app = FastAPI(title="Meadow", version=__version__, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.site = Site(workspace, settings)
    for each in PAGES:
        app.include_router(each.router)
    add_error_handlers(app)
    app.add_middleware(Safety, settings=settings)
    return app
