"""Every page in a real Chromium: axe, both themes, a phone and a desk, keys, no scripts, hostile text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from brief.hostile import STRINGS
from browser import WIDTHS, faults, overflow, violations
from meadow.model import Document
from stories import FERRY, document
from web.apps import BRIDGE, filled
from web.live import Visit, serving, visiting

pytestmark = pytest.mark.browser

PAGES = [
    "/",
    "/?unread=1&source=nobody",
    "/s/wire",
    "/s/wire?beside=lexrank&why=1&sentences=2",
    "/s/wire?at=2026-03-06T13:00Z",
    "/s/wire?placed=1",
    "/d/wire",
    "/d/wire?revision=2&changes=1",
    "/check?story=wire",
    "/nothing",
]
ARABIC = Document(
    "sawt", "صوت", "افتتاح السوق", "افتتح السوق الجديد يوم الاثنين. حضر الافتتاح جمهور كبير.", language="ar"
)


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return an app with a story of which part was read, revisions, and text from right to left."""
    folder = tmp_path_factory.mktemp("pages")
    with filled(folder, [*FERRY[:2], *BRIDGE, ARABIC]) as workspace:
        workspace.mark("wire")
        revised = replace(FERRY[0], text=FERRY[0].text.replace("nine", "ten") + " More follows.", spans=None)
        workspace.add([FERRY[2], revised])
        with serving(workspace) as served:
            yield served


def quiet(visit: Visit) -> bool:
    """Tell whether nothing left the machine, popped up or broke the policy; a 404 of ours is said in the console too."""
    broken = [each for each in visit.complaints if "404" not in each]
    return (visit.strangers, visit.dialogs, broken) == ([], [], [])


def test_axe_finds_nothing_on_any_page(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        for path in PAGES:
            assert (path, faults(visit.go(path))) == (path, [])
        assert quiet(visit)


@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_where_everything_is_open(chromium: Browser, origin: str, width: int) -> None:
    with visiting(chromium, origin, width=width) as visit:
        page = visit.go("/s/wire")
        page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(each => { each.open = true })")
        page.locator(".cited button").last.click()
        assert faults(page, widths=[width]) == []
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        assert faults(page, widths=[width]) == []


def test_long_words_never_scroll_a_page_sideways(chromium: Browser, tmp_path: Path) -> None:
    long = [document(f"{'d' * 300}{n}", [f"{'w' * 2000} ferry {n} sank."], hours=n, title="橋" * 300) for n in range(3)]
    with (
        filled(tmp_path, long) as workspace,
        serving(workspace) as served,
        visiting(chromium, served) as visit,
    ):
        story_id = workspace.store.story_of([long[0].id])[long[0].id]
        for path in ("/", f"/s/{story_id}?why=1", f"/d/{long[0].id}"):
            page = visit.go(path)
            for width in (320, 760, 900, 1100, 1360):
                page.set_viewport_size({"width": width, "height": 900})
                assert (path, width, overflow(page)) == (path, width, 0)


def test_a_chosen_theme_goes_before_the_systems(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin, scheme="light") as visit:
        page = visit.go("/s/wire")
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("html")).to_have_css("background-color", "rgb(19, 20, 23)")
        expect(page).to_have_url(f"{origin}/s/wire")
        assert violations(page) == []
    with visiting(chromium, origin, scheme="dark") as visit:
        visit.page.get_by_role("button", name="Light").click()
        expect(visit.page.locator("html")).to_have_css("background-color", "rgb(250, 250, 247)")
        expect(visit.page.locator(".new").first).to_have_css("color", "rgb(91, 63, 176)")
        assert violations(visit.page) == []


def test_a_number_shows_its_sentence_next_to_the_summary(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        page = visit.go("/s/wire?sentences=3")
        panel = page.locator("#source")
        expect(panel).to_contain_text("Source 1 of")
        page.locator("#s1-title ~ p .cited button").nth(1).click()
        expect(panel).to_contain_text("Source 2 of 3")
        expect(panel.locator("mark")).to_be_in_viewport()
        expect(page.locator(".cited.on")).to_have_count(1)
        panel.get_by_role("link", name="Open document at sentence").click()
        expect(page).to_have_url(re.compile(r"/d/[a-z]+#n\d"))
        assert quiet(visit)


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_sentence_is_a_sheet(chromium: Browser, origin: str, scripts: bool) -> None:
    with visiting(chromium, origin, width=390, scripts=scripts) as visit:
        page = visit.go("/s/wire?sentences=3")
        page.locator("#s1-title ~ p .cited button").first.click()
        box = page.locator("#s1-n1").bounding_box()
        assert box is not None
        assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 390, 900)


