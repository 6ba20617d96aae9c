"""Errors in one shape: JSON for programs, a page for people."""

from __future__ import annotations

import pytest

from meadow.errors import BusyStoreError, MeadowError, StoreError, UnknownNameError, UsageError
from meadow.web.errors import NotFoundError, status_of
from meadow.workspace import Workspace
from web.apps import Reader, reader_of

JSON = {"Accept": "application/json"}


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UsageError("No."), 400),
        (UnknownNameError("story", "x", []), 404),
        (UnknownNameError("ranker", "x", []), 400),
        (NotFoundError("Nothing."), 404),
        (BusyStoreError("Later."), 503),
        (StoreError("Broken."), 500),
    ],
)
def test_the_status_fits_the_error(error: MeadowError, status: int) -> None:
    assert status_of(error) == status


def test_a_program_gets_the_four_parts(reader: Reader) -> None:
    answer = reader.get("/?min_sources=many", **JSON)
    assert answer.status_code == 400
    assert answer.json() == {
        "error": {
            "problem": "'many' is no number of sources.",
            "given": "many",
            "allowed": "A whole number from 0 to 10,000.",
            "advice": None,
        }
    }


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nothing", 404), ("POST", "/", 405), ("DELETE", "/theme", 405), ("POST", "/theme", 422)],
)
def test_what_the_server_refuses_has_the_same_shape(reader: Reader, method: str, path: str, status: int) -> None:
    ours = {"Origin": "http://127.0.0.1:8710"}
    answer = reader.send(method, path, {**JSON, **ours})
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"problem", "given", "allowed", "advice"}
    page = reader.send(method, path, ours)
    assert (page.status_code, page.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert "<h1" in page.text


def test_below_the_api_an_error_is_json_for_every_client(reader: Reader) -> None:
    assert reader.get("/api/nothing").json()["error"]["problem"] == "There is no page at this address."


def test_an_error_page_escapes_what_was_given(reader: Reader) -> None:
    answer = reader.get("/?min_sources=<script>alert(1)</script>")
    assert answer.status_code == 400
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert" in answer.text


def test_a_bug_says_that_it_is_one_and_shows_no_code(workspace: Workspace) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    reader = reader_of(workspace)
    reader.app.add_api_route("/broken", broken)
    answer = reader.get("/broken")
    assert answer.status_code == 500
    assert "this is a bug" in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
