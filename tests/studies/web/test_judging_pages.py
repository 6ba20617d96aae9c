"""Pages of judging without a browser: what is hidden, what is refused, results, release, files, forms without scripts."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path

import pytest

from meadow.lab.folder import load_testbed
from meadow.studies.guidelines import default_guidelines
from meadow.studies.judging.judging import MadeStudy
from meadow.studies.judging.making import Topic
from meadow.studies.writers import References
from meadow.workspace import Workspace
from studies.items import MILL, SMOKE, sample_study
from studies.web.judges import MILL_TOPIC, S, grouped, make_task, scores, tell
from studies.web.seated import Judge, judge_of
from web.apps import NOW, Reader


@pytest.fixture
def scored(workspace: Workspace) -> MadeStudy:
    made = make_task(workspace, "utility")
    tell(workspace, made, "Ana", scores(9, 1, 5, 7, 8))
    tell(workspace, made, "Bo", scores(8, 2, 5, 0, 8))
    return made


@pytest.mark.golden("B11")
def test_judges_see_only_their_own_work_until_release(reader: Reader, workspace: Workspace, scored: MadeStudy) -> None:
    cy = judge_of(reader.app, scored, 2)
    listed, item = cy.get("/j").text, cy.get("/j/i/the-mill").text
    assert "Ana" not in listed + item
    assert 'aria-pressed="true"' not in item.split('class="answers"')[1].split("</main>")[0]
    assert cy.get("/j/outcome").status_code == HTTPStatus.FORBIDDEN
    for path in (
        f"/j/results/{scored.study.id}",
        f"/j/export/{scored.study.id}",
        f"/j/results/{scored.study.id}/a/i/the-mill",
    ):
        assert cy.get(path).status_code == HTTPStatus.UNAUTHORIZED
    assert reader.post(f"/j/results/{scored.study.id}/release", {"visible": "true"}).status_code == HTTPStatus.SEE_OTHER
    shown = cy.get("/j/outcome")
    assert shown.status_code == HTTPStatus.OK
    assert "Ana" in shown.text
    assert "See the results" in cy.get("/j").text
    late = cy.act({"slot": f"the-mill/utility/{S[0]}", "answer": 3, "key": "a.1"}).json()["results"][0]
    assert "are released" in late["error"]["problem"]  # a judge who has seen other answers is no longer independent
    assert "Begin" not in cy.get("/j").text
    reader.post(f"/j/results/{scored.study.id}/release", {"visible": "false"})
    assert cy.get("/j/outcome").status_code == HTTPStatus.FORBIDDEN


@pytest.mark.golden("B11")
def test_a_blind_task_never_names_a_system(reader: Reader, workspace: Workspace) -> None:
    topic = Topic("The mill", [MILL, SMOKE], headlines={"secret-system": "Mill burns"})
    made = make_task(workspace, "headlines", topic)
    judge = judge_of(reader.app, made)
    before = judge.get("/j/i/the-mill").text
    assert "Mill burns" not in before.split('class="rate"')[1]
    tell(workspace, made, "Ana", {"written": "Mill gone"})
    after = "".join(
        judge.get(path).text for path in ("/j/i/the-mill", "/j/state?item=the-mill", "/j/material?item=the-mill")
    )
    assert "Mill burns" in after
    assert "secret-system" not in before + after


@pytest.mark.golden("H7")
def test_the_plan_of_references_says_who_is_asked_for_a_headline(reader: Reader, workspace: Workspace) -> None:
    topics = (replace(MILL_TOPIC, title="Rated"), Topic("Unrated", MILL_TOPIC.documents))
    made = make_task(workspace, "headlines", *topics, references=References(part=0.5, extra=1))
    (row,) = workspace.judging.studies()
    judges = {each.name: judge_of(reader.app, made, at) for at, each in enumerate(made.invitations)}
    lists = {name: judge.get("/j").text for name, judge in judges.items()}
    pages = {name: judge.get("/j/i/rated").text for name, judge in judges.items()}
    writers = {name for name, text in pages.items() if "Your headline" in text}
    unrated = {name for name, text in lists.items() if "/j/i/unrated" in text}
    assert sorted((len(writers), len(unrated))) == [1, 2]  # one for each story, one more for the half that was drawn
    assert {name: (name in writers) + (name in unrated) for name in judges} == row.writes
    assert {name for name, text in pages.items() if "Mill burns" in text} == set(judges) - writers  # these rate at once


def test_results_show_who_is_how_far_what_is_disputed_and_how_far_they_agree(reader: Reader, scored: MadeStudy) -> None:
    text = reader.get(f"/j/results/{scored.study.id}").text
    assert text.count("Handed in") == 2
    assert "Not begun" in text
    assert "Relative utility of judges to each other" in text
    assert "Four fire crews fought a blaze in Orrin." in text  # 7 against 0


def test_files_of_a_study_read_back(reader: Reader, scored: MadeStudy, tmp_path: Path) -> None:
    address = f"/j/export/{scored.study.id}"
    lines = reader.get(f"{address}?form=jsonl").text.splitlines()
    assert len(lines) == 12
    assert reader.get(f"{address}?form=csv").text.startswith("task,item,judge,slot,answer")
    assert len(reader.get(f"{address}?form=label-studio").json()[0]["annotations"]) == 2
    archive = reader.get(f"{address}?form=testbed")
    zipfile.ZipFile(io.BytesIO(archive.content)).extractall(tmp_path)
    bed = load_testbed(tmp_path / scored.study.id)
    assert bed.topics[0].utilities is not None
    assert archive.content == reader.get(f"{address}?form=testbed").content
    assert reader.get(f"{address}?form=xml").status_code == HTTPStatus.BAD_REQUEST


def test_an_empty_study_has_results_that_say_so(reader: Reader, workspace: Workspace) -> None:
    made = make_task(workspace, "grouping")
    text = reader.get(f"/j/results/{made.study.id}").text
    assert "Nothing yet on which two judges differ." in text
    refused = reader.get(f"/j/export/{made.study.id}?form=testbed")
    assert refused.status_code == HTTPStatus.BAD_REQUEST
    assert "Nothing has been handed in yet" in refused.text


def test_differences_of_two_judges_take_reasons(reader: Reader, workspace: Workspace) -> None:
    made = make_task(workspace, "grouping")
    tell(workspace, made, "Ana", grouped(S[4], S[3]))
    tell(workspace, made, "Bo", grouped(S[3], S[4]))
    address = f"/j/results/{made.study.id}"
    query = "?item=the-mill&first=Ana&second=Bo"
    text = reader.get(f"{address}{query}").text
    assert "2 to move" in text or "1 to move" in text
    form = {"item": "the-mill", "first": "Ana", "second": "Bo", "sentence": S[3], "reason": "emphasis"}
    assert reader.post(f"{address}/reason", form).status_code == HTTPStatus.SEE_OTHER
    assert 'value="" aria-pressed="true">Emphasis' in reader.get(f"{address}{query}").text
    assert reader.post(f"{address}/reason", {**form, "reason": "taste"}).status_code == HTTPStatus.BAD_REQUEST
    assert reader.post(f"{address}/reason", {**form, "reason": ""}).status_code == HTTPStatus.SEE_OTHER
    assert 'value="" aria-pressed="true"' not in reader.get(f"{address}{query}").text


def test_practice_says_what_was_expected_once_it_is_handed_in(reader: Reader, workspace: Workspace) -> None:
    practice = Topic("Practice", [SMOKE], role="training", expected={f"utility/{S[3]}": "9"})
    made = make_task(workspace, "utility", MILL_TOPIC, practice)
    judge = judge_of(reader.app, made)
    assert judge.get("/j/next").headers["location"] == "/j/i/practice"
    before = judge.get("/j/i/practice").text
    assert "for practice" in before
    assert "Not as expected" not in before
    tell(workspace, made, "Ana", {f"utility/{S[3]}": 2, f"utility/{S[4]}": 2, "submitted": True}, "practice")
    after = judge.get("/j/i/practice").text
    assert "Not as expected" in after
    assert "expected 9, given 2" in after
    assert "practice" not in reader.get(f"/j/results/{made.study.id}").text.lower()


def test_utilities_concepts_and_headlines_are_judged_without_scripts(reader: Reader, workspace: Workspace) -> None:
    for task, fields, slot in (
        ("utility", {"set": json.dumps([f"the-mill/utility/{S[0]}", 7])}, f"utility/{S[0]}"),
        ("concepts", {"text:the-mill/concept/person/0": "Ada"}, "concept/person/0"),
        ("headlines", {"text:the-mill/written": "Mill gone"}, "written"),
    ):
        made = make_task(workspace, task)
        judge: Judge = judge_of(reader.app, made)
        assert judge.form("the-mill", **fields).status_code == HTTPStatus.SEE_OTHER
        assert [each.slot for each in workspace.store.slots(made.study.id)] == [f"the-mill/{slot}"]


def test_what_is_not_whole_is_not_handed_in(reader: Reader, workspace: Workspace) -> None:
    made = make_task(workspace, "utility")
    judge = judge_of(reader.app, made)
    answer = judge.act({"slot": "the-mill/submitted", "answer": True, "key": "a.1"}).json()["results"][0]
    assert answer["became"] == "refused"
    assert "5 sentences without a score" in answer["error"]["allowed"]


def test_suggestions_are_given_only_where_the_study_allows_them(reader: Reader, workspace: Workspace) -> None:
    closed = judge_of(reader.app, make_task(workspace, "grouping"))
    assert closed.get("/j/suggest?item=the-mill").status_code == HTTPStatus.BAD_REQUEST
    topic = Topic("Wolf", sample_study("grouping", "wolf").materials[0].documents)
    open_ = judge_of(reader.app, make_task(workspace, "grouping", topic, settings={"suggest": 1}))
    assert open_.get("/j/suggest?item=wolf").json()["groups"] > 2
    other = judge_of(reader.app, make_task(workspace, "utility"))
    assert other.get("/j/suggest?item=the-mill").status_code == HTTPStatus.NOT_FOUND


@pytest.mark.golden("B4")
def test_a_hostile_guideline_is_shown_and_not_obeyed(reader: Reader, workspace: Workspace) -> None:
    hostile = "# <script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>"
    judge = judge_of(reader.app, make_task(workspace, "utility", guidelines=hostile))
    text = judge.get("/j/i/the-mill").text
    assert "<script>alert" not in text
    assert "<img" not in text
    assert "javascript:alert(1)" in text
    assert 'href="javascript' not in text


def test_the_link_of_another_study_opens_nothing_here(reader: Reader, workspace: Workspace) -> None:
    one, other = make_task(workspace, "utility"), make_task(workspace, "grouping")
    judge = judge_of(reader.app, one)
    answer = judge.act({"slot": "the-mill/submitted", "answer": True, "key": "a.1"}, study=other.study.id)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert workspace.store.actions(other.study.id) == []


def test_judges_see_when_a_study_closes_soon_and_which_guidelines_they_see(
    reader: Reader, workspace: Workspace
) -> None:
    soon = judge_of(reader.app, make_task(workspace, "utility", closes=NOW + timedelta(hours=5)))
    assert "closes within a day" in soon.get("/j").text
    assert f"Version 1 ({default_guidelines('utility').digest})" in soon.get("/j/i/the-mill").text
    later = judge_of(reader.app, make_task(workspace, "utility", closes=NOW + timedelta(days=5), guidelines="Mine."))
    assert "closes within a day" not in later.get("/j").text
    assert "Version own (" in later.get("/j/i/the-mill").text
