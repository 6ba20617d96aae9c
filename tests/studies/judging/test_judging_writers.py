"""A study of headlines with a plan of references: assigned when it is made, kept to by pages, progress and exports."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import run_meadow
from meadow.errors import UsageError
from meadow.lab.folder import save_testbed
from meadow.studies.judging.acting import ActionResult
from meadow.studies.judging.judging import Judging, MadeStudy
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.studies.judging.writing import writers_of
from meadow.studies.writers import References
from meadow.workspace import Workspace
from studies.items import MILL, SMOKE
from web.apps import NOW

JUDGES = ["Ana", "Bo", "Cy", "Di", "Ed"]
RATED = {"lead": "Mill burns"}


@pytest.fixture
def judging(tmp_path: Path) -> Iterator[Judging]:
    with Workspace(tmp_path / "w", clock=lambda: NOW) as workspace:
        yield workspace.judging


def make(judging: Judging, count: int, *, headlines: dict[str, str], judges: list[str] = JUDGES) -> MadeStudy:
    topics = [Topic(f"Mill {number}", [MILL, SMOKE], headlines=headlines) for number in range(count)]
    return judging.new(StudyPlan("headlines", "Mills", references=References(), seed=3), topics, judges)


@pytest.mark.golden("H7")
def test_the_plan_is_assigned_and_progress_the_testbed_and_the_lab_keep_to_it(judging: Judging, tmp_path: Path) -> None:
    study = make(judging, 20, headlines=RATED).study
    writers = writers_of(judging.store, study)
    assert writers is not None
    assert Counter(map(len, writers.values())) == {1: 18, 5: 2}
    (row,) = judging.studies()
    assert sum(row.writes.values()) == 28
    assert set(row.writes.values()) <= {5, 6}
    for judge in JUDGES:
        assert len(judging.progress(study.id, judge)) == 20  # all rate all
        for item in study.items:
            opened = judging.open(study.id, judge, item)
            asked = judge in writers[item]
            assert ("No headline written yet." in opened.progress.missing) is asked
            assert dict(opened.task.live(opened.state))["total"] == 2 + asked
            candidate = opened.task.view(opened.state).material.candidates[0]  # type: ignore[attr-defined]
            told = [ActionResult(f"{item}/written", json.dumps(f"{judge} on {item}"))] if asked else []
            rating = ActionResult(f"{item}/rating/{candidate.key}", '{"quality": 4, "readability": 5}')
            outcomes = judging.act(study.id, judge, [*told, rating, ActionResult(f"{item}/submitted", "true")])
            assert {each.became for each in outcomes} == {"saved"}
    table = next(table for table in judging.results(study.id).tables if table.name == "writers")
    assert {row.labels: [entry.value for entry in row.entries] for row in table.rows} == {
        (item.replace("mill-", "Mill "), ", ".join(f"{judge} ✓" for judge in own)): [len(own)] * 2
        for item, own in writers.items()
    }
    bed = judging.testbed(study.id)
    assert {topic.id: [each.id for each in topic.headlines] for topic in bed} == {
        item: sorted(own) for item, own in writers.items()
    }
    assert {len(topic.ratings) for topic in bed} == {10}
    assert judging.answers(study.id, "jsonl").count('"written"') == 28
    save_testbed(bed, tmp_path / "bed")
    options = ("--systems", "given", "title", "--workers", "1", "--resamples", "100", "--form", "json")
    run = run_meadow("lab", "run", "headline-tables", "--testbed", "bed", *options, folder=tmp_path)
    shown = json.loads(run.stdout)["tables"]
    tables = {table["name"]: [row for row in table["rows"] if not row["theirs"]] for table in shown}
    assert [entry["value"] for entry in tables["table-2"][0]["entries"]] == [4, 5]  # five judges averaged
    (quality,) = (row["entries"] for row in tables["judges"] if row["labels"] == ["quality"])
    assert [entry["value"] for entry in quality[2:]] == [5, 20]


def test_who_does_not_write_cannot_and_an_item_with_nothing_to_rate_is_not_put_to_them(judging: Judging) -> None:
    study = make(judging, 4, headlines={}).study
    writers = writers_of(judging.store, study)
    assert writers is not None
    assert sum(len(judging.progress(study.id, judge)) for judge in JUDGES) == sum(map(len, writers.values())) == 4
    item = study.items[0]
    stranger = next(judge for judge in JUDGES if judge not in writers[item])
    (outcome,) = judging.act(study.id, stranger, [ActionResult(f"{item}/written", '"Mine"')])
    assert "Others write the headline" in str(outcome.error)
    words = {(each.judge, each.item): each.word for each in judging.results(study.id).progress}
    assert words[stranger, item] == "not asked"
    assert words[writers[item][0], item] == "not begun"


def test_who_is_invited_later_fills_the_gaps(judging: Judging) -> None:
    study = make(judging, 10, headlines=RATED, judges=[]).study
    assert set(map(len, (writers_of(judging.store, study) or {}).values())) == {0}
    judging.invite(study.id, ["Ana", "Bo"])
    first = writers_of(judging.store, study) or {}
    assert Counter(map(len, first.values())) == {1: 9, 2: 1}
    judging.invite(study.id, ["Cy", "Ana"])
    later = writers_of(judging.store, study) or {}
    assert Counter(map(len, later.values())) == {1: 9, 3: 1}
    assert all(later[item][: len(own)] == own for item, own in first.items())


def test_a_plan_of_headlines_fits_no_other_task(judging: Judging) -> None:
    with pytest.raises(UsageError, match="In a study of utility nobody writes headlines"):
        judging.new(StudyPlan("utility", references=References()), [Topic("Mill", [MILL])], [])
