"""The adjudicator: what every judge said, next to the form of each task, under names or without, and what is settled."""

from __future__ import annotations

import json
from datetime import timedelta
from http import HTTPStatus

import pytest

from meadow.studies.judging.judging import MadeStudy
from meadow.workspace import Workspace
from studies.web.judges import S, handed_in, make_task, tell
from studies.web.seated import judge_of
from web.apps import NOW, Reader

# What is on the page of each task: in words where the server writes it, as data where the script does.
BESIDE = {
    "utility": "<b>Judges differ</b>: <bdi>Ana</bdi> 7 · <bdi>Bo</bdi> 0</p>",
    "subsumption": json.dumps({"answers": {"Ana": "covers", "Bo": "equal"}, "differ": True}),
    "grouping": json.dumps(
        {"answers": {each: f"with {at} (group 1, its label)" for each, at in (("Ana", 5), ("Bo", 4))}, "differ": True}
    ),
    "alignment": "<li><bdi>Bo</bdi>: <span dir=\"auto\">1: 1 or 4, A</span></li>",
    "headlines": "<li><bdi>Bo</bdi>: <span dir=\"auto\">Fire at Orrin</span></li>",
    "concepts": "<b>Ada</b> <span class=\"meta\">by Bo</span>",
}  # fmt: skip


@pytest.fixture
def scored(workspace: Workspace) -> MadeStudy:
    made = make_task(workspace, "utility")
    for at, judge in enumerate(("Ana", "Bo")):
        tell(workspace, made, judge, handed_in(made, "utility", at))
    return made


@pytest.mark.parametrize("task", BESIDE)
def test_what_every_judge_said_is_next_to_the_form(reader: Reader, workspace: Workspace, task: str) -> None:
    made = make_task(workspace, task)
    for at, judge in enumerate(("Ana", "Bo")):
        tell(workspace, made, judge, handed_in(made, task, at))
    tell(workspace, made, "Cy", {"skip": "I know the miller", "submitted": True})
    room = f"/j/results/{made.study.id}/a/i/the-mill"
    if task == "concepts":
        room = str(reader.get(room).headers["location"])
        reader.post(room, {"do": json.dumps({"step": "begin"})})
    text = reader.get(room).text.replace("&#34;", '"')
    assert BESIDE[task] in text
    if task != "concepts":
        assert '<bdi>Cy</bdi> skipped it: <span dir="auto">I know the miller</span>' in text
        assert "Your headline" not in text  # an adjudicator writes none


@pytest.mark.parametrize("task", BESIDE)
def test_names_are_hidden_where_the_study_says_so(reader: Reader, workspace: Workspace, task: str) -> None:
    made = make_task(workspace, task, settings={"blind": 1})
    for at, judge in enumerate(("Ana", "Bo")):
        tell(workspace, made, judge, handed_in(made, task, at))
    results = f"/j/results/{made.study.id}"
    address = f"{results}/a/i/the-mill" if task != "concepts" else f"/j/merge/{made.study.id}/the-mill"
    assert "<bdi>Judge " in reader.get(address).text
    pages = [reader.get(address).text, reader.get(results).text.split("</table>", 1)[1]]  # who is how far is no secret
    assert not any(f"<bdi>{name}" in page or f">{name}-" in page for page in pages for name in ("Ana", "Bo"))
    reader.post(f"{results}/release")
    released = judge_of(reader.app, made).get("/j/outcome").text
    assert "<bdi>Ana</bdi>" in released
    assert "Bo</bdi>" not in released
    if task not in ("concepts", "headlines"):
        other = next(each for each in reader.get(address).text.split('name="judge" value="')[1:])
        taken = {"item": "the-mill", "judge": other.partition('"')[0]}
        assert reader.post(f"{results}/a/take", taken).headers["location"] == f"{results}/a/i/the-mill"


