"""`meadow judge` on the command line: new studies, links that are shown once, lists, and error messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Done, run_meadow
from meadow.sample import sample_path, testbed_path
from meadow.workspace import Workspace

NEWS = str(sample_path() / "harbour-wire.jsonl")


def judge(folder: Path, *arguments: str) -> Done:
    return run_meadow("judge", *arguments, folder=folder)


def test_a_study_of_paths_prints_its_links_and_is_listed(tmp_path: Path) -> None:
    topic = ("--topic", "Why did the ferry capsize?")
    made = judge(
        tmp_path, "new", "report", NEWS, *topic, "--participant", "Ana", "--participant", "Bo", "--set", "minutes=20"
    )
    assert made.returncode == 0, made.stderr
    first, ana, bo = made.stdout.splitlines()
    assert first == "Study why-did-the-ferry-capsize: Why did the ferry capsize?"
    assert ana.startswith("Ana: http://127.0.0.1:8710/j/t/")
    assert bo.startswith("Bo: http://127.0.0.1:8710/j/t/")
    listed = judge(tmp_path, "list")
    assert listed.stdout.splitlines()[1:] == ["  Ana: 0 of 1 done", "  Bo: 0 of 1 done"]
    with Workspace(tmp_path / "meadow-workspace") as workspace:
        study = workspace.judging.study("why-did-the-ferry-capsize")
        found = workspace.judging.participant(ana.rpartition("/")[2])
        assert study.settings == {"minutes": 20, "sentences": 50}
        assert found is not None
        assert found.name == "Ana"


def test_a_study_of_a_testbed_and_of_stories(tmp_path: Path) -> None:
    made = judge(tmp_path, "new", "report", "--testbed", str(testbed_path()), "--title", "Sample", "--json")
    value = json.loads(made.stdout)
    assert value["study"] == "sample"
    assert len(value["items"]) > 3
    with Workspace(tmp_path / "meadow-workspace") as workspace:
        from meadow import read

        workspace.add(read(NEWS))
        story = max(workspace.stories(), key=lambda entry: entry.row.documents)
        ids = [story.row.id]
    asked = judge(
        tmp_path, "new", "report", "--story", ids[0], "--topic", "What happened?", "--set", "minutes=none", "--json"
    )
    assert json.loads(asked.stdout)["items"] == ["what-happened"]
    listed = json.loads(judge(tmp_path, "list", "--json").stdout)["studies"]
    assert [each["id"] for each in listed] == ["sample", "what-happened"]
    invited = json.loads(judge(tmp_path, "invite", "sample", "Cy", "--url", "https://desk.example", "--json").stdout)
    assert invited["participants"][0]["url"].startswith("https://desk.example/j/t/")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["new", "reprot", NEWS], "There is no task of judges called 'reprot'. Did you mean 'report'?"),
        (["new", "report"], "needs something to judge"),
        (["new", "report", NEWS, "--set", "minutes"], "sets nothing"),
        (["new", "report", NEWS, "--set", "minutes=-1"], "sets nothing"),
        (["new", "report", NEWS, "--set", "hours=1"], "no setting of the task report called 'hours'"),
        (["new", "report", NEWS, "--topic", "a", "--topic", "b"], "2 topics for 1 items"),
        (["new", "report", NEWS, "--closes", "2001-01-01"], "closed from the start"),
        (["new", "report", NEWS, "--participant", "owner"], "is taken by Meadow"),
        (["new", "report", NEWS, "--guidelines", "none.txt"], "cannot be read"),
        (["new", "report", NEWS, "--url", "desk"], "no address of a web app"),
        (["invite", "none", "Ana"], "There is no"),
        (["list"], "There is no workspace"),
    ],
)
def test_what_is_wrong_is_reported(tmp_path: Path, arguments: list[str], words: str) -> None:
    done = judge(tmp_path, *arguments)
    assert done.returncode in (2, 3)
    assert words in " ".join(done.stderr.split())


def test_a_topic_of_one_document_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("A ferry sank. Nobody died.", encoding="utf-8")
    done = judge(tmp_path, "new", "report", "one.txt", "--topic", "Why?")
    assert done.returncode == 2
    assert "has 1 of the 2 documents" in done.stderr
