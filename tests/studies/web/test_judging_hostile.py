"""Hostile articles, headlines, titles and answers on the pages of judging: shown in a real browser, and never run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from meadow.model import Document
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.making import Topic
from studies.web.judges import SIX, make_task, ready
from web.apps import filled
from web.live import serving, visiting

pytestmark = [pytest.mark.browser, pytest.mark.golden("B4")]

EVIL = "\"'><img src=x onerror=alert(1)><script>alert(2)</script>"


def test_what_is_hostile_is_shown_and_never_runs(chromium: Browser, tmp_path: Path) -> None:
    documents = [
        Document(f"{EVIL}{number}", EVIL, EVIL, f"The mill {EVIL} burned {number}. It is gone.", language="en")
        for number in range(2)
    ]
    topic = Topic(EVIL, documents, EVIL, id="mill", headlines={EVIL: EVIL})
    with filled(tmp_path / "workspace", ()) as space, serving(space) as origin, visiting(chromium, origin) as visit:
        for task in SIX:
            made = make_task(space, task, topic, guidelines=EVIL)
            values = {"written": EVIL, "concept/person/0": EVIL, "short/abstract": EVIL, "skip": EVIL}
            told = [ActionResult(f"mill/{slot}", json.dumps(answer)) for slot, answer in values.items()]
            space.judging.act(made.study.id, "Ana", told)
            visit.go(f"/j/t/{made.invitations[0].token}")
            visit.go("/j")
            ready(visit.go("/j/i/mill"))
            visit.go(f"/j/results/{made.study.id}")
        assert visit.dialogs == []
        assert visit.strangers == []
        assert [each for each in visit.complaints if "alert" in each] == []
