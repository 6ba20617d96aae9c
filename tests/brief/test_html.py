from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files

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
        "h1 h2 h3 h4 ol ul li dl dt dd blockquote a button details summary script label input select option",
    )
)
OUR_ATTRIBUTES = set(
    re.findall(
        r"[\w-]+",
        "charset http-equiv content name rel href lang dir id class type role aria-label aria-labelledby datetime "
        "popover popovertarget open hidden value autocomplete data-number data-last",
    )
)


def text_of(page: str) -> str:
    """Return the words that a reader sees, without style sheet and script."""
    shown = re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(Reading(shown).text.split())


def structure(page: str) -> list[tuple[str, list[str]]]:
    return [(tag, sorted(attributes)) for tag, attributes in Reading(page).tags]


def tags(page: str, name: str) -> list[dict[str, str | None]]:
    return [attributes for tag, attributes in Reading(page).tags if tag == name]


def policy_of(page: str) -> str:
    """Return the content security policy of a page."""
    (found,) = (meta["content"] for meta in tags(page, "meta") if meta.get("http-equiv") == "Content-Security-Policy")
    return str(found)


def test_a_page_loads_nothing() -> None:
    page = format_html(week())

    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert tags(page, "img") == tags(page, "iframe") == []
    assert tags(page, "link") == [{"rel": "icon", "href": "data:,"}]
    assert "@import" not in page
    assert set(re.findall(r"url\((.{22})", page)) == {"data:font/woff2;base64"}
    assert policy_of(page).startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:;")


def test_nothing_runs_but_one_script_that_the_policy_knows_by_its_digest() -> None:
    page = format_html(week())
    (script,) = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    digest_of = b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")

    assert policy_of(page).endswith(f"; script-src 'sha256-{digest_of}'")
    assert "fetch" not in script
    assert "innerHTML" not in script


def test_a_page_of_one_story_has_no_script_and_is_open() -> None:
    page = format_html(digest(ferry()))

    assert tags(page, "script") == tags(page, "input") == []
    assert "script-src" not in policy_of(page)
    assert [story.get("open", "closed") for story in tags(page, "details") if story.get("class") == "story"] == [None]


def test_the_fonts_are_there_and_so_are_their_licences() -> None:
    bundled = {file.name: file.read_bytes() for file in files("meadow.brief").joinpath("fonts").iterdir()}
    fonts = {name: data for name, data in bundled.items() if name.endswith(".woff2")}

    assert len(fonts) == 3
    assert all(data.startswith(b"wOF2") for data in fonts.values())
    assert sum(map(len, fonts.values())) < 120_000
    for name in fonts:
        licence = bundled[name.replace("-latin.woff2", "-OFL.txt")]
        assert b"SIL Open Font License, Version 1.1" in licence
    assert format_html(week()).count("@font-face") == 3


def test_the_title_makes_sense_in_a_tab() -> None:
    assert "<title>Meadow digest: 3 stories, 1–5 Mar 2026</title>" in format_html(week())
    assert "<title>Monday: 1 story, 3 Mar 2026</title>" in format_html(digest(rocket()), title="Monday")


def test_the_header_has_counts_and_period() -> None:
    assert "Meadow digest 3 stories · 6 articles · 5 sources 1–5 Mar 2026" in text_of(format_html(week()))


def test_every_story_folds_to_headline_lead_and_facts() -> None:
    page = format_html(week())
    stories = [each for each in tags(page, "details") if each.get("class") == "story"]
    rows = re.findall(r'<summary class="row">(.*?)</summary>', page, flags=re.DOTALL)

    assert [each["data-number"] for each in stories] == ["1", "2", "3"]
    assert all("open" not in each for each in stories)
    assert [article["id"] for article in tags(page, "article")] == ["s1", "s2", "s3"]
    assert "4 articles</bdi> · <bdi>3 sources</bdi> · <bdi>Harbour Wire, Carrowmere Courier +1" in rows[0]
    assert '<span class="lead">The pier had been closed' in rows[0]
    assert '<a href="#s2">Link to this story</a>' in page


def test_a_story_says_when_it_was_last_reported_in_one_zone_so_that_stories_can_be_ordered() -> None:
    dated = brief([WIRE, COURIER], summary([pick(WIRE, 0)]))
    (story,) = [each for each in tags(format_html(digest(dated)), "details") if each.get("class") == "story"]

    assert str(story["data-last"]).endswith("+00:00")


