"""Errors as answers: one JSON shape for programs, one page for people, and the status that fits."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from meadow.errors import BusyStoreError, MeadowError, StoreError, UnknownNameError
from meadow.web.headers import HEADERS
from meadow.web.rendering import render_page

API = "/api/"
# Kinds of things that have an address. Any other unknown name, such as a method's, is a bad request.
_KEPT = frozenset(
    ("story", "source", "watch", "item in quarantine", "run", "table", "system of this run", "form of export", "study")
)
_BUG = MeadowError(
    "Something went wrong in Meadow itself; this is a bug.",
    allowed="What was stored before is safe: nothing is written in part.",
    advice="Go back and try again. The terminal that runs `meadow serve` has the details; please report those lines.",
)


class NotFoundError(MeadowError):
    """An address under which there is nothing."""


class NotYoursError(MeadowError):
    """Something that belongs to someone else, or to another study."""


def status_of(error: MeadowError) -> HTTPStatus:
    """Return the status that an error is sent with."""
    if isinstance(error, NotFoundError) or (isinstance(error, UnknownNameError) and error.kind in _KEPT):
        return HTTPStatus.NOT_FOUND
    if isinstance(error, NotYoursError):
        return HTTPStatus.FORBIDDEN
    if isinstance(error, BusyStoreError):
        return HTTPStatus.SERVICE_UNAVAILABLE
    if isinstance(error, StoreError):
        return HTTPStatus.INTERNAL_SERVER_ERROR
    return HTTPStatus.BAD_REQUEST


def error_value(error: MeadowError) -> dict[str, object]:
    """Return an error in the one shape that programs get."""
    parts = {"problem": error.problem, "given": error.given, "allowed": error.allowed, "advice": error.advice}
    return {"error": parts}


def error_response(request: Request, status: HTTPStatus, error: MeadowError) -> Response:
    """Return an error as a page where people read, else as JSON."""
    headers = dict(HEADERS)  # what fails outside the checks carries them too
    if not wants_page(request):
        return JSONResponse(error_value(error), status, headers)
    page = render_page(request, "error.html", title=status.phrase, status=status, error=error)
    return Response(page, status, headers, "text/html; charset=utf-8")


def wants_page(request: Request) -> bool:
    """Return whether a person asks, by a browser, and not a program."""
    return not request.url.path.startswith(API) and "text/html" in request.headers.get("accept", "")


def add_error_handlers(app: FastAPI) -> None:
    """Let an app answer every error in these forms."""
    app.add_exception_handler(MeadowError, _foreseen)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _unforeseen)


def _foreseen(request: Request, error: Exception) -> Response:
    assert isinstance(error, MeadowError)  # noqa: S101 - it is registered for these
    return error_response(request, status_of(error), error)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - it is registered for these
    reasons = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
    problem = MeadowError(
        "The request cannot be understood.", given="; ".join(reasons), advice="Correct what is named and send it again."
    )
    return error_response(request, HTTPStatus.UNPROCESSABLE_ENTITY, problem)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for these
    status, path = HTTPStatus(error.status_code), request.url.path
    if status is HTTPStatus.NOT_FOUND:
        problem = MeadowError("There is no page at this address.", given=path, advice="The list of stories is at /.")
    elif status is HTTPStatus.METHOD_NOT_ALLOWED:
        problem = MeadowError(
            f"{request.method} is not what this address takes.", given=f"{request.method} {path}",
            allowed=(error.headers or {}).get("Allow"), advice="Use one of the methods that it takes.",
        )  # fmt: skip
    else:
        problem = MeadowError(f"{error.detail}", given=path)
    response = error_response(request, status, problem)
    response.headers.update(error.headers or {})
    return response


def _unforeseen(request: Request, error: Exception) -> Response:  # noqa: ARG001 - the server logs it
    return error_response(request, HTTPStatus.INTERNAL_SERVER_ERROR, _BUG)
