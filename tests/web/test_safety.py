"""Who is let in, from where, and what every answer carries."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from meadow.store.sqlite.store import FILE_NAME
from meadow.web.headers import POLICY
from meadow.workspace import Workspace
from web.apps import ORIGIN, SETTINGS, TOKEN, Reader, filled, reader_of

PAGES = ["/", "/s/wire", "/d/wire", "/nothing", "/static/app.css"]


def read_marks(workspace: Workspace) -> set[str]:
    return set(workspace.store.marks("me"))


@pytest.mark.parametrize("path", PAGES)
def test_a_foreign_host_is_misdirected(reader: Reader, path: str) -> None:
    for host in ("evil.example", "127.0.0.1", "127.0.0.1:9999", "127.0.0.1.evil.example:8710", ""):
        assert reader.get(path, Host=host).status_code == 421
    assert reader.get(path, Host="LOCALHOST:8710").status_code in (200, 404)


@pytest.mark.parametrize("path", PAGES[:-1])
def test_without_a_token_nothing_is_shown(reader: Reader, path: str) -> None:
    for cookies in ({}, {SETTINGS.cookie: "guess"}, {SETTINGS.cookie: ""}, {"meadow-1": TOKEN}):
        answer = Reader(reader.app, cookies).get(path)
        assert answer.status_code == 401
        assert "meadow serve" in answer.text
        assert "ferry" not in answer.text.lower()


def test_style_sheets_need_no_token(reader: Reader) -> None:
    assert Reader(reader.app, {}).get("/static/app.css").status_code == 200


def test_the_token_in_the_address_becomes_a_cookie(reader: Reader) -> None:
    answer = Reader(reader.app, {}).get(f"/?since=today&token={TOKEN}&unread=")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?since=today&unread=")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{SETTINGS.cookie}={TOKEN};")
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()


def test_a_wrong_token_in_the_address_sets_no_cookie(reader: Reader) -> None:
    answer = Reader(reader.app, {}).get("/?token=guess")
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


def test_a_token_leads_to_no_other_host(reader: Reader) -> None:
    stranger = Reader(reader.app, {})
    for path in ("//evil.example/x", "///evil.example/x"):
        assert stranger.get(f"{ORIGIN}{path}?token={TOKEN}").headers["location"] == "/evil.example/x"
    assert stranger.get(f"/s/a%2Fb%3Fc%23d?token={TOKEN}").headers["location"] == "/s/a%2Fb%3Fc%23d"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:9999"},
        {},
    ],
)
def test_a_change_from_elsewhere_is_refused(workspace: Workspace, reader: Reader, headers: dict[str, str]) -> None:
    answer = reader.send("POST", "/mark/wire", headers, {"back": "/"})
    assert answer.status_code == 403
    assert "nothing was changed" in answer.text
    assert read_marks(workspace) == set()


@pytest.mark.parametrize(
    "headers",
    [{"Origin": ORIGIN}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "same-origin", "Origin": "null"}],
)
def test_a_change_from_a_page_of_ours_is_made(workspace: Workspace, reader: Reader, headers: dict[str, str]) -> None:
    assert reader.send("POST", "/mark/wire", headers, {"back": "/"}).status_code == 303
    assert len(read_marks(workspace)) == 1


def test_a_program_says_its_token_itself(workspace: Workspace, reader: Reader) -> None:
    program = Reader(reader.app, {})
    assert program.get("/", Authorization=f"Bearer {TOKEN}").status_code == 200
    assert program.get("/", Authorization="Bearer guess").status_code == 401
    assert program.send("POST", "/mark/wire", {"Authorization": f"Bearer {TOKEN}"}).status_code == 303
    assert len(read_marks(workspace)) == 1


def test_each_reader_has_marks_of_their_own(workspace: Workspace, reader: Reader) -> None:
    Reader(reader.app, {SETTINGS.cookie: "another-token"}).post("/mark/wire")
    assert (read_marks(workspace), len(workspace.store.marks("Bo"))) == (set(), 1)


@pytest.mark.parametrize("path", [*PAGES, "/api/nothing"])
def test_every_answer_carries_the_policy(reader: Reader, path: str) -> None:
    for who in (reader, Reader(reader.app, {})):
        for headers in ({}, {"Host": "evil.example"}):
            answer = who.get(path, **headers)
            assert answer.headers["content-security-policy"] == POLICY
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"


def test_reading_writes_nothing(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace:
        watching = apsw.Connection(str(tmp_path / FILE_NAME), flags=apsw.SQLITE_OPEN_READONLY)

        def commits() -> object:
            return watching.execute("PRAGMA data_version").fetchall()

        before, reader = commits(), reader_of(workspace)
        for path in ("/", "/?unread=1", "/?source=nobody", "/s/wire", "/s/wire?sentences=2", "/d/wire", "/nothing"):
            reader.get(path)
        assert commits() == before

        reader.post("/mark/wire")
        assert commits() != before, "the check sees what is written"
        watching.close()
