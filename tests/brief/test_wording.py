from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from brief.hostile import ADDRESSES, STRINGS
from brief.test_terminal import render_digest
from brief.values import COURIER, RADIO, UNDATED, WIRE, brief, digest, document, ferry, pick, rocket, summary, week
from meadow.brief import wording
from meadow.brief.html import format_html
from meadow.brief.json import digest_value
from meadow.brief.markdown import format_markdown
from meadow.brief.wording import doubt_text, elsewhere, facts, title_text
from meadow.model import CopyGroup, Document, Doubt, Relation
from meadow.text.printable import one_line


def dated(published: str, *, day_only: bool = False) -> Document:
    return document("any", ["A sentence."], published=published, day_only=day_only)


def test_dates_are_in_the_zone_of_their_document() -> None:
    assert wording.date_text(dated("2026-03-03T07:40:00+01:00")) == "3 Mar 2026, 07:40"
    assert wording.date_text(dated("2026-03-03T00:05:00+09:00")) == "3 Mar 2026, 00:05"


def test_a_naive_time_is_utc() -> None:
    assert wording.date_text(dated("2026-12-31T23:59:00"), zoned=True) == "31 Dec 2026, 23:59 UTC"


def test_a_bare_day_stays_one() -> None:
    assert wording.date_text(RADIO) == "5 Mar 2026"
    assert wording.short_date_text(RADIO) == "5 Mar"
    assert wording.clock_text(RADIO) is None


def test_midnight_to_the_second_is_a_day_that_came_through_a_table() -> None:
    assert wording.date_text(dated("2026-03-03T00:00:00+00:00")) == "3 Mar 2026"
    assert wording.short_date_text(dated("2026-03-03T00:00:00+00:00")) == "3 Mar"
    assert wording.date_text(dated("2026-03-03T00:00:30+00:00")) == "3 Mar 2026, 00:00"


def test_a_file_without_address_and_date_is_named_by_its_place() -> None:
    file = Document("5f1c", "txt", "Ferry", "It sank.", place="txt/ferry.txt")
    assert wording.is_loose_file(file)
    assert wording.file_text(file) == "5f1c, txt/ferry.txt"
    assert wording.file_text(Document("a.txt", text="x", place="a.txt")) == "a.txt"
    assert wording.file_text(Document("5f1c", text="x")) == "5f1c"
    assert not wording.is_loose_file(replace(file, url="https://wire.example/1"))
    assert not wording.is_loose_file(replace(file, published=datetime(2026, 3, 3)))


def test_documents_of_two_years_need_the_year() -> None:
    assert not wording.spans_years([dated("2026-03-03T08:00:00"), UNDATED])
    assert wording.spans_years([dated("2026-03-03T08:00:00"), dated("2025-12-31T08:00:00")])


def test_no_date_is_undated() -> None:
    assert wording.date_text(UNDATED) == wording.short_date_text(UNDATED) == "undated"
    assert wording.period_text([UNDATED]) == wording.period_text([]) == "undated"


@pytest.mark.parametrize(
    ("offset", "zone"),
    [("+00:00", "UTC"), ("+01:00", "UTC+1"), ("-03:30", "UTC−3:30"), ("+05:45", "UTC+5:45"), ("+14:00", "UTC+14")],
)
def test_zones_are_written_as_offsets(offset: str, zone: str) -> None:
    assert wording.clock_text(dated(f"2026-03-03T07:40:00{offset}"), zoned=True) == f"07:40 {zone}"


def test_zones_matter_only_where_they_differ() -> None:
    assert not wording.zones_differ([WIRE, COURIER, RADIO, UNDATED])
    assert wording.zones_differ([WIRE, dated("2026-03-03T07:40:00+09:00")])


@pytest.mark.parametrize(
    ("days", "period"),
    [
        (["2026-03-03"], "3 Mar 2026"),
        (["2026-03-05", "2026-03-03"], "3–5 Mar 2026"),
        (["2026-02-28", "2026-03-02"], "28 Feb – 2 Mar 2026"),
        (["2025-12-30", "2026-01-02"], "30 Dec 2025 – 2 Jan 2026"),
        (["2025-03-03", "2026-03-03"], "3 Mar 2025 – 3 Mar 2026"),
    ],
)
def test_periods_say_what_two_days_share_once(days: list[str], period: str) -> None:
    assert wording.period_text([dated(day) for day in days]) == period


def test_counts_have_their_noun() -> None:
    assert wording.count_text(1, "article") == "1 article"
    assert wording.count_text(0, "article") == "0 articles"
    assert wording.count_text(1204, "story", "stories") == "1,204 stories"


def test_facts_name_two_sources_and_count_the_rest() -> None:
    other = document("other", ["Text."], source="Northgate Ledger")

    assert wording.facts([WIRE, COURIER]) == ("2 articles", "2 sources", "Harbour Wire, Carrowmere Courier")
    assert wording.facts([WIRE, COURIER, RADIO, other])[2] == "Harbour Wire, Carrowmere Courier +2"
    assert wording.facts([UNDATED]) == ("1 article",)


