"""The verbs of a workspace on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import meadow
from command import run_meadow
from meadow.sample import sample_path
from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from store.articles import SteppingClock, article, articles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Workspace(tmp_path / "meadow-workspace", clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
    return tmp_path


def test_stories_are_listed_the_latest_first(folder: Path) -> None:
    done = run_meadow("stories", folder=folder)
    assert done.returncode == 0
    lines = [line for line in done.stdout.splitlines() if line in {"a0", "a1", "a2", "a3"}]
    assert lines == ["a3", "a2", "a1", "a0"]
    assert "3 new" in done.stdout
    assert "4 stories, 12 articles" in done.stderr
    shown = json.loads(run_meadow("stories", "--json", "--top", "2", folder=folder).stdout)
    assert [story["id"] for story in shown["stories"]] == ["a3", "a2"]
    assert shown["new"]["a3"] == ["a3", "a7", "a11"]


def test_json_has_every_story_or_says_how_many_there_are(tmp_path: Path) -> None:
    with Workspace(tmp_path / "meadow-workspace", clock=SteppingClock()) as workspace:
        workspace.add([article(number, text=f"Nothing but word{number} came to port{number}.") for number in range(23)])
    whole = json.loads(run_meadow("stories", "--json", folder=tmp_path).stdout)
    assert (len(whole["stories"]), whole["shown"], whole["total"]) == (23, 23, 23)
    some = json.loads(run_meadow("stories", "--json", "--top", "5", folder=tmp_path).stdout)
    assert (len(some["stories"]), some["shown"], some["total"]) == (5, 5, 23)
    assert some["stories"] == whole["stories"][:5]
    run_meadow("story", whole["stories"][0]["id"], folder=tmp_path)
    unread = json.loads(run_meadow("stories", "--json", "--unread", "--top", "5", folder=tmp_path).stdout)
    assert (unread["shown"], unread["total"]) == (5, 22)
    past = json.loads(run_meadow("stories", "--json", "--at", "2026-03-20", "--top", "5", folder=tmp_path).stdout)
    assert (past["shown"], past["total"]) == (5, 23)
    read = run_meadow("stories", folder=tmp_path)
    assert "20 of 23 stories" in read.stderr


def test_stories_without_a_date_are_last_now_and_in_the_past(tmp_path: Path) -> None:
    with Workspace(tmp_path / "meadow-workspace", clock=SteppingClock()) as workspace:
        dated = articles(3)
        workspace.add([dated[0], replace(dated[1], published=None), dated[2]])
    for past in ((), ("--at", "2026-03-20")):
        shown = json.loads(run_meadow("stories", "--json", *past, folder=tmp_path).stdout)
        assert [story["id"] for story in shown["stories"]] == ["a2", "a0", "a1"]


def test_a_story_names_its_event_in_other_languages_as_the_page_does(tmp_path: Path) -> None:
    with Workspace(tmp_path / "meadow-workspace") as workspace:
        workspace.add(list(meadow.read(sample_path())))
        linked = {row.id: workspace.related(row.id) for row in workspace.store.stories(Wanted())}
    story_id, (relation, *_) = next((name, found) for name, found in linked.items() if found)
    listed = json.loads(run_meadow("stories", "--json", folder=tmp_path).stdout)["stories"]
    assert {each["id"]: [one["story"] for one in each["related"]] for each in listed} == {
        name: [one.story_id for one in found] for name, found in linked.items()
    }
    value = json.loads(run_meadow("story", story_id, "--json", folder=tmp_path).stdout)
    assert value["related"] == next(each["related"] for each in listed if each["id"] == story_id)
    shown = run_meadow("story", story_id, folder=tmp_path).stdout
    assert "Also in " in shown
    assert relation.story_id in shown
    assert (
        json.loads(run_meadow("story", story_id, "--at", "2030-01-01", "--json", folder=tmp_path).stdout)["related"]
        == []
    )


def test_a_search_names_stories_by_their_headlines(folder: Path) -> None:
    with Workspace(folder / "meadow-workspace") as workspace:
        headlines = {each.row.id: each.headline for each in workspace.headings()}
    done = run_meadow("search", "wolves", "farmer", folder=folder)
    assert " ".join(done.stdout.split()).startswith(f"{headlines['a1']} a1 ")
    (found,) = json.loads(run_meadow("search", "wolves", "farmer", "--json", folder=folder).stdout)["stories"]
    assert (found["id"], found["headline"]) == ("a1", headlines["a1"])


def test_a_story_that_was_printed_counts_as_read(folder: Path) -> None:
    assert "Articles, 3 of them new" in run_meadow("story", "a0", "--keep-unread", folder=folder).stdout
    assert "Articles, 3 of them new" in run_meadow("story", "a0", folder=folder).stdout
    assert "new" not in run_meadow("story", "a0", folder=folder).stdout.split("Articles")[1]
    unread = json.loads(run_meadow("stories", "--unread", "--json", folder=folder).stdout)
    assert [story["id"] for story in unread["stories"]] == ["a3", "a2", "a1"]
    with Workspace(folder / "meadow-workspace") as workspace:
        workspace.add([article(12)])
    again = json.loads(run_meadow("stories", "--unread", "--json", folder=folder).stdout)
    assert again["new"]["a0"] == ["a12"]


def test_the_past_is_shown_as_it_was(folder: Path) -> None:
    with Workspace(folder / "meadow-workspace") as workspace:
        workspace.add([article(0, text="Another text.")])
    then = json.loads(run_meadow("story", "a0", "--at", "2026-03-03", "--json", folder=folder).stdout)
    now = json.loads(run_meadow("story", "a0", "--json", folder=folder).stdout)
    assert "ran aground" in then["summary"]["text"]
    assert then["documents"] == now["documents"]
    gone = run_meadow("story", "a0", "--at", "2020-01-01", folder=folder)
    assert (gone.returncode, "there was no story" in gone.stderr) == (2, True)


def test_an_unknown_story_gets_a_suggestion(folder: Path) -> None:
    done = run_meadow("story", "aa0", folder=folder)
    assert done.returncode == 2
    assert "Did you mean 'a0'" in done.stderr


def test_a_backup_becomes_a_workspace_again(folder: Path) -> None:
    assert run_meadow("backup", "copy.db", folder=folder).returncode == 0
    assert run_meadow("backup", "copy.db", folder=folder).returncode == 2
    done = run_meadow("restore", "copy.db", "--workspace", "new", folder=folder)
    assert "restored 12 articles in 4 stories" in done.stderr
    assert run_meadow("restore", "copy.db", "--workspace", "new", folder=folder).returncode == 2
    assert (
        run_meadow("export", folder=folder).stdout == run_meadow("export", "--workspace", "new", folder=folder).stdout
    )
    (folder / "broken.db").write_bytes((folder / "copy.db").read_bytes()[:-5000])
    assert run_meadow("restore", "broken.db", "--workspace", "other", folder=folder).returncode in (2, 3)
    assert not (folder / "other" / "meadow.sqlite3").exists()


def test_an_export_reads_back(folder: Path) -> None:
    lines = run_meadow("export", "a1", folder=folder).stdout
    assert [json.loads(line)["story"] for line in lines.splitlines()] == ["a1", "a1", "a1"]
    assert run_meadow("summarize", "-", "--sentences", "1", folder=folder, stdin=lines).returncode == 0


def test_what_is_forgotten_is_gone_from_every_view(folder: Path) -> None:
    run_meadow("story", "a1", folder=folder)
    done = run_meadow("forget", "a5", "--reason", "asked", folder=folder)
    assert done.stdout == "a5\n"
    assert '"a5"' not in run_meadow("story", "a1", "--json", folder=folder).stdout
    done = run_meadow("forget", "--source", "Paper 2", folder=folder)
    assert done.stdout.split() == ["a2", "a8", "a11"]
    assert run_meadow("forget", "a5", folder=folder).returncode == 2
    assert run_meadow("forget", folder=folder).returncode == 2
    assert run_meadow("doctor", "--workspace", "meadow-workspace", folder=folder).returncode == 0


def test_a_workspace_is_named_by_the_environment(folder: Path) -> None:
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    done = run_meadow("stories", folder=elsewhere, MEADOW_WORKSPACE=str(folder / "meadow-workspace"))
    assert done.returncode == 0
    missing = run_meadow("stories", folder=elsewhere)
    assert (missing.returncode, "There is no workspace" in missing.stderr) == (3, True)


def test_a_damaged_file_is_reported(folder: Path) -> None:
    path = folder / "meadow-workspace" / "meadow.sqlite3"
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    done = run_meadow("doctor", "--workspace", "meadow-workspace", folder=folder)
    assert done.returncode == 3
    assert "damaged" in done.stdout + done.stderr


def test_old_stories_are_forgotten_whole(folder: Path) -> None:
    with Workspace(folder / "meadow-workspace") as workspace:
        new = [article(20 + number, topic=1, published=workspace.clock()) for number in range(2)]
        workspace.add(new)
    assert run_meadow("forget", "--older-than", "30 days", "a0", folder=folder).returncode == 2
    assert run_meadow("forget", "--older-than", "many", folder=folder).returncode == 2
    done = run_meadow("forget", "--older-than", "30 days", folder=folder)
    assert {"a0", "a4", "a8"} <= set(done.stdout.split())
    left = json.loads(run_meadow("stories", "--json", folder=folder).stdout)["stories"]
    assert {"a20", "a21"} <= {each for story in left for each in story["documents"]}
    assert run_meadow("doctor", "--workspace", "meadow-workspace", folder=folder).returncode == 0


def test_search_finds_articles_by_story_with_their_sentences(folder: Path) -> None:
    done = run_meadow("search", "wolves", "farmer", folder=folder)
    assert done.stdout.splitlines()[1] == "to shoot one  a1"
    assert "3 of 3 articles" in done.stderr
    page = json.loads(run_meadow("search", "wolves -winter", "--json", folder=folder).stdout)
    assert page == {"query": "wolves -winter", "all_words": True, "complete": True, "total": 0, "stories": []}
    page = json.loads(run_meadow("search", 'ferry source:"paper 0"', "--json", folder=folder).stdout)
    (story,) = page["stories"]
    for document in story["documents"]:
        assert document["source"] == "Paper 0"
        for found in document["sentences"]:
            at = found["start"]
            assert [found["text"][start - at : end - at] for start, end in found["spans"]] == ["ferry"]
    partly = run_meadow("search", "ferry", "zeppelin", folder=folder)
    assert "no article has all of these words" in partly.stderr
    wrong = run_meadow("search", '"open', folder=folder)
    assert (wrong.returncode, "not closed" in wrong.stderr) == (2, True)


def test_a_revision_is_found_by_its_new_words_only(folder: Path) -> None:
    with Workspace(folder / "meadow-workspace") as workspace:
        workspace.add([article(1, text="A zeppelin was seen over Haldmoor.")])
    assert json.loads(run_meadow("search", "zeppelin", "--json", folder=folder).stdout)["total"] == 1
    assert json.loads(run_meadow("search", "wolves", "--json", folder=folder).stdout)["total"] == 2
    run_meadow("forget", "a1", folder=folder)
    assert json.loads(run_meadow("search", "zeppelin", "--json", folder=folder).stdout)["total"] == 0
