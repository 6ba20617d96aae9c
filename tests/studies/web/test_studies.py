"""Studies over HTTP: links, items, actions of scripts and of forms, and who may see what."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from meadow.workspace import Workspace
from studies.web.seated import Judge, judge_of, make_study
from web.apps import NOW, SETTINGS, TOKEN, Reader, reader_of
from web.pages import FOREIGN, page

PICK = "the-ferry/pick/wire%2F1#0"
PLACE = {"place": None}


@pytest.fixture
def judge(workspace: Workspace) -> Judge:
    """Return Ana, who takes part in a study of two topics."""
    return judge_of(reader_of(workspace).app, make_study(workspace))


def doing(slot: str, answer: object, number: int = 1) -> dict[str, object]:
    return {"slot": slot, "answer": answer, "key": f"tab.{number}"}


def test_a_link_sets_a_cookie_for_the_pages_of_its_study_alone(workspace: Workspace) -> None:
    app, made = reader_of(workspace).app, make_study(workspace)
    stranger = Reader(app, {})
    answer = stranger.get(f"/j/t/{made.invitations[0].token}")
    assert "You take part as Ana" in page(answer).words
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{SETTINGS.judge_cookie}={made.invitations[0].token};")
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    ana = judge_of(app, made)
    assert ana.get("/j").status_code == 200
    for path in (
        "/",
        "/s/wire",
        "/d/wire",
        "/search?q=ferry",
        "/f",
        "/r",
        "/api/stories",
        "/j/studies",
        "/j/results/ferries",
    ):
        assert (path, ana.get(path).status_code) == (path, 401)
    for token in ("guess", "x" * 2_000):
        assert stranger.get(f"/j/t/{token}").status_code == 403
    assert stranger.get("/j").status_code == 401


def test_a_readers_token_takes_part_in_nothing(workspace: Workspace) -> None:
    reader, _ = reader_of(workspace), make_study(workspace)
    assert reader.get("/j").headers["location"] == "/j/studies"
    assert reader.get("/j/i/the-ferry").status_code == 403
    assert reader.post("/j/undo", {"item": "the-ferry"}).status_code == 403
    assert Judge(reader.app, {SETTINGS.cookie: TOKEN}).act(doing(PICK, PLACE)).status_code == 403
    assert workspace.store.actions("ferries") == []


def test_the_list_shows_items_in_the_participants_order(judge: Judge) -> None:
    found = page(judge.get("/j"))
    assert sorted(each.words for each in found.all(".item-list a")) == ["The crew", "The ferry"]
    assert found.text(".page-head .meta").startswith("Report · 0 of 2 items done")
    first = found.first(".item-list a").attribute("href")
    assert found.first(".begin a").attribute("href") == first
    judge.form("the-ferry", **{"text:the-ferry/skip": "I know the captain"})
    again = page(judge.get("/j"))
    assert "1 of 2 items done" in again.text(".page-head .meta")
    assert "I know the captain" in again.words
    assert judge.get("/j/next?after=the-ferry").headers["location"] == "/j/i/the-crew"


def test_actions_of_a_script_are_answered_one_by_one(judge: Judge) -> None:
    answer = judge.act(
        doing("the-ferry/started", True, 1), doing(PICK, PLACE, 2), doing("the-ferry/pick/none#9", PLACE, 3)
    )
    results = answer.json()["results"]
    assert [each["became"] for each in results] == ["saved", "saved", "refused"]
    assert results[1]["held"]["answer"] == PLACE
    assert "no such sentence" in results[2]["error"]["problem"]
    undone = judge.act({"slot": "the-ferry/", "key": "tab.4", "step": "undo"}).json()["results"][0]
    assert (undone["slot"], undone["held"]["answer"]) == (PICK, None)
    state = judge.get("/j/state?item=the-ferry").json()
    assert state["slots"][PICK]["answer"] is None
    assert [each["after"] for each in state["undone"]] == [PLACE]
    assert len(judge.get("/j/material?item=the-ferry").json()["documents"]) == 2


def test_a_page_of_another_study_writes_nothing(judge: Judge, workspace: Workspace) -> None:
    for named in ({"study": "other"}, {"participant": "Bo"}):
        answer = judge.act(doing("the-ferry/started", True), **named)
        assert answer.status_code == 403
        assert "another study" in answer.json()["error"]["problem"]
    assert judge.post("/j/set", {"item": "the-ferry"}).status_code == 403
    assert workspace.store.actions("ferries") == []


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"slot": "a/b", "key": "no"},
        {"slot": "a/b", "key": "t.1", "more": 1},
        {"slot": "", "key": "t.1"},
        {"slot": 7, "key": "t.1"},
    ],
)
def test_actions_of_another_shape_are_refused(judge: Judge, action: dict[str, object]) -> None:
    assert judge.act(action).status_code == 422
    assert judge.act().status_code == 422


def test_without_scripts_forms_do_it(judge: Judge) -> None:
    page(judge.get("/j/i/the-ferry"))
    answer = judge.form("the-ferry", set=json.dumps(["the-ferry/started", True]))
    assert (answer.status_code, answer.headers["location"]) == (303, "/j/i/the-ferry")
    opened = page(judge.get("/j/i/the-ferry"))
    judge.form("the-ferry", set=opened.all(".titles button")[1].attribute("value"))
    reading = page(judge.get("/j/i/the-ferry"))
    assert reading.text("#document h2") == "A crew"
    judge.form("the-ferry", set=reading.all(".picks button")[3].attribute("value"))
    held = page(judge.get("/j/i/the-ferry"))
    assert held.text("#report-lines") == "The crew counted 3 boats. Outlet echo · 2 Mar 2026, 10:00 Remove"
    assert held.all(".picks button")[3].attribute("aria-pressed") == "true"
    assert held.text("#space-text") == "1 of 50 sentences"
    judge.post("/j/undo", {"item": "the-ferry"})
    assert page(judge.get("/j/i/the-ferry")).text("#space-text") == "0 of 50 sentences"
    judge.post("/j/redo", {"item": "the-ferry"})
    judge.form("the-ferry", set=json.dumps(["the-ferry/finished", True]))
    fields = {f"text:the-ferry/concept/person/{number}": name for number, name in enumerate(["Aurel Denko", " "])}
    refused = judge.form("the-ferry", set=json.dumps(["the-ferry/submitted", True]), **fields)
    asked = page(judge.get(refused.headers["location"]))
    assert "cannot be handed in yet" in asked.text("#notice")
    assert asked.all(".concepts input")[0].attribute("value") == "Aurel Denko"
    for number in range(5):
        judge.form("the-ferry", set=json.dumps([f"the-ferry/question/{number}", 2]))
    done = judge.form("the-ferry", set=json.dumps(["the-ferry/submitted", True]))
    assert done.headers["location"] == "/j/i/the-crew"
    assert "handed in" in page(judge.get("/j/i/the-ferry")).words


def test_a_closed_study_says_so(workspace: Workspace) -> None:
    made = make_study(workspace, closes=NOW + timedelta(hours=1))
    judge = judge_of(reader_of(workspace).app, made)
    assert judge.get("/j/i/the-ferry").status_code == 200
    workspace.clock = lambda: NOW + timedelta(hours=2)
    assert "The study closed on 6 Mar 2026, 13:00 UTC" in page(judge.get("/j")).words
    closed = judge.get("/j/i/the-ferry")
    assert closed.status_code == 400
    assert "What was saved before is kept" in closed.text
    assert judge.act(doing("the-ferry/started", True)).json()["results"][0]["became"] == "refused"


def test_what_is_not_there_is_reported(judge: Judge) -> None:
    assert judge.get("/j/i/none").status_code == 400
    assert judge.get("/j/state?item=none").status_code == 400
    assert judge.form("the-ferry", set="{").status_code == 400


def test_a_participant_chooses_a_theme(judge: Judge) -> None:
    answer = judge.post("/theme", {"theme": "dark", "back": "/j"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/j")
    assert page(judge.get("/j")).first('form[action="/theme"]')


def test_a_form_from_elsewhere_is_refused(judge: Judge) -> None:
    fields = {"study": "ferries", "participant": "Ana", "item": "the-ferry", "set": '["the-ferry/started", true]'}
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert judge.post("/j/set", fields, **headers).status_code == 403
    assert page(judge.get("/j/i/the-ferry")).all(FOREIGN) == []


def test_results_of_reports_lead_to_their_concepts(workspace: Workspace) -> None:
    reader, made = reader_of(workspace), make_study(workspace)
    shown = page(reader.get(f"/j/results/{made.study.id}"))
    assert "About the work" in shown.words
    (first, _) = shown.all('a[href^="/j/merge/"]')
    assert "Nobody has handed in yet" in page(reader.get(first.attribute("href"))).words
    address = first.attribute("href")
    for do in ("{", "[]", '{"step": "fly"}', '{"step": "drop", "slot": "merged/person/9"}'):
        assert reader.post(address, {"do": do}).status_code == 400
    assert "no item with concepts called" in reader.get("/j/merge/ferries/none").text
    assert "no study called" in reader.get("/j/merge/none/the-ferry").text
