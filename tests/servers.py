"""A small web server on this machine for tests: each path answers as the test says, and every request is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True, slots=True)
class Answer:
    """What a path answers."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked: the path with its query, and the headers by their names in small letters."""

    path: str
    headers: Mapping[str, str]


Respond = Callable[[Request], Answer | Iterator[bytes]]


@dataclass
class Server:
    """A running server: `pages` may change while it runs."""

    pages: dict[str, Answer | Respond]
    port: int = 0
    requests: list[Request] = field(default_factory=list)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        return f"http://{self.host}{path}"

    def paths(self) -> list[str]:
        return [request.path for request in self.requests]


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            request = Request(self.path, {name.lower(): value for name, value in self.headers.items()})
            server.requests.append(request)
            page = server.pages.get(self.path.partition("?")[0], Answer(b"nothing here", 404))
            answer = page(request) if callable(page) else page
            self.close_connection = True
            if not isinstance(answer, Answer):
                self._stream(answer)
                return
            self.send_response(answer.status)
            for name, value in {"Content-Length": str(len(answer.body)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        def _stream(self, chunks: Iterator[bytes]) -> None:
            try:
                for chunk in chunks:
                    self.wfile.write(chunk)
                    self.wfile.flush()
            except OSError:
                pass  # the other side has heard enough

        def log_message(self, *_: object) -> None:
            """Say nothing: the test reads `requests`."""

    return Handler


@contextmanager
def serving(pages: Mapping[str, Answer | Respond] | None = None) -> Iterator[Server]:
    """Run a server until the end of the block. A page that is an iterator of bytes is sent as it is, head included."""
    server = Server(dict(pages or {}))

    listener = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    listener.daemon_threads = True
    server.port = listener.server_address[1]
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()
