"""The list of stories: rows, filters, pages, empty states."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from brief.hostile import STRINGS
from meadow.model import Document, SourceState
from meadow.web.asked import PAGE
from meadow.workspace import Workspace
from stories import FERRY, document
from web.apps import NOW, Reader, filled, reader_of
from web.pages import FOREIGN, page


def headlines(reader: Reader, path: str) -> list[str]:
    return [each.words for each in page(reader.get(path)).all("[data-story] .headline a")]


def test_a_row_shows_headline_lead_counts_days_and_what_is_new(reader: Reader) -> None:
    shown = page(reader.get("/"))
    row = shown.first("[data-story]")
    assert row.first(".headline a").attribute("href") == "/s/wire"
    assert "ferry" in row.text(".lead").lower()
    assert row.text(".line-told > .meta") == "3 articles · 3 sources · Outlet wire, Outlet echo +1"
    by_day = "3 articles from 28 Feb 2026 to 6 Mar 2026, by day: 0, 0, 2, 0, 0, 0, 1"
    assert row.first("svg").attribute("aria-label") == by_day
    assert row.text(".new") == "3 new"
    assert shown.text("title") == "Stories · Meadow"
    assert shown.text(".page-head .meta") == "2 stories · 5 articles"


def test_what_was_read_is_no_longer_new(reader: Reader) -> None:
    answer = reader.post("/mark/wire", {"back": "/?unread=1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?unread=1")
    assert len(headlines(reader, "/")) == 2
    assert len(headlines(reader, "/?unread=1")) == 1


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 2),
        ("since=&until=&source=&language=&min_sources=", 2),
        ("since=2026-03-04", 1),
        ("until=2026-03-02", 1),
        ("source=Outlet+bridge-1", 1),
        ("language=en", 2),
        ("language=es", 0),
        ("min_sources=3", 1),
        ("other=thing", 2),
    ],
)
def test_filters_are_in_the_address(reader: Reader, query: str, count: int) -> None:
    assert len(headlines(reader, f"/?{query}")) == count
    assert ("No story passes the filters" in reader.get(f"/?{query}").text) == (count == 0)


@pytest.mark.parametrize(
    "query", ["since=soon", "min_sources=-1", "min_sources=x", "after=nowhere", "after=2026-03-02~x"]
)
def test_a_filter_that_cannot_be_read_is_explained(reader: Reader, query: str) -> None:
    answer = reader.get(f"/?{query}")
    assert answer.status_code == 400
    assert "All stories" in answer.text


def test_pages_follow_one_another_without_a_gap(tmp_path: Path) -> None:
    topics = ["bakery", "harbour", "museum", "orchestra", "glacier", "vineyard", "submarine", "parliament", "beekeeper"]
    many = [
        document(
            f"d/{number}",
            [f"The {topics[number % 9]}{number} of town{number} has hall{number} again."],
            hours=number,
        )
        for number in range(2 * PAGE + 3)
    ]
    with filled(tmp_path, many) as workspace:
        reader, path = reader_of(workspace), "/?language=en"
        seen: list[str] = []
        stories = workspace.store.counts()["stories"]
        while path:
            shown = page(reader.get(path))
            seen += [each.attribute("href") for each in shown.all(".headline a")]
            path = "".join(each.attribute("href") for each in shown.all("a[rel=next]"))
            assert path == "" or urlsplit(path).query.startswith("language=en&after=")
    assert len(seen) == len(set(seen)) == stories > PAGE


def test_an_empty_workspace_says_why_and_what_to_do(tmp_path: Path) -> None:
    with filled(tmp_path, []) as workspace:
        answer = reader_of(workspace).get("/")
    assert answer.status_code == 200
    assert "No stories yet" in answer.text
    assert "meadow follow" in answer.text


def test_sources_that_fail_are_named(workspace: Workspace, reader: Reader) -> None:
    with workspace.store.writing() as writer:
        writer.save_source(
            SourceState("https://a.example/feed", "feed", title="<b>Harbour</b>", failures=3, checked=NOW)
        )
    text = reader.get("/").text
    assert "1 source fails" in text
    assert "&lt;b&gt;Harbour&lt;/b&gt;" in text


def test_a_sample_says_that_it_is_one(workspace: Workspace, reader: Reader) -> None:
    assert "bundled sample" not in reader.get("/").text
    assert "bundled sample" in reader_of(workspace, sample=True).get("/").text


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    worn = [
        Document(
            f"{number}{text}",
            source=text,
            title=text,
            text=f"{text} and word{number} tells of town{number}.",
            language="en",
        )
        for number, text in enumerate(STRINGS)
        if "\ud800" not in text and "\x00" not in text
    ]
    with filled(tmp_path, [*FERRY, *worn]) as workspace:
        reader = reader_of(workspace)
        for path in ("/", "/?source=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/?source=x%22%20onfocus=%22alert(1)"):
            shown = page(reader.get(path))
            assert all(each.attribute("src").startswith("/static/") for each in shown.all("script"))
            assert shown.all(FOREIGN) == []


def test_a_theme_is_kept_in_the_browser(reader: Reader) -> None:
    answer = reader.post("/theme", {"theme": "dark", "back": "/?unread=1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?unread=1")
    assert "meadow-theme=dark" in answer.headers["set-cookie"]
    dark = Reader(reader.app, {**reader.cookies, "meadow-theme": "dark"})
    assert '<html lang="en" data-theme="dark">' in dark.get("/").text
    assert reader.post("/theme", {"theme": "pink"}).status_code == 400
    assert reader.post("/theme", {"theme": "light", "back": "//evil.example"}).headers["location"] == "/"
