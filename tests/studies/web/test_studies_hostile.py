"""Hostile text in every field of a study runs nowhere, and nobody sees another's work (TRUST B4, B11)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from brief.hostile import STRINGS
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.workspace import Workspace
from stories import document
from studies.web.seated import judge_of, make_study
from web.apps import NOW, reader_of
from web.live import serving, visiting
from web.pages import FOREIGN, page

TEXTS = [each.replace("\ud800", "").replace("\x00", "") for each in STRINGS]
HOSTILE = [document(f'h{at}"><b>', [f"The bridge {each}", each], title=each, hours=at) for at, each in enumerate(TEXTS)]
NAME = "<script>alert(1)</script>"


def told(item: str) -> list[ActionResult]:
    """Return a report whose every text is hostile, finished but not handed in."""
    key = "h0%22%3E%3Cb%3E"
    fields = [f"concept/{kind}/{at}" for kind in ("person", "organisation", "factor") for at in range(8)]
    texts = [each for each in TEXTS if each.strip()]
    return [
        ActionResult(f"{item}/started", "true"), ActionResult(f"{item}/open", json.dumps('h0"><b>')),
        ActionResult(f"{item}/pick/{key}#0", '{"place": null}'), ActionResult(f"{item}/pick/{key}#1", '{"place": null}'),
        ActionResult(f"{item}/finished", "true"),
        *(ActionResult(f"{item}/{slot}", json.dumps(texts[at % len(texts)][:300])) for at, slot in enumerate(fields)),
        *(ActionResult(f"{item}/question/{at}", "1") for at in range(5)),
    ]  # fmt: skip


@pytest.mark.browser
def test_hostile_text_runs_on_no_page(chromium: Browser, tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=lambda: NOW) as workspace:
        topics = [Topic(TEXTS[at], HOSTILE, TEXTS[at + 1], id=f"t{at}") for at in range(2)]
        made = workspace.judging.new(StudyPlan("report", NAME, TEXTS[0]), topics, [NAME, "Bo"])
        study = made.study.id
        for at, item in enumerate(("t0", "t1")):
            steps = told(item)
            outcomes = workspace.judging.act(
                study, NAME, [*steps, ActionResult(f"{item}/submitted", "true")][: len(steps) + at]
            )
            assert {each.became for each in outcomes} == {"saved"}, [str(each.error) for each in outcomes]
        workspace.judging.act(study, "Bo", told("t0")[:3])
        own = workspace.judging.new(StudyPlan("report", NAME, owner="me"), topics[:1]).study.id
        workspace.judging.act(
            own, "me", [*told("t0")[1:4], ActionResult("t0/heading/0", json.dumps({"text": NAME, "place": 0}))]
        )
        with serving(workspace) as origin, visiting(chromium, origin) as visit:
            paths = ["/j/studies", f"/j/merge/{study}/t1", "/r", f"/r/{own}", f"/j/t/{made.invitations[0].token}", "/j"]
            for path in (
                *paths,
                "/j/i/t0",
                "/j/i/t1",
                f"/j/t/{made.invitations[1].token}",
                "/j/i/t0",
                "/j/i/t0?notice=<b>",
            ):
                shown = visit.go(path)
                if "/i/t0" in path or path.startswith("/r/"):
                    expect(shown.locator("#judging[data-ready]")).to_be_attached()
                assert shown.locator(FOREIGN).count() == 0, path
            expect(shown.locator(".builder[data-ready]")).to_be_attached()
            shown.keyboard.press("ArrowRight")
            expect(shown.locator("#document h2")).not_to_be_empty()
            assert shown.locator(FOREIGN).count() == 0
            assert (visit.strangers, visit.dialogs, visit.complaints) == ([], [], [])


def test_nobody_sees_anothers_work(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=lambda: NOW) as workspace:
        app, made = reader_of(workspace).app, make_study(workspace)
        ana, bo = judge_of(app, made, 0), judge_of(app, made, 1)
        answers = [
            ("the-ferry/started", True),
            ("the-ferry/open", "wire/1"),
            ("the-ferry/concept/person/0", "A secret of Ana"),
        ]
        keyed = [{"slot": slot, "answer": answer, "key": f"t.{at}"} for at, (slot, answer) in enumerate(answers)]
        assert {each["became"] for each in ana.act(*keyed).json()["results"]} == {"saved"}
        assert bo.get("/j/state?item=the-ferry").json()["slots"] == {}
        assert page(bo.get("/j/i/the-ferry")).all(".start")
        for path in ("/j", "/j/i/the-ferry", "/j/state?item=the-ferry", "/j/material?item=the-ferry"):
            answer = bo.get(path)
            assert answer.status_code == 200
            assert "secret" not in answer.text
            assert "Ana" not in answer.text
        for path in ("/j/studies", "/j/merge/ferries/the-ferry", "/j/results/ferries", "/r/ferries"):
            assert bo.get(path).status_code == 401
