"""One reading of a feed, from a server on this machine that behaves, and that does not."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from following.web import START, Clock, item, manners_of, read_again, read_feed, rss
from meadow.errors import ReadError
from meadow.following.pace import is_refused
from meadow.ingest import Limits
from meadow.model import Document, SourceState
from servers import Answer, Request, Server, serving

FEED = rss(item("The ferry sank on Monday.", title="Ferry sinks", guid="7"), item("Wolves are back.", guid="8"))
XML = {"Content-Type": "application/rss+xml"}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving({"/feed": Answer(FEED, headers=XML)}) as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


def followed(server: Server, path: str = "/feed") -> SourceState:
    return SourceState(server.url(path), "feed")


def test_a_feed_brings_its_articles_and_says_when_it_is_asked_again(server: Server, clock: Clock) -> None:
    read = read_feed(server, followed(server), clock)
    assert [each.text for each in read.items if isinstance(each, Document)] == [
        "The ferry sank on Monday.", "Wolves are back."
    ]  # fmt: skip
    state = read.state
    assert (state.kind, state.title, state.failures, state.problem) == ("feed", "Harbour Wire", 0, None)
    assert (state.checked, state.succeeded) == (START, START)
    assert state.next_check == START + timedelta(minutes=15)


def test_a_page_is_a_source_too(server: Server, clock: Clock) -> None:
    server.pages["/feed"] = Answer(
        b"<html><title>Ferry</title><article><p>The ferry sank on Monday.</p></article></html>"
    )
    read = read_feed(server, followed(server), clock)
    assert read.state.kind == "page"
    assert [type(each) for each in read.items] == [Document]


def test_what_has_not_changed_is_not_sent_again(server: Server, clock: Clock) -> None:
    def page(request: Request) -> Answer:
        same = request.headers.get("if-none-match") == '"7"' and request.headers.get("if-modified-since") == "Monday"
        return Answer(status=304) if same else Answer(FEED, headers={"ETag": '"7"', "Last-Modified": "Monday"})

    server.pages["/feed"] = page
    first = read_feed(server, followed(server), clock)
    assert (first.state.etag, first.state.last_modified) == ('"7"', "Monday")
    clock.move(minutes=15)
    again = read_feed(server, replace(first.state, problem="old", failures=2), clock)
    assert again.items == ()
    assert (again.state.etag, again.state.failures, again.state.problem) == ('"7"', 0, None)
    assert again.state.succeeded == clock.now


class TestMoved:
    def test_an_address_that_moved_for_good_is_remembered(self, server: Server, clock: Clock) -> None:
        server.pages["/old"] = Answer(status=308, headers={"Location": "/feed"})
        first = read_feed(server, followed(server, "/old"), clock)
        assert (first.state.key, first.state.moved) == (server.url("/old"), server.url("/feed"))
        assert len(list(first.items)) == 2
        clock.move(minutes=15)
        again = read_feed(server, first.state, clock)
        assert [path for path in server.paths() if path != "/robots.txt"] == ["/old", "/feed", "/feed"]
        assert again.state.moved == server.url("/feed")

    def test_one_that_moved_for_now_is_not(self, server: Server, clock: Clock) -> None:
        server.pages["/old"] = Answer(status=302, headers={"Location": "/feed"})
        assert read_feed(server, followed(server, "/old"), clock).state.moved is None

    @pytest.mark.parametrize("status", [404, 410])
    def test_where_the_new_address_is_lost_the_old_one_is_asked_again(
        self, server: Server, clock: Clock, status: int
    ) -> None:
        server.pages["/new"] = Answer(status=status)
        read = read_feed(server, replace(followed(server), moved=server.url("/new"), etag="x"), clock)
        assert (read.state.moved, read.state.etag, read.state.failures) == (None, None, 1)
        assert f"answers {status}" in str(read.state.problem)
        assert read.state.next_check is not None

    def test_a_redirect_to_a_private_address_is_refused(self, server: Server, clock: Clock) -> None:
        with serving({"/secret": Answer(FEED)}) as other:
            server.pages["/feed"] = Answer(status=301, headers={"Location": other.url("/secret")})
            read = read_feed(server, followed(server), clock)
            assert other.requests == []
        assert read.items == ()
        assert read.state.moved is None
        assert "private network or on this machine" in str(read.state.problem)
        assert f"allow it by name: {other.host}" in str(read.state.problem)
        assert is_refused(read.state)


class TestFailures:
    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            (Answer(status=500), "the server answers 500 Internal Server Error"),
            (Answer(status=404), "answers 404 Not Found"),
            (Answer(b""), "empty file"),
            (Answer(b"<rss><channel><item><title>Cut o"), "not well-formed XML"),
            (Answer(b'<!DOCTYPE r [<!ENTITY a "b">]><rss><channel><item/></channel></rss>'), "declares an entity"),
            (Answer(b"\x00\x01\x02" * 50), ""),
            (Answer(b"{\\rtf1 A ferry sank.}"), "office file"),
            (Answer(FEED * 9000), "longer than 2,000,000 bytes"),
            (Answer(gzip.compress(bytes(9_000_000)), headers={"Content-Encoding": "gzip"}), "unfolds to more than"),
            (Answer(gzip.compress(bytes(9_000_000))), "unfolds to more than"),
            (Answer(FEED[:-9], headers={"Content-Length": "9999"}), "broke off"),
        ],
    )
    def test_each_is_reported_in_words_and_asked_again_later(
        self, server: Server, clock: Clock, answer: Answer, words: str
    ) -> None:
        server.pages["/feed"] = answer
        before = replace(followed(server), etag='"7"', last_modified="Monday", title="Harbour Wire", documents=9)
        limits = Limits(file_bytes=2_000_000, inflated_bytes=2_000_000)
        read = read_feed(server, before, clock, limits=limits, body_bytes=2_000_000)
        documents = [each for each in read.items if isinstance(each, Document)]
        assert documents == []
        assert words in str(read.state.problem)
        assert read.state.failures == 1
        assert read.state.next_check == START + timedelta(minutes=22.5)
        unchanged = replace(read.state, checked=None, next_check=None, failures=0, problem=None)
        assert unchanged == before

    def test_no_answer_at_all_is_one(self, clock: Clock) -> None:
        with serving() as server:
            manners = manners_of(server, clock)
        read = read_again(SourceState(server.url("/feed"), "feed"), manners, clock)
        assert "robots.txt cannot be read" in str(read.state.problem)
        assert (read.items, read.state.failures) == ((), 1)

    def test_waits_double_up_to_a_day(self, server: Server, clock: Clock) -> None:
        server.pages["/feed"] = Answer(status=500)
        state, waits = followed(server), []
        for _ in range(9):
            state = read_feed(server, state, clock).state
            assert state.next_check is not None
            waits.append((state.next_check - clock.now) / timedelta(minutes=1))
            clock.now = state.next_check
        assert waits == [22.5, 45, 90, 180, 360, 720, 1080, 1080, 1080]
        server.pages["/feed"] = Answer(FEED)
        assert read_feed(server, state, clock).state.failures == 0

    @pytest.mark.parametrize("status", [429, 503])
    @pytest.mark.parametrize(
        ("header", "minutes"),
        [
            ("7200", 120),
            ("Mon, 02 Mar 2026 11:00:00 GMT", 180),
            ("0", 15),
            ("Sun, 01 Mar 2026 11:00:00 GMT", 15),
            ("99999999999", 7 * 24 * 60),
            ("soon", 22.5),
        ],
    )
    def test_a_server_that_names_a_time_gets_it(
        self, server: Server, clock: Clock, status: int, header: str, minutes: float
    ) -> None:
        server.pages["/feed"] = Answer(status=status, headers={"Retry-After": header})
        state = read_feed(server, followed(server), clock).state
        assert state.next_check == START + timedelta(minutes=minutes)
        assert f"answers {status}" in str(state.problem)

    def test_what_is_gone_is_not_asked_again(self, server: Server, clock: Clock) -> None:
        server.pages["/feed"] = Answer(status=410)
        state = read_feed(server, followed(server), clock).state
        assert (state.next_check, state.checked) == (None, START)
        assert "gone for good" in str(state.problem)

    def test_a_damaged_feed_gives_what_can_be_made_out_and_says_so(self, server: Server, clock: Clock) -> None:
        server.pages["/feed"] = Answer(FEED.replace(b"</channel></rss>", b"<item><title>Cut"), headers={"ETag": "x"})
        read = read_feed(server, followed(server), clock)
        assert [type(each) for each in read.items] == [Document, Document, ReadError]  # not the one that is cut
        assert "not well-formed" in str(read.state.problem)
        assert (read.state.failures, read.state.etag) == (0, None)  # the whole is asked for again


class TestManners:
    def test_robots_txt_is_followed_and_read_again_every_day(self, server: Server, clock: Clock) -> None:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /feed\n")
        manners = manners_of(server, clock)
        state = read_again(followed(server), manners, clock).state
        assert "robots.txt" in str(state.problem)
        server.pages["/robots.txt"] = Answer(b"")
        clock.move(hours=23)
        assert read_again(state, manners, clock).items == ()
        clock.move(hours=1)
        assert len(list(read_again(state, manners, clock).items)) == 2
        assert server.paths() == ["/robots.txt", "/robots.txt", "/feed"]

    def test_a_site_that_cannot_say_what_it_wishes_is_asked_after_ten_minutes(
        self, server: Server, clock: Clock
    ) -> None:
        server.pages["/robots.txt"] = Answer(status=503)
        manners = manners_of(server, clock)
        assert read_again(followed(server), manners, clock).items == ()
        server.pages["/robots.txt"] = Answer(status=404)
        clock.move(minutes=10)
        assert len(list(read_again(followed(server), manners, clock).items)) == 2

    @pytest.mark.parametrize(
        ("wish", "slept"), [("", [1.0]), ("Crawl-delay: 20", [20.0]), ("Crawl-delay: 900", [60.0])]
    )
    def test_two_addresses_of_one_site_are_not_asked_in_a_rush(
        self, server: Server, clock: Clock, wish: str, slept: list[float]
    ) -> None:
        server.pages["/robots.txt"] = Answer(f"User-agent: *\n{wish}\n".encode())
        manners = manners_of(server, clock)
        manners.get(server.url("/feed"))
        manners.get(server.url("/feed"))
        assert clock.slept == slept
        clock.move(minutes=2)
        manners.get(server.url("/feed"))
        assert clock.slept == slept
