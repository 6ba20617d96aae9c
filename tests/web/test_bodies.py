"""What a request sends is bounded before it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from meadow.web.bodies import MOST_BYTES, MOST_FIELDS
from web.apps import ORIGIN, SETTINGS, TOKEN, Reader

LEAVES = b"the sender leaves"
FORM = "application/x-www-form-urlencoded"


class Sent:
    """A request by hand: how much of its body the app took, and what it answered."""

    def __init__(self, reader: Reader, path: str, chunks: Iterator[bytes], **headers: str) -> None:
        self.taken = 0
        self.status = 0
        self.answer = b""
        self._chunks = chunks
        given = {"host": "127.0.0.1:8710", "origin": ORIGIN, "cookie": f"{SETTINGS.cookie}={TOKEN}", **headers}
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()],
            "client": ("127.0.0.1", 9), "server": ("127.0.0.1", 8710),
        }  # fmt: skip
        asyncio.run(reader.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        chunk = next(self._chunks, None)
        if chunk == LEAVES:
            return {"type": "http.disconnect"}
        self.taken += len(chunk or b"")
        return {"type": "http.request", "body": chunk or b"", "more_body": chunk is not None}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.answer += message.get("body", b"")


def endless(chunk: bytes) -> Iterator[bytes]:
    while True:
        yield chunk


@pytest.mark.parametrize("path", ["/api/sources", "/sources/add", "/theme", "/nothing", "/j/new"])
def test_an_endless_body_is_refused_at_the_limit(reader: Reader, path: str) -> None:
    sent = Sent(reader, path, endless(b"x" * 65_536), content_type="application/json")
    assert sent.status == 413
    assert MOST_BYTES < sent.taken <= MOST_BYTES + 65_536
    assert b"1,000,000" in sent.answer


@pytest.mark.parametrize("length", [str(MOST_BYTES + 1), "300000000", "9" * 5000])
def test_a_body_that_says_it_is_too_long_is_not_read(reader: Reader, length: str) -> None:
    sent = Sent(reader, "/api/sources", endless(b"x"), content_type="application/json", content_length=length)
    assert (sent.status, sent.taken) == (413, 0)
    assert b'"error":{"problem":"The request is too large."' in sent.answer


def test_a_form_of_too_many_fields_is_refused(reader: Reader) -> None:
    assert Sent(reader, "/theme", iter([b"&" * MOST_FIELDS]), content_type=FORM).status == 413
    assert Sent(reader, "/theme", iter([b"theme=dark&" * 100]), content_type=FORM).status == 303


@pytest.mark.parametrize("length", [None, "5", "-5", "²", "many"])
def test_what_fits_is_read_as_it_was_sent(reader: Reader, length: str | None) -> None:
    said = {} if length is None else {"content_length": length}
    sent = Sent(reader, "/theme", iter([b"the", b"me=da", b"rk"]), content_type=FORM, **said)
    assert sent.status == 303


def test_half_a_request_is_not_acted_on(reader: Reader) -> None:
    sent = Sent(reader, "/sources/add", iter([b"address=http://a.example/", LEAVES]), content_type=FORM)
    assert (sent.status, sent.answer) == (0, b"")
    assert reader.app.state.site.workspace.sources() == []


def test_a_request_without_token_is_refused_before_anything_is_read(reader: Reader) -> None:
    sent = Sent(reader, "/api/sources", endless(b"x"), cookie="")
    assert (sent.status, sent.taken) == (401, 0)
