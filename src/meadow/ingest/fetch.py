"""The one network function: a page or feed by its address, under limits, and never from a private network.

The dialer looks a name up once, checks every number it gets, and connects to a number it has checked, so that a name
cannot mean one machine when it is checked and another when it is dialled. Each redirect is a new address and goes the same
way. Proxies that the environment names are ignored: they would dial for us, unchecked. A host that the user names in
`Network.allowed` (a server on this machine, say) is dialled as it is; a redirect to another host is not covered by that.

We say who we are, ask for no cookies and send none, and wait no longer than `seconds` in all, redirects included: however
slowly a name is looked up, a connection is made or bytes drip, and whether or not the answer ends with its connection.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from ipaddress import ip_address
from queue import Empty, SimpleQueue

from meadow.errors import FetchError, NoAnswerError, PrivateAddressError
from meadow.ingest.addresses import Endpoint, is_public, parse_endpoint
from meadow.ingest.folding import Inflation, inflate_gzip
from meadow.ingest.items import LIMITS
from meadow.version import __version__

USER_AGENT = f"meadow/{__version__} (news reader that follows robots.txt; run by the user of this address)"
_ACCEPT = (
    "application/atom+xml, application/rss+xml, text/html, application/xhtml+xml, application/json;q=0.9, */*;q=0.5"
)
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK = 1 << 16
_SHOWN_HEADERS = ("content-type", "etag", "last-modified", "retry-after", "location")


@dataclass(frozen=True, slots=True)
class Network:
    """How far a fetch may go: how long, how much, how often on to another address, and which private hosts are meant."""

    allowed: frozenset[str] = frozenset()
    seconds: float = 30.0
    body_bytes: int = 64 << 20
    redirects: int = 5
    user_agent: str = USER_AGENT


NETWORK = Network()


@dataclass(frozen=True, slots=True)
class Fetched:
    """What an address answered: its last address after redirects, status, the headers that matter, and the body, unfolded.

    `moved` is the new address where every redirect on the way said that it holds for good; None otherwise.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    moved: str | None = None

    @property
    def unchanged(self) -> bool:
        """Whether the server says that nothing has changed since the copy that was asked about."""
        return self.status == HTTPStatus.NOT_MODIFIED


Resolve = Callable[[str, int], list[str]]


