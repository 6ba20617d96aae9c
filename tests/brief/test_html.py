from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brief.hostile import ADDRESSES, STRINGS, wearing
from brief.reading import Reading
from brief.values import (
    COURIER,
    SIGNATURE,
    UPDATED,
    WIRE,
    brief,
    digest,
    document,
    ferry,
    market,
    pick,
    rocket,
    summary,
    week,
)
from meadow.brief.html import format_html
from meadow.brief.languages import story_language
from meadow.brief.templating import spoken
from meadow.text.printable import printable

OUR_TAGS = set(
    re.findall(
        r"\w+",
        "html head meta title link style body header nav main article section footer div p span b bdi time code mark "
        "h1 h2 h3 h4 ol ul li dl dt dd blockquote a button details summary",
    )
)
OUR_ATTRIBUTES = set(
    re.findall(
        r"[\w-]+",
        "charset http-equiv content name rel href lang dir id class type role aria-label aria-labelledby datetime "
        "popover popovertarget popovertargetaction",
    )
)


def text_of(page: str) -> str:
    """Return the words that a reader sees, without the style sheet."""
    return " ".join(Reading(re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)).text.split())


def structure(page: str) -> list[tuple[str, list[str]]]:
    return [(tag, sorted(attributes)) for tag, attributes in Reading(page).tags]


def tags(page: str, name: str) -> list[dict[str, str | None]]:
    return [attributes for tag, attributes in Reading(page).tags if tag == name]


def test_the_page_loads_and_runs_nothing() -> None:
    page = format_html(week())
    policies = [meta["content"] for meta in tags(page, "meta") if meta.get("http-equiv") == "Content-Security-Policy"]

    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert tags(page, "script") == tags(page, "img") == tags(page, "iframe") == []
    assert tags(page, "link") == [{"rel": "icon", "href": "data:,"}]
    assert re.search(r"url\(|@import|@font-face", page) is None
    assert str(policies[0]).startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:")


def test_the_title_makes_sense_in_a_tab() -> None:
    assert "<title>Meadow digest: 3 stories, 1–5 Mar 2026</title>" in format_html(week())
    assert "<title>Monday: 1 story, 3 Mar 2026</title>" in format_html(digest(rocket()), title="Monday")


def test_the_header_has_counts_and_period() -> None:
    assert "Meadow digest 3 stories · 6 articles · 5 sources 1–5 Mar 2026" in text_of(format_html(week()))


def test_every_story_is_in_the_index_and_linked_to_its_section() -> None:
    page = format_html(week())
    inner = [str(link["href"]) for link in tags(page, "a") if str(link["href"]).startswith("#s")]

    assert inner == ["#s1", "#s2", "#s3"]
    assert [article["id"] for article in tags(page, "article")] == ["s1", "s2", "s3"]
    assert "4 articles</bdi> · <bdi>3 sources</bdi> · <bdi>Harbour Wire, Carrowmere Courier +1" in page


def test_every_pick_has_a_badge_that_opens_its_own_note() -> None:
    page = format_html(week())
    notes = [str(note["id"]) for note in tags(page, "div") if note.get("class") == "note"]
    openers = [button["popovertarget"] for button in tags(page, "button") if "popovertargetaction" not in button]

    assert notes == openers == ["s1-n1", "s1-n2", "s2-n1", "s3-n1"]
    assert 'aria-label="1, source: Harbour Wire, 3 Mar 2026, 07:40">1</button>' in page


def test_a_note_marks_the_sentence_in_its_context() -> None:
    page = format_html(digest(ferry()))

    assert (
        "Two passengers were hurt, the harbour master said. "
        "<mark>The pier had been closed to anglers since autumn.</mark> Divers will look at the hull today."
    ) in page
    assert '<a href="https://courier.example/gannet?part=2&amp;page=1" rel="noreferrer">Read the article</a>' in page


def test_a_note_names_who_else_said_it() -> None:
    echoes = format_html(digest(ferry())).partition('<div class="echoes">')[2].partition("</div>")[0]

    assert "<h4>Also said by</h4>" in echoes
    assert "Carrowmere Courier" in echoes
    assert ">Three people were hurt when the Gannet hit a pier.</p>" in echoes


def test_a_shortened_sentence_is_called_so() -> None:
    page = format_html(digest(brief([WIRE], summary([pick(WIRE, 1, written="Two passengers were hurt.")]))))

    assert ">Two passengers were hurt.</span>" in page
    assert "<mark>Two passengers were hurt, the harbour master said.</mark>" in page
    assert "Sentence 2, shortened in the summary" in page


def test_disagreements_are_shown_only_where_there_are_some() -> None:
    assert "Where sources disagree" in text_of(format_html(digest(ferry())))
    assert "3 2 articles, 4–5 Mar 2026: Carrowmere Courier, Radio Aldern" in text_of(format_html(digest(ferry())))
    assert "Where sources disagree" not in text_of(format_html(digest(rocket())))


def test_an_earlier_value_is_called_so_and_toned_down() -> None:
    page = format_html(digest(brief([WIRE, COURIER], summary([pick(WIRE, 0)], disagreements=[UPDATED]))))

    assert "earlier: 2 1 article, 3 Mar 2026: Harbour Wire" in text_of(page)
    assert page.count('<dd class="earlier">') == 1


