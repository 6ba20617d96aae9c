"""Checks of every request (host, token, origin) and headers of every answer (a strict policy).

The app listens on this machine, where any page that a browser has open could talk to it. So a foreign Host is refused (a
page could give its own name our address), everything but the style sheets needs a token, and whatever writes must come from
a page of our own. A GET never writes. Who takes part in a study has a token too, which opens the pages of that study and
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meadow.errors import MeadowError
from meadow.model import Participant
from meadow.web.addresses import path_of
from meadow.web.errors import error_response
from meadow.web.headers import HEADERS
from meadow.web.settings import WebSettings

STATIC = "/static/"
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
JUDGE = "/j"
INVITATION = f"{JUDGE}/t/"
_OWNERS = tuple(f"{JUDGE}/{each}" for each in ("results", "studies", "new", "merge", "export"))
_THEME = "/theme"
_TOKEN = "token"  # noqa: S105 - the name of a parameter
_BEARER = "bearer "
_COOKIE_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Safety:
    """The app behind the checks; what passes knows its reader as `request.state.reader`.

    On pages of a study it knows its participant instead, as `request.state.participant`; `participant_of` finds whose token
    it is.
    """

    app: ASGIApp
    settings: WebSettings
    participant_of: Callable[[str | None], Participant | None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        refusal = self._refuse(request)
        answer = self.app if refusal is None else refusal
        await answer(scope, receive, _with_headers(send))

    def _refuse(self, request: Request) -> Response | None:
        """Return what a request gets instead of the app's answer; None lets it through."""
        if request.headers.get("host", "").lower() not in self.settings.hosts:
            return error_response(request, HTTPStatus.MISDIRECTED_REQUEST, _foreign_host(request, self.settings))
        if request.url.path.startswith(STATIC):
            return None
        token = request.query_params.get(_TOKEN)
        feed_reader = self.settings.feed_reader_of(token) if _asks_for_feed(request) else None
        if feed_reader is not None:
            request.state.reader = feed_reader
            return None
        if token is not None and request.method in _SAFE_METHODS and self.settings.reader_of(token) is not None:
            return self._let_in(request, token)
        participant = self._participant(request)
        if participant is not None:
            request.state.participant = participant
            return self._refuse_foreign(request, by_header=False)
        if request.url.path.startswith(INVITATION):
            return None  # the token is in the address
        bearer = _bearer(request.headers)
        reader = self.settings.reader_of(bearer or request.cookies.get(self.settings.cookie))
        if reader is None:
            return error_response(request, HTTPStatus.UNAUTHORIZED, _NO_TOKEN)
        request.state.reader = reader
        return self._refuse_foreign(request, by_header=bearer is not None)

    def _participant(self, request: Request) -> Participant | None:
        """Return who asks for a page of a study, by the cookie of their link; None for all other pages."""
        path = request.url.path
        of_judges = path == JUDGE or path.startswith(f"{JUDGE}/")
        if path != _THEME and (not of_judges or path.startswith((INVITATION, *_OWNERS))):
            return None
        token = request.cookies.get(self.settings.judge_cookie)
        return None if token is None else self.participant_of(token)

    def _refuse_foreign(self, request: Request, *, by_header: bool) -> Response | None:
        if request.method in _SAFE_METHODS or self._is_ours(request.headers, by_header=by_header):
            return None
        return error_response(request, HTTPStatus.FORBIDDEN, _FOREIGN_ORIGIN)

    def _let_in(self, request: Request, token: str) -> Response:
        """Keep the token in a cookie, and lead to the same page without it, so that it stays in no history."""
        rest = [(name, value) for name, value in parse_qsl(request.url.query, keep_blank_values=True) if name != _TOKEN]
        path = path_of(request.scope)
        answer = RedirectResponse(f"{path}?{urlencode(rest)}" if rest else path, HTTPStatus.SEE_OTHER)
        secure = self.settings.origins[0].startswith("https:")
        answer.set_cookie(
            self.settings.cookie, token, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict", secure=secure
        )
        return answer

    def _is_ours(self, headers: Mapping[str, str], *, by_header: bool) -> bool:
        """Return whether a page of ours sends this, or a program that says its token itself, which no foreign page can."""
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            # A page without a referrer, as ours, sends its forms with the origin "null".
            return site == "same-origin" and (origin in (None, "null") or origin in self.settings.origins)
        return by_header if origin is None else origin in self.settings.origins


def _asks_for_feed(request: Request) -> bool:
    """Return whether a token for feeds is enough: feed readers keep no cookies; their token opens nothing else."""
    path = request.url.path
    named = path.startswith("/watch/") and path.endswith(".atom")
    return request.method in ("GET", "HEAD") and (path == "/stories.atom" or named)


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers


def _bearer(headers: Mapping[str, str]) -> str | None:
    given = headers.get("authorization", "")
    return given[len(_BEARER) :].strip() if given.lower().startswith(_BEARER) else None


_NO_TOKEN = MeadowError(
    "This Meadow answers only those who have its address with a token.",
    allowed="The token comes as ?token=… in the address, once per browser; programs send it as a Bearer token.",
    advice="Open the address that `meadow serve` printed when it started.",
)
_FOREIGN_ORIGIN = MeadowError(
    "A change must come from a page of this Meadow.",
    allowed="The headers Origin and Sec-Fetch-Site have to name this very address.",
    advice="Open the page here and try again; nothing was changed.",
)


def _foreign_host(request: Request, settings: WebSettings) -> MeadowError:
    return MeadowError(
        "This Meadow does not go by that name.", given=request.headers.get("host", ""),
        allowed=f"Known here: {', '.join(sorted(settings.hosts))}.",
        advice="Start it with --public-url to add a name.",
    )  # fmt: skip
