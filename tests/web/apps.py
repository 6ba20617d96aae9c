"""An app for tests: a workspace of our own fiction behind the real checks, asked without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from meadow.model import Document
from meadow.web.app import create_app
from meadow.web.settings import WebSettings
from meadow.workspace import Workspace
from stories import FERRY, document

ORIGIN = "http://127.0.0.1:8710"
TOKEN = "a-token-of-tests"  # noqa: S105 - of tests
SETTINGS = WebSettings((ORIGIN, "http://localhost:8710"), {TOKEN: "me", "another-token": "Bo"})
NOW = datetime(2026, 3, 6, 12, tzinfo=UTC)

BRIDGE = [
    document(
        "bridge-1",
        ["The council of Ninemile voted to rebuild the old bridge.", "Work on the bridge begins in June."],
        hours=20,
        title="Ninemile to rebuild its bridge",
    ),
    document(
        "bridge-2",
        ["Ninemile will rebuild its old bridge, the council decided.", "The bridge costs four million crowns."],
        hours=26,
        title="Four million for a bridge",
    ),
]


@dataclass(slots=True)
class Reader:
    """A browser of a reader: it has the token, and says where a form came from, unless a test says otherwise."""

    app: FastAPI
    cookies: dict[str, str] = field(default_factory=lambda: {SETTINGS.cookie: TOKEN})

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Return the answer to a GET, which redirects are not followed of."""
        return self.send("GET", path, headers)

    def post(self, path: str, form: dict[str, Any] | None = None, **headers: str) -> httpx.Response:
        """Return the answer to a form that a page of ours sends."""
        return self.send("POST", path, {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin", **headers}, form)

    def send(
        self, method: str, path: str, headers: dict[str, str] | None = None, form: dict[str, Any] | None = None
    ) -> httpx.Response:
        """Return the answer to a request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, cookies=self.cookies) as client:
                given = {"Accept": "text/html", **(headers or {})}
                return await client.request(method, path, headers=given, data=form)

        # In a thread of its own: where a browser is driven, this one has an event loop running already.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, ask()).result()


def filled(folder: Path, documents: Iterable[Document] = (*FERRY, *BRIDGE)) -> Workspace:
    """Return a workspace of documents, by a tracker that puts little together."""
    workspace = Workspace(folder, clock=lambda: NOW)
    workspace.add(documents)
    return workspace


def reader_of(workspace: Workspace, **settings: Any) -> Reader:
    """Return a reader of a workspace's app."""
    given = WebSettings(SETTINGS.origins, SETTINGS.readers, **settings)
    return Reader(create_app(workspace, given))
