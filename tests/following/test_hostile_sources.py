"""Forty sources, one of each hostile kind among honest ones: every fault stays with its source, the honest are read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from following.web import START, Clock, item, rss
from meadow.following.line_pipe import LinePipe
from meadow.following.listing import Source
from meadow.following.manners import Manners
from meadow.following.pace import Pace
from meadow.following.schedule import CheckedSource, FollowEvent, Plan, World, follow
from meadow.ingest.fetch import Network, fetch
from meadow.workspace import Workspace
from meadow.workspace.following import _WorkspaceReceiver
from meadow.workspace.ingesting import Outcome
from patience import PATIENCE_SECONDS
from servers import Answer, Request, Server, serving

HONEST = 10
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
ROBOTS = "User-agent: *\n{}\nDisallow: /private\n"
LINK = '<html><head><link rel=alternate type="application/rss+xml" href="{}"></head><body><p>Only a page.</p></body></html>'


def feed(name: str) -> bytes:
    return rss(item(f"The ferry {name} sailed from Skerra to Tolsby today, and came back in the evening.", guid="1"))


def moved(to: str, status: int = 302) -> Answer:
    return Answer(status=status, headers={"Location": to})


def raw(data: bytes) -> Callable[[Request], Iterator[bytes]]:
    return lambda _: iter([data])


# What each host answers, and what it says in robots.txt. What drips does so until all others are read.
FAULTS: Mapping[str, object] = {
    "redirect-brackets": moved("http://["),
    "redirect-lasting": moved("http://[::1", 308),
    "redirect-port": moved("http://redirect-port.example:99999999/"),
    "redirect-itself": moved("/"),
    "redirect-file": moved("file:///etc/passwd"),
    "redirect-empty": moved(""),
    "page-names-no-feed": Answer(LINK.format("http://[").encode(), headers={"Content-Type": "text/html"}),
    "status-0": raw(b"HTTP/1.1 000 X\r\n\r\n"),
    "status-999": raw(b"HTTP/1.1 999 X\r\n\r\n"),
    "status-words": raw(b"HTTP/1.1 abc OK\r\n\r\n"),
    "closes": raw(b""),
    "nonsense": raw(b"\x00\xff\x1b[2J\r\n\r\n"),
    "many-headers": raw(HEAD + b"".join(b"X-%d: y\r\n" % number for number in range(5000)) + b"\r\n"),
    "chunk-nonsense": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n"),
    "chunk-negative": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n0\r\n\r\n"),
    "length-short": raw(HEAD + b"Content-Length: 50000\r\n\r\n<rss>"),
    "gzip-nonsense": raw(HEAD + b"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00nonsense"),
    "retry-digits": Answer(status=429, headers={"Retry-After": "9" * 400}),
    "retry-superscript": Answer(status=503, headers={"Retry-After": "\xb2"}),
    "gone": Answer(status=410),
    "no-feed": Answer(b"\x00\x01\x02" * 500),
}
ROBOTS_OF: Mapping[str, str] = {
    "robots-rule": "Disallow: //[x",
    "robots-superscript": "Crawl-delay: \xb2",
    "robots-400": f"Crawl-delay: {'9' * 400}",
    "robots-5000": f"Crawl-delay: {'9' * 5000}",
    "robots-rate": "Request-rate: \xb2/\xb3",
}
DRIPPING: Mapping[str, tuple[bytes, bytes]] = {
    "drips-to-the-end": (HEAD + b"\r\n<rss>", b" "),
    "drips-headers": (HEAD, b"X: y\r\n"),
    "drips-chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "drips-nothing": (b"", b""),
}
NAMES = (*FAULTS, *ROBOTS_OF, *DRIPPING, *(f"honest-{number}" for number in range(HONEST)))


@contextmanager
def hostile_web(read: threading.Event) -> Iterator[Server]:
    """Serve all sources on one port, each under a name of its own; what drips does so until `read` is set."""

    def dripping(head: bytes, drop: bytes) -> Iterator[bytes]:
        yield head
        while not read.wait(0.02):
            yield drop

    def answer(request: Request) -> Answer | Iterator[bytes]:
        name = request.headers["host"].partition(".")[0]
        if name in DRIPPING:
            return dripping(*DRIPPING[name])
        given = FAULTS.get(name, Answer(feed(name)))
        return given(request) if callable(given) else given  # type: ignore[return-value]

    def robots(request: Request) -> Answer:
        line = ROBOTS_OF.get(request.headers["host"].partition(".")[0])
        return Answer(status=404) if line is None else Answer(ROBOTS.format(line).encode())

    with serving({"/": answer, "/robots.txt": robots}) as server:
        yield server


def world_of(server: Server, clock: Clock) -> World:
    hosts = frozenset(f"{name}.example" for name in NAMES)
    network = Network(allowed=hosts, seconds=PATIENCE_SECONDS)
    near = partial(fetch, resolve=lambda _host, _port: ["127.0.0.1"])
    manners = Manners(near, network, clock=clock, sleep=lambda _seconds: None)
    return World(manners, LinePipe(0, is_over=lambda: False), clock, clock.sleep, lambda: False)


def follow_once(folder: Path, server: Server, clock: Clock, read: threading.Event) -> list[Outcome | FollowEvent]:
    """Follow all sources once, and let what drips end as soon as every other source was checked."""
    sources = [Source(f"http://{name}.example:{server.port}/", "feed") for name in NAMES]
    plan = Plan(Pace(timedelta(minutes=15), chance=lambda: 0.5), once=True)
    told: list[Outcome | FollowEvent] = []
    with Workspace(folder, clock=clock) as workspace:
        for each in follow(sources, _WorkspaceReceiver(workspace), plan, world_of(server, clock)):
            told.append(each)
            if sum(isinstance(one, CheckedSource) for one in told) >= len(NAMES) - len(DRIPPING):
                read.set()
    return told


def test_every_fault_stays_with_its_source(tmp_path: Path) -> None:
    assert len(NAMES) == 40
    read = threading.Event()
    with hostile_web(read) as server:
        giving_up = threading.Timer(PATIENCE_SECONDS, read.set)
        giving_up.start()
        try:
            told = follow_once(tmp_path, server, Clock(), read)
        finally:
            giving_up.cancel()
            read.set()
    checked = [each.state for each in told if isinstance(each, CheckedSource)]
    order = [state.key.removeprefix("http://").partition(".")[0] for state in checked]
    assert sorted(order) == sorted(NAMES)
    assert set(order[-len(DRIPPING) :]) == set(DRIPPING), "what drips delayed another source"
    states = dict(zip(order, checked, strict=True))
    for name in (*ROBOTS_OF, *(name for name in NAMES if name.startswith("honest"))):
        assert (states[name].problem, states[name].succeeded, states[name].documents) == (None, START, 1), name
    for name in FAULTS.keys() - {"page-names-no-feed"}:  # which is a page like any other
        problem = states[name].problem
        assert problem is not None, name
        assert "bug" not in problem, problem


def test_a_bug_in_asking_or_reading_one_is_reported_for_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The faults above are those that are known; another costs no more than its source either."""
    read = threading.Event()
    read.set()

    def broken(page: bytes, address: str) -> None:
        raise ZeroDivisionError(address)

    monkeypatch.setattr("meadow.following.polling.named_feed", broken)
    with hostile_web(read) as server:
        told = follow_once(tmp_path, server, Clock(), read)
    states = {
        each.state.key.split("/")[2].partition(".")[0]: each.state for each in told if isinstance(each, CheckedSource)
    }
    assert len(states) == len(NAMES)
    problem = states["page-names-no-feed"].problem
    assert problem is not None
    assert "ZeroDivisionError" in problem
    assert states["honest-0"].documents == 1