def test_the_timeline_has_days_latest_first_and_undated_last() -> None:
    headings = re.findall(r"<h4>(.*?)</h4>", format_html(digest(ferry())).partition('class="timeline"')[2])

    assert headings == ["5 Mar 2026", "4 Mar 2026", "3 Mar 2026", "Undated"]


def test_the_timeline_tells_which_articles_are_cited() -> None:
    text = text_of(format_html(digest(ferry())))

    assert "18:05 · Carrowmere Courier · cited as 2" in text
    assert "Radio Aldern · cited" not in text


def test_times_of_several_zones_carry_them() -> None:
    tokyo = document("far", ["Far away."], published="2026-03-03T20:00:00+09:00")
    told = summary([pick(WIRE, 0)])

    assert "07:40 UTC+1" in format_html(digest(brief([WIRE, tokyo], told)))
    assert "UTC" not in format_html(digest(brief([WIRE, COURIER], told)))


def test_a_long_story_folds_its_earlier_articles_and_smaller_sources() -> None:
    many = [
        document(f"d{n}", ["One."], source=f"Outlet {n}", published=f"2026-03-{n:02}T08:00:00+00:00")
        for n in range(1, 13)
    ]
    page = format_html(digest(brief(many, summary([pick(many[0], 0)]))))

    assert "<summary>Show 4 earlier articles</summary><h4>4 Mar 2026</h4>" in page
    assert "<summary>Show 2 more sources</summary>" in page
    assert "Sources (12)" in page


def test_each_story_has_its_signature() -> None:
    text = text_of(format_html(week()))

    assert text.count(SIGNATURE) == 3
    assert text.endswith("tracker:cidr|data:1f3a9c04|v:0.1.0")


def test_language_and_direction_are_those_of_the_documents() -> None:
    page = format_html(week())

    assert '<h2 id="s2-headline" lang="ja" dir="ltr">新しい橋が開通</h2>' in page
    assert '<h2 id="s3-headline" lang="ar" dir="rtl">افتتاح السوق الجديد</h2>' in page
    assert '<blockquote lang="ar" dir="rtl"><mark>افتتح السوق' in page
    assert '<span class="said" lang="ja" dir="ltr">潮見市' in page


@pytest.mark.parametrize(
    ("language", "attributes"),
    [
        ("en", {"lang": "en", "dir": "ltr"}),
        ("he", {"lang": "he", "dir": "rtl"}),
        ("fa-IR", {"lang": "fa-IR", "dir": "rtl"}),
        ("ur", {"lang": "ur", "dir": "rtl"}),
        (None, {"dir": "auto"}),
        ('en" onload="x', {"dir": "auto"}),
        ("", {"dir": "auto"}),
    ],
)
def test_a_language_gives_its_attributes(language: str | None, attributes: dict[str, str]) -> None:
    assert spoken(language) == attributes


def test_a_story_speaks_the_language_of_most_cited_documents() -> None:
    dutch = document("nl-1", ["De veerboot raakte de pier."], language="nl")

    assert story_language(brief([WIRE, COURIER, dutch], summary([pick(dutch, 0)]))) == "nl"
    assert story_language(brief([WIRE, COURIER, dutch], summary([]))) == "en"
    assert story_language(market()) == "ar"
    assert story_language(brief([document("x", ["?"], language=None)], summary([]))) is None


def test_an_empty_digest_says_why_and_what_to_do() -> None:
    text = text_of(format_html(digest()))

    assert text.startswith("Meadow digest: no stories")
    assert "No article reached this digest" in text
    assert "--since, --until, --source, --language; then make the digest again" in text
    assert "meadow demo" in text


def test_a_story_without_sentences_says_so() -> None:
    assert "There is no summary" in text_of(format_html(digest(brief([WIRE], summary([])))))


def test_equal_digests_give_equal_pages() -> None:
    assert format_html(week()) == format_html(week())


@pytest.mark.parametrize("text", STRINGS)
def test_hostile_text_makes_no_element_and_no_attribute(text: str) -> None:
    page = format_html(wearing(text), title=text)

    page.encode("utf-8")
    assert structure(page) == structure(format_html(wearing("plain words"), title="plain words"))
    assert " ".join(printable(" ".join(text.split())).split()) in text_of(page)


@pytest.mark.parametrize("url", ADDRESSES)
def test_hostile_addresses_are_not_linked(url: str) -> None:
    page = format_html(wearing("plain words", url=url))

    assert {link["href"] for link in tags(page, "a")} == {"#s1", "#top"}


@pytest.mark.parametrize("language", STRINGS)
def test_a_hostile_language_makes_no_attribute(language: str) -> None:
    page = format_html(wearing("plain words", language=language))

    assert structure(page) == structure(format_html(wearing("plain words", language=None)))


@given(st.text(st.characters(exclude_categories=())), st.text(), st.text())
def test_only_our_tags_and_attributes_occur(text: str, url: str, language: str) -> None:
    for tag, attributes in Reading(format_html(wearing(text, url=url, language=language), title=text)).tags:
        assert tag in OUR_TAGS
        assert set(attributes) <= OUR_ATTRIBUTES
        assert str(attributes.get("href", "#")).startswith(("#", "http", "data:,"))
