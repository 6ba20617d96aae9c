"""Axe finds nothing on the pages of the six tasks and their results, in both themes, wide and narrow; nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import faults
from judging.items import sample_study
from meadow.model import Study
from meadow.workspace import Workspace
from meadow.workspace.judging.acting import Told
from meadow.workspace.judging.making import Topic
from web.apps import filled
from web.judges import SIX, make_task, ready
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
JUDGED = ("utility", "grouping", "headlines")  # by two judges of the sample; of others the pages are of the same parts


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Return a workspace with a study of each task, in which two judges of the sample have begun or are done."""
    folder: Path = tmp_path_factory.mktemp("axe")
    with filled(folder / "workspace", ()) as workspace:
        for task in SIX:
            _fill(workspace, task)
        yield workspace


def _fill(workspace: Workspace, task: str) -> None:
    small = make_task(workspace, task, settings={"suggest": 1} if task == "grouping" else {})
    workspace.judging.act(small.study.id, "Ana", [Told(f"the-mill/{slot}", answer) for slot, answer in BEGUN[task]])
    if task not in JUDGED:
        return
    judged = sample_study(task, "wolf")
    material = judged.materials[0]
    headlines = {candidate.system: candidate.text for candidate in material.candidates}
    made = make_task(workspace, task, Topic("Wolf", material.documents, headlines=headlines))
    for name, judge in zip(("Bo", "Cy"), judged.judges, strict=False):
        told = [Told(slot, answer) for slot, answer in judged.slots[judge].items() if not slot.endswith("/submitted")]
        workspace.judging.act(made.study.id, name, [*told, Told("wolf/submitted", "true")])


def test_axe_finds_nothing(chromium: Browser, space: Workspace) -> None:
    studies: dict[tuple[str, str], Study] = {
        (row.study.task, row.study.items[0]): row.study for row in space.judging.studies()
    }
    with serving(space) as origin, visiting(chromium, origin) as visit:
        for task in SIX:
            (invitation,) = space.judging.invite(studies[task, "the-mill"].id, ["Ana"])
            visit.go(f"/j/t/{invitation.token}")
            page = visit.go("/j/i/the-mill")
            ready(page)
            page.keyboard.press("i")
            _check(page, task)
            found = studies[task, "wolf" if task in JUDGED else "the-mill"]
            _check(visit.go(f"/j/results/{found.id}"), f"results of {task}")
        results = f"/j/results/{studies['grouping', 'wolf'].id}"
        _check(visit.go(f"{results}?item=wolf&first=Bo&second=Cy"), "differences")
        settling = visit.go(f"/j/results/{studies['headlines', 'wolf'].id}/a/i/wolf")
        ready(settling)
        expect(settling.get_by_text("Judges differ").first).to_be_visible()
        _check(settling, "adjudication")
        assert (visit.strangers, visit.dialogs, visit.complaints) == ([], [], [])


def _check(page: Page, name: str) -> None:
    # The foot of a task stays in sight: what lies half under it is whole a line further on, and all of it at the end.
    assert (name, faults(page, to_end=True)) == (name, [])
