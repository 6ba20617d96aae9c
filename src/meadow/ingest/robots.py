"""robots.txt: what a site asks programs to leave alone, read once a day for each site and followed.

Source: RFC 9309. A site without the file, or one that answers with an error of ours (4xx), allows everything; one that
cannot answer (5xx, no connection) allows nothing for now, and is asked again after ten minutes. Of a longer file the first
500 KiB count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from threading import Lock
from urllib.parse import unquote, urlsplit
from urllib.robotparser import RobotFileParser

from meadow.errors import FetchError, NoAnswerError, PrivateAddressError
from meadow.ingest.addresses import Endpoint
from meadow.ingest.fetch import Fetched, Network

_MOST_BYTES = 500 << 10
_OUR_NAME = "meadow"
_CLIENT_ERROR, _SERVER_ERROR = 400, 500
_KEPT, _KEPT_ERROR = timedelta(days=1), timedelta(minutes=10)
_DELAY = re.compile(r"[0-9]{1,6}", re.ASCII)
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
        if not _allows(rules, endpoint):
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
            rules.parse(list(_readable(answer.body[:_MOST_BYTES].decode("utf-8", "replace").splitlines())))
        return rules


def _readable(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that the parser can take; as RFC 9309 wants it, the others count as absent.

    The parser takes apart the path of each rule as a URL, and reads delays with `int`: both raise on a stranger's text.
    """
    for line in lines:
        field, _, value = line.partition("#")[0].partition(":")
        name = field.strip().lower()
        if name == "crawl-delay":
            seconds = _DELAY.match(value.strip())
            if seconds is not None:
                yield f"Crawl-delay: {seconds[0]}"
        elif name in ("", "user-agent") or (name in ("allow", "disallow") and _is_splittable(value.strip())):
            yield line


def _is_splittable(path: str) -> bool:
    try:
        urlsplit(unquote(path))
    except ValueError:
        return False
    return True


def _allows(rules: RobotFileParser, endpoint: Endpoint) -> bool:
    """Return whether rules allow an address; one that the parser cannot take apart is left alone."""
    return _is_splittable(endpoint.url) and rules.can_fetch(_OUR_NAME, endpoint.url)


def _is_old(rules: Rules, read: datetime | None, now: datetime | None) -> bool:
    """Return whether wishes should be asked for again; without a clock they never should."""
    if read is None or now is None:
        return False
    return now - read >= (_KEPT_ERROR if isinstance(rules, FetchError) else _KEPT)
