"""Axe finds nothing on the pages of the six tasks and their results, in both themes, wide and narrow; nothing is loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import faults
from meadow.workspace import Workspace
from studies.web.judges import SIX, handed_in, make_task, ready, tell
from web.apps import filled
from web.live import serving, visiting

pytestmark = pytest.mark.browser

BEGUN: dict[str, list[tuple[str, str]]] = {
    "utility": [("utility/m1#0", "7"), ("skip/m1#1", '"cannot be judged"')],
    "subsumption": [("pair/m1#0/m%2F2#1", '"equal"'), ("settled/m1#0", "true"), ("at", '"m1#0"')],
    "grouping": [("group/m1#0", '"a"'), ("group/m1#1", '"a"'), ("label/a", '"m1#0"'), ("group/m1#2", '"aside"')],
    "alignment": [
        ("short/abstract", '"A mill burned down."'), ("short/question/0", '{"text": "What?", "answers": ["a mill"]}'),
        ("short/source/0", '{"alternatives": [["m1#0"], ["m%2F2#0", "m%2F2#1"]], "rank": "A"}'),
        ("short/source/3", '{"rank": "B"}'),
    ],
    "concepts": [("concept/person/0", '"Ada"')],
    "headlines": [("written", '"Mill gone"')],
}  # fmt: skip


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Return a workspace with a study of each task, which Ana has begun and two others have handed in."""
    folder: Path = tmp_path_factory.mktemp("axe")
    with filled(folder / "workspace", ()) as workspace:
        for task in SIX:
            made = make_task(workspace, task, settings={"suggest": 1} if task == "grouping" else {})
            tell(workspace, made, "Ana", {slot: json.loads(answer) for slot, answer in BEGUN[task]})
            for at, judge in enumerate(("Bo", "Cy")):
                tell(workspace, made, judge, handed_in(made, task, at))
        yield workspace


def test_axe_finds_nothing(chromium: Browser, space: Workspace) -> None:
    with serving(space) as origin, visiting(chromium, origin) as visit:
        for row in space.judging.studies():
            study, task = row.study.id, row.study.task
            (invitation,) = space.judging.invite(study, ["Ana"])
            visit.go(f"/j/t/{invitation.token}")
            page = visit.go("/j/i/the-mill")
            ready(page)
            page.keyboard.press("i")
            _check(page, task)
            _check(visit.go(f"/j/results/{study}?item=the-mill&first=Bo&second=Cy"), f"results of {task}")
            settling = visit.go(f"/j/results/{study}/a/i/the-mill")
            if task != "concepts":  # which have the one list, looked at elsewhere
                ready(settling)
                settling.keyboard.press("d")
                expect(settling.locator(".differ").first).to_be_visible()
                _check(settling, f"adjudication of {task}")
        assert (visit.strangers, visit.dialogs, visit.complaints) == ([], [], [])


def _check(page: Page, name: str) -> None:
    # The foot of a task stays in sight: what lies half under it is whole a line further on, and all of it at the end.
    assert (name, faults(page, to_end=True)) == (name, [])
