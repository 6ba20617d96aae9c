"""What commands refuse before any work is done: options that do not go together, each with what to do instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Done, run_meadow
from meadow.workspace import Workspace
from store.articles import SteppingClock, articles

LINE = json.dumps({"id": "a", "text": "The ferry sank off Skerra.", "language": "en", "published": "2026-03-02"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an article and a workspace, which refused commands leave as they are."""
    made = tmp_path_factory.mktemp("refusals")
    (made / "news.jsonl").write_text(LINE, encoding="utf-8")
    with Workspace(made / "meadow-workspace", clock=SteppingClock()) as workspace:
        workspace.add(articles(4))
    return made


@pytest.mark.parametrize(
    ("line", "problem", "advice"),
    [
        ("track news.jsonl --order tme", "There is no order called 'tme'. Did you mean 'time'?", "Known: given, time."),
        (
            "track - --order given --explain",
            "Why a document is in its story is known at the end of a stream.",
            "Give a file, or leave out --order given.",
        ),
        (
            "track - --order given --out new",
            "A stream is answered line by line.",
            "Give a file, or leave out --order given.",
        ),
        (
            "track - --order given --engine processes:2",
            "A stream is tracked here, as it comes.",
            "Give a file, or leave out --order given.",
        ),
        (
            "track news.jsonl --windows 14d --order given",
            "Windows are windows of time.",
            "Leave out --windows or --order given.",
        ),
        (
            "track news.jsonl --windows 14d --explain",
            "A reason is found in the whole stream.",
            "Leave out --windows or --explain.",
        ),
        (
            "track news.jsonl --overlap 3d",
            "--overlap is how much two windows share.",
            "Say how long they are: --windows 14d",
        ),
        ("track news.jsonl --rows 5", "--rows is for files.", "Name a new folder: --out FOLDER"),
        ("convert news.jsonl", "Documents are written to a folder.", "Name a new one: --out FOLDER"),
        (
            "pack - -",
            "Question and documents cannot both come from standard input.",
            "Give one of them as an argument.",
        ),
        ("forget a0 --older-than 90d", "--older-than goes alone.", "Forget in two commands."),
        ("digest news.jsonl --json --markdown", "--json and --markdown were both given.", "Choose one."),
        (
            "digest news.jsonl --html a.html --bibtex a.html",
            "'a.html' was given for two outputs.",
            "Name a file for each.",
        ),
        ("headline news.jsonl --all --method title", "--all shows every method", "Give one of them."),
        (
            "summarize news.jsonl --sentences 1 --words 9",
            "More than one length was given: sentences=1, words=9.",
            "Keep one.",
        ),
        ("story nobody", "There is no story called 'nobody'. Known: a0, a1, a2, a3.", "`meadow stories` lists them."),
        (
            "stories --watch nobody",
            "There is no watch called 'nobody'. Known: none.",
            "`meadow watch list` lists them.",
        ),
        ("undo", "There is nothing to undo.", "Corrections: none."),
        ("merge a0 a0", "'a0' is one story.", "Name two stories."),
        ("split a0 a1", "'a1' is no article of the story 'a0'.", "`meadow story a0` lists them."),
    ],
)
def test_it_ends_with_2_and_says_what_to_do(folder: Path, line: str, problem: str, advice: str) -> None:
    before = sorted(path.name for path in folder.iterdir())
    done = run_meadow(*line.split(), folder=folder, stdin=LINE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"meadow: {problem}")
    assert advice in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == before


def rows(done: Done) -> list[dict[str, object]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_stream_is_answered_as_it_comes_and_what_is_met_twice_once(folder: Path) -> None:
    other = json.dumps({"id": "b", "text": "Wolves were seen on the moor by shepherds.", "language": "en"})
    done = run_meadow(
        "track", "-", "--order", "given", "--json", folder=folder, stdin=f"{LINE}\n{LINE}\nno json\n{other}\n"
    )
    assert [(row["document"], row["story"], row["opened"]) for row in rows(done)] == [
        ("a", "a", True),
        ("b", "b", True),
    ]
    assert done.stderr.startswith("meadow: not read: ")
    strict = run_meadow("track", "-", "--order", "given", "--strict", folder=folder, stdin=f"{LINE}\nno json\n")
    assert strict.returncode == 1
    assert strict.stdout == "  0.000  new  a  a\n"


def test_documents_are_written_unchanged_even_twice(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run_meadow("convert", "news.jsonl", "news.jsonl", "--out", str(out), folder=folder)
    assert done.returncode == 0
    (file,) = out.glob("*.jsonl")
    assert [json.loads(line)["id"] for line in file.read_text(encoding="utf-8").splitlines()] == ["a", "a"]


def test_what_a_replay_finds_the_same_is_shown_where_that_is_asked_for(folder: Path) -> None:
    quiet = json.loads(run_meadow("replay", "--json", folder=folder).stdout)
    assert (quiet["documents"], quiet["applied"], quiet["differences"]) == (4, False, [])
    every = json.loads(run_meadow("replay", "--json", "--all", folder=folder).stdout)
    assert {each["kind"] for each in every["differences"]} == {"same"}
    assert sum(part["documents"] for each in every["differences"] for part in each["old"]) == 4
    shown = run_meadow("replay", folder=folder)
    assert "tracked 4 articles by meadow" in shown.stderr
    assert "takes over" not in shown.stderr


def test_a_correction_is_reported_as_json_too(tmp_path: Path) -> None:
    with Workspace(tmp_path / "meadow-workspace", clock=SteppingClock()) as workspace:
        workspace.add(articles(4))
    merged = json.loads(run_meadow("merge", "a0", "a1", "--json", folder=tmp_path).stdout)
    assert merged == {"correction": 1, "kind": "merge", "undone": False, "stories": ["a0"]}
    undone = json.loads(run_meadow("undo", "--json", folder=tmp_path).stdout)
    assert undone == {"correction": 1, "kind": "merge", "undone": True, "stories": ["a0", "a1"]}
    named = run_meadow("rename", "a0", "The Lurna", folder=tmp_path)
    assert named.stdout == "a0\n"
    assert named.stderr == "meadow: rename 2 holds; `meadow undo 2` takes it back.\n"
    assert run_meadow("undo", "2", folder=tmp_path).stderr == "meadow: took back rename 2.\n"