def test_every_pick_has_a_badge_that_opens_its_own_note() -> None:
    page = format_html(week())
    notes = [str(note["id"]) for note in tags(page, "div") if note.get("class") == "note"]
    openers = [button["popovertarget"] for button in tags(page, "button") if "Close" not in str(button["aria-label"])]

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
    assert "Sources disagree" in text_of(format_html(digest(ferry())))
    assert "3 2 articles, 4–5 Mar 2026: Carrowmere Courier, Radio Aldern" in text_of(format_html(digest(ferry())))
    assert "Sources disagree" not in text_of(format_html(digest(rocket())))


def test_figures_that_moved_are_one_line_with_the_evidence_of_each_value() -> None:
    page = format_html(digest(brief([WIRE, COURIER], summary([pick(WIRE, 0)], moved=[UPDATED]))))

    assert "How figures moved People hurt 2 (Tue) → now 3 (Wed) 2 1 article, 3 Mar 2026: Harbour Wire" in text_of(page)
    assert "<b>now 3 (Wed)</b>" in page
    assert page.count('<div class="earlier">') == 1
    assert "Sources disagree" not in text_of(page)


def test_the_timeline_has_days_latest_first_and_undated_last() -> None:
    headings = re.findall(r"<h4>(.*?)</h4>", format_html(digest(ferry())).partition('class="timeline"')[2])

    assert headings == ["5 Mar 2026", "4 Mar 2026", "3 Mar 2026", "Undated"]


def test_the_timeline_says_which_articles_are_cited() -> None:
    text = text_of(format_html(digest(ferry())))

    assert "18:05 · Carrowmere Courier · cited as 2" in text
    assert "Radio Aldern · cited" not in text


def test_times_of_several_zones_carry_them() -> None:
    tokyo = document("far", ["Far away."], published="2026-03-03T20:00:00+09:00")
    told = summary([pick(WIRE, 0)])

    assert "07:40 UTC+1" in format_html(digest(brief([WIRE, tokyo], told)))
    assert "UTC" not in text_of(format_html(digest(brief([WIRE, COURIER], told))))


def test_a_long_story_folds_its_earlier_articles_and_smaller_sources() -> None:
    many = [
        document(f"d{n}", ["One."], source=f"Outlet {n}", published=f"2026-03-{n:02}T08:00:00+00:00")
        for n in range(1, 13)
    ]
    page = format_html(digest(brief(many, summary([pick(many[0], 0)]))))

    assert "<summary>Show 4 earlier articles</summary><h4>4 Mar 2026</h4>" in page
    assert "<summary>Show 2 more sources</summary>" in page
    assert "Sources (12)" in page


def test_the_signature_is_once_at_the_end() -> None:
    text = text_of(format_html(digest(ferry())))

    assert SIGNATURE not in text
    assert text.count("tracker:cidr|data:1f3a9c04|v:0.1.0") == 1
    assert text.endswith("tracker:cidr|data:1f3a9c04|v:0.1.0")


def test_a_card_without_an_address_names_id_and_file() -> None:
    note = document("note", ["Nobody drowned."], source="txt", title=None, published=None, url=None)
    placed = replace(note, place="txt/note.txt")
    page = format_html(digest(brief([placed], summary([pick(placed, 0)]))))

    assert '<span class="file">note, txt/note.txt</span> · Sentence 1' in page
    assert 'txt</bdi> · <span class="file">note, txt/note.txt</span> · cited as' in page


def test_a_hundred_stories_stay_under_a_megabyte() -> None:
    """Five articles a story, four citations with their neighbours."""
    sentence = "The harbour master of Tolsby said on Monday that the bell would ring again after ten years of silence. "
    articles = [document(f"d{n}", [sentence.strip()] * 7, title=sentence[:70]) for n in range(5)]
    story = brief(articles, summary([pick(each, 3) for each in articles[:4]]))

    size = len(format_html(digest(*[story] * 100)).encode())

    assert 600_000 < size < 1_000_000


def test_language_and_direction_are_those_of_the_documents() -> None:
    page = format_html(week())

    assert '<h2 class="headline" id="s2-headline" lang="ja" dir="ltr">新しい橋が開通</h2>' in page
    assert '<h2 class="headline" id="s3-headline" lang="ar" dir="rtl">افتتاح السوق الجديد</h2>' in page
    assert '<blockquote lang="ar" dir="rtl"><mark>افتتح السوق' in page
    assert '<p lang="ja" dir="ltr"><span class="cited"><span class="said">潮見市' in page  # the paragraph says it


@pytest.mark.parametrize(
    ("language", "attributes"),
    [
        ("en", {}),  # as the page is
        ("en-GB", {"lang": "en-GB", "dir": "ltr"}),
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
    assert "No summary" in text_of(format_html(digest(brief([WIRE], summary([])))))


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

    assert tags(page, "a") == []


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
