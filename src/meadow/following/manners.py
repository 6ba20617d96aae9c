"""The web as a guest behaves in it: robots.txt is asked before each address, and one site is not asked in a rush."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock

from meadow.ingest.addresses import Endpoint
from meadow.ingest.fetch import Fetched, Network
from meadow.ingest.robots import Fetch, Robots

GAP_SECONDS = 1.0
LONGEST_GAP_SECONDS = 60.0
_MOST_SITES = 1_000
_MOST_TURNS = 64


class Manners:
    """Fetches addresses as the sites behind them ask for, from any number of threads.

    Between two addresses of one site there is at least a second, or what its robots.txt asks for (`Crawl-delay`) up to a
    minute. Its wishes are read again every day.
    """

    def __init__(
        self, fetch: Fetch, network: Network, *, clock: Callable[[], datetime], sleep: Callable[[float], object]
    ) -> None:
        self._fetch = fetch
        self._network = network
        self._clock = clock
        self._sleep = sleep
        self._robots = Robots(fetch, network, clock=clock)
        self._turns: dict[str, datetime] = {}
        self._lock = Lock()

    def get(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """Return what an address answers; a wish to be left alone and any fault on the way are a `ReadError`."""
        return self._fetch(
            url, network=self._network, etag=etag, last_modified=last_modified, permit=self._enter
        )  # fmt: skip

    def _enter(self, endpoint: Endpoint) -> None:
        """Raise a `FetchError` where an address must be left alone; else wait until the site may be asked."""
        self._robots.check(endpoint)
        wished = self._robots.delay_seconds(endpoint)
        gap = timedelta(seconds=min(max(GAP_SECONDS, wished or 0.0), LONGEST_GAP_SECONDS))
        wait = self._take_turn(endpoint.origin, gap)
        if wait:
            self._sleep(wait.total_seconds())

    def _take_turn(self, site: str, gap: timedelta) -> timedelta:
        """Return how long to wait before the next request to a site, and reserve that moment."""
        with self._lock:
            now = self._clock()
            last = self._turns.pop(site, None)
            # A turn that lies too far ahead is one of a clock that was set back since.
            is_ahead = last is not None and now < last + gap and last - now <= _MOST_TURNS * gap
            turn = last + gap if last is not None and is_ahead else now
            self._turns[site] = turn
            while len(self._turns) > _MOST_SITES:
                del self._turns[next(iter(self._turns))]
            return turn - now