def test_keys_move_through_the_list_and_open_a_story(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        page = visit.page
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.keyboard.press("k")
        expect(page.locator(".line.at .headline")).to_have_text(page.locator(".line .headline").first.inner_text())
        page.keyboard.press("Enter")
        expect(page.locator("#headline")).to_be_visible()
        page.keyboard.press("g")
        page.keyboard.press("s")
        expect(page.get_by_role("heading", name="Stories", exact=True)).to_be_visible()


def test_keys_of_a_story(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        page = visit.go("/s/wire?sentences=3")
        page.keyboard.press("n")
        page.keyboard.press("n")
        expect(page.locator(".cited button").nth(2)).to_be_focused()
        page.keyboard.press("p")
        expect(page.locator(".cited button").nth(1)).to_be_focused()
        page.keyboard.press("w")
        expect(page.locator("tr[data-article]:visible")).to_have_count(1)
        page.keyboard.press("e")
        expect(page.get_by_role("link", name="BibTeX")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("link", name="BibTeX")).to_be_hidden()
        page.keyboard.press("]")
        expect(page).to_have_url(f"{origin}/s/wire?sentences=4")
        page.keyboard.press("[")
        expect(page).to_have_url(f"{origin}/s/wire?sentences=3")


def test_keys_never_act_in_fields_and_can_be_switched_off(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        page = visit.page
        page.keyboard.press("/")
        page.keyboard.type("j?gs")
        expect(page.locator(".bar-search input")).to_have_value("j?gs")
        expect(page.locator(".line.at")).to_have_count(0)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        page.get_by_label("Keys are on").uncheck()
        page.keyboard.press("Escape")
        page.keyboard.press("j")
        expect(page.locator(".line.at")).to_have_count(0)


def test_without_scripts_a_reader_filters_reads_changes_and_marks(chromium: Browser, tmp_path: Path) -> None:
    with filled(tmp_path) as workspace, serving(workspace) as served:
        with visiting(chromium, served, scripts=False) as visit:
            page = visit.page
            page.get_by_label("Minimum sources").fill("3")
            page.get_by_role("button", name="Show", exact=True).click()
            expect(page.locator(".line")).to_have_count(1)
            page.locator(".line .headline a").click()
            page.locator("summary", has_text="words").click()
            page.locator("input[name=amount]").fill("2")
            page.get_by_label("Unit").select_option("sentences")
            page.get_by_role("button", name="Apply").click()
            expect(page.locator(".cited")).to_have_count(2)
            page.get_by_role("button", name="Mark read").click()
            expect(page.get_by_role("button", name="Mark read")).to_have_count(0)
            expect(page.locator("#keys-open")).to_be_hidden()
        assert len(workspace.store.marks("me")) == 1


def test_stories_are_renamed_split_merged_and_all_of_it_undone(chromium: Browser, tmp_path: Path) -> None:
    with filled(tmp_path) as workspace, serving(workspace) as served, visiting(chromium, served) as visit:
        page = visit.go("/s/wire")
        page.get_by_label("Name").fill("The <b>Skerra</b> ferry")
        page.get_by_role("button", name="Rename").click()
        expect(page.locator("h1")).to_have_text("The <b>Skerra</b> ferry")

        page.get_by_label("Choose Open door blamed").check()
        page.get_by_role("button", name="Split off").click()
        expect(page.locator("h1")).to_contain_text("Open door")
        expect(page.locator("tr[data-article]")).to_have_count(1)

        page.get_by_label("Another story").fill(f"{served}/s/wire")
        page.get_by_role("button", name="Merge").click()
        expect(page.locator("tr[data-article]")).to_have_count(3)
        for left in (2, 1, 0):
            page.keyboard.press("Control+z") if left == 1 else page.get_by_role("button", name="Undo").first.click()
            expect(page.get_by_role("button", name="Undo")).to_have_count(left)
        assert quiet(visit)


def test_right_to_left_text_runs_from_the_right(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        page = visit.go("/s/sawt")
        expect(page.locator("h1")).to_have_css("direction", "rtl")
        expect(page.locator(".told h2").first).to_have_css("direction", "ltr")
        page = visit.go("/d/sawt")
        number, text = page.locator(".sentences .number").first, page.locator(".sentences p").first
        left, right = number.bounding_box(), text.bounding_box()
        assert left is not None
        assert right is not None
        assert left["x"] > right["x"], "numbers stand in the margin where lines begin"


def test_a_hundred_hostile_strings_open_no_dialog_and_break_no_policy(chromium: Browser, tmp_path: Path) -> None:
    clean = [text for text in STRINGS if "\ud800" not in text and "\x00" not in text]
    worn = [
        Document(f"{n}{text}", text, text, f"{text} tells of the ferry. {text} {n} said.", url=text, language="en")
        for n, text in enumerate(clean * 2 + clean[:20])
    ]
    assert len(worn) > 100
    with filled(tmp_path, worn) as workspace, serving(workspace) as served, visiting(chromium, served) as visit:
        workspace.rename(workspace.store.story_of([worn[0].id])[worn[0].id], clean[0])
        visit.page.locator(".headline a").first.click()
        expect(visit.page.locator("#headline")).to_be_visible()
        for badge in visit.page.locator(".cited button").all()[:5]:
            badge.click()
        for article in visit.page.locator("td.title a").all()[:3]:
            visit.go(str(article.get_attribute("href")))
            visit.page.go_back()
        visit.go("/?source=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        assert quiet(visit)


def test_the_recorder_sees_what_the_policy_stops(chromium: Browser, origin: str) -> None:
    with visiting(chromium, origin) as visit:
        with visit.page.expect_event("console"):
            visit.page.evaluate(
                "document.body.insertAdjacentHTML('beforeend', '<img src=https://elsewhere.example/x.png>')"
            )
        assert not quiet(visit)


def test_the_bundled_fonts_are_used(chromium: Browser, origin: str) -> None:
    loaded = (
        "document.fonts.ready.then(() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family))"
    )
    with visiting(chromium, origin) as visit:
        assert {"Inter", "Source Serif 4"} <= {str(name).strip('"') for name in visit.page.evaluate(loaded)}
