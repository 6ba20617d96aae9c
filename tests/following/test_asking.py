"""Many sources asked at once: each site by one thread, a slow one keeps nobody else waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import pytest

from following.web import Clock
from meadow.errors import ReadError
from meadow.following.asking import SLOW_SECONDS, Asking, PolledSource
from meadow.following.manners import Manners
from meadow.ingest.fetch import Fetched, Network, fetch
from meadow.model import SourceState
from patience import PATIENCE_SECONDS, until
from servers import Answer, Request, Server, serving


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    with serving() as one, serving() as two, serving() as three:
        yield [one, two, three]


def manners_of(servers: list[Server], clock: Clock) -> Manners:
    network = Network(allowed=frozenset(server.host for server in servers))
    return Manners(fetch, network, clock=clock, sleep=clock.sleep)


def ask_all(
    states: Sequence[SourceState],
    manners: Manners,
    *,
    clock: Clock,
    is_over: Callable[[], bool] = lambda: False,
    at_once: int = 8,
    slow_seconds: float = SLOW_SECONDS,
) -> Iterator[PolledSource]:
    with closing(Asking(manners, clock=clock, at_once=at_once, slow_seconds=slow_seconds)) as asking:
        asking.begin(states)
        while asking.keys and not is_over():
            asked = asking.take()
            if asked is not None:
                yield asked


def test_more_slow_sites_than_are_asked_at_once_keep_nobody_else_waiting(servers: list[Server]) -> None:
    release = threading.Event()

    def late(_: Request) -> Answer:
        release.wait(PATIENCE_SECONDS)
        return Answer(b"late")

    *slow, quick = servers
    for server in slow:
        server.pages["/"] = late
    quick.pages["/"] = Answer(b"early")
    states = [SourceState(server.url("/"), "feed") for server in servers]
    asked = ask_all(states, manners_of(servers, Clock()), clock=Clock(), at_once=2, slow_seconds=0.0)
    assert next(asked).state.key == quick.url("/")
    release.set()
    assert {each.state.key for each in asked} == {server.url("/") for server in slow}


def test_what_falls_due_meanwhile_is_asked_next_to_what_is_slow(servers: list[Server]) -> None:
    release = threading.Event()

    def late(_: Request) -> Answer:
        release.wait(PATIENCE_SECONDS)
        return Answer(b"late")

    slow, quick, _ = servers
    slow.pages["/"] = late
    with closing(Asking(manners_of(servers, Clock()), clock=Clock())) as asking:
        asking.begin([SourceState(slow.url("/"), "feed")])
        assert asking.take() is None
        for number in range(2):
            asking.begin([SourceState(quick.url(f"/{number}"), "feed")])
            assert until(lambda: asking.take() is not None)
        assert asking.keys == {slow.url("/")}
        release.set()
        assert until(lambda: asking.take() is not None)
    assert quick.paths() == ["/robots.txt", "/0", "/1"]


def test_a_slow_site_keeps_nobody_else_waiting(servers: list[Server]) -> None:
    slow, *others = servers
    release = threading.Event()

    def late(_: Request) -> Answer:
        release.wait(PATIENCE_SECONDS)
        return Answer(b"late")

    slow.pages["/"] = late
    for server in others:
        server.pages["/"] = Answer(b"early")
    states = [SourceState(server.url("/"), "feed") for server in servers]
    asked = ask_all(states, manners_of(servers, Clock()), clock=Clock())
    early = {next(asked).state.key, next(asked).state.key}
    assert early == {server.url("/") for server in others}
    release.set()
    (last,) = asked
    assert isinstance(last.answer, Fetched)
    assert (last.state.key, last.answer.body) == (slow.url("/"), b"late")


def test_sources_of_one_site_are_asked_one_after_the_other_and_robots_once(servers: list[Server]) -> None:
    clock = Clock()
    states = [SourceState(servers[0].url(f"/{number}"), "feed") for number in range(4)]
    keys = [asked.state.key for asked in ask_all(states, manners_of(servers, clock), clock=clock)]
    assert keys == [state.key for state in states]
    assert servers[0].paths() == ["/robots.txt", "/0", "/1", "/2", "/3"]
    assert clock.slept == [1.0, 1.0, 1.0]


def test_faults_are_answers_and_more_sites_than_threads_are_all_asked(servers: list[Server]) -> None:
    states = [
        SourceState("http://", "feed"),
        *(SourceState(server.url("/missing"), "feed") for server in servers),
        SourceState("http://127.0.0.1:9/", "feed"),
    ]
    asked = list(ask_all(states, manners_of(servers, Clock()), clock=Clock(), at_once=2))
    assert {each.state.key for each in asked} == {state.key for state in states}
    faults = {each.state.key for each in asked if isinstance(each.answer, ReadError)}
    assert faults == {"http://", "http://127.0.0.1:9/"}


def test_stopping_early_leaves_nothing_behind(servers: list[Server]) -> None:
    before = threading.active_count()
    states = [SourceState(server.url(f"/{number}"), "feed") for server in servers for number in range(9)]
    asked = ask_all(states, manners_of(servers, Clock()), clock=Clock(), at_once=3)
    next(asked)
    asked.close()  # type: ignore[attr-defined] # it is a generator
    assert until(lambda: threading.active_count() <= before + len(servers))


def test_a_run_that_is_over_waits_for_nobody(servers: list[Server]) -> None:
    release, over = threading.Event(), threading.Event()

    def late(_: Request) -> Answer:
        over.set()
        release.wait(PATIENCE_SECONDS)
        return Answer(b"late")

    servers[0].pages["/"] = late
    states = [SourceState(servers[0].url("/"), "feed")]
    assert list(ask_all(states, manners_of(servers, Clock()), clock=Clock(), is_over=over.is_set)) == []
    release.set()


def test_a_bug_is_a_fault_of_the_source_that_met_it() -> None:
    def broken(url: str, **_: object) -> Fetched:
        if "bad" in url:
            raise ZeroDivisionError
        return Fetched(url, 200, {}, b"good")

    manners = Manners(broken, Network(), clock=Clock(), sleep=Clock().sleep)
    states = [SourceState(f"http://{name}.example/", "feed") for name in ("bad", "good", "worse-bad")]
    answers = {asked.state.key: asked.answer for asked in ask_all(states, manners, clock=Clock())}
    assert isinstance(answers["http://good.example/"], Fetched)
    bad = answers["http://bad.example/"]
    assert isinstance(bad, ReadError)
    assert "ZeroDivisionError" in bad.reason


def test_nothing_to_ask_is_nothing(servers: list[Server]) -> None:
    assert list(ask_all([], manners_of(servers, Clock()), clock=Clock())) == []
