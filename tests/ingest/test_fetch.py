"""The one network function, against servers on this machine that behave, and that do not."""

from __future__ import annotations

import gzip
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from meadow.errors import FetchError, LimitError, ReadError
from meadow.ingest.addresses import Endpoint, parse_endpoint
from meadow.ingest.fetch import USER_AGENT, Fetched, Network, fetch
from meadow.ingest.robots import Robots
from patience import PATIENCE_SECONDS
from servers import Answer, Request, Server, serving


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def get(server: Server, path: str, network: Network | None = None) -> Fetched:
    return fetch(server.url(path), network=network or near(server))


def near(server: Server, **limits: float) -> Network:
    return Network(allowed=frozenset({server.host}), **limits)  # type: ignore[arg-type]


@contextmanager
def breaking_after(ended: threading.Event) -> Iterator[None]:
    """End what drips when the test does; a fetch that has not broken it off after a test's patience fails."""
    was_patient = threading.Event()

    def give_up() -> None:
        was_patient.set()
        ended.set()

    timer = threading.Timer(PATIENCE_SECONDS, give_up)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        ended.set()
    assert not was_patient.is_set()


def test_a_page_comes_with_its_address_and_headers(server: Server) -> None:
    server.pages["/a"] = Answer(
        "schön".encode(), headers={"Content-Type": "text/plain", "ETag": '"1"', "Set-Cookie": "x=1"}
    )
    got = get(server, "/a?q=1")
    assert (got.url, got.status, got.body.decode()) == (server.url("/a?q=1"), 200, "schön")
    assert got.headers == {"content-type": "text/plain", "etag": '"1"'}
    assert got.moved is None


def test_it_says_who_it_is_and_sends_nothing_else(server: Server) -> None:
    server.pages["/"] = Answer(b"x")
    get(server, "/")
    headers = server.requests[0].headers
    assert headers["user-agent"] == USER_AGENT
    assert headers["host"] == server.host
    assert set(headers) == {"host", "user-agent", "accept", "accept-encoding"}


