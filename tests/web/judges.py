"""Studies of the six judging tasks for tests: one small item, and a judge's browser at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser import Scheme, open_context
from judging.items import MILL, SMOKE
from meadow.workspace import Workspace
from meadow.workspace.judging.judging import MadeStudy
from meadow.workspace.judging.making import Plan, Topic

SIX = ("utility", "subsumption", "grouping", "alignment", "concepts", "headlines")
# Others' headlines come with a page that is loaded anew; keys count once its scripts have run.
RATINGS = "wait:#judging[data-checked] #ratings .words:not(:empty)"
MILL_TOPIC = Topic("The mill", [MILL, SMOKE], headlines={"lead": "Mill burns", "title": "Fire in Orrin"})


def make_task(workspace: Workspace, task: str, *topics: Topic, **plan: object) -> MadeStudy:
    """Return a study of a task over the mill, or over topics given, with Ana, Bo and Cy."""
    wanted = Plan(task, f"Mills, {task}", **plan)  # type: ignore[arg-type]
    return workspace.judging.new(wanted, topics or (MILL_TOPIC,), ["Ana", "Bo", "Cy"])


@contextmanager
def judging(
    browser: Browser, origin: str, made: MadeStudy, at: int = 0, *, width: int = 1360, scheme: Scheme = "light"
) -> Iterator[tuple[BrowserContext, Page]]:
    """Open the browser of a judge at the first item of a study."""
    context = open_context(browser, width=width, scheme=scheme)
    try:
        page = context.new_page()
        page.goto(f"{origin}/j/t/{made.invitations[at].token}")
        page.goto(f"{origin}/j/i/{made.study.items[0]}")
        ready(page)
        yield context, page
    finally:
        context.close()


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