def resolve(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host name, in the order in which they should be tried."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in answers))


def fetch(
    url: str,
    *,
    network: Network = NETWORK,
    etag: str | None = None,
    last_modified: str | None = None,
    permit: Callable[[Endpoint], None] | None = None,
    resolve: Resolve = resolve,
) -> Fetched:
    """Return what an address answers, redirects followed; any failure is a `FetchError` that says why.

    An answer that is an error (404, 500) is returned, not raised: who asks knows what it means. With `etag` or
    `last_modified` of an earlier copy the server may answer that nothing has changed. `permit` is asked before each
    address, and raises where it must not be fetched.
    """
    endpoint = parse_endpoint(url)
    conditions = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    headers = {name: value for name, value in conditions.items() if value is not None}
    lasting = True
    time_left = _TimeLeft(network.seconds)
    for _ in range(network.redirects + 1):
        if permit is not None:
            permit(endpoint)
        answer = _ask(endpoint, headers, network, _Connection(endpoint, network, resolve, time_left))
        if answer.status not in _REDIRECTS or "location" not in answer.headers:
            is_new = lasting and endpoint.url != parse_endpoint(url).url
            return replace(answer, moved=endpoint.url if is_new else None)
        lasting = lasting and answer.status in (HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT)
        endpoint = parse_endpoint(answer.headers["location"], base=endpoint.url)
    raise FetchError(url, f"more than {network.redirects} redirects, one after the other")


def _ask(endpoint: Endpoint, headers: Mapping[str, str], network: Network, connection: _Connection) -> Fetched:
    """Return the answer of one address, without following it anywhere."""
    sent = {"Host": endpoint.authority, "User-Agent": network.user_agent, "Accept": _ACCEPT, "Accept-Encoding": "gzip"}
    try:
        with connection.in_time():
            connection.request("GET", endpoint.target, headers={**sent, **headers})
            response = connection.getresponse()
            shown = {name: value for name in _SHOWN_HEADERS if (value := response.getheader(name)) is not None}
            wanted = response.status not in _REDIRECTS
            body = b"".join(_body(response, endpoint, network)) if wanted else b""
        return Fetched(endpoint.url, response.status, shown, body)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswerError(endpoint.url, f"no answer: {_reason(error)}") from error
    finally:
        connection.close()


def _body(response: http.client.HTTPResponse, endpoint: Endpoint, network: Network) -> Iterator[bytes]:
    """Iterate over the answer, unfolded where it was sent compressed; neither form may be longer than the limit."""
    chunks = _sent(response, endpoint, network)
    if response.getheader("content-encoding", "").strip().lower() not in ("gzip", "x-gzip"):
        return chunks
    limits = replace(LIMITS, inflated_bytes=network.body_bytes)
    return inflate_gzip(chunks, Inflation(endpoint.url, "the compressed answer", limits))


def _sent(response: http.client.HTTPResponse, endpoint: Endpoint, network: Network) -> Iterator[bytes]:
    taken = 0
    while chunk := response.read(_CHUNK):
        taken += len(chunk)
        if taken > network.body_bytes:
            raise FetchError(endpoint.url, f"the answer is longer than {network.body_bytes:,} bytes")
        yield chunk
    if response.length:  # http.client is content with less than was promised
        raise FetchError(endpoint.url, f"the answer broke off, {response.length:,} bytes before its end")


class _TimeLeft:
    """How much of its time a fetch has left; what `permit` waits between two addresses does not count."""

    def __init__(self, seconds: float) -> None:
        self.given = self.seconds = seconds

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the time run during the block."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self.seconds = max(0.0, self.seconds - (time.monotonic() - begun))


class _Connection(http.client.HTTPConnection):
    """A connection that dials only numbers it has checked, and that ends when its time is up.

    It keeps its socket by itself: `http.client` lets go of it as soon as an answer says that it ends with the connection.
    """

    def __init__(self, endpoint: Endpoint, network: Network, resolve: Resolve, time_left: _TimeLeft) -> None:
        super().__init__(endpoint.host, endpoint.port, timeout=network.seconds)
        self._endpoint = endpoint
        self._network = network
        self._resolve = resolve
        self._time_left = time_left
        self._end = time.monotonic() + time_left.seconds
        self._dialled: socket.socket | None = None
        self._late = threading.Event()

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Break the connection off when the time is up: a time-out of the socket's own begins anew with every byte."""
        self._end = time.monotonic() + self._time_left.seconds
        timer = threading.Timer(self._time_left.seconds, self._break_off)
        timer.daemon = True
        timer.start()
        try:
            with self._time_left.running():
                yield
        except Exception as error:
            if self._late.is_set():
                raise self._is_late() from error
            raise
        finally:
            timer.cancel()
        if self._late.is_set():  # what was broken off can look like an end
            raise self._is_late()

    def connect(self) -> None:
        """Dial the first of the host's numbers that answers, all of them checked before any is dialled."""
        numbers = self._look_up()
        if not self._endpoint.is_named_in(self._network.allowed):
            _check_public(self._endpoint, numbers)
        self.sock = self._dialled = self._dial(numbers)
        if self._endpoint.scheme == "https":
            context = ssl.create_default_context()
            secure = context.wrap_socket(self._dialled, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = self._dialled = secure
            self._check_time()  # the socket that a break meets must be this one before the other side can drip
            secure.do_handshake()
        self._check_time()

    def _break_off(self) -> None:
        """End the connection from another thread: a reader of it wakes up with an error."""
        self._late.set()
        if self._dialled is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._dialled, socket.SHUT_RDWR)  # that of TLS would first drop its keys

    def _look_up(self) -> list[str]:
        """Return the numbers of the host; the system's own look-up cannot be broken off, so it is left behind when late."""
        found: SimpleQueue[list[str] | Exception] = SimpleQueue()

        def look_up() -> None:
            try:
                found.put(self._resolve(self._endpoint.host, self._endpoint.port))
            except Exception as error:  # noqa: BLE001 - raised again by the thread that waits
                found.put(error)

        threading.Thread(target=look_up, daemon=True).start()
        try:
            numbers = found.get(timeout=max(0.0, self._end - time.monotonic()))
        except Empty:
            raise self._is_late() from None
        if isinstance(numbers, Exception):
            raise numbers
        return numbers

    def _dial(self, numbers: list[str]) -> socket.socket:
        failure: OSError = OSError("the name has no address")
        for number in numbers:
            left = self._end - time.monotonic()
            if left <= 0:
                raise self._is_late()
            try:
                dialled = socket.create_connection((number, self._endpoint.port), timeout=left)
            except OSError as error:
                failure = error
            else:
                dialled.settimeout(self._network.seconds)
                return dialled
        raise failure

    def _check_time(self) -> None:
        if self._late.is_set():
            raise self._is_late()

    def _is_late(self) -> NoAnswerError:
        return NoAnswerError(self._endpoint.url, f"not done within {self._time_left.given:g} seconds")


def _check_public(endpoint: Endpoint, numbers: list[str]) -> None:
    """Refuse a host if any of its numbers is private: an honest name has no use for a mixture."""
    private = next((number for number in numbers if not is_public(ip_address(number.partition("%")[0]))), None)
    if private is not None:
        host = endpoint.host if private == endpoint.host else f"{endpoint.host}, which is {private},"
        raise PrivateAddressError(
            endpoint.url,
            f"{host} is an address on a private network or on this machine and is not fetched",
            advice=f"If you mean it, allow it by name: {endpoint.host}:{endpoint.port}.",
        )


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({error.verify_message})"
    if isinstance(error, socket.gaierror):
        return "there is no host of that name, or no network"
    if isinstance(error, TimeoutError):
        return "it took too long"
    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return " ".join(text.split())[:200]
