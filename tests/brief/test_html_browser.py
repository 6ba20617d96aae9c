"""The page in a real Chromium: what it shows, opens, asks for and prints, in both themes, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from brief.hostile import ADDRESSES, STRINGS, wearing
from brief.values import brief, digest, document, pick, summary, week
from browser import WIDTHS, Scheme, Visit, chromium_path, faults, overflow, visit
from meadow.brief.html import format_html
from meadow.model import Digest

pytestmark = pytest.mark.browser


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    return saved(week(), tmp_path)


def saved(of: Digest, folder: Path) -> Path:
    file = folder / "digest.html"
    file.write_text(format_html(of), "utf-8")
    return file


@contextmanager
def visit_opened(
    browser: Browser, file: Path, *, width: int = 1360, scheme: Scheme = "light", scripts: bool = True
) -> Iterator[Visit]:
    """Visit a page and unfold all of its stories."""
    with visit(browser, file, width=width, scheme=scheme, scripts=scripts) as seen:
        closed = seen.page.locator("details.story:not([open]) > summary")
        while closed.count():
            closed.first.click()
        yield seen


@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_with_notes_closed_or_open(chromium: Browser, page_file: Path, width: int) -> None:
    with visit_opened(chromium, page_file, width=width) as seen:
        assert faults(seen.page, widths=[width]) == []
        seen.page.locator("#s1 .cited button").first.click()
        expect(seen.page.locator("#s1-n1")).to_be_visible()
        assert faults(seen.page, widths=[width]) == []


def test_axe_finds_nothing_on_an_empty_page(chromium: Browser, tmp_path: Path) -> None:
    with visit(chromium, saved(digest(), tmp_path)) as seen:
        assert faults(seen.page) == []
        expect(seen.page.get_by_role("heading", name="No stories to show")).to_be_visible()


@pytest.mark.parametrize("text", ["plain words", "w" * 3000, "橋" * 3000], ids=["words", "one word", "one line"])
def test_nothing_scrolls_sideways(chromium: Browser, tmp_path: Path, text: str) -> None:
    with visit_opened(chromium, saved(wearing(text), tmp_path)) as seen:
        for width in (320, 390, 900, 1100, 1360):
            seen.page.set_viewport_size({"width": width, "height": 900})
            assert (width, overflow(seen.page)) == (width, 0)
            seen.page.locator(".cited button").first.click()
            expect(seen.page.locator(".note:visible")).to_have_count(1)
            assert (width, overflow(seen.page)) == (width, 0)
            seen.page.keyboard.press("Escape")
            expect(seen.page.locator(".note:visible")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1360])
def test_badges_are_large_enough_to_press(chromium: Browser, page_file: Path, width: int) -> None:
    with visit_opened(chromium, page_file, width=width) as seen:
        badges = seen.page.locator(".cited button")
        sizes = [badges.nth(index).bounding_box() for index in range(badges.count())]

        assert len(sizes) == 4
        assert all(size is not None and size["width"] >= 24 and size["height"] >= 24 for size in sizes)


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", [390, 900, 1360])
def test_a_badge_opens_the_sentence_in_its_context(
    chromium: Browser, page_file: Path, width: int, scripts: bool
) -> None:
    with visit_opened(chromium, page_file, width=width, scripts=scripts) as seen:
        note = seen.page.locator("#s1-n1")
        expect(note).to_be_hidden()

        seen.page.get_by_role("button", name="1, source: Harbour Wire").click()

        expect(note.locator("mark")).to_have_text("The pier had been closed to anglers since autumn.")
        expect(note.locator("mark")).to_be_in_viewport()
        expect(note.get_by_role("link", name="Read the article")).to_have_attribute(
            "href", "https://harbour-wire.example/1"
        )

        note.get_by_role("button", name="Close source 1").click()
        expect(note).to_be_hidden()


def test_one_note_is_open_at_a_time_and_escape_closes_it(chromium: Browser, page_file: Path) -> None:
    with visit_opened(chromium, page_file, scripts=False) as seen:
        badges = seen.page.locator("#s1 .cited button")
        badges.nth(0).click()
        badges.nth(1).click()
        expect(seen.page.locator("#s1-n1")).to_be_hidden()
        expect(seen.page.locator("#s1-n2")).to_be_visible()

        seen.page.keyboard.press("Escape")
        expect(seen.page.locator("#s1-n2")).to_be_hidden()


def test_the_keyboard_opens_a_note_and_goes_into_it(chromium: Browser, page_file: Path) -> None:
    with visit_opened(chromium, page_file) as seen:
        seen.page.locator("#s1 .cited button").first.focus()
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator("#s1-n1")).to_be_visible()

        seen.page.keyboard.press("Tab")
        expect(seen.page.get_by_role("button", name="Close source 1")).to_be_focused()


def test_focus_is_shown_by_a_ring_of_two_pixels(chromium: Browser, page_file: Path) -> None:
    with visit(chromium, page_file) as seen:
        seen.page.keyboard.press("Tab")
        ring = seen.page.evaluate("(s => [s.outlineStyle, s.outlineWidth])(getComputedStyle(document.activeElement))")

        assert ring == ["solid", "2px"]


def test_the_open_sentence_is_marked_in_the_summary(chromium: Browser, page_file: Path) -> None:
    with visit_opened(chromium, page_file) as seen:
        said = seen.page.locator("#s1 .said")
        seen.page.locator("#s1 .cited button").nth(1).click()

        expect(said.nth(0)).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        expect(said.nth(1)).to_have_css("background-color", "rgb(255, 242, 184)")


def test_a_number_never_starts_a_line(chromium: Browser, tmp_path: Path) -> None:
    many = [document(f"d{n}", [f"{'word ' * n}end."]) for n in range(1, 60)]
    told = brief(many, summary([pick(each, 0) for each in many]))
    starts = """[...document.querySelectorAll('.cited button')].map(badge => {
        const words = document.createRange(); words.selectNodeContents(badge.parentElement.firstChild)
        const last = [...words.getClientRects()].at(-1), box = badge.getBoundingClientRect()
        return box.left >= last.right && box.top < last.bottom && box.bottom > last.top })"""
    for width in (390, 900, 1360):
        with visit_opened(chromium, saved(digest(told), tmp_path), width=width) as seen:
            assert seen.page.evaluate(starts) == [True] * 59


def test_columns_are_three_on_a_desk_and_one_on_a_phone(chromium: Browser, page_file: Path) -> None:
    places = "['.timeline', '.told', '.sources'].map(name => document.querySelector(name).getBoundingClientRect().left)"
    with visit_opened(chromium, page_file, width=1360) as seen:
        timeline, told, sources = seen.page.evaluate(places)
        assert timeline < told < sources
        expect(seen.page.locator("#s1 .timeline p + p").first).to_be_visible()
    with visit_opened(chromium, page_file, width=390) as seen:
        timeline, told, sources = seen.page.evaluate(places)
        assert timeline == told == sources
        expect(seen.page.locator("#s1 .timeline p + p").first).to_be_hidden()


def test_a_note_is_a_sheet_at_the_bottom_of_a_phone(chromium: Browser, page_file: Path) -> None:
    with visit_opened(chromium, page_file, width=390) as seen:
        seen.page.locator("#s1 .cited button").first.click()
        box = seen.page.locator("#s1-n1").bounding_box()

        assert box is not None
        assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 900)


def test_arabic_runs_from_the_right(chromium: Browser, page_file: Path) -> None:
    with visit_opened(chromium, page_file) as seen:
        expect(seen.page.locator("#s3-headline")).to_have_css("direction", "rtl")
        expect(seen.page.locator("#s3 h3").first).to_have_css("direction", "ltr")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_light_and_shows_every_source(chromium: Browser, page_file: Path, scheme: Scheme) -> None:
    with visit_opened(chromium, page_file, scheme=scheme) as seen:
        seen.page.emulate_media(media="print")

        expect(seen.page.locator("body")).to_have_css("color", "rgb(27, 28, 30)")
        expect(seen.page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
        for mark in seen.page.locator("mark").all():
            expect(mark).to_be_visible()
        expect(seen.page.locator("#s1 .timeline p + p").first).to_be_visible()
        expect(seen.page.get_by_role("button", name="Close source 1")).to_be_hidden()
        assert len(seen.page.pdf()) > 0


def test_hostile_text_opens_no_dialog_and_asks_for_nothing(chromium: Browser, tmp_path: Path) -> None:
    worn = [story for text in STRINGS for story in wearing(text)]
    linked = [story for url in ADDRESSES for story in wearing("plain words", url=url)]
    with visit_opened(chromium, saved(digest(*worn, *linked), tmp_path)) as seen:
        foreign = "img, svg, iframe, object, embed, form, base, math, template, [onload], [onerror]"
        for badge in seen.page.locator(".cited button").all()[::8]:
            badge.click()

        assert seen.page.locator("article").count() == len(STRINGS) + len(ADDRESSES)
        assert seen.page.locator(foreign).count() == 0
        assert (seen.page.locator("script").count(), seen.page.locator("input").count()) == (1, 1)
        assert (seen.dialogs, seen.requests) == ([], [])


def test_the_recorder_would_see_a_request_and_a_dialog(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "loud.html"
    file.write_text("<img src='missing.png'><script>alert('seen')</script>", "utf-8")
    with visit(chromium, file) as seen:
        assert seen.dialogs == ["seen"]
        assert [Path(url).name for url in seen.requests] == ["missing.png"]


def test_an_unknown_language_leaves_direction_to_the_letters(chromium: Browser, tmp_path: Path) -> None:
    sawt = document("sawt", ["افتتح السوق الجديد."], language=None)
    with visit_opened(chromium, saved(digest(brief([sawt], summary([pick(sawt, 0)]))), tmp_path)) as seen:
        expect(seen.page.locator(".said")).to_have_css("direction", "rtl")


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_a_missing_chromium_skips_here_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)

    with pytest.raises(outcome, match="there is no Chromium on PATH"):
        chromium_path()


def test_axe_finds_nothing_where_stories_are_folded(chromium: Browser, page_file: Path) -> None:
    with visit(chromium, page_file) as seen:
        assert faults(seen.page) == []


@pytest.mark.parametrize("scripts", [True, False])
def test_a_story_folds_and_unfolds_without_any_script(chromium: Browser, page_file: Path, scripts: bool) -> None:
    with visit(chromium, page_file, scripts=scripts) as seen:
        row, story = seen.page.locator("summary.row").first, seen.page.locator("#s1")
        expect(row.locator(".headline")).to_be_visible()
        expect(row.locator(".lead")).to_be_visible()
        expect(story).to_be_hidden()

        row.click()
        expect(story).to_be_visible()
        expect(row.locator(".lead")).to_be_hidden()

        row.click()
        expect(story).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_an_address_opens_the_story_it_names(chromium: Browser, page_file: Path, scripts: bool) -> None:
    with visit(chromium, page_file, scripts=scripts) as seen:
        seen.page.goto(f"{page_file.as_uri()}#s2")
        expect(seen.page.locator("#s2")).to_be_visible()
        expect(seen.page.locator("#s1")).to_be_hidden()


def test_the_filter_leaves_the_stories_that_hold_all_words(chromium: Browser, page_file: Path) -> None:
    with visit(chromium, page_file) as seen:
        rows = seen.page.locator("summary.row")
        seen.page.get_by_label("Filter").fill("PIER anglers")
        expect(rows.nth(0)).to_be_visible()
        expect(rows.nth(1)).to_be_hidden()
        expect(seen.page.get_by_role("status")).to_have_text("1 of 3 stories")

        seen.page.get_by_label("Filter").fill("no such word")
        expect(seen.page.get_by_role("status")).to_have_text("0 of 3 stories")

        seen.page.get_by_label("Filter").fill("")
        expect(rows.nth(2)).to_be_visible()
        expect(seen.page.get_by_role("status")).to_have_text("")


def test_the_order_is_by_sources_or_by_the_latest_report(chromium: Browser, page_file: Path) -> None:
    numbers = "[...document.querySelectorAll('details.story')].map(story => Number(story.dataset.number))"
    times = "[...document.querySelectorAll('details.story')].map(story => story.dataset.last)"
    with visit(chromium, page_file) as seen:
        assert seen.page.evaluate(numbers) == [1, 2, 3]
        seen.page.get_by_label("Order").select_option("latest")
        latest = seen.page.evaluate(times)
        assert latest == sorted(latest, reverse=True)
        seen.page.get_by_label("Order").select_option("most sources")
        assert seen.page.evaluate(numbers) == [1, 2, 3]


def test_without_scripts_there_is_no_box_that_does_nothing(chromium: Browser, page_file: Path) -> None:
    with visit(chromium, page_file, scripts=False) as seen:
        expect(seen.page.locator("#tools")).to_be_hidden()
        expect(seen.page.locator("summary.row")).to_have_count(3)


def test_the_bundled_fonts_are_used(chromium: Browser, page_file: Path) -> None:
    with visit(chromium, page_file) as seen:
        loaded = (
            "document.fonts.ready.then(() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family))"
        )
        families = {str(name).strip('"') for name in seen.page.evaluate(loaded)}
        assert {"Inter", "Source Serif 4"} <= families
