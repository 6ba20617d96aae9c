"""The web as a guest behaves in it: robots.txt is asked before each address, and one site is not asked in a rush."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from meadow.ingest.addresses import Endpoint
from meadow.ingest.fetch import Fetched, Network
from meadow.ingest.robots import Fetch, Robots

GAP_SECONDS = 1.0
LONGEST_GAP_SECONDS = 60.0
_MOST_SITES = 1_000


class Manners:
    """Fetches addresses one after the other, as the sites behind them ask for.

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
        self._asked: dict[str, datetime] = {}

    def get(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """Return what an address answers; a wish to be left alone and any fault on the way are a `ReadError`."""
        return self._fetch(
            url, network=self._network, etag=etag, last_modified=last_modified, permit=self._enter
        )  # fmt: skip

    def _enter(self, endpoint: Endpoint) -> None:
        """Raise a `FetchError` where an address must be left alone; else wait until the site may be asked."""
        self._robots.check(endpoint)
        asked = self._asked.pop(endpoint.origin, None)
        if asked is not None:
            wished = self._robots.delay_seconds(endpoint)
            gap = min(max(GAP_SECONDS, wished or 0.0), LONGEST_GAP_SECONDS)
            rest = gap - (self._clock() - asked).total_seconds()
            if 0 < rest <= gap:  # a clock that was set back says nothing
                self._sleep(rest)
        self._asked[endpoint.origin] = self._clock()
        while len(self._asked) > _MOST_SITES:
            del self._asked[next(iter(self._asked))]
