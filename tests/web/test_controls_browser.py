"""Every control of every page is used by a test, and every control does what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import faults
from meadow.model import SourceState
from meadow.workspace import Workspace
from web.controls import EVERYWHERE, KEYS, LIST_CONTROLS, OF_PAGE
from web.furnished import FEED, furnished
from web.live import Visit, visiting

pytestmark = pytest.mark.browser

ADDRESSES = {
    "list": ["/", "/?min_sources=2", "/?source=nobody"],
    "story": ["/s/wire", "/s/wire?why=1", "/s/wire?placed=1", "/s/wire?at=2026-03-06T13:00Z", "/s/bridge-1"],
    "document": ["/d/wire", "/d/wire?revision=1", "/d/wire?revision=2&changes=1"],
    "search": ["/search", "/search?q=pier", "/search?q=xylophone&source=nobody", "/search?q=%22open"],
    "ask": ["/ask", "/ask?q=What+does+the+bridge+cost%3F", "/ask?q=xylophones", "/ask?q=Who+died%3F&story=wire"],
    "check": ["/check", "/check?story=wire"],
    "sources": ["/f"],
    "experiments": ["/x", "/x/first", "/x/first/cells?system=mead"],
    "error": ["/nothing"],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, str]]:
    with furnished(tmp_path_factory.mktemp("furnished")) as made:
        yield made


@pytest.fixture
def visit(chromium: Browser, place: tuple[Workspace, str]) -> Iterator[Visit]:
    with visiting(chromium, place[1]) as made:
        yield made
        wrong = [each for each in made.complaints if "404" not in each and "400" not in each]
        assert (made.strangers, made.dialogs, wrong) == ([], [], [])


def defined_tests() -> set[str]:
    """Return the names of all tests that drive a browser."""
    files = Path(__file__).parents[1].rglob("test_*browser.py")
    return {name for each in files for name in re.findall(r"^def (test_\w+)", each.read_text("utf-8"), re.MULTILINE)}


@pytest.mark.parametrize("kind", list(ADDRESSES))
def test_every_control_has_a_test(visit: Visit, kind: str) -> None:
    found = {control for path in ADDRESSES[kind] for control in visit.go(path).evaluate(LIST_CONTROLS)}
    known = {**EVERYWHERE, **OF_PAGE[kind]}
    assert sorted(found - set(known)) == [], "no test uses these: write one, and name it in controls.py"
    assert sorted(set(OF_PAGE[kind]) - found) == [], "these are in the table and on no page"
    assert sorted(set(known.values()) - defined_tests()) == [], "these tests are in the table and nowhere else"


def test_a_control_that_is_new_is_seen(visit: Visit) -> None:
    page = visit.go("/nothing")
    known = page.evaluate(LIST_CONTROLS)
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<button>Extra</button><input name=x>')"
    )
    assert sorted(set(page.evaluate(LIST_CONTROLS)) - set(known)) == ["main button Extra", "main field x"]


def test_every_key_that_is_listed_has_a_test(visit: Visit) -> None:
    listed: set[str] = set()
    for path in ("/", "/s/wire"):
        rows = visit.go(path).locator("#keys dt").all()
        listed |= {" ".join(str(row.text_content()).split()) for row in rows}
    assert listed == set(KEYS)
    assert sorted(set(KEYS.values()) - defined_tests()) == []


def test_the_bar_leads_to_every_page_by_pointer_and_by_keys(visit: Visit) -> None:
    page = visit.go("/d/wire")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    pages = {
        "Stories": "s",
        "Search": "f",
        "Ask": "a",
        "Check": "c",
        "Reports": "r",
        "Judge": "j",
        "Experiments": "x",
        "Sources": "o",
    }
    for name, key in pages.items():
        visit.go("/d/wire").locator(".bar nav").get_by_role("link", name=name).click()
        expect(page.locator("h1")).to_have_text(name)
        visit.go("/d/wire").keyboard.press("g")
        page.keyboard.press(key)
        expect(page.locator("h1")).to_have_text(name)
    page.locator(".brand").click()
    expect(page.locator("h1")).to_have_text("Stories")
    page.wait_for_load_state()  # keys count once the scripts have run
    page.keyboard.press("/")
    page.keyboard.type("pier")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\?q=pier"))
    page.get_by_role("button", name="Keys").click()
    dialog = page.get_by_role("dialog", name="Keys")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def headlines(page: Page) -> list[str]:
    return page.locator(".line .headline").all_inner_texts()


def test_the_list_is_filtered_paged_and_marked(chromium: Browser, tmp_path: Path) -> None:
    with furnished(tmp_path) as (workspace, origin), visiting(chromium, origin) as visit:
        _use_the_list(visit)
        assert set(workspace.store.marks("me")) == {"wire", "bridge-1"}
        # On a phone the filters are folded away.
        visit.page.set_viewport_size({"width": 390, "height": 900})
        visit.go("/").locator(".filters summary").click()
        expect(visit.page.get_by_label("Since")).to_be_visible()


def _use_the_list(visit: Visit) -> None:
    page = visit.go("/")
    first = headlines(page)
    assert len(first) == 20
    page.get_by_role("link", name="Earlier stories").click()
    expect(page).to_have_url(re.compile("after="))
    assert not set(headlines(page)) & set(first)
    page.get_by_role("link", name="Latest stories").click()
    assert headlines(page) == first
    filters = {"Since": "2026-03-01", "Until": "2026-02-25", "Source": "Outlet bridge-1", "Language": "es"}
    for label, text in filters.items():
        visit.go("/").locator(".filters").get_by_label(label, exact=True).fill(text)
        page.get_by_role("button", name="Show", exact=True).click()
        expect(page).to_have_url(re.compile(label.lower() + "="))
        assert headlines(page) != first, label
        page.get_by_role("link", name="Show all", exact=True).click()
        assert headlines(page) == first
    page.get_by_label("Minimum sources").fill("2")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".line")).to_have_count(2)
    visit.go("/?source=nobody").get_by_role("link", name="Show all stories").click()
    assert headlines(page) == first
    page.keyboard.press("j")
    page.keyboard.press("m")
    page.wait_for_load_state()
    marked = page.locator(".line").first
    expect(marked.get_by_role("button", name="Mark as read")).to_have_count(0)
    page.get_by_role("button", name="Mark as read").first.click()
    expect(page.locator(".line").nth(1).get_by_role("button", name="Mark as read")).to_have_count(0)
    page.get_by_label("Only with something new").check()
    page.get_by_role("button", name="Show", exact=True).click()
    assert not set(headlines(page)) & set(first[:2])
    page.locator(".failing").get_by_role("link", name="1 source fails").click()
    expect(page.locator("h1")).to_have_text("Sources")
    visit.go("/").locator(".headline a").first.click()
    expect(page.locator("#headline")).to_have_text(first[0])


def test_a_story_is_shown_in_other_ways(visit: Visit) -> None:
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=visit.origin)
    page = visit.go("/s/wire")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{visit.origin}/s/wire"
    page.locator("summary", has_text="Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="BibTeX").click()
    assert download.value.suggested_filename == "wire.bib"
    for label, text in {"Method": "lead", "Compare with": "lexrank", "Unit": "sentences"}.items():
        visit.go("/s/wire").locator("summary", has_text="words").click()
        page.get_by_label(label).select_option(text)
        page.get_by_role("button", name="Apply").click()
        expect(page).to_have_url(re.compile(f"={text}"))
    visit.go("/s/wire").locator("summary", has_text="words").click()
    page.get_by_label("Length", exact=True).fill("40")
    page.get_by_label("As of").fill("2026-03-06T13:00Z")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".banner")).to_contain_text("as it was on")
    page.get_by_role("link", name="Show it as it is now").click()
    expect(page.locator(".banner")).to_have_count(0)
    for name, words in (("Longer", 125), ("Shorter", 75)):
        visit.go("/s/wire").get_by_role("link", name=name).click()
        expect(page).to_have_url(f"{visit.origin}/s/wire?words={words}")
    visit.go("/s/wire").get_by_role("link", name="Show the scores").click()
    expect(page.locator(".reasons tbody tr").first).to_be_visible()
    page.locator(".reasons").get_by_role("link", name="Hide").click()
    expect(page.locator(".reasons tbody tr")).to_have_count(0)
    page.locator(".related a").click()
    expect(page.locator("#headline")).to_contain_text("Nueve muertos")
    page.get_by_role("button", name="Mark read").click()
    expect(page.get_by_role("button", name="Mark read")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 900})
    visit.go("/s/wire?sentences=3").locator(".tellings .cited button").first.click()
    page.get_by_role("button", name="Close source 1").click()
    expect(page.locator("#s1-n1")).to_be_hidden()


def test_articles_say_why_they_are_here_and_what_is_folded_unfolds(visit: Visit) -> None:
    page = visit.go("/s/wire")
    rows = page.locator("tr[data-article]:visible")
    whole = rows.count()
    page.get_by_role("button", name="Only new").click()
    assert rows.count() < whole
    page.get_by_role("link", name="Show why each article").click()
    page.locator(".why-here summary").first.click()
    expect(page.locator(".why-here dl").first).to_contain_text("score")
    page.locator(".articles").get_by_role("link", name="Hide").click()
    expect(page.locator(".why-here")).to_have_count(0)
    page.locator(".evidence summary").first.click()
    expect(page.locator(".evidence li a").first).to_be_visible()
    page.locator(".timeline .fold summary").click()
    expect(page.locator(".timeline .fold li").first).to_be_visible()
    page.locator(".sources .fold summary").click()
    expect(page.locator(".sources .fold li").first).to_be_visible()
    expect(page.locator(".notes a", has_text="Read the article").first).to_have_attribute("rel", "noreferrer")
    page.locator(".evidence li a").first.click()
    expect(page).to_have_url(re.compile(r"/d/\w+#n\d"))
    visit.go("/s/wire").locator("td.title a").first.click()
    expect(page.locator(".sentences")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 900})
    visit.go("/s/wire").locator(".timeline summary").first.click()
    expect(page.locator(".timeline li").first).to_be_visible()


def test_a_document_leads_to_its_story_and_its_revisions(visit: Visit) -> None:
    page = visit.go("/d/wire")
    expect(page.get_by_role("link", name="Read it where it was published")).to_have_attribute("rel", "noreferrer")
    page.get_by_role("link", name="Sentence 2", exact=True).click()
    expect(page).to_have_url(f"{visit.origin}/d/wire#n2")
    page.get_by_role("link", name="What revision 2 changed").click()
    expect(page.locator("ins").first).to_be_visible()
    page.get_by_role("link", name="Revision 1", exact=True).click()
    expect(page.locator(".revisions b")).to_have_text("Revision 1")
    page.get_by_role("link", name="Revision 2", exact=True).click()
    expect(page.locator(".revisions b")).to_have_text("Revision 2")
    page.locator(".story-link a").click()
    expect(page.locator("#headline")).to_be_visible()
    for name in ("wire", "echo", "courier"):
        badges = visit.go(f"/d/{name}").locator(".sentences .badge")
        if badges.count():
            badges.first.click()
            expect(page.locator("#headline")).to_be_visible()
            return
    pytest.fail("the summary cites none of its articles")


def test_a_search_is_narrowed_and_followed(visit: Visit) -> None:
    page = visit.go("/search")
    page.get_by_label("Words").fill("pier")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".page-head [role=status]")).to_contain_text("20 of 23 articles")
    page.get_by_role("link", name="Show more articles").click()
    expect(page.locator(".page-head [role=status]")).to_contain_text("23 articles")
    filters = {"Source": "Outlet apple", "Language": "es", "Since": "2026-02-28", "Until": "2026-02-20"}
    for label, text in filters.items():
        visit.go("/search?q=pier").locator(".ask-form summary").click()
        page.get_by_label(label).fill(text)
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator(".page-head [role=status]")).not_to_contain_text("of 23")
    visit.go("/search?q=pier&source=nobody").get_by_role("link", name="Search without filters").click()
    page.locator(".hit-story .headline a").first.click()
    expect(page.locator("#headline")).to_be_visible()
    visit.go("/search?q=pier").locator(".hit h3 a").first.click()
    expect(page.locator(".sentences")).to_be_visible()
    visit.go("/search?q=pier").get_by_role("link", name="Sentence 4").first.click()
    expect(page).to_have_url(re.compile(r"/d/\w+#n4"))
    visit.go("/search?q=pier").get_by_role("button", name="Ask for a report on this").click()
    expect(page.locator("h1")).to_have_text("pier")
    visit.go("/search?q=xylophone&source=nobody").get_by_role("link", name="read all stories").click()
    expect(page.locator("h1")).to_have_text("Stories")


def test_a_question_is_asked_of_all_and_of_one_story(visit: Visit) -> None:
    page = visit.go("/ask")
    page.get_by_label("Question or topic").fill("How many people died on the ferry?")
    page.get_by_label("Length").select_option("5")
    page.get_by_role("button", name="Answer").click()
    expect(page).to_have_url(re.compile("sentences=5"))
    assert 0 < page.locator(".report .cited").count() <= 5
    page.locator(".report .cited button").first.click()
    expect(page.locator("#r-n1")).to_be_visible()
    page.get_by_role("button", name="Close source 1").click()
    expect(page.locator("#r-n1")).to_be_hidden()
    for name in ("Report as Markdown", "Report as JSON", "Evidence as Markdown", "Evidence as JSON"):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.suggested_filename.startswith(name.split()[0].lower().replace("evidence", "pack"))
    visit.go("/ask?q=Who+died%3F&story=wire").get_by_label("Only from").uncheck()
    page.get_by_role("button", name="Answer").click()
    expect(page).not_to_have_url(re.compile("story="))
    expect(page.locator(".note a", has_text="Read the article").first).to_have_attribute("rel", "noreferrer")
    expect(page.locator(".note a", has_text="Open document at sentence").first).to_have_attribute(
        "href", re.compile("/d/")
    )
    visit.go("/ask?q=xylophones").get_by_role("link", name="search for some of them").click()
    expect(page).to_have_url(re.compile(r"/search\?q=xylophones"))


def test_a_text_is_checked_and_a_source_opened(visit: Visit) -> None:
    page = visit.go("/check?story=wire")
    page.get_by_role("textbox", name="Text").fill("The bridge costs four million crowns.")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#v1 .verdict")).to_contain_text("not found")
    page.get_by_label("Only against").uncheck()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#v1 .verdict")).to_contain_text("supported")
    assert faults(page, widths=[390, 1360]) == []
    page.locator("#v1 a").click()
    expect(page).to_have_url(re.compile("/d/bridge-2#n2"))


def test_sources_are_followed_read_again_and_removed(visit: Visit, place: tuple[Workspace, str]) -> None:
    page = visit.go("/f")
    address = page.get_by_label("Address of a feed or page")
    address.fill("nowhere")
    page.get_by_role("button", name="Follow").click()
    expect(page.get_by_role("alert")).to_contain_text("http://")
    address.fill("https://vellin.example/atom")
    page.get_by_role("button", name="Follow").click()
    expect(page.locator(".grid tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Remove: https://vellin.example/atom").click()
    expect(page.locator(".grid tbody tr")).to_have_count(1)
    assert place[0].sources()[0].failures == 1
    page.get_by_role("button", name="Read again: Harbour Wire").click()
    expect(page.locator(".state")).to_have_text("not read yet")
    page.get_by_role("button", name="Try again: feed.xml:3").click()
    page.get_by_role("button", name="Forget: line 4").click()
    expect(page.locator(".items .file")).to_have_count(1)
    for link in page.locator(".items a").all():
        answer = page.request.get(f"{visit.origin}{link.get_attribute('href')}")
        assert "<feed" in answer.text()
    with place[0].store.writing() as writer:  # as the others found it
        writer.save_source(SourceState(FEED, "feed", "Harbour Wire", failures=1, problem="It is gone."))


def test_runs_lead_to_tables_and_to_what_was_written(visit: Visit) -> None:
    page = visit.go("/x")
    page.get_by_role("link", name="Two methods").click()
    page.locator("figure details summary").click()
    expect(page.locator("figure td").first).to_be_visible()
    page.locator(".written-by a").first.click()
    expect(page.locator(".written li").first).to_be_visible()
    page.get_by_role("link", name="The tables of this run").click()
    page.get_by_role("link", name="All runs").click()
    expect(page.locator("h1")).to_have_text("Experiments")


def test_what_scrolls_can_be_reached_by_keys(visit: Visit) -> None:
    for path in ("/s/wire?why=1", "/f", "/x/first"):
        for region in visit.go(path).locator("[tabindex='0']").all():
            region.evaluate(
                "each => { const fold = each.closest('details'); if (fold) fold.open = true; each.focus(); }"
            )
            expect(region).to_be_focused()
            assert region.get_attribute("aria-label") or region.get_attribute("aria-labelledby")


def test_an_error_leads_back_to_the_stories(visit: Visit) -> None:
    page = visit.go("/nothing")
    page.get_by_role("link", name="All stories").click()
    expect(page.locator("h1")).to_have_text("Stories")
