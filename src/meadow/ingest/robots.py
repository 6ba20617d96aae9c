"""robots.txt: what a site asks programs to leave alone, read once a day for each site and followed.

Source: RFC 9309. A site without the file, or one that answers with an error of ours (4xx), allows everything; one that
cannot answer (5xx, no connection) allows nothing for now, and is asked again after ten minutes. Of a longer file the first
500 KiB count.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from urllib.robotparser import RobotFileParser

from meadow.errors import FetchError, NoAnswerError, PrivateAddressError
from meadow.ingest.addresses import Endpoint
from meadow.ingest.fetch import Fetched, Network

_MOST_BYTES = 500 << 10
_OUR_NAME = "meadow"
_CLIENT_ERROR, _SERVER_ERROR = 400, 500
_KEPT, _KEPT_ERROR = timedelta(days=1), timedelta(minutes=10)
_MOST_SITES = 1_000  # articles may link to any number of sites; those that were met last are remembered

Fetch = Callable[..., Fetched]
Rules = RobotFileParser | FetchError


class Robots:
    """The wishes of the sites that a run has met; ask it before each address (`permit=robots.check`).

    With a clock they are read again when a day has passed. A run that is over before that needs none.
    """

    def __init__(self, fetch: Fetch, network: Network, *, clock: Callable[[], datetime] | None = None) -> None:
        self._fetch = fetch
        self._network = network
        self._clock = clock
        self._known: dict[str, tuple[Rules, datetime | None]] = {}
        self._lock = Lock()

    def check(self, endpoint: Endpoint) -> None:
        """Raise a `FetchError` where the site asks us to leave an address alone, or cannot say what it asks."""
        rules = self._rules(endpoint)
        if isinstance(rules, FetchError):
            raise NoAnswerError(
                endpoint.url, f"its robots.txt cannot be read ({rules.reason}), so it is left alone for now"
            )
        if not rules.can_fetch(_OUR_NAME, endpoint.url):
            raise FetchError(endpoint.url, "the site asks programs not to fetch this (robots.txt)")

    def delay_seconds(self, endpoint: Endpoint) -> float | None:
        """Return how long a site asks us to wait between two addresses; None where it does not say."""
        rules = self._rules(endpoint)
        delay = None if isinstance(rules, FetchError) else rules.crawl_delay(_OUR_NAME)
        return None if delay is None else float(delay)

    def _rules(self, endpoint: Endpoint) -> Rules:
        now = None if self._clock is None else self._clock()
        with self._lock:
            known = self._known.get(endpoint.origin)
        if known is None or _is_old(*known, now):
            known = self._read(f"{endpoint.origin}/robots.txt"), now
            with self._lock:
                self._known.pop(endpoint.origin, None)
                self._known[endpoint.origin] = known
                while len(self._known) > _MOST_SITES:
                    del self._known[next(iter(self._known))]
        return known[0]

    def _read(self, url: str) -> Rules:
        try:
            answer = self._fetch(url, network=self._network)
        except PrivateAddressError:
            raise  # not the site's wish but our own rule: it says how to allow it
        except FetchError as error:
            return error
        if answer.status >= _SERVER_ERROR:
            return FetchError(url, f"it answers {answer.status}")
        rules = RobotFileParser()
        rules.modified()  # else nothing is allowed: the parser takes itself for unread
        if answer.status < _CLIENT_ERROR:
            rules.parse(answer.body[:_MOST_BYTES].decode("utf-8", "replace").splitlines())
        return rules


def _is_old(rules: Rules, read: datetime | None, now: datetime | None) -> bool:
    """Say whether wishes should be asked for again; without a clock they never should."""
    if read is None or now is None:
        return False
    return now - read >= (_KEPT_ERROR if isinstance(rules, FetchError) else _KEPT)
