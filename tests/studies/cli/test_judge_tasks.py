"""`meadow judge` for the tasks of sentences: new studies of each, items that train and check, judgements in, release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Done, run_meadow
from meadow.ingest import write_jsonl
from meadow.lab.evaluate.utility import relative_utility
from meadow.lab.folder import load_testbed
from meadow.sample import testbed_path
from meadow.studies.judging.outcomes import judged_of
from meadow.studies.judging.releasing import release_time
from meadow.workspace import Workspace
from studies.items import MILL, SMOKE

LINE = '{"task": "utility", "item": "fire", "judge": "%s", "slot": "utility/m1#%d", "answer": %d}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fire.jsonl").write_text("\n".join(write_jsonl([MILL, SMOKE])), encoding="utf-8")
    (tmp_path / "one.jsonl").write_text("\n".join(write_jsonl([MILL])), encoding="utf-8")
    return tmp_path


def judge(folder: Path, *arguments: str) -> Done:
    return run_meadow("judge", *arguments, folder=folder)


@pytest.mark.parametrize("task", ["utility", "subsumption", "grouping", "alignment", "concepts", "headlines"])
def test_every_task_makes_a_study_and_prints_its_links(folder: Path, task: str) -> None:
    made = judge(folder, "new", task, "fire.jsonl", "--participant", "Ana", "--json")
    assert made.returncode == 0, made.stderr
    value = json.loads(made.stdout)
    assert value["items"] == ["fire"]
    assert "/j/t/" in value["participants"][0]["url"]


@pytest.mark.golden("H7")
def test_headlines_are_written_by_plan(folder: Path) -> None:
    judges = [word for name in ("Ana", "Bo", "Cy") for word in ("--participant", name)]
    made = judge(folder, "new", "headlines", "fire.jsonl", "--method", "title", "--part", "1", "--extra", "1", *judges)
    assert made.returncode == 0, made.stderr
    (row,) = json.loads(judge(folder, "list", "--json").stdout)["studies"]
    assert sorted(each["writes"] for each in row["participants"]) == [0, 1, 1]
    assert {each["asked"] for each in row["participants"]} == {1}
    assert min(judge(folder, "list").stdout.split("done, writes ")[1:]).startswith("0 headlines")


def test_headlines_come_from_methods_or_from_the_testbed(folder: Path) -> None:
    judge(folder, "new", "headlines", "fire.jsonl", "--title", "A", "--method", "title", "--method", "phrase")
    judge(folder, "new", "headlines", "--testbed", str(testbed_path()), "--title", "B")
    with Workspace(folder / "meadow-workspace") as workspace:
        held = workspace.judging.item("a", "fire").headlines
        assert set(held) <= {"title", "phrase"}
        assert len(set(held.values())) == len(held) > 0
        assert len(workspace.judging.item("b", "wolf").headlines) > 3
    wrong = judge(folder, "new", "utility", "fire.jsonl", "--method", "title")
    assert wrong.returncode == 2
    assert "rates no headlines" in wrong.stderr


def test_practice_attention_and_repeats(folder: Path) -> None:
    item = {"title": "Practice", "paths": ["one.jsonl"], "expected": {"utility/m1#0": 9}}
    (folder / "practice.jsonl").write_text(json.dumps(item), encoding="utf-8")
    (folder / "look.jsonl").write_text(json.dumps({**item, "title": "Look"}), encoding="utf-8")
    made = judge(
        folder, "new", "utility", "fire.jsonl", "--training", "practice.jsonl", "--attention", "look.jsonl",
        "--repeats", "1", "--json",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["items"] == ["fire", "practice", "look", "fire~again"]
    with Workspace(folder / "meadow-workspace") as workspace:
        (row,) = workspace.judging.studies()
        assert row.study.roles == {"practice": "training", "look": "attention", "fire~again": "repeat"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("grouping", "one.jsonl"), "has 1 of the 2 documents"),
        (("utilty", "fire.jsonl"), "Did you mean 'utility'"),
        (("utility", "fire.jsonl", "--training", "none.jsonl"), "cannot be read"),
        (("utility", "fire.jsonl", "--training", "fire.jsonl"), "no item for training"),
        (("utility", "fire.jsonl", "--repeats", "3"), "From 0 to 1"),
        (("utility", "fire.jsonl", "--set", "suggest=1"), "no setting of the task utility called 'suggest'"),
        (("utility", "fire.jsonl", "--guidelines", "empty.md"), "guidelines are empty"),
        (("utility", "fire.jsonl", "--part", "0.1"), "nobody writes headlines"),
        (("headlines", "fire.jsonl", "--part", "7"), "part=7 and extra=4 is impossible"),
    ],
)
def test_what_cannot_be_a_study_is_reported(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    (folder / "empty.md").write_text(" \n", encoding="utf-8")
    made = judge(folder, "new", *arguments)
    assert made.returncode == 2
    assert words in made.stderr
    assert "Traceback" not in made.stderr


def test_judgements_come_in_and_results_are_released(folder: Path) -> None:
    judge(folder, "new", "utility", "fire.jsonl")
    (folder / "in.jsonl").write_text(LINE % ("ana", 0, 7) + LINE % ("bram", 1, 3), encoding="utf-8")
    assert judge(folder, "import", "fire", "in.jsonl").stdout == "2 judgements read, 2 new or changed.\n"
    assert json.loads(judge(folder, "import", "fire", "in.jsonl", "--json").stdout)["changed"] == 0
    (folder / "bad.jsonl").write_text(LINE % ("ana", 0, 70), encoding="utf-8")
    bad = judge(folder, "import", "fire", "bad.jsonl")
    assert bad.returncode == 2
    assert "from 0 to 10" in bad.stderr
    assert judge(folder, "import", "fire", "nowhere.csv").returncode == 2
    assert judge(folder, "release", "fire").stdout == "The results of fire are shown to its judges.\n"
    with Workspace(folder / "meadow-workspace") as workspace:
        study = workspace.judging.study("fire")
        assert release_time(workspace.store, study) is not None
        assert judged_of(workspace.store, study).slots["ana"] == {"fire/utility/m1#0": "7"}
    assert "hidden from" in judge(folder, "release", "fire", "--hide").stdout


def _hand_in(folder: Path, task: str, answers: dict[str, dict[str, object]]) -> None:
    lines = [
        {"task": task, "item": "fire", "judge": judge, "slot": slot, "answer": answer}
        for judge, own in answers.items()
        for slot, answer in {**own, "submitted": True}.items()
    ]
    (folder / f"{task}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    judge(folder, "new", task, "fire.jsonl", "--title", task)
    assert judge(folder, "import", task, f"{task}.jsonl").returncode == 0


def test_results_are_printed_and_two_studies_become_one_testbed_for_the_lab(folder: Path) -> None:
    sentences = ("m1#0", "m1#1", "m1#2", "m%2F2#0", "m%2F2#1")
    scores = {"ana": (9, 2, 5, 7, 8), "bram": (8, 1, 5, 7, 0)}
    _hand_in(
        folder, "utility",
        {name: {f"utility/{key}": score for key, score in zip(sentences, own, strict=True)} for name, own in scores.items()},
    )  # fmt: skip
    settled: dict[str, object] = {f"settled/{key}": True for key in sentences}
    _hand_in(folder, "subsumption", {name: {**settled, "pair/m1#0/m%2F2#1": "covers"} for name in scores})
    printed = judge(folder, "results", "utility", "--form", "csv")
    assert f",J,{relative_utility(list(scores.values()), count=1).agreement!r}," in printed.stdout
    out = judge(folder, "export", "utility", "testbed", "--with", "subsumption", "--out", "bed")
    assert out.returncode == 0, out.stderr
    line = "lab run mead-tables --testbed bed --systems lead --workers 1 --resamples 100 --form csv"
    run = run_meadow(*line.split(), "--set", "rates=[20]", folder=folder)
    assert run.returncode == 0, run.stderr
    assert "20 %,,J," in run.stdout
    (topic,) = load_testbed(folder / "bed").topics
    assert topic.utilities is not None
    assert {(each.judge, each.ref.document_id) for each in topic.subsumption if each.by} == {
        ("ana", "m/2"),
        ("bram", "m/2"),
    }
    for form in ("jsonl", "csv", "label-studio"):
        assert judge(folder, "export", "utility", form, "--out", f"out.{form}").returncode == 0
        again = judge(folder, "import", "utility", f"out.{form}", "--format", form)
        assert again.stdout == "12 judgements read, 0 new or changed.\n"
    refused = judge(folder, "export", "utility", "csv", "--with", "subsumption", "--out", "x.csv")
    assert refused.returncode == 2
    assert "Only testbeds join studies" in refused.stderr
