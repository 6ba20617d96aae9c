"""Sources: their states, the quarantine, and what a reader changes about them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from brief.hostile import STRINGS
from meadow.model import Quarantined, SourceState
from meadow.workspace import Workspace
from web.apps import NOW, Reader
from web.pages import FOREIGN, page

FEED, OTHER = "http://harbour.example/feed.xml", "http://tolsby.example/rss"


@pytest.fixture
def followed(workspace: Workspace) -> Workspace:
    """Return the workspace with a source that works, one that fails, and an item in quarantine."""
    hour = timedelta(hours=1)
    with workspace.store.writing() as writer:
        writer.save_source(SourceState(FEED, "feed", "Harbour Wire", None, None, NOW, NOW, NOW + hour, documents=1234))
        writer.save_source(
            SourceState(
                OTHER,
                "feed",
                checked=NOW,
                succeeded=NOW - 3 * hour,
                next_check=NOW + hour,
                failures=2,
                problem="The server answers 503.",
            )
        )
        writer.put_aside(Quarantined(FEED, "feed.xml:3", "It has no text.", NOW, NOW))
        writer.put_aside(Quarantined("script", "line 4", "It is torn.", NOW, NOW))
    return workspace


def test_failing_sources_come_first_with_what_is_wrong(followed: Workspace, reader: Reader) -> None:
    rows = page(reader.get("/f")).all(".grid tbody tr")
    assert [row.text("th bdi") for row in rows] == [OTHER, "Harbour Wire"]
    assert rows[0].text("td") == "failed 2 times in a row The server answers 503."
    assert rows[0].all("td")[1].words == "3 hours ago"
    assert [cell.words for cell in rows[1].all("td")[:4]] == ["works", "just now", "6 Mar 2026, 13:00 UTC", "1,234"]
    assert followed.sources()


def test_every_page_says_how_many_sources_fail(followed: Workspace, reader: Reader) -> None:
    for path in ("/", "/search", "/ask", "/f", "/s/wire"):
        assert page(reader.get(path)).text(".bar .fails") == "1 fails"
    followed.retry_source(OTHER)
    assert page(reader.get("/")).all(".bar .fails") == []


def test_the_quarantine_has_reasons_and_a_way_out(followed: Workspace, reader: Reader) -> None:
    items = {each.text(".file"): each for each in page(reader.get("/f")).all(".items li") if each.all(".file")}
    assert "It has no text." in items["feed.xml:3"].words
    assert "Try again" in items["feed.xml:3"].words
    assert "Try again" not in items["line 4"].words
    assert reader.post("/quarantine/release", {"source": "script", "place": "line 4"}).status_code == 303
    assert [item.place for item in followed.quarantine()] == ["feed.xml:3"]
    assert reader.post("/quarantine/release", {"source": "script", "place": "line 4"}).status_code == 404


def test_sources_are_added_asked_again_and_removed(followed: Workspace, reader: Reader) -> None:
    assert reader.post("/sources/add", {"address": "https://vellin.example/atom"}).headers["location"] == "/f"
    assert reader.post("/sources/retry", {"key": OTHER}).status_code == 303
    assert reader.post("/sources/remove", {"key": FEED}).status_code == 303
    assert [(state.key, state.failures) for state in followed.sources()] == [
        (OTHER, 0), ("https://vellin.example/atom", 0),
    ]  # fmt: skip
    assert "not read yet" in reader.get("/f").text


@pytest.mark.parametrize("address", ["", "news", "file:///etc/passwd", "http://", *STRINGS[:10]])
def test_an_address_that_is_none_is_shown_with_what_is_allowed(
    workspace: Workspace, reader: Reader, address: str
) -> None:
    answer = reader.post("/sources/add", {"address": address})
    assert answer.status_code == 400
    assert 'id="source-problem"' in answer.text
    assert "<script>alert" not in answer.text
    assert workspace.sources() == []


def test_getting_changes_nothing(followed: Workspace, reader: Reader) -> None:
    before = followed.sources()
    for path in ("/sources/add", "/sources/remove", "/sources/retry", "/quarantine/release"):
        assert reader.get(path).status_code == 405
    assert followed.sources() == before


def test_an_empty_list_says_what_to_do(reader: Reader) -> None:
    shown = page(reader.get("/f"))
    assert shown.text(".empty h2") == "No source is followed"
    assert "Nothing: every item that came could be stored." in shown.words


def test_hostile_sources_stay_text(workspace: Workspace, reader: Reader) -> None:
    with workspace.store.writing() as writer:
        for number, each in enumerate(STRINGS):
            text = each.replace("\ud800", "")
            writer.save_source(SourceState(f"{number}{text}", "feed", text, failures=1, problem=text, moved=text))
            writer.put_aside(Quarantined(text, f"{number}{text}", text, NOW, NOW))
    shown = page(reader.get("/f"))
    assert shown.all(FOREIGN) == []
    assert len(shown.all(".grid tbody tr")) == len(STRINGS)
