"""Studies over a store: links, actions that are checked and never doubled, undo, conflicts of two tabs, closing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from meadow.errors import AnswerError, InputError, UnknownNameError, UsageError
from meadow.studies.folding import fold
from meadow.studies.judging.acting import ActionResult, Outcome
from meadow.studies.judging.judging import Judging
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.workspace import Workspace
from studies.reports import DOCUMENTS

TOPIC = Topic("The ferry", DOCUMENTS, "Why did the ferry move?")
OTHER = Topic("The crew", DOCUMENTS[::-1])
PICK = "the-ferry/pick/wire%2F1#0"
PLACE = '{"place": null}'


@dataclass
class Clock:
    """A clock that a test turns."""

    now: datetime = datetime(2026, 3, 6, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def turn(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def judging(tmp_path: Path, clock: Clock) -> Iterator[Judging]:
    """Return the studies of a workspace with one of two topics."""
    with Workspace(tmp_path, clock=clock) as workspace:
        made = workspace.judging.new(StudyPlan("report", "Ferries"), [TOPIC, OTHER], ["Ana", "Bo"])
        assert made.study.id == "ferries"
        yield workspace.judging


def act(judging: Judging, slot: str, answer: Any, **told: Any) -> Outcome:
    (outcome,) = judging.act("ferries", "Ana", [ActionResult(slot, json.dumps(answer), **told)])
    return outcome


def held(judging: Judging, item: str = "the-ferry") -> dict[str, Any]:
    return dict(judging.open("ferries", "Ana", item).state.values)


def test_links_lead_to_their_participants_and_are_kept_nowhere(tmp_path: Path, clock: Clock) -> None:
    with Workspace(tmp_path, clock=clock) as workspace:
        made = workspace.judging.new(StudyPlan("report"), [TOPIC], ["Ana", "Bo"])
        assert [each.name for each in made.invitations] == ["Ana", "Bo"]
        found = workspace.judging.participant(made.invitations[1].token)
        assert found is not None
        assert (found.study_id, found.name) == ("the-ferry", "Bo")
        assert workspace.judging.participant("another") is None
        assert workspace.judging.participant(None) is None
        (again,) = workspace.judging.invite("the-ferry", ["Bo"])
        assert workspace.judging.participant(made.invitations[1].token) is None
        assert workspace.judging.participant(again.token) is not None
        assert [each.name for each in workspace.store.participants("the-ferry")] == ["Ana", "Bo"]
        tokens = [each.token for each in (*made.invitations, again)]
    kept = (tmp_path / "meadow.sqlite3").read_bytes()
    assert not any(token.encode() in kept for token in tokens)


def test_items_are_frozen_in_the_order_of_time(judging: Judging) -> None:
    item = judging.item("ferries", "the-crew")
    assert [each.id for each in item.documents] == ["wire/1", "echo"]
    assert all(each.spans for each in item.documents)
    assert judging.study("ferries").settings == {"minutes": 30, "sentences": 50}


def test_what_is_done_is_saved_and_what_is_sent_twice_counts_once(judging: Judging, clock: Clock) -> None:
    assert act(judging, "the-ferry/started", True, key="t.1").became == "saved"
    clock.turn(seconds=5)
    first = act(judging, PICK, {"place": None}, key="t.2")
    clock.turn(minutes=31)
    again = act(judging, PICK, {"place": None}, key="t.2")  # time is up by now, but it was saved before
    assert again.became == "saved"
    assert again.held == first.held
    assert len(judging.store.actions("ferries")) == 2
    late = act(judging, "the-ferry/pick/echo#1", {"place": None}, key="t.3")
    assert late.became == "refused"
    assert "Time is up" in str(late.error)
    assert act(judging, PICK, None).became == "saved"
    assert held(judging) == {"started": True}


def test_one_refusal_holds_up_nothing_else(judging: Judging) -> None:
    told = [
        ActionResult("the-ferry/started", "true"),
        ActionResult("the-ferry/pick/none#0", PLACE),
        ActionResult(PICK, PLACE),
        ActionResult("x", "1"),
    ]
    outcomes = judging.act("ferries", "Ana", told)
    assert [each.became for each in outcomes] == ["saved", "refused", "saved", "refused"]
    assert held(judging) == {"started": True, "pick/wire%2F1#0": {"place": None}}
    assert dict(judging.open("ferries", "Bo", "the-ferry").state.values) == {}


@pytest.mark.parametrize("answer", ["", "{", "NaN", '"\\ud800"', "[" * 9_000, '"' + "x" * 30_000 + '"'])
def test_answers_that_are_no_json_are_refused(judging: Judging, answer: str) -> None:
    (outcome,) = judging.act("ferries", "Ana", [ActionResult("the-ferry/skip", answer)])
    assert outcome.became == "refused"
    assert isinstance(outcome.error, AnswerError)


def test_undo_and_redo_go_back_and_forth_and_outlive_the_page(judging: Judging) -> None:
    slot = "the-ferry/concept/person/0"
    for name in ("Ana", "Aurel", "Bo"):
        act(judging, slot, name)
    act(judging, "the-ferry/open", "echo")
    seen = []
    for step in ("undo", "undo", "redo", "undo", "undo", "undo"):
        (outcome,) = judging.act("ferries", "Ana", [ActionResult("the-ferry/", step=step)])
        seen.append((outcome.became, held(judging).get("concept/person/0")))
    assert seen == [
        ("saved", "Aurel"), ("saved", "Ana"), ("saved", "Aurel"), ("saved", "Ana"), ("saved", None), ("nothing", None),
    ]  # fmt: skip
    assert held(judging)["open"] == "echo"
    assert [len(each) for each in (judging.open("ferries", "Ana", "the-ferry").history.undone,)] == [3]
    assert len(judging.store.actions("ferries")) == 9  # the log only grows


def test_a_batch_whose_answer_was_lost_comes_to_the_same_again(judging: Judging) -> None:
    slot = "the-ferry/concept/person/0"
    batch = [
        ActionResult("the-ferry/", key="t.1", step="undo"), ActionResult("the-ferry/pick/none#0", PLACE, "t.2"),
        ActionResult(slot, '"Ana"', "t.3"), ActionResult(slot, '"Bo"', "t.4"), ActionResult("the-ferry/", key="t.5",
        step="undo"),
    ]  # fmt: skip
    first = judging.act("ferries", "Ana", batch)
    assert [each.became for each in first] == ["nothing", "refused", "saved", "saved", "saved"]
    log = judging.store.actions("ferries")
    again = judging.act("ferries", "Ana", batch)
    assert [each.became for each in again] == ["nothing", "nothing", "saved", "saved", "saved"]
    assert judging.store.actions("ferries") == log
    assert held(judging)["concept/person/0"] == "Ana"


def test_an_undo_keeps_the_rules_too(judging: Judging, clock: Clock) -> None:
    act(judging, "the-ferry/started", True)
    act(judging, PICK, {"place": None})
    act(judging, PICK, None)
    clock.turn(minutes=40)
    (outcome,) = judging.act("ferries", "Ana", [ActionResult("the-ferry/", step="undo")])
    assert outcome.became == "refused"
    assert "Time is up" in str(outcome.error)


def test_two_tabs_are_warned_of_each_other_and_nothing_is_destroyed(judging: Judging) -> None:
    slot = "the-ferry/concept/person/0"
    first = act(judging, slot, "Ana", key="left.1", seen=0)
    assert first.held is not None
    other = act(judging, slot, "Bo", key="right.1", seen=0)
    assert other.became == "conflict"
    assert other.other == first.held
    assert act(judging, slot, "Bo too", key="right.2", seen=0).became == "saved"  # it saw its own, which was on its way
    assert other.held is not None
    assert act(judging, slot, "Ana too", key="left.2", seen=first.held.number).became == "conflict"
    assert [each.answer for each in judging.store.actions("ferries")] == ['"Ana"', '"Bo"', '"Bo too"', '"Ana too"']


def test_a_closed_study_takes_nothing_more(tmp_path: Path, clock: Clock) -> None:
    with Workspace(tmp_path, clock=clock) as workspace:
        closes = clock.now + timedelta(hours=1)
        workspace.judging.new(StudyPlan("report", "Ferries", closes=closes), [TOPIC], ["Ana"])
        assert act(workspace.judging, "the-ferry/started", True).became == "saved"
        clock.turn(hours=1)
        refused = act(workspace.judging, PICK, {"place": None})
        assert "closed on 06 March 2026, 13:00 UTC" in str(refused.error)
        with pytest.raises(AnswerError, match="closed"):
            workspace.judging.check_open("ferries")


def test_what_cannot_be_a_study_is_reported(judging: Judging, clock: Clock) -> None:
    with pytest.raises(InputError, match="has 1 of the 2 documents"):
        judging.new(StudyPlan("report"), [Topic("One", DOCUMENTS[:1])])
    with pytest.raises(UsageError, match="something to judge"):
        judging.new(StudyPlan("report"), [])
    with pytest.raises(UnknownNameError, match="no task of judges called 'reprot'"):
        judging.new(StudyPlan("reprot"), [TOPIC])
    with pytest.raises(UnknownNameError, match="no setting of the task report called 'hours'"):
        judging.new(StudyPlan("report", settings={"hours": 1}), [TOPIC])
    with pytest.raises(UsageError, match="closed from the start"):
        judging.new(StudyPlan("report", closes=clock.now), [TOPIC])
    for names, words in (
        (["Ana", "Ana"], "same name"),
        (["owner"], "taken"),
        ([" "], "no name"),
        (["a\nb"], "no name"),
    ):
        with pytest.raises(UsageError, match=words):
            judging.new(StudyPlan("report"), [TOPIC], names)
    with pytest.raises(UnknownNameError, match="no study called 'ferry'"):
        judging.study("ferry")
    with pytest.raises(AnswerError, match="no item"):
        judging.open("ferries", "Ana", "none")
    assert [row.study.id for row in judging.studies()] == ["ferries"]


def test_rows_count_what_is_done(judging: Judging) -> None:
    act(judging, "the-ferry/skip", "I know the captain")
    (row,) = judging.studies()
    assert row.done == {"Ana": 1, "Bo": 0}
    assert [each.status for each in judging.progress("ferries", "Ana")].count("skipped") == 1


def test_the_slots_are_the_fold_of_the_log(judging: Judging) -> None:
    test_undo_and_redo_go_back_and_forth_and_outlive_the_page(judging)
    kept = {(each.participant, each.slot): each for each in judging.store.slots("ferries")}
    assert kept == fold(judging.store.actions("ferries"))
