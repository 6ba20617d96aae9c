"""What the tests of following share: a clock that is set, a server on this machine, and feeds."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import escape

from meadow.following.asking import ask
from meadow.following.manners import Manners
from meadow.following.pace import Pace
from meadow.following.polling import read_answer
from meadow.following.rounds import Round
from meadow.ingest.fetch import Network, fetch
from meadow.ingest.items import LIMITS, Limits
from meadow.model import SourceState
from servers import Server

START = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
PACE = Pace(timedelta(minutes=15), chance=lambda: 0.5)


@dataclass
class Clock:
    """A clock that stops until it is moved; sleeping moves it."""

    now: datetime = START
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> datetime:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += timedelta(seconds=seconds)

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


def manners_of(server: Server, clock: Clock, **limits: float) -> Manners:
    """Return manners towards a server on this machine, which is allowed by name."""
    network = Network(allowed=frozenset({server.host}), **limits)  # type: ignore[arg-type]
    return Manners(fetch, network, clock=clock, sleep=clock.sleep)


def read_feed(server: Server, state: SourceState, clock: Clock, *, limits: Limits = LIMITS, **network: float) -> Round:
    """Return one reading of a source of a server."""
    return read_again(state, manners_of(server, clock, **network), clock, limits)


def read_again(state: SourceState, manners: Manners, clock: Clock, limits: Limits = LIMITS) -> Round:
    """Return one reading of a source, by manners that may have met its site before."""
    return read_answer(state, ask(state, manners), now=clock.now, pace=PACE, limits=limits)


def rss(*items: str, title: str = "Harbour Wire") -> bytes:
    """Return a feed of items."""
    return f'<rss version="2.0"><channel><title>{title}</title>{"".join(items)}</channel></rss>'.encode()


def item(
    text: str, *, title: str | None = None, guid: str | None = None, link: str | None = None, date: str | None = None
) -> str:
    """Return an item of a feed."""
    fields = {"title": title, "guid": guid, "link": link, "pubDate": date, "description": text}
    inside = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in fields.items() if value is not None)
    return f"<item>{inside}</item>"
