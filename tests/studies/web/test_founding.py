"""Studies made in the browser: out of stories, with links that are shown once; and errors in place."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import pytest

from meadow.studies.judging.writing import writers_of
from meadow.workspace import Workspace
from studies.web.seated import Judge
from web.apps import ORIGIN, Reader


@pytest.fixture
def stories(workspace: Workspace) -> list[str]:
    return [entry.row.id for entry in workspace.stories()]


def test_a_study_is_made_of_stories_and_its_links_let_judges_in(
    reader: Reader, workspace: Workspace, stories: list[str]
) -> None:
    form = reader.get(f"/j/new?story={stories[1]}").text
    assert form.count('name="story"') == len(stories)
    assert re.search(f'value="{stories[1]}" checked', form)
    fields: dict[str, Any] = {
        "task": "headlines", "title": "Two", "story": stories, "participants": "Ana\n\n Bo \nCy", "part": "50", "extra": "1",
        "seed": "3", "blind": "on", "closes": "2026-04-01",
    }  # fmt: skip
    made = reader.post("/j/new", fields)
    links = re.findall(rf"{ORIGIN}/j/t/([\w-]+)", made.text)
    assert (len(links), made.headers["cache-control"]) == (3, "no-store")
    study = workspace.judging.study("two")
    assert (study.seed, study.settings["blind"], str(study.closes)[:10]) == (3, 1, "2026-04-01")
    writers = writers_of(workspace.store, study)
    assert writers is not None
    assert sorted(map(len, writers.values())) == [1, 2]
    judge = Judge(reader.app, {"meadow-8710-judge": links[0]})
    assert f"/j/i/{study.items[0]}" in judge.get("/j").text
    assert all(workspace.judging.item("two", item).headlines for item in study.items)  # what Meadow writes is rated
    shown = reader.get("/j/results/two").text
    assert "Who writes for which story" in shown
    assert "writes 1 headline" in reader.get("/j/studies").text


def test_more_judges_are_invited_on_the_page_of_results(
    reader: Reader, workspace: Workspace, stories: list[str]
) -> None:
    reader.post("/j/new", {"task": "utility", "title": "One", "story": stories[:1]})
    assert "Invite judges" in reader.get("/j/results/one").text
    assert "/j/t/" in reader.post("/j/results/one/invite", {"names": "Di\nEd"}).text
    assert [each.name for each in workspace.store.participants("one")] == ["Di", "Ed"]
    assert reader.post("/j/results/one/invite", {"names": " \n"}).status_code == HTTPStatus.BAD_REQUEST


IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"story": []}, "A study needs something to judge."),
    ({"story": ["nowhere"]}, "nowhere"),
    ({"task": "taste"}, "taste"),
    ({"closes": "2020-01-01"}, "closed from the start"),
    ({"closes": "soon"}, "soon"),
    ({"repeats": "many"}, "A number from 0 to 100."),
    ({"participants": "Ana\nAna"}, "same name"),
    ({"task": "headlines", "part": "120"}, "A number from 0 to 100."),
)


def test_what_cannot_be_a_study_is_reported_with_what_was_typed(
    reader: Reader, workspace: Workspace, stories: list[str]
) -> None:
    for changed, words in IMPOSSIBLE:
        fields = {"task": "utility", "title": "<b>Mine</b>", "story": stories[:1], "participants": "Ana"} | changed
        answer = reader.post("/j/new", fields)
        assert (answer.status_code, words in answer.text, changed) == (HTTPStatus.BAD_REQUEST, True, changed)
        assert "&lt;b&gt;Mine" in answer.text
    assert workspace.judging.studies() == []


def test_a_judge_makes_no_study(reader: Reader, stories: list[str]) -> None:
    made = reader.post("/j/new", {"task": "utility", "title": "One", "story": stories[:1], "participants": "Ana"})
    (token,) = re.findall(r"/j/t/([\w-]+)", made.text)
    judge = Judge(reader.app, {"meadow-8710-judge": token})
    refused = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
    assert judge.get("/j/new").status_code in refused
    for path in ("/j/new", "/j/results/one/invite"):
        assert judge.post(path, {"task": "utility", "names": "Eve"}).status_code in refused
