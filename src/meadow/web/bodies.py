"""What a request sends is bounded before anything reads it: by its bytes, and a form by its fields too."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meadow.errors import UsageError
from meadow.web.errors import error_response

MOST_BYTES = 1_000_000
MOST_FIELDS = 10_000  # of a form: 1 MB of empty ones keeps the parser busy for half a second
_BODILESS = ("GET", "HEAD", "OPTIONS")
_TOO_LARGE = UsageError(
    "The request is too large.",
    allowed=f"At most {MOST_BYTES:,} bytes, and a form of at most {MOST_FIELDS:,} fields.",
    advice="Send it in parts. Articles are added by `meadow follow` or from a file, not through the app.",
)


@dataclass(frozen=True, slots=True)
class Bounded:
    """The app behind a limit: a body is taken whole, up to `MOST_BYTES`, or refused with 413 as soon as it is longer."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose body is small enough, or refuse it."""
        if scope["type"] != "http" or scope["method"] in _BODILESS:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        declared = request.headers.get("content-length", "")
        is_long = declared.isascii() and declared.isdigit() and (len(declared) > 18 or int(declared) > MOST_BYTES)
        try:
            body = None if is_long else await _taken(receive)
        except ClientDisconnect:
            return  # half a request is none
        if body is None or _is_long_form(request, body):
            refusal = error_response(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _TOO_LARGE)
            refusal.headers["Connection"] = "close"  # the rest of it is not waited for
            await refusal(scope, receive, send)
            return
        await self.app(scope, _replayed(body, receive), send)


async def _taken(receive: Receive) -> bytes | None:
    """Return the body; None if it is too long."""
    body = bytearray()
    more = True
    while more and len(body) <= MOST_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body) if len(body) <= MOST_BYTES else None


def _is_long_form(request: Request, body: bytes) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/x-www-form-urlencoded" and body.count(b"&") >= MOST_FIELDS


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return what the app receives: the body at once, then whatever the server says."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
