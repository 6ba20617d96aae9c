"""Search, questions, sources and experiments in a real Chromium: axe, both themes, a phone and a desk, hostile text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from brief.hostile import STRINGS
from browser import faults
from lab.web.runs import TABLE, save_run
from meadow.lab.tables.rendering import render
from meadow.model import Quarantined, SourceState
from stories import FERRY, document
from web.apps import BRIDGE, NOW, filled
from web.live import serving, visiting

pytestmark = pytest.mark.browser

HOSTILE = [
    document(f"h{number}", [f"The bridge {each}"], title=each)
    for number, each in enumerate(each.replace("\ud800", "").replace("\x00", "") for each in STRINGS)
]
COST = "/ask?q=What+does+the+bridge+cost%3F"
PATHS = [
    "/search", "/search?q=bridge+council", "/search?q=ferry+xylophone&source=Outlet+wire", "/search?q=%22open",
    "/ask", COST, "/ask?q=xylophones", "/ask?q=Who+was+rescued%3F&story=wire", "/f", "/x", "/x/first",
    "/x/first/cells?system=mead",
]  # fmt: skip


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return an app whose articles and sources hold hostile text next to two stories."""
    with filled(tmp_path_factory.mktemp("work"), [*FERRY, *BRIDGE, *HOSTILE]) as workspace:
        with workspace.store.writing() as writer:
            for number, each in enumerate(HOSTILE):
                key, text = f"http://a.example/{number}", str(each.title)
                writer.save_source(SourceState(key, "feed", text, checked=NOW, failures=number % 2, problem=text))
                writer.put_aside(Quarantined(key, text, text, NOW, NOW))
        runs = tmp_path_factory.mktemp("runs")
        save_run(runs / "first", TABLE)
        with serving(workspace, runs) as served:
            yield served


def test_axe_finds_nothing_and_nothing_runs_or_leaves(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        for path in PATHS:
            assert (path, faults(visit.go(path))) == (path, [])
        wrong = [each for each in visit.complaints if "400" not in each]
        assert (visit.strangers, visit.dialogs, wrong) == ([], [], [])


def test_an_open_source_marks_its_sentence(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        page = visit.go(COST)
        said = page.locator("#r-c1 .said")
        expect(said).not_to_have_css("background-color", "rgb(255, 242, 184)")
        page.locator("#r-c1 button").click()
        expect(page.locator("#r-n1")).to_be_visible()
        expect(said).to_have_css("background-color", "rgb(255, 242, 184)")


def test_a_query_is_typed_in_the_bar_and_becomes_a_report(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        page = visit.go("/ask")
        page.keyboard.press("/")
        page.keyboard.type("bridge council")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Ask for a report on this").click()
        expect(page.locator("h1")).to_have_text("bridge council")
        assert page.locator(".report .cited").count() > 0


def test_on_a_phone_every_page_is_within_reach_on_two_lines_at_most(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin, width=390) as visit:
        boxes = [link.bounding_box() for link in visit.page.locator(".bar nav a").all()]
        assert all(box is not None and box["x"] + box["width"] <= 390 for box in boxes)
        assert len({box["y"] for box in boxes if box is not None}) <= 2
        expect(visit.page.locator(".bar .fails")).to_be_visible()


def test_a_table_is_copied(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        page = visit.go("/x/first")
        page.get_by_role("link", name="Markdown").click()
        expect(page.locator("#copied")).to_have_text("Markdown copied.")
        assert page.evaluate("navigator.clipboard.readText()") == render(TABLE, "markdown")
