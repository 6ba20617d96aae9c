"""Every control on the pages of a study is used by a test: of who takes part, and of who owns it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import faults
from meadow.studies.judging.acting import ActionResult
from meadow.workspace import Workspace
from studies.web.seated import make_study
from web.controls import EVERYWHERE, LIST_CONTROLS, OF_STUDY
from web.live import serving, visiting
from web.test_controls_browser import defined_tests

pytestmark = pytest.mark.browser

STEPS = {
    "builder": [("started", "true"), ("open", '"echo"'), ("pick/echo#0", '{"place": null}')],
    "form": [("finished", "true")],
}


def test_every_control_of_a_study_has_a_test(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    paths = {
        "studies": "/j/studies", "new": "/j/new", "results": f"/j/results/{made.study.id}",
        "enter": f"/j/t/{made.invitations[0].token}",
        "items": "/j", "before": "/j/i/the-ferry", "builder": "/j/i/the-ferry", "form": "/j/i/the-ferry",
    }  # fmt: skip
    found: dict[str, set[str]] = {}
    with serving(workspace) as origin, visiting(chromium, origin) as visit:
        for name, path in paths.items():
            told = [ActionResult(f"the-ferry/{slot}", answer) for slot, answer in STEPS.get(name, [])]
            workspace.judging.act(made.study.id, "Ana", told)
            page = visit.go(path)
            if path == "/j/i/the-ferry":  # its script draws what it knows
                expect(
                    page.locator(".builder[data-ready]" if name == "builder" else "#judging[data-ready]")
                ).to_be_visible()
            found[name] = set(page.evaluate(LIST_CONTROLS)) - set(EVERYWHERE)
    assert {name: sorted(each) for name, each in found.items()} == {
        name: sorted(each) for name, each in OF_STUDY.items()
    }, "name the test that uses a control in controls.py, or take out what is on no page"
    assert sorted({test for each in OF_STUDY.values() for test in each.values()} - defined_tests()) == []


def test_who_takes_part_uses_every_control(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    with serving(workspace) as origin, visiting(chromium, origin) as visit:
        page = visit.go(f"/j/t/{made.invitations[0].token}")
        page.get_by_role("link", name="Go on").click()
        page.get_by_role("link", name="The ferry", exact=True).click()
        expect(page.locator("#judging[data-ready]")).to_be_visible()
        page.locator("main a[href='/j']").first.click()
        page.get_by_role("link", name="The ferry", exact=True).click()
        expect(page.locator("#judging[data-ready]")).to_be_visible()
        _build(page)
        _hand_in(page)
        page.locator(".bar a[href='/j']").first.click()
        expect(page.locator(".page-head .meta")).to_contain_text("2 of 2 items done")
    assert [each.status for each in workspace.judging.progress(made.study.id, "Ana")] in (
        ["submitted", "skipped"],
        ["skipped", "submitted"],
    )


def _build(page: Page) -> None:
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".builder[data-ready]")).to_be_visible()
    page.locator("summary", has_text="Instructions").click()
    expect(page.locator("details.guidelines")).to_have_attribute("open", "")
    page.locator("summary", has_text="Instructions").click()
    page.locator(".titles button").nth(1).click()
    expect(page.locator("#document h2")).to_have_text("A crew")
    page.locator(".picks button").nth(3).click()
    expect(page.locator("#space-text")).to_have_text("1 of 50 sentences")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#space-text")).to_have_text("0 of 50 sentences")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#space-text")).to_have_text("1 of 50 sentences")
    page.locator(".titles button").first.click()
    expect(page.locator("#document h2")).to_have_text("A ferry")
    page.locator("#report-lines button", has_text="Outlet").click()
    expect(page.locator("#document h2")).to_have_text("A crew")
    for region in page.locator("main [tabindex='0']").all():
        region.focus()
        expect(region).to_be_focused()


def _hand_in(page: Page) -> None:
    page.locator("#finish").click()
    expect(page.get_by_role("heading", name="Who and what mattered?")).to_be_visible()
    expect(page.locator("#judging[data-ready]")).to_be_visible()
    for question in page.locator(".scale").all():
        question.locator("button").nth(1).click()
    expect(page.locator("#save-state")).to_have_text("Saved")
    page.get_by_role("button", name="Submit and next").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    page.locator("summary", has_text="Skip").click()
    page.locator("[name='text:the-crew/skip']").fill("I know the crew")
    page.keyboard.press("Enter")
    expect(page.get_by_text("That was all")).to_be_visible()


def test_an_owner_makes_a_study_and_invites_judges(chromium: Browser, workspace: Workspace) -> None:
    texts = {
        "title": "Ferries", "participants": "Ana\nBo", "closes": "2026-04-01", "part": "50", "extra": "1", "repeats": "0",
        "seed": "7", "guidelines": "Write *short*.",
    }  # fmt: skip
    with serving(workspace) as origin, visiting(chromium, origin) as visit:
        page = visit.go("/j/studies")
        page.get_by_role("link", name="New study").click()
        page.get_by_text("More", exact=True).click()
        page.locator("[name=task][value=headlines]").check()
        for box in page.locator("[name=story], [name=blind], [name=suggest]").all():
            box.check()
        for name, text in texts.items():
            page.locator(f"[name={name}]").fill(text)
        page.get_by_role("button", name="Make the study").click()
        expect(page.locator(".links code")).to_have_count(2)
        expect(page.locator(".links code").first).to_contain_text(f"{origin}/j/t/")
        assert faults(page) == []
        page.get_by_role("link", name="Results", exact=True).click()
        expect(page.get_by_text("Who writes for which story")).to_be_visible()
        page.get_by_text("Invite judges").click()
        page.locator("[name=names]").fill("Cy")
        page.get_by_role("button", name="Make links").click()
        expect(page.locator(".links code")).to_have_count(1)
        page.goto(f"{origin}/j/new")
        page.get_by_text("More", exact=True).click()
        assert faults(page) == []
        page.get_by_role("link", name="All studies").click()
        expect(page.get_by_text("writes 1 headline").first).to_be_visible()
    (row,) = workspace.judging.studies()
    assert (row.study.title, row.study.seed, row.study.guidelines) == ("Ferries", 7, "Write *short*.")
    assert row.study.settings["blind"] == 1
    assert set(row.done) == {"Ana", "Bo", "Cy"}


def test_an_owner_reads_results_and_releases_them(chromium: Browser, workspace: Workspace) -> None:
    made = make_study(workspace)
    with serving(workspace) as origin, visiting(chromium, origin) as visit:
        page = visit.go("/j/studies")
        page.locator("main a[href*='/j/results/']").first.click()
        expect(page.locator("h1")).to_contain_text("Ferries")
        for region in page.locator("main [tabindex='0']").all():
            region.focus()
            expect(region).to_be_focused()
        with page.expect_download() as download:
            page.locator("main a[href*='form=jsonl']").click()
        assert download.value.suggested_filename.endswith(".jsonl")
        page.locator("form[action$='/release'] button").click()
        expect(page.locator("form[action$='/release'] button")).to_be_visible()
        link = page.locator("main a[href^='/j/']:not([href*='form='])").first
        link.click()
        assert visit.page.url != f"{origin}/j/results/{made.study.id}"
