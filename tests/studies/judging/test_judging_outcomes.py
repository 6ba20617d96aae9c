"""What comes of studies in a workspace: results, roles of items, judgements from elsewhere, and release."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from meadow.errors import InputError, UsageError
from meadow.model import Study
from meadow.studies.exporting import answer_format, given_answers
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.judging import Judging
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.studies.judging.outcomes import judged_of, results_of, take_in
from meadow.studies.judging.releasing import release, release_time
from meadow.studies.progress import item_order
from meadow.studies.testbed import study_testbed
from meadow.workspace import Workspace
from stories import document
from studies.items import MILL, SMOKE

NOW = datetime(2026, 3, 6, 12, tzinfo=UTC)
MILL_TOPIC = Topic("Mill", [MILL, SMOKE])
TIDE = [
    document("t1", ["High water is due at noon.", "The quay is shut."]),
    document("t2", ["The quay at Tarn is shut."]),
]
PRACTICE = Topic("Practice", TIDE, role="training", expected={"utility/t1#0": "9"})
LOOK = Topic("Look", TIDE[:1], role="attention", expected={"utility/t1#0": "0", "utility/t1#1": "10"})


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def judging(tmp_path: Path) -> Iterator[Judging]:
    with Workspace(tmp_path / "w", clock=Clock()) as workspace:
        yield workspace.judging


def make(judging: Judging, *topics: Topic, task: str = "utility", **plan: float) -> Study:
    return judging.new(StudyPlan(task, "Mills", **plan), topics or (MILL_TOPIC,), ["ana", "bram"]).study  # type: ignore[arg-type]


def score(judging: Judging, study: Study, judge: str, item: str, *scores: int, hand_in: bool = True) -> None:
    documents = judging.item(study.id, item).documents
    keys = [f"{each.id.replace('/', '%2F')}#{index}" for each in documents for index in range(len(each.spans or ()))]
    told = [ActionResult(f"{item}/utility/{key}", json.dumps(value)) for key, value in zip(keys, scores, strict=True)]
    for outcome in judging.act(
        study.id, judge, [*told, *([ActionResult(f"{item}/submitted", "true")] if hand_in else [])]
    ):
        assert outcome.became == "saved", outcome


def test_results_say_who_is_how_far_and_how_far_they_agree(judging: Judging) -> None:
    study = make(judging)
    score(judging, study, "ana", "mill", 9, 2, 5, 7, 8)
    score(judging, study, "bram", "mill", 8, 1, 5, 7, 0)
    results = results_of(judging.store, study)
    assert [(each.judge, each.word) for each in results.progress] == [("ana", "handed in"), ("bram", "handed in")]
    assert [table.name for table in results.tables] == ["progress", "relative-utility", "scores"]
    assert results.disputed[0].answers == {"ana": "8", "bram": "0"}
    topic = study_testbed([judged_of(judging.store, study)]).topics[0]
    assert topic.utilities is not None
    assert topic.utilities.utilities == ((9, 2, 5, 7, 8), (8, 1, 5, 7, 0))


def test_training_and_checks_do_not_count_but_are_shown(judging: Judging) -> None:
    study = make(judging, MILL_TOPIC, PRACTICE, LOOK, repeats=1.0)
    assert study.items == ("mill", "practice", "look", "mill~again")
    assert item_order(study, "ana")[0] == "practice"
    score(judging, study, "ana", "look", 1, 9)
    score(judging, study, "bram", "look", 9, 9)
    score(judging, study, "ana", "mill", 9, 2, 5, 7, 8)
    score(judging, study, "ana", "mill~again", 9, 2, 5, 0, 8)
    results = results_of(judging.store, study)
    assert [material.id for material in results.judged.materials] == ["mill"]
    assert [(each.judge, each.passed, each.asked, each.same) for each in results.attention] == [
        ("ana", 1, 1, 0.8), ("bram", 0, 1, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("topics", "words"),
    [
        ((MILL_TOPIC, Topic("Look", TIDE, role="attention")), "expects no answer"),
        ((MILL_TOPIC, Topic("Look", TIDE, role="attention", expected={"utility/t1#0": "99"})), "nobody can give"),
        ((PRACTICE,), "trains or tests"),
    ],
)
def test_roles_that_make_no_sense_are_reported(judging: Judging, topics: tuple[Topic, ...], words: str) -> None:
    with pytest.raises((InputError, UsageError), match=words):
        make(judging, *topics)


def test_one_document_cannot_be_grouped(judging: Judging) -> None:
    with pytest.raises(InputError, match="has 1 of the 2 documents"):
        make(judging, Topic("Mill", [MILL]), task="grouping")


@pytest.mark.parametrize("name", ["jsonl", "csv", "label-studio"])
def test_judgements_from_elsewhere_come_in_once(judging: Judging, name: str) -> None:
    study, other = make(judging), make(judging)
    score(judging, study, "ana", "mill", 9, 2, 5, 7, 8)
    judged = judged_of(judging.store, study)
    form = answer_format(name)
    answers = form.parse(form.format(judged.materials, given_answers(judged)))
    for changed in (6, 0):
        with judging.store.writing() as writer:
            assert take_in(writer, other, answers, NOW) == changed
    assert judged_of(judging.store, other).slots["ana"] == judged.slots["ana"]


def test_judgements_that_do_not_fit_change_nothing(judging: Judging) -> None:
    study = make(judging)
    parse = answer_format("jsonl").parse
    line = '{"task": "utility", "item": "mill", "judge": "ana", "slot": "utility/m1#0", "answer": %s}\n'
    with judging.store.writing() as writer:
        with pytest.raises(InputError, match="does not fit"):
            take_in(writer, study, parse(line % 3 + line.replace("#0", "#1") % 99), NOW)
        with pytest.raises(InputError, match="no judgement to take in"):
            take_in(writer, study, [], NOW)
        with pytest.raises(InputError, match="is about utility"):
            take_in(writer, study, parse((line % 3).replace('"task": "utility"', '"task": "grouping"')), NOW)
        with pytest.raises(InputError, match="No judge is called"):
            take_in(writer, study, parse((line % 3).replace("ana", "owner")), NOW)
    assert judged_of(judging.store, study).slots == {"ana": {}, "bram": {}}


def test_a_study_is_released_by_its_owner_and_can_be_hidden_again(judging: Judging) -> None:
    study = make(judging)
    assert release_time(judging.store, study) is None
    with judging.store.writing() as writer:
        release(writer, study, NOW)
    assert release_time(judging.store, study) == NOW
    assert judged_of(judging.store, study).slots == {"ana": {}, "bram": {}}
    with judging.store.writing() as writer:
        release(writer, study, NOW, visible=False)
    assert release_time(judging.store, study) is None


def test_reports_have_results_too(judging: Judging) -> None:
    study = make(judging, task="report")
    assert [table.name for table in results_of(judging.store, study).tables][1:] == ["agreement", "answers", "concepts"]
