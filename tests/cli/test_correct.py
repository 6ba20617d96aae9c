"""Corrections, replays and watches on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import run_meadow
from meadow.workspace import Workspace
from store.articles import SteppingClock, articles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Workspace(tmp_path / "meadow-workspace", clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
    return tmp_path


def test_stories_are_merged_split_named_and_taken_back(folder: Path) -> None:
    merged = run_meadow("merge", "a1", "a0", folder=folder)
    assert (merged.returncode, merged.stdout) == (0, "a0\n")
    assert "merge 1 holds; `meadow undo 1` takes it back." in merged.stderr
    split = run_meadow("split", "a2", "a6", "a10", folder=folder)
    assert split.stdout == "a6\na2\n"
    named = json.loads(run_meadow("rename", "a6", "Sorrel fails", "--json", folder=folder).stdout)
    assert named == {"correction": 3, "kind": "rename", "undone": False, "stories": ["a6"]}
    listed = json.loads(run_meadow("stories", "--json", folder=folder).stdout)["stories"]
    assert {story["id"]: len(story["documents"]) for story in listed} == {"a0": 6, "a2": 1, "a3": 3, "a6": 2}
    assert {story["headline"] for story in listed if story["id"] == "a6"} == {"Sorrel fails"}
    undone = run_meadow("undo", "1", folder=folder)
    assert undone.stdout == "a1\na0\n"
    assert "took back merge 1." in undone.stderr
    assert json.loads(run_meadow("undo", "--json", folder=folder).stdout)["correction"] == 3


def test_what_cannot_be_corrected_is_reported(folder: Path) -> None:
    for arguments, words in (
        (("merge", "a0", "a0"), "is one story"),
        (("merge", "a0", "aa1"), "no story called 'aa1'"),
        (("split", "a0", "a1"), "no article of the story"),
        (("rename", "a0", " "), "needs letters"),
        (("undo",), "nothing to undo"),
        (("undo", "7"), "no correction 7"),
    ):
        done = run_meadow(*arguments, folder=folder)
        assert (done.returncode, words in done.stderr) == (2, True), arguments


def test_a_replay_says_what_another_tracker_would_do(folder: Path) -> None:
    done = run_meadow("replay", "--tracker", "one", folder=folder)
    assert done.stdout.splitlines() == [
        "merged  a0 (3), a1 (3), a2 (3), a3 (3) into a0 (12)",
        "1 story is merged from several",
    ]
    assert "tracked 12 articles by one." in done.stderr
    same = run_meadow("replay", "--all", folder=folder).stdout
    assert same.splitlines()[0] == "same    a0 (3 articles)"
    assert same.splitlines()[-1] == "4 stories are the same"
    value = json.loads(run_meadow("replay", "--tracker", "one", "--json", folder=folder).stdout)
    assert (value["documents"], value["counts"], value["applied"]) == (12, {"merged": 1}, False)
    assert value["differences"][0]["new"] == [{"story": "a0", "documents": 12, "shared": 12}]
    none = run_meadow("replay", "--until", "2020-01-01", folder=folder)
    assert none.stdout == "no story on either side\n"


def test_a_tracker_takes_over_where_that_is_asked_for(folder: Path) -> None:
    done = run_meadow("replay", "--tracker", "one", "--apply", folder=folder)
    assert "it takes over" in done.stderr
    listed = json.loads(run_meadow("stories", "--json", folder=folder).stdout)["stories"]
    assert [story["id"] for story in listed] == ["a0"]
    refused = run_meadow("replay", "--from", "2026-03-01", "--apply", folder=folder)
    assert (refused.returncode, "all articles or none" in refused.stderr) == (2, True)


def test_watches_are_added_listed_used_and_removed(folder: Path) -> None:
    assert run_meadow("watch", "add", "wolves Lethria", folder=folder).stdout == "wolves Lethria\n"
    question = "How many passengers were on the ferry Lurna?"
    assert run_meadow("watch", "add", question, "--name", "ferry", folder=folder).stdout == f"ferry: {question}\n"
    assert run_meadow("watch", "list", folder=folder).stdout == f"ferry: {question}\nwolves Lethria\n"
    watches = json.loads(run_meadow("watch", "list", "--json", folder=folder).stdout)["watches"]
    assert [each["name"] for each in watches] == ["ferry", "wolves Lethria"]
    for name, story_id in (("ferry", "a0"), ("wolves Lethria", "a1")):
        found = json.loads(run_meadow("stories", "--watch", name, "--json", folder=folder).stdout)["stories"]
        assert [story["id"] for story in found] == [story_id]
    unread = run_meadow("stories", "--watch", "ferry", "--unread", "--json", folder=folder).stdout
    assert len(json.loads(unread)["stories"]) == 1
    assert run_meadow("watch", "remove", "ferry", folder=folder).returncode == 0
    missing = run_meadow("watch", "remove", "ferry", folder=folder)
    assert (missing.returncode, "no watch called 'ferry'" in missing.stderr) == (2, True)
    empty = run_meadow("watch", "add", "of the", folder=folder)
    assert (empty.returncode, "no word to look for" in empty.stderr) == (2, True)


def test_without_a_watch_the_list_says_how_to_make_one(folder: Path) -> None:
    done = run_meadow("watch", "list", folder=folder)
    assert (done.stdout, "meadow watch add" in done.stderr) == ("", True)


def test_a_story_is_shown_day_by_day_where_that_is_asked_for(folder: Path) -> None:
    told = run_meadow("story", "a0", "--timeline", folder=folder).stdout
    assert "Day by day\n2 Mar 2026 · 3 articles" in told
    value = json.loads(run_meadow("story", "a0", "--timeline", "--json", folder=folder).stdout)
    assert [day["documents"] for day in value["timeline"]] == [["a0", "a4", "a8"]]
    assert "timeline" not in json.loads(run_meadow("story", "a0", "--json", folder=folder).stdout)
