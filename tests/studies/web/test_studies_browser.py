"""A study in a real Chromium: keys, the state of saving, a dead server, two windows, a reload; axe on every page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from browser import faults, lent_page
from meadow.studies.folding import fold
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.judging import MadeStudy
from meadow.studies.judging.making import StudyPlan
from meadow.workspace import Workspace
from studies.web.seated import FERRY_TOPIC, make_study
from web.apps import NOW
from web.live import serving, visiting

pytestmark = pytest.mark.browser


@contextmanager
def seated(browser: Browser, origin: str, made: MadeStudy, at: int = 0) -> Iterator[tuple[BrowserContext, Page]]:
    """Open the browser of a participant, let in by their link, at the list of items."""
    with lent_page(browser, origin) as page:
        page.goto(f"{origin}/j/t/{made.invitations[at].token}")
        page.get_by_role("link", name="Go on").click()
        yield page.context, page


def begin(page: Page, item: str = "The ferry") -> None:
    page.get_by_role("link", name=item, exact=True).click()
    expect(page.locator("#judging[data-ready]")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".builder[data-ready]")).to_be_visible()


def saved(page: Page) -> None:
    expect(page.locator("#save-state")).to_have_text("Saved")


def test_keys_alone_read_take_undo_and_finish(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    with serving(workspace) as origin, seated(chromium, origin, made) as (_, page):
        begin(page)
        for key in ("ArrowRight", "j", "Space", "j", "Space", "j", "k", "Space", "u"):
            page.keyboard.press(key)
        expect(page.locator("#report-lines li")).to_have_count(2)
        expect(page.locator("#document h2")).to_have_text("A ferry")
        page.keyboard.press("Control+z")
        expect(page.locator("#space-text")).to_have_text("1 of 50 sentences")
        page.keyboard.press("Control+Shift+z")
        expect(page.locator("#space-text")).to_have_text("2 of 50 sentences")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#document h2")).to_have_text("A crew")
        page.keyboard.press("g")
        page.keyboard.press("s")  # within a task this skips, and leads nowhere else
        page.keyboard.press("Escape")
        saved(page)
        page.reload()
        expect(page.locator("#document h2")).to_have_text("A crew")
        expect(page.locator("#space-text")).to_have_text("2 of 50 sentences")
        page.keyboard.press("Control+z")
        expect(page.locator("#space-text")).to_have_text("1 of 50 sentences")
        page.keyboard.press("Control+Enter")
        expect(page.get_by_role("heading", name="Who and what mattered?")).to_be_visible()
        kept = {(each.participant, each.slot): each for each in workspace.store.slots(made.study.id)}
        assert kept == fold(workspace.store.actions(made.study.id))


def test_what_is_done_while_the_server_is_away_is_sent_later(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    with serving(workspace) as origin, seated(chromium, origin, made) as (context, page):
        begin(page)
        page.keyboard.press("ArrowRight")
        saved(page)
        context.route("**/j/act", lambda route: route.abort())
        for _ in range(3):
            page.keyboard.press("j")
            page.keyboard.press("Space")
        expect(page.locator("#save-state")).to_have_text("3 not yet saved: offline")
        page.reload()  # what waits is in the browser, not in the page
        expect(page.locator("#space-text")).to_have_text("3 of 50 sentences")
        expect(page.locator("#save-state")).to_have_text("3 not yet saved: offline")
        assert len(workspace.store.actions(made.study.id)) == 2
        context.unroute("**/j/act")
        saved(page)
        assert [each.slot for each in workspace.store.actions(made.study.id)][2:] == [
            f"the-ferry/pick/wire%2F1#{number}" for number in range(3)
        ]


def test_an_answer_that_is_lost_on_the_way_counts_once(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    lost: list[str] = []

    def lose_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().text())  # it reaches the server, but its answer does not come back
        route.abort()

    with serving(workspace) as origin, seated(chromium, origin, made) as (context, page):
        begin(page)
        context.route("**/j/act", lose_first_answer)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("j")
        page.keyboard.press("Space")
        saved(page)
        assert lost
        assert [each.slot for each in workspace.store.actions(made.study.id)] == [
            "the-ferry/started", "the-ferry/open", "the-ferry/pick/wire%2F1#0",
        ]  # fmt: skip


def test_what_is_done_while_a_refusal_is_cleared_up_is_sent_too(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    held: list[Route] = []
    with serving(workspace) as origin, seated(chromium, origin, made) as (context, page):
        begin(page)
        for key in ("ArrowRight", "j", "Space"):
            page.keyboard.press(key)
        saved(page)
        context.route("**/j/state*", lambda route: held.append(route))
        workspace.clock = lambda: NOW + timedelta(minutes=30, seconds=1)
        with page.expect_request("**/j/state*"):  # of what was refused the page asks what holds instead
            page.keyboard.press("j")
            page.keyboard.press("Space")
        expect(page.locator("#notice")).to_contain_text("Time is up")
        page.keyboard.press("k")
        page.keyboard.press("Space")
        expect(page.locator("#space-text")).to_have_text("0 of 50 sentences")
        expect(page.locator("#save-state")).to_have_text("Saving…")
        held[0].continue_()
        saved(page)
        expect(page.locator("#space-text")).to_have_text("0 of 50 sentences")
        assert workspace.store.actions(made.study.id)[-1].answer == "null"


def test_two_windows_see_each_other_and_a_second_link_harms_nothing(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    other = make_study(workspace, title="Others")
    with serving(workspace) as origin, seated(chromium, origin, made) as (context, page):
        begin(page)
        page.keyboard.press("ArrowRight")
        saved(page)
        second = context.new_page()
        second.goto(page.url)
        expect(second.locator(".builder[data-ready]")).to_be_visible()
        page.get_by_role("button", name="The ferry moved 3 times.").click()
        expect(second.locator("#space-text")).to_have_text("1 of 50 sentences")
        second.goto(f"{origin}/j/t/{other.invitations[0].token}")
        page.get_by_role("button", name="The ferry moved 5 times.").click()
        expect(page.locator("#save-state")).to_have_text("1 not yet saved: open your link again")
        assert workspace.store.actions(other.study.id) == []
        second.goto(f"{origin}/j/t/{made.invitations[0].token}")
        saved(page)
        assert workspace.store.slots(made.study.id)[-1].slot == "the-ferry/started"
        assert len(workspace.store.slots(made.study.id)) == 4


def test_two_browsers_of_one_participant_lose_nothing_of_each_other(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    steps = [
        ActionResult("the-ferry/started", "true"),
        ActionResult("the-ferry/pick/echo#0", '{"place": null}'),
        ActionResult("the-ferry/finished", "true"),
    ]
    workspace.judging.act(made.study.id, "Ana", steps)
    with (
        serving(workspace) as origin,
        seated(chromium, origin, made) as (_, left),
        seated(chromium, origin, made) as (_, right),
    ):
        for page in (left, right):
            page.goto(f"{origin}/j/i/the-ferry")
            expect(page.locator("#judging[data-ready]")).to_be_visible()
        for page, text in ((left, "Aurel Denko"), (right, "Denko")):
            page.get_by_label("People 1", exact=True).fill(text)
            page.keyboard.press("Enter")
            saved(page)
        expect(right.locator("#notice")).to_contain_text("Another window of yours had written here since.")
        answers = [each.answer for each in workspace.store.actions(made.study.id) if "concept" in each.slot]
        assert answers == ['"Aurel Denko"', '"Denko"']


def test_a_reader_orders_a_report_of_their_own_with_keys(chromium: Browser, workspace: Workspace) -> None:
    with serving(workspace) as origin, visiting(chromium, origin) as visit:
        page = visit.go("/s/wire")
        page.get_by_role("button", name="Build a report").click()
        expect(page.locator(".builder[data-ready]")).to_be_visible()
        for key in ("ArrowRight", "j", "Space", "j", "Space", "j", "Space"):
            page.keyboard.press(key)
        lines = page.locator("#report-lines li p:first-child")
        expect(lines).to_have_count(3)
        before = lines.all_inner_texts()
        page.locator("#report-lines li").nth(2).focus()
        page.keyboard.press("Alt+ArrowUp")
        page.keyboard.press("Alt+ArrowUp")
        expect(lines.first).to_have_text(before[2])
        page.get_by_text("Change the question").click()
        page.get_by_label("Question").fill("How many died off Skerra?")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("How many died off Skerra?")
        page.get_by_label("Heading").fill("What is known")
        page.keyboard.press("Enter")
        expect(page.locator("#report-lines h3")).to_have_text("What is known")
        page.locator("#report-lines li.heading").focus()
        page.keyboard.press("Alt+ArrowUp")
        saved(page)
        page.get_by_role("link", name="Suggest").click()
        expect(page.locator("#suggested li").first).to_be_attached()
        held = page.locator("#report-lines li").all_inner_texts()
        assert ["What is known" in each for each in held] == [False, False, True, False]
        assert before[2] in held[0]
        waiting = page.locator("#suggested li:visible").count()
        page.locator("#suggested li:visible button").first.click()
        expect(page.locator("#suggested li:visible")).to_have_count(waiting - 1)
        saved(page)
        page.keyboard.press("e")
        with page.expect_download() as download:
            page.get_by_role("link", name="Markdown").click()
        text = Path(download.value.path()).read_text(encoding="utf-8")
        assert "## What is known" in text
        assert text.startswith("# How many died off Skerra?")


def test_axe_finds_nothing_on_pages_of_participants(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    judging, name = workspace.judging, made.invitations[0].name
    with serving(workspace) as origin, visiting(chromium, origin) as visit:
        report = workspace.judging.new(StudyPlan("report", "Mine", owner="me"), [FERRY_TOPIC]).study.id
        paths = ["/j/studies", "/r", f"/r/{report}?suggest=1", f"/j/t/{made.invitations[0].token}", "/j"]
        paths += ["/j/i/the-crew", "/j/i/the-ferry"]
        picks = [ActionResult(f"the-ferry/pick/wire%2F1#{at}", '{"place": null}') for at in range(3)]
        judging.act(
            made.study.id,
            name,
            [ActionResult("the-ferry/started", "true"), ActionResult("the-ferry/open", '"echo"'), *picks],
        )
        other, told = made.invitations[1].name, [*picks, ActionResult("the-ferry/finished", "true")]
        named = [
            ActionResult(f"the-ferry/concept/person/{at}", f'"{text}"') for at, text in enumerate(("Ana Lund", "Lund"))
        ]
        asked = [ActionResult(f"the-ferry/question/{at}", "2") for at in range(5)]
        submitted = [
            ActionResult("the-ferry/started", "true"),
            *told,
            *named,
            *asked,
            ActionResult("the-ferry/submitted", "true"),
        ]
        assert {each.became for each in judging.act(made.study.id, other, submitted)} == {"saved"}
        _check(visit.go(f"/j/merge/{made.study.id}/the-ferry"), "an empty list")
        visit.page.get_by_role("button", name="Begin the list").click()
        paths += [f"/j/merge/{made.study.id}/the-ferry", f"/j/results/{made.study.id}"]
        for path in paths:
            _check(visit.go(path), path)
        visit.go("/j/i/the-ferry")
        visit.page.keyboard.press("i")
        _check(visit.page, "instructions")
        judging.act(
            made.study.id, name, [ActionResult("the-ferry/finished", "true"), ActionResult("the-ferry/question/0", "1")]
        )
        _check(visit.go("/j/i/the-ferry"), "form")
        assert (visit.strangers, visit.dialogs, visit.complaints) == ([], [], [])


def _check(page: Page, name: str) -> None:
    assert (name, faults(page)) == (name, [])
