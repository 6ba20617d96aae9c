"""Studies for tests of the web app: a small one, and a browser of someone who takes part."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI

from meadow.studies.judging.judging import MadeStudy
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.workspace import Workspace
from studies.reports import DOCUMENTS
from web.apps import ORIGIN, SETTINGS, Reader

FERRY_TOPIC = Topic("The ferry", DOCUMENTS, "Why did the ferry move?")
CREW_TOPIC = Topic("The crew", DOCUMENTS, "Who counted the boats?")


def make_study(workspace: Workspace, *topics: Topic, **plan: Any) -> MadeStudy:
    """Return a study of two topics, or of those given, with Ana and Bo."""
    wanted = StudyPlan("report", **{"title": "Ferries"} | plan)
    return workspace.judging.new(wanted, topics or (FERRY_TOPIC, CREW_TOPIC), ["Ana", "Bo"])


@dataclass(slots=True)
class Judge(Reader):
    """A browser of someone who takes part."""

    study: str = "ferries"
    name: str = "Ana"

    def act(self, *actions: dict[str, Any], **named: str) -> httpx.Response:
        """Return the answer to actions that a script sends."""
        body = {"study": self.study, "participant": self.name, "actions": list(actions)} | named

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, cookies=self.cookies) as client:
                headers = {"Origin": ORIGIN, "Sec-Fetch-Site": "same-origin"}
                return await client.post("/j/act", json=body, headers=headers)

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, ask()).result()

    def form(self, item: str, **fields: str) -> httpx.Response:
        """Return the answer to a form of a page without scripts."""
        return self.post("/j/set", {"study": self.study, "participant": self.name, "item": item} | fields)


def judge_of(app: FastAPI, made: MadeStudy, at: int = 0) -> Judge:
    """Return a participant's browser that has the cookie of their link."""
    invitation = made.invitations[at]
    return Judge(app, {SETTINGS.judge_cookie: invitation.token}, made.study.id, invitation.name)