def test_digest_facts_count_a_shared_source_once() -> None:
    assert wording.digest_facts(digest(ferry(), ferry())) == ("2 stories", "8 articles", "3 sources")
    assert wording.digest_facts(week()) == ("3 stories", "6 articles", "5 sources")


def test_outlets_come_busiest_first() -> None:
    assert wording.outlet_counts([WIRE, COURIER, UNDATED, COURIER]) == [
        ("Carrowmere Courier", 2),
        ("Harbour Wire", 1),
        ("Source not given", 1),
    ]


def test_a_document_without_title_is_called_by_its_beginning() -> None:
    long = document("long", ["word " * 60], title=None)

    assert wording.title_text(UNDATED) == "Nobody drowned."
    assert wording.title_text(long).endswith("word…")
    assert len(wording.title_text(long)) <= 121


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (".logo{display: block;}\nA ferry sank.\nNobody drowned.", "A ferry sank. Nobody drowned."),
        ("\n<div class='x'>\n\nA ferry sank.", "A ferry sank."),
        (".logo{display: block;}", ".logo{display: block;}"),
        ("5 < 6, said Lund.", "5 < 6, said Lund."),
    ],
)
def test_an_article_without_a_title_is_not_called_by_its_style_sheet(text: str, title: str) -> None:
    assert wording.title_text(Document("a", text=text)) == title


@pytest.mark.parametrize("url", ADDRESSES)
def test_only_web_addresses_are_linked(url: str) -> None:
    assert wording.web_address(url) is None


@pytest.mark.parametrize(
    "url",
    ["https://a.example/x?y=1&z=2#part", "http://127.0.0.1:8000/", "HTTPS://A.EXAMPLE/", "https://潮見.example/三"],
)
def test_web_addresses_stay_as_they_are(url: str) -> None:
    assert wording.web_address(url) == url


def test_no_address_is_none() -> None:
    assert wording.web_address(None) is None


@given(st.one_of(st.text(st.characters(exclude_categories=())), st.sampled_from(STRINGS)))
def test_printed_lines_command_nothing_and_can_be_encoded(text: str) -> None:
    line = one_line(text)

    assert line.encode("utf-8").decode("utf-8") == line
    assert re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|  |^ | $", line) is None
    assert one_line(line) == line


def test_sources_that_only_copied_are_not_independent() -> None:
    documents = [Document("a", "Wire", text="x"), Document("b", "Echo", text="x"), Document("c", "Courier", text="y")]
    assert facts(documents)[1] == "3 sources"
    assert facts(documents, (CopyGroup("a", ("b",), (1.0,)),))[1] == "3 sources, 2 independent (1 only copied)"


def test_doubt_names_the_first_odd_articles_and_counts_the_rest() -> None:
    story = ferry()
    assert doubt_text(story) is None
    doubted = replace(story, doubt=Doubt(("courier-7",), 0.02, 0.3))
    assert doubt_text(doubted) == "1 of 4 articles may be another story: Carrowmere Courier – Captain blames current"
    every = replace(story, doubt=Doubt(story.story.document_ids, 0.02, 0.3))
    assert str(doubt_text(every)).startswith("4 of 4 articles may be another story: Harbour Wire – ")
    assert str(doubt_text(every)).endswith("; and 1 more")


def test_a_story_elsewhere_is_called_by_its_first_article() -> None:
    other = rocket()
    by_id = {each.id: each for each in (*ferry().documents, *other.documents)}
    related = replace(ferry(), related=(Relation(other.story.id, "ja", 0.4, ("Shiomi", "214")),))
    (there,) = elsewhere(related, by_id)
    assert there.text == f"Also in Japanese: {title_text(by_id[other.story.id])} (both name Shiomi, 214)"
    assert elsewhere(ferry(), by_id) == []


def test_every_form_of_a_digest_says_doubt_and_stories_elsewhere() -> None:
    other = rocket()
    story = replace(
        ferry(), doubt=Doubt(("courier-7",), 0.02, 0.3), related=(Relation(other.story.id, "ja", 0.4, ("<214>",)),)
    )
    made = digest(story, other)
    page, markdown = format_html(made), format_markdown(made)
    console = Console(width=200, file=StringIO())
    console.print(render_digest(made))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    for text in (page, markdown, printed):
        assert "1 of 4 articles may be another story" in text
        assert "Also in Japanese" in text
    assert 'href="#s2"' in page
    assert "&lt;214&gt;" in page
    value = json.loads(json.dumps(digest_value(made)))["stories"][0]
    assert value["doubt"] == {"documents": ["courier-7"], "between": 0.02, "within": 0.3}
    assert value["related"] == [{"story": other.story.id, "language": "ja", "similarity": 0.4, "shared": ["<214>"]}]


def test_a_digest_of_articles_without_sources_does_not_count_them() -> None:
    bare = document("bare", ["One."], source=None)
    assert wording.digest_facts(digest(brief([bare], summary([pick(bare, 0)])))) == ("1 story", "1 article")
