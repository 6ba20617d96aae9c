"""The one network function: a page or feed by its address, under limits, and never from a private network.

The dialer looks a name up once, checks every number it gets, and connects to a number it has checked, so that a name
cannot mean one machine when it is checked and another when it is dialled. Each redirect is a new address and goes the same
way. Proxies that the environment names are ignored: they would dial for us, unchecked. A host that the user names in
`Network.allowed` (a server on this machine, say) is dialled as it is; a redirect to another host is not covered by that.

We say who we are, ask for no cookies and send none, and wait no longer than `seconds` in all, however slowly bytes drip.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from ipaddress import ip_address

from meadow.errors import FetchError, NoAnswerError, PrivateAddressError
from meadow.ingest.addresses import Endpoint, is_public, parse_endpoint
from meadow.ingest.folding import Inflation, inflate_gzip
from meadow.ingest.items import LIMITS
from meadow.version import __version__

USER_AGENT = f"meadow/{__version__} (news reader that follows robots.txt; run by whoever uses this address)"
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
    """Return the numbers that a host name stands for, in the order in which they should be tried."""
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
    """Return what an address answers, redirects followed; whatever stands in the way is a `FetchError` that says so.

    An answer that is an error (404, 500) is returned, not raised: who asks knows what it means. With `etag` or
    `last_modified` of an earlier copy the server may answer that nothing has changed. `permit` is asked before each
    address, and raises where it must not be fetched.
    """
    endpoint = parse_endpoint(url)
    conditions = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    headers = {name: value for name, value in conditions.items() if value is not None}
    lasting = True
    for _ in range(network.redirects + 1):
        if permit is not None:
            permit(endpoint)
        answer = _ask(endpoint, headers, network, resolve)
        if answer.status not in _REDIRECTS or "location" not in answer.headers:
            is_new = lasting and endpoint.url != parse_endpoint(url).url
            return replace(answer, moved=endpoint.url if is_new else None)
        lasting = lasting and answer.status in (HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT)
        endpoint = parse_endpoint(answer.headers["location"], base=endpoint.url)
    raise FetchError(url, f"more than {network.redirects} redirects, one after the other")


def _ask(endpoint: Endpoint, headers: Mapping[str, str], network: Network, resolve: Resolve) -> Fetched:
    """Return the answer of one address, without following it anywhere."""
    connection = _Connection(endpoint, network, resolve)
    sent = {"Host": endpoint.authority, "User-Agent": network.user_agent, "Accept": _ACCEPT, "Accept-Encoding": "gzip"}
    try:
        with _within(network.seconds, connection, endpoint.url):
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


@contextmanager
def _within(seconds: float, connection: _Connection, url: str) -> Iterator[None]:
    """Break a connection off when the time is up: a time-out of the socket's own begins anew with every byte."""
    late = threading.Event()

    def end() -> None:
        late.set()
        connection.break_off()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        if late.is_set():
            raise NoAnswerError(url, f"not done within {seconds:g} seconds") from error
        raise
    finally:
        timer.cancel()
    if late.is_set():  # what was broken off can look like an end
        raise NoAnswerError(url, f"not done within {seconds:g} seconds")


class _Connection(http.client.HTTPConnection):
    """A connection that dials only numbers it has checked."""

    def __init__(self, endpoint: Endpoint, network: Network, resolve: Resolve) -> None:
        super().__init__(endpoint.host, endpoint.port, timeout=network.seconds)
        self._endpoint = endpoint
        self._network = network
        self._resolve = resolve

    def connect(self) -> None:
        """Dial the first of the host's numbers that answers, all of them checked before any is dialled."""
        numbers = self._resolve(self._endpoint.host, self._endpoint.port)
        if not self._endpoint.is_named_in(self._network.allowed):
            _check_public(self._endpoint, numbers)
        plain = self._dial(numbers)
        secure = self._endpoint.scheme == "https"
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host) if secure else plain

    def break_off(self) -> None:
        """End the connection from another thread: whoever reads from it wakes up with an error."""
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)

    def _dial(self, numbers: list[str]) -> socket.socket:
        failure: OSError = OSError("the name stands for no address")
        for number in numbers:
            try:
                return socket.create_connection((number, self._endpoint.port), timeout=self._network.seconds)
            except OSError as error:
                failure = error
        raise failure


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
