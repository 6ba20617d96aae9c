"""Pages where there is little, much, or something wrong: no article, a long story, a source that is gone, no scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser import Scheme, violations
from meadow.web.bus import Bus
from meadow.web.pages.story import MOST_SENTENCES
from meadow.workspace import Workspace
from patience import until
from servers import Answer
from servers import serving as serving_pages
from stories import document
from web.apps import filled
from web.furnished import furnished
from web.live import serving, visiting
from web.test_following import feed, following

pytestmark = pytest.mark.browser

PLACES = ("harbour", "quay", "ferry line", "coast guard", "council", "pilots", "customs", "fishers", "museum")
EMPTY = {
    "/": ("No stories yet", "meadow follow"),
    "/search": ("Find articles by their words", "phrase"),
    "/search?q=ferry": ("No article has any of these words", "read all stories"),
    "/ask": ("Ask the articles of this workspace", "question"),
    "/ask?q=Who+died%3F": ("No answer", "Ask in other words"),
    "/f": ("No source is followed", "Give an address above"),
    "/x": ("No run is kept here", "meadow lab run"),
}


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1360, "light")])
def test_an_empty_workspace_says_why_and_what_to_do(
    chromium: Browser, tmp_path: Path, width: int, scheme: Scheme
) -> None:
    with (
        Workspace(tmp_path) as workspace,
        serving(workspace, tmp_path / "runs") as origin,
        visiting(chromium, origin, width=width, scheme=scheme) as visit,
    ):
        for path, (why, what) in EMPTY.items():
            empty = visit.go(path).locator(".empty").first
            expect(empty.locator("h2")).to_contain_text(why)
            expect(empty).to_contain_text(what)
            assert (path, violations(visit.page)) == (path, [])
        assert (visit.strangers, visit.complaints) == ([], [])


def test_a_long_story_is_read_in_part_with_a_word_about_it(chromium: Browser, tmp_path: Path) -> None:
    told = [f"The {place} of Skerra counted {n} boats at the {n}th pier." for n in range(40) for place in PLACES]
    with (
        filled(tmp_path, [document("long", told)]) as workspace,
        serving(workspace) as origin,
        visiting(chromium, origin, width=390) as visit,
    ):
        page = visit.go("/s/long?percent=100")
        expect(page.locator("#s1-title ~ p .cited")).to_have_count(MOST_SENTENCES)
        expect(page.locator(".cut")).to_contain_text("An export holds all of them.")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.keyboard.press("n")
        expect(page.locator(".cited button").first).to_be_focused()


def test_a_source_that_disappears_is_reported_and_its_articles_stay(chromium: Browser, tmp_path: Path) -> None:
    said: list[str] = []
    pages = {"/feed": feed(1, 2), "/robots.txt": Answer(status=404)}
    with (
        serving_pages(pages) as server,
        Workspace(tmp_path) as workspace,
        following(workspace, Bus(), said, "127.0.0.1") as follower,
        serving(workspace) as origin,
        visiting(chromium, origin) as visit,
    ):
        workspace.add_source(server.url("/feed"))
        follower.wake()
        assert until(lambda: any(state.succeeded is not None for state in workspace.sources())), said
        server.pages["/feed"] = Answer(status=404)
        visit.go("/f").get_by_role("button", name="Read again").click()
        follower.wake()
        assert until(lambda: workspace.sources()[0].failures > 0), said
        page = visit.go("/f")
        expect(page.locator(".state.bad")).to_contain_text("failed once")
        expect(page.locator(".problem-text")).to_contain_text("404")
        expect(page.locator(".bar .fails")).to_have_text("1 fails")
        expect(visit.go("/").locator(".failing")).to_contain_text("1 source fails")
        assert page.locator(".line").count() > 0


def test_without_scripts_every_page_is_read_and_every_form_sent(chromium: Browser, tmp_path: Path) -> None:
    with furnished(tmp_path) as (workspace, origin), visiting(chromium, origin, scripts=False) as visit:
        page = visit.go("/search")
        page.get_by_label("Words").fill("pier")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator(".hit").first).to_be_visible()
        page.get_by_role("button", name="Ask for a report on this").click()
        page.locator(".report .cited button").first.click()
        expect(page.locator("#r-n1")).to_be_visible()
        expect(visit.go("/d/wire?revision=2&changes=1").locator("ins").first).to_be_visible()
        visit.go("/s/wire?placed=1").locator(".why-here summary").first.click()
        expect(page.locator(".why-here dl").first).to_be_visible()
        expect(page.get_by_role("button", name="Only new")).to_be_hidden()
        visit.go("/x/first").get_by_role("link", name="Markdown").click()
        expect(page.locator("body")).to_contain_text("rouge2")
        visit.go("/f").get_by_role("button", name="Remove: Harbour Wire").click()
        expect(page.locator(".empty h2")).to_have_text("No source is followed")
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("html")).to_have_css("background-color", "rgb(19, 20, 23)")
        assert workspace.sources() == []
