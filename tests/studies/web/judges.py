"""Studies of the six judging tasks for tests: one small item, and a judge's browser at it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser import Scheme, lent_page
from meadow.model import SentenceRef
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.judging import MadeStudy
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.studies.material import blind
from meadow.studies.slots import sentence_key
from meadow.workspace import Workspace
from studies.items import MILL, SMOKE

SIX = ("utility", "subsumption", "grouping", "alignment", "concepts", "headlines")
# Others' headlines come with a page that is loaded anew; keys count once its scripts have run.
RATINGS = "wait:#judging[data-checked] #ratings .words:not(:empty)"
MILL_TOPIC = Topic("The mill", [MILL, SMOKE], headlines={"lead": "Mill burns", "title": "Fire in Orrin"})

S = [sentence_key(SentenceRef("m1", index)) for index in range(3)] + [
    sentence_key(SentenceRef("m/2", index)) for index in range(2)
]


def make_task(workspace: Workspace, task: str, *topics: Topic, **plan: object) -> MadeStudy:
    """Return a study of a task over the mill, or over topics given, with Ana, Bo and Cy."""
    wanted = StudyPlan(task, f"Mills, {task}", **plan)  # type: ignore[arg-type]
    return workspace.judging.new(wanted, topics or (MILL_TOPIC,), ["Ana", "Bo", "Cy"])


@contextmanager
def judging(
    browser: Browser, origin: str, made: MadeStudy, at: int = 0, *, width: int = 1360, scheme: Scheme = "light"
) -> Iterator[tuple[BrowserContext, Page]]:
    """Open the browser of a judge at the first item of a study."""
    with lent_page(browser, origin, width=width, scheme=scheme) as page:
        page.goto(f"{origin}/j/t/{made.invitations[at].token}")
        page.goto(f"{origin}/j/i/{made.study.items[0]}")
        ready(page)
        yield page.context, page


def ready(page: Page) -> None:
    """Wait until the page of a task has drawn what its script draws."""
    expect(page.locator("#judging[data-checked]")).to_be_visible()
    own = page.locator("#pinning, #grouping, #aligning")
    if own.count():
        expect(page.locator("#pinning[data-ready], #grouping[data-ready], #aligning[data-ready]")).to_be_visible()


def press(page: Page, *keys: str) -> None:
    """Press keys one by one; a text after "type:" is typed."""
    for key in keys:
        if key.startswith("type:"):
            page.keyboard.type(key.removeprefix("type:"))
        elif key.startswith("wait:"):
            expect(page.locator(key.removeprefix("wait:")).first).to_be_visible()
        elif key.startswith("focus:"):
            page.locator(key.removeprefix("focus:")).focus()
        else:
            page.keyboard.press(key)


def done(page: Page, text: str) -> None:
    """Wait until the page says that so much is done, and saved."""
    expect(page.locator("#save-state")).to_have_text("Saved")
    expect(page.locator("#done-text")).to_have_text(text)


def tell(workspace: Workspace, made: MadeStudy, judge: str, values: dict[str, Any], item: str = "the-mill") -> None:
    """Let a judge give answers, all of which are taken."""
    told = [ActionResult(f"{item}/{slot}", json.dumps(answer)) for slot, answer in values.items()]
    for outcome in workspace.judging.act(made.study.id, judge, told):
        assert outcome.became == "saved", outcome


def scores(*numbers: int) -> dict[str, Any]:
    """Return scores of the five sentences, handed in."""
    return {**{f"utility/{key}": number for key, number in zip(S, numbers, strict=True)}, "submitted": True}


def grouped(first: str, second: str) -> dict[str, Any]:
    """Return two groups of two, handed in."""
    own = {f"group/{S[0]}": "a", f"group/{first}": "a", "label/a": S[0]}
    return {
        **own,
        f"group/{S[2]}": "b",
        f"group/{second}": "b",
        "label/b": S[2],
        "ranking": ["a", "b"],
        "submitted": True,
    }


def handed_in(made: MadeStudy, task: str, at: int) -> dict[str, Any]:
    """Return what the first or the second judge says of the mill in a task: they differ in each."""
    if task == "utility":
        return scores(9, 1, 5, 7 - 7 * at, 8)
    if task == "grouping":
        return grouped(S[4 - at], S[3 + at])
    whole: dict[str, Any] = {"submitted": True}
    if task == "subsumption":
        pairs = {f"pair/{S[0]}/{S[4]}": ("covers", "equal")[at], f"pair/{S[2]}/{S[3]}": "covered"}
        return pairs | {f"settled/{key}": True for key in S} | whole
    if task == "concepts":
        return {"concept/person/0": ("Orrin", "Ada")[at], "concept/factor/0": "fire"} | whole
    if task == "headlines":
        return (
            {"written": ("Mill gone", "Fire at Orrin")[at]}
            | {
                f"rating/{each.key}": {"quality": 4 - at, "readability": 5}
                for each in blind(MILL_TOPIC.headlines, item="the-mill", seed=made.study.seed)
            }
            | whole
        )
    return whole_abstracts(("Gone.", "Fire.")[at], at) | whole


def whole_abstracts(text: str, at: int) -> dict[str, Any]:
    """Return a short and a long abstract of one sentence, with what each rests on and a question."""
    return {
        f"{length}/{part}": answer
        for length in ("short", "long")
        for part, answer in (
            ("abstract", text), ("source/0", {"alternatives": [[S[0]], [S[4 - at]]], "rank": "A"}),
            ("question/0", {"text": "What?", "answers": ["a fire"]}),
        )
    }  # fmt: skip
