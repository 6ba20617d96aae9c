"""Following within the app, and what open pages receive of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from meadow.following.schedule import CheckedSource, Waiting
from meadow.model import Alert, SourceState
from meadow.web.bus import MOST_WAITING, Bus, BusEvent
from meadow.web.follower import Follower, event_of, followed
from meadow.web.pages.events import Arrivals, format_event
from meadow.workspace import Workspace
from meadow.workspace.following import Following
from meadow.workspace.ingesting import Added, Refused
from patience import PATIENCE_SECONDS, until
from servers import Answer
from servers import serving as serving_pages
from stories import document
from web.apps import TOKEN, filled
from web.live import serving, visiting

TIME = datetime(2026, 3, 6, 12, tzinfo=UTC)
ITEM = (
    "<item><title>Ferry {0}</title><link>http://x.example/{0}</link>"
    "<description>The ferry {0} sailed from Skerra to Tolsby today.</description></item>"
)


def feed(*numbers: int) -> Answer:
    items = "".join(ITEM.format(number) for number in numbers)
    body = f'<rss version="2.0"><channel><title>Harbour</title>{items}</channel></rss>'
    return Answer(body.encode(), headers={"Content-Type": "application/rss+xml"})


@contextmanager
def following(workspace: Workspace, bus: Bus, said: list[str], host: str) -> Iterator[Follower]:
    how = Following("15m", allow_hosts=[host])
    follower = Follower(workspace, how, publish=bus.publish, note=said.append)
    follower.start()
    try:
        yield follower
    finally:
        follower.close()


def test_sources_that_are_added_are_followed_at_once_and_the_thread_ends(tmp_path: Path) -> None:
    said: list[str] = []
    with (
        serving_pages({"/feed": feed(1, 2), "/other": feed(3), "/robots.txt": Answer(status=404)}) as server,
        Workspace(tmp_path) as workspace,
        following(workspace, Bus(), said, "127.0.0.1") as follower,
    ):
        workspace.add_source(server.url("/feed"))
        follower.wake()
        assert until(lambda: workspace.store.counts()["documents"] == 2), said
        workspace.add_source(server.url("/other"))
        follower.wake()
        assert until(lambda: workspace.store.counts()["documents"] == 3), said
        assert until(lambda: all(state.succeeded is not None for state in workspace.sources()))
    assert until(lambda: not any(thread.name == "meadow-follow" for thread in threading.enumerate()))
    assert said == []


def test_following_goes_on_after_a_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but its own loop starts the thread again: the process around it lives on."""
    runs: list[int] = []

    def broken(*_: object) -> Iterator[CheckedSource]:
        runs.append(1)
        if len(runs) == 1:
            raise ZeroDivisionError
        yield CheckedSource(SourceState("k", "feed"), 1)

    monkeypatch.setattr("meadow.web.follower.follow_sources", broken)
    monkeypatch.setattr("meadow.web.follower._AFTER_A_PROBLEM", 0.01)
    bus, said = Bus(), list[str]()
    with Workspace(tmp_path) as workspace, bus.listening() as listener:
        with following(workspace, bus, said, "127.0.0.1"):
            assert until(lambda: len(listener.waiting) >= 2)
        heard = listener.take()
    assert [event.name for event in heard] == ["problem", "source"]
    assert "ZeroDivisionError" in str(heard[0].value["problem"])
    assert len(said) == 1


def test_standard_input_is_not_followed() -> None:
    states = [SourceState("-", "input"), SourceState("news", "folder"), SourceState("http://a.example/", "feed", "A")]
    assert [(source.key, source.title) for source in followed(states)] == [("news", None), ("http://a.example/", "A")]


@pytest.mark.parametrize(
    ("what", "name"),
    [
        (Added("a", "s", 1), "article"),
        (Added("a", "s", None), None),
        (Refused("x:1", "It is torn.", quarantined=True), "quarantine"),
        (Refused("x:1", "It was forgotten.", quarantined=False), None),
        (CheckedSource(SourceState("k", "feed"), 2), "source"),
        (Waiting(TIME), "waiting"),
        (Alert(1, TIME, "grows", "s", "It grows.", "grows:5"), "alert"),
    ],
)
def test_what_happens_is_reported_as_json(
    what: Added | Refused | CheckedSource | Waiting | Alert, name: str | None
) -> None:
    event = event_of(what)
    assert (None if event is None else event.name) == name
    if event is not None:
        first, second, *rest = format_event(event).split("\n")
        assert (first, rest) == (f"event: {name}", ["", ""])
        assert json.loads(second.removeprefix("data: ")) == event.value


def test_who_is_slow_loses_the_oldest_and_who_leaves_is_forgotten() -> None:
    bus = Bus()
    with bus.listening() as listener:
        for number in range(MOST_WAITING + 5):
            bus.publish(BusEvent("article", {"number": number}))
        assert listener.take()[0].value == {"number": 5}
        assert listener.take() == []
    assert bus.listeners == 0


def test_arrivals_are_counted_for_every_writer(workspace: Workspace) -> None:
    arrivals = Arrivals(workspace.store, workspace.store.last_entry())
    assert arrivals.look() is None
    for number in (1, 2):
        workspace.add([document(f"n{number}", [f"Word{number} came to Vellin."])])
        event = arrivals.look()
        assert event is not None
        assert event.value["articles"] == number
    assert arrivals.look() is None


def test_events_are_streamed_until_the_reader_leaves(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace, serving(workspace) as origin:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        with httpx.Client(headers=headers, timeout=PATIENCE_SECONDS) as client:
            with client.stream("GET", f"{origin}/events") as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                lines = answer.iter_lines()
                assert next(lines) == "event: hello"
                workspace.add([document("late", ["A late word came from Vellin."])])
                assert next(line for line in lines if line.startswith("event: new"))
            assert client.get(f"{origin}/f").status_code == 200


@pytest.mark.browser
def test_the_list_says_how_many_have_come_without_a_reload(chromium: Browser, tmp_path: Path) -> None:
    heard: list[str] = []
    with filled(tmp_path) as workspace, serving(workspace) as origin, visiting(chromium, origin) as visit:
        page = visit.go("/f")  # which listens to nothing
        session = page.context.new_cdp_session(page)
        session.on("Network.eventSourceMessageReceived", lambda message: heard.append(message["eventName"]))
        session.send("Network.enable")
        visit.go("/?since=2026-03-01")

        def is_greeted() -> bool:
            page.wait_for_timeout(20)  # in which the browser is listened to
            return "hello" in heard

        assert until(is_greeted)
        workspace.add([document("late", ["A late word came from Vellin."], hours=30)])
        link = page.get_by_role("link", name="1 new article: show")
        expect(link).to_be_visible()
        link.click()
        expect(page.locator("[data-story]")).to_have_count(3)
        assert (visit.strangers, visit.complaints) == ([], [])