def test_proxies_of_the_environment_are_ignored(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setitem(os.environ, name, "http://127.0.0.1:9/")
    server.pages["/"] = Answer(b"direct")
    assert get(server, "/").body == b"direct"


@pytest.mark.parametrize("status", [404, 410, 429, 500, 503])
def test_an_error_that_the_server_answers_is_an_answer(server: Server, status: int) -> None:
    server.pages["/"] = Answer(b"sorry", status, {"Retry-After": "120"})
    got = get(server, "/")
    assert (got.status, got.headers["retry-after"], got.unchanged) == (status, "120", False)


def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
    def page(request: Request) -> Answer:
        same = request.headers.get("if-none-match") == '"7"' and "if-modified-since" in request.headers
        return Answer(status=304) if same else Answer(b"new", headers={"ETag": '"7"'})

    server.pages["/feed"] = page
    assert get(server, "/feed").body == b"new"
    again = fetch(server.url("/feed"), network=near(server), etag='"7"', last_modified="Mon, 02 Mar 2026 08:00:00 GMT")
    assert (again.unchanged, again.body) == (True, b"")


class TestRedirects:
    def test_they_are_followed_and_a_lasting_one_is_named(self, server: Server) -> None:
        server.pages["/old"] = Answer(status=301, headers={"Location": "/new"})
        server.pages["/new"] = Answer(b"here")
        got = get(server, "/old")
        assert (got.body, got.url, got.moved) == (b"here", server.url("/new"), server.url("/new"))

    def test_one_that_may_change_is_not_named(self, server: Server) -> None:
        server.pages["/old"] = Answer(status=301, headers={"Location": "/now"})
        server.pages["/now"] = Answer(status=302, headers={"Location": "/new"})
        server.pages["/new"] = Answer(b"here")
        assert get(server, "/old").moved is None

    def test_a_circle_ends(self, server: Server) -> None:
        server.pages["/a"] = Answer(status=302, headers={"Location": "/a"})
        with pytest.raises(FetchError, match="more than 5 redirects"):
            get(server, "/a")
        assert len(server.requests) == 6

    @pytest.mark.parametrize("target", ["file:///etc/passwd", "http://user:pw@news.example/"])
    def test_one_to_what_is_no_page_is_refused(self, server: Server, target: str) -> None:
        server.pages["/a"] = Answer(status=302, headers={"Location": target})
        with pytest.raises(FetchError):
            get(server, "/a")

    def test_one_to_a_private_network_is_refused_though_the_first_host_was_allowed(self, server: Server) -> None:
        with serving({"/secret": Answer(b"secret")}) as other:
            server.pages["/a"] = Answer(status=302, headers={"Location": other.url("/secret")})
            with pytest.raises(FetchError, match="private network or on this machine"):
                get(server, "/a")
            assert other.requests == []


class TestPrivateNetworks:
    def test_this_machine_is_not_fetched_unless_it_is_named(self, server: Server) -> None:
        server.pages["/"] = Answer(b"x")
        with pytest.raises(FetchError, match="private network or on this machine") as caught:
            fetch(server.url("/"))
        assert server.host in str(caught.value)  # how to allow it
        assert server.requests == []

    @pytest.mark.parametrize("host", ["localhost", "0x7f000001", "2130706433", "127.1", "0"])
    def test_other_spellings_of_this_machine_are_no_way_round(self, server: Server, host: str) -> None:
        with pytest.raises(FetchError):
            fetch(f"http://{host}:{server.port}/")
        assert server.requests == []

    def test_one_private_number_among_public_ones_is_enough_to_refuse(self) -> None:
        with pytest.raises(FetchError, match=r"10\.0\.0\.7"):
            fetch("http://news.example/", resolve=lambda _host, _port: ["93.184.216.34", "10.0.0.7"])

    def test_a_refusal_says_the_numbers_of_a_name_and_no_number_twice(self, server: Server) -> None:
        with pytest.raises(FetchError) as by_number:
            fetch(server.url("/"))
        assert by_number.value.reason.startswith("127.0.0.1 is an address on a private network")
        with pytest.raises(FetchError) as by_name:
            fetch("http://news.example/", resolve=lambda _host, _port: ["10.0.0.7"])
        assert by_name.value.reason.startswith("news.example, which is 10.0.0.7, is an address on a private network")

    def test_a_name_is_looked_up_once_so_that_it_cannot_change_its_mind(self, server: Server) -> None:
        asked: list[str] = []

        def changing(host: str, _port: int) -> list[str]:
            asked.append(host)
            return ["127.0.0.1"]

        server.pages["/"] = Answer(b"x")
        network = Network(allowed=frozenset({f"news.example:{server.port}"}))
        got = fetch(f"http://news.example:{server.port}/", network=network, resolve=changing)
        assert (got.body, asked) == (b"x", ["news.example"])
        assert server.requests[0].headers["host"] == f"news.example:{server.port}"


class TestLimits:
    def test_a_long_answer_stops_at_the_limit(self, server: Server) -> None:
        server.pages["/"] = Answer(b"x" * 5000)
        with pytest.raises(FetchError, match="longer than 1,000 bytes"):
            get(server, "/", near(server, body_bytes=1000))

    def test_an_endless_answer_stops_at_the_limit(self, server: Server) -> None:
        def endless(_: Request) -> Iterator[bytes]:
            yield b"HTTP/1.1 200 OK\r\n\r\n"
            while True:
                yield b"x" * 10_000

        server.pages["/"] = endless
        with pytest.raises(FetchError, match="longer than"):
            get(server, "/", near(server, body_bytes=100_000))

    def test_compressed_answers_unfold_and_bombs_stop(self, server: Server) -> None:
        zipped = {"Content-Encoding": "gzip"}
        server.pages["/"] = Answer(gzip.compress(b"news"), headers=zipped)
        server.pages["/bomb"] = Answer(gzip.compress(bytes(10_000_000)), headers=zipped)
        assert get(server, "/").body == b"news"
        with pytest.raises(LimitError, match="unfolds to more than"):
            get(server, "/bomb", near(server, body_bytes=1_000_000))

    def test_damaged_compression_is_an_error(self, server: Server) -> None:
        server.pages["/"] = Answer(gzip.compress(b"news" * 1000)[:30], headers={"Content-Encoding": "gzip"})
        with pytest.raises(ReadError):
            get(server, "/")

    def test_an_answer_that_breaks_off_is_no_answer(self, server: Server) -> None:
        server.pages["/"] = Answer(b"half", headers={"Content-Length": "8"})
        with pytest.raises(FetchError, match=r"broke off|no answer"):
            get(server, "/")

    @pytest.mark.parametrize(
        ("head", "drop"),
        [
            (b"HTTP/1.1 200 OK\r\n\r\n", b"x"),
            (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", b"x"),
            (b"HTTP/1.0 200 OK\r\n\r\n", b"x"),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n", b"x"),
            (b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 99999\r\n\r\n", b"x"),
            (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
            (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"X-Trailer: y\r\n"),
            (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
            (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
            (b"", b""),
        ],
    )
    def test_bytes_that_drip_end_with_the_time(self, server: Server, head: bytes, drop: bytes) -> None:
        ended = threading.Event()

        def dripping(_: Request) -> Iterator[bytes]:
            yield head
            try:
                while not ended.wait(0.02):
                    yield drop
            finally:
                ended.set()

        server.pages["/"] = dripping
        with breaking_after(ended), pytest.raises(FetchError, match=r"not done within 0\.3 seconds"):
            get(server, "/", near(server, seconds=0.3))

    def test_a_secure_connection_that_is_never_made_ends_with_the_time(self) -> None:
        ended = threading.Event()
        with socket.create_server(("127.0.0.1", 0)) as listener, breaking_after(ended):

            def drip() -> None:
                with listener.accept()[0] as taken, suppress(OSError):
                    taken.sendall(b"\x16\x03\x03\x40\x00")
                    while not ended.wait(0.02):
                        taken.sendall(b"x")

            threading.Thread(target=drip, daemon=True).start()
            host = f"127.0.0.1:{listener.getsockname()[1]}"
            with pytest.raises(FetchError, match=r"not done within 0\.3 seconds"):
                fetch(f"https://{host}/", network=Network(allowed=frozenset({host}), seconds=0.3))

    def test_a_name_that_is_not_found_in_time_ends_with_the_time(self) -> None:
        ended = threading.Event()

        def late(_host: str, _port: int) -> list[str]:
            ended.wait()
            return []

        with breaking_after(ended), pytest.raises(FetchError, match=r"not done within 0\.1 seconds"):
            fetch("http://news.example/", network=Network(seconds=0.1), resolve=late)

    def test_redirects_share_the_time(self, server: Server) -> None:
        """Each of them alone would be in time."""
        ended = threading.Event()

        def onward(_: Request) -> Answer:
            ended.wait(0.3)
            return Answer(status=302, headers={"Location": "/"})

        server.pages["/"] = onward
        with breaking_after(ended), pytest.raises(FetchError, match=r"not done within 1 seconds"):
            get(server, "/", near(server, seconds=1.0, redirects=1_000))

    def test_a_server_that_talks_nonsense_is_an_error(self, server: Server) -> None:
        server.pages["/"] = lambda _: iter([b"no http at all\r\n\r\n"])
        with pytest.raises(FetchError, match="no answer"):
            get(server, "/")

    def test_a_closed_port_and_an_unknown_host_say_so(self) -> None:
        with pytest.raises(FetchError, match="refused"):
            fetch("http://127.0.0.1:9/", network=Network(allowed=frozenset({"127.0.0.1"})))
        with pytest.raises(FetchError, match="no answer"):
            fetch("http://news.example/", resolve=lambda _host, _port: [])


class TestRobots:
    def ask(self, server: Server, path: str) -> Fetched:
        network = near(server)
        return fetch(server.url(path), network=network, permit=Robots(fetch, network).check)

    def test_what_a_site_asks_to_leave_alone_is_left_alone(self, server: Server) -> None:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private\nCrawl-delay: 3\n")
        server.pages["/private/a"] = server.pages["/open"] = Answer(b"x")
        assert self.ask(server, "/open").status == 200
        with pytest.raises(FetchError, match=r"robots\.txt"):
            self.ask(server, "/private/a")
        assert "/private/a" not in server.paths()

    def test_a_rule_for_us_goes_before_one_for_all(self, server: Server) -> None:
        server.pages["/robots.txt"] = Answer(b"User-agent: meadow\nAllow: /\n\nUser-agent: *\nDisallow: /\n")
        server.pages["/a"] = Answer(b"x")
        assert self.ask(server, "/a").status == 200

    def test_no_file_allows_everything_and_a_broken_server_nothing(self, server: Server) -> None:
        server.pages["/a"] = Answer(b"x")
        assert self.ask(server, "/a").status == 200
        server.pages["/robots.txt"] = Answer(status=503)
        with pytest.raises(FetchError, match="answers 503"):
            self.ask(server, "/a")

    def test_a_redirect_is_asked_about_too(self, server: Server) -> None:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private\n")
        server.pages["/a"] = Answer(status=302, headers={"Location": "/private/a"})
        server.pages["/private/a"] = Answer(b"x")
        with pytest.raises(FetchError, match=r"robots\.txt"):
            self.ask(server, "/a")

    def test_a_site_is_asked_once_and_says_how_long_to_wait(self, server: Server) -> None:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nCrawl-delay: 3\n")
        robots = Robots(fetch, near(server))
        endpoint = Endpoint("http", "127.0.0.1", server.port, "/a")
        robots.check(endpoint)
        assert robots.delay_seconds(endpoint) == 3.0
        assert server.paths() == ["/robots.txt"]

    @pytest.mark.parametrize(
        "line",
        ["Disallow: //[x", "Allow: http://[", "Crawl-delay: ²", f"Crawl-delay: {'9' * 5000}", "Request-rate: ²/³",
         "Request-rate: 1/", "Sitemap: http://[", "\x00: \x00", ":", "Disallow: /%zz%5b"],
    )  # fmt: skip
    def test_a_line_that_makes_no_sense_takes_nothing_from_the_others(self, server: Server, line: str) -> None:
        server.pages["/robots.txt"] = Answer(f"User-agent: *\n{line}\nDisallow: /private\n".encode())
        robots = Robots(fetch, near(server))
        robots.check(parse_endpoint(server.url("/a")))
        with pytest.raises(FetchError, match="asks programs not"):
            robots.check(parse_endpoint(server.url("/private")))
        delay = robots.delay_seconds(parse_endpoint(server.url("/a")))
        assert delay is None or 0 <= delay < 1_000_000

    @pytest.mark.parametrize("path", ["//[x", "/%5b", "/?q=//%5b", "/a℀"])
    def test_odd_addresses_of_ours_are_asked_about(self, server: Server, path: str) -> None:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private\n")
        Robots(fetch, near(server)).check(parse_endpoint(server.url(path)))

    def test_a_redirect_of_robots_to_nowhere_leaves_the_site_alone(self, server: Server) -> None:
        server.pages["/robots.txt"] = Answer(status=302, headers={"Location": "http://["})
        with pytest.raises(FetchError, match="cannot be read"):
            Robots(fetch, near(server)).check(parse_endpoint(server.url("/a")))