def test_the_adjudicator_settles_on_the_judges_own_page(
    reader: Reader, workspace: Workspace, scored: MadeStudy
) -> None:
    room = f"/j/results/{scored.study.id}/a"
    assert "Who else" not in reader.get(f"{room}/i/the-mill").text
    form = {"study": scored.study.id, "participant": "adjudicator", "item": "the-mill"}
    answer = reader.post(f"{room}/set", {**form, "set": json.dumps([f"the-mill/utility/{S[0]}", 7])})
    assert answer.headers["location"] == f"{room}/i/the-mill"
    held = [each for each in workspace.store.slots(scored.study.id) if each.participant == "adjudicator"]
    assert [(each.slot, each.answer) for each in held] == [(f"the-mill/utility/{S[0]}", "7")]
    assert reader.get(f"{room}/state?item=the-mill").json()["live"] == {"done": 1, "total": 5}
    reader.post(f"{room}/undo", {"item": "the-mill"})
    assert reader.get(f"{room}/state?item=the-mill").json()["live"] == {"done": 0, "total": 5}
    assert reader.get(f"{room}/next").headers["location"] == f"/j/results/{scored.study.id}"
    assert "documents" in reader.get(f"{room}/material?item=the-mill").json()


def test_the_adjudicator_sees_what_each_judge_said_and_may_begin_with_it(
    reader: Reader, workspace: Workspace, scored: MadeStudy
) -> None:
    room = f"/j/results/{scored.study.id}/a"
    text = reader.get(f"{room}/i/the-mill").text
    assert "<b>Judges differ</b>: <bdi>Ana</bdi> 7 · <bdi>Bo</bdi> 0</p>" in text
    assert "<b>Judges</b>: <bdi>Ana</bdi> 5 · <bdi>Bo</bdi> 5</p>" in text
    tell(workspace, scored, "adjudicator", {f"utility/{S[0]}": 3, f"skip/{S[1]}": "cannot be judged"})
    answer = reader.post(f"{room}/take", {"item": "the-mill", "judge": "Bo"})
    assert answer.headers["location"] == f"{room}/i/the-mill"
    held = {each.slot: each.answer for each in workspace.store.slots(scored.study.id, participant="adjudicator")}
    assert [held[f"the-mill/utility/{key}"] for key in S] == ["9", "1", "5", "0", "8"]
    assert "the-mill/submitted" not in held
    assert '<span class="meta">begun</span>' in reader.get(f"/j/results/{scored.study.id}").text
    assert reader.post(f"{room}/take", {"item": "the-mill", "judge": "Cy"}).status_code == HTTPStatus.BAD_REQUEST
    tell(workspace, scored, "adjudicator", {"submitted": True})
    assert '<span class="meta">settled</span>' in reader.get(f"/j/results/{scored.study.id}").text
    assert (
        "This+item+was+handed+in"
        in reader.post(f"{room}/take", {"item": "the-mill", "judge": "Ana"}).headers["location"]
    )


def test_no_judge_sees_what_others_said_of_an_item(reader: Reader, scored: MadeStudy) -> None:
    text = judge_of(reader.app, scored, 2).get("/j/i/the-mill").text
    assert "data-said" not in text
    assert "Judges" not in text
    stranger = judge_of(reader.app, scored, 2).post(
        f"/j/results/{scored.study.id}/a/take", {"item": "the-mill", "judge": "Ana"}
    )
    assert stranger.status_code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


def test_concepts_are_settled_in_the_one_list(reader: Reader, workspace: Workspace) -> None:
    made = make_task(workspace, "concepts")
    answer = reader.get(f"/j/results/{made.study.id}/a/i/the-mill")
    assert answer.headers["location"] == f"/j/merge/{made.study.id}/the-mill"
    assert "Adjudication" not in reader.get(f"/j/results/{made.study.id}").text


def test_an_adjudicator_settles_when_the_study_is_closed_and_released(reader: Reader, workspace: Workspace) -> None:
    made = make_task(workspace, "headlines", closes=NOW + timedelta(hours=1))
    for at, judge in enumerate(("Ana", "Bo")):
        tell(workspace, made, judge, handed_in(made, "headlines", at))
    reader.post(f"/j/results/{made.study.id}/release")
    workspace.clock = lambda: NOW + timedelta(hours=2)
    room = f"/j/results/{made.study.id}/a"
    assert reader.post(f"{room}/take", {"item": "the-mill", "judge": "Ana"}).headers["location"] == f"{room}/i/the-mill"
    held = workspace.store.slots(made.study.id, participant="adjudicator")
    assert [each.slot.split("/")[1] for each in held] == ["rating", "rating"]  # her headline stays hers
    tell(workspace, made, "adjudicator", {"submitted": True})
    with pytest.raises(AssertionError, match="closed on"):
        tell(workspace, made, "Cy", {"written": "Late"})
