"""Rows as files: `convert`, and `--out` of `track`, `digest` and `export`; windows that are tracked apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pyarrow import parquet

from command import run_meadow
from meadow.ingest import read
from meadow.sample import sample_path
from meadow.workspace import Workspace

NEWS = str(sample_path())


def test_documents_are_converted_and_read_back(tmp_path: Path) -> None:
    done = run_meadow("convert", NEWS, "--out", "archive", "--format", "parquet", "--rows", "40", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "meadow: wrote 3 files of parquet to archive\n")
    assert list(read(tmp_path / "archive")) == list(read(NEWS))


def test_what_cannot_be_converted_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    (tmp_path / "news.jsonl").write_text('{"id": "a", "text": "It sails."}\nnot json\n' + "broken\n" * 30)
    done = run_meadow("convert", "news.jsonl", "--out", "archive", "--strict", folder=tmp_path)
    assert done.returncode == 1
    assert "not read: news.jsonl:2: not valid JSON" in done.stderr
    assert done.stderr.splitlines()[1:] == [
        "meadow: not read: 30 more × not valid JSON: Expecting value at character 1 (first news.jsonl:2).",
        "meadow: wrote 1 file of jsonl to archive",
    ]
    assert [document.id for document in read(tmp_path / "archive")] == ["a"]
    (tmp_path / "bad.jsonl").write_text("{broken\n")
    done = run_meadow("convert", "bad.jsonl", "--out", "none", folder=tmp_path)
    assert (done.returncode, "There is no document in 'bad.jsonl'" in done.stderr) == (2, True)
    assert not (tmp_path / "none").exists()


def test_tracks_are_documents_with_their_stories(tmp_path: Path) -> None:
    lines = run_meadow("track", NEWS, "--json", folder=tmp_path).stdout
    done = run_meadow("track", NEWS, "--out", "tracks", "--format", "jsonl.gz", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    run_meadow("track", NEWS, "--out", "table", "--format", "parquet", folder=tmp_path)
    told = [json.loads(line) for line in lines.splitlines()]
    rows = parquet.read_table(tmp_path / "table").to_pylist()
    assert [(row["id"], row["story"], row["similarity"], row["opened"]) for row in rows] == [
        (each["document"], each["story"], each["similarity"], each["opened"]) for each in told
    ]
    assert list(read(tmp_path / "tracks")) == list(read(tmp_path / "table")) != []


def test_a_digest_is_a_row_per_story(tmp_path: Path) -> None:
    value = json.loads(run_meadow("digest", NEWS, "--top", "2", "--json", folder=tmp_path).stdout)
    done = run_meadow("digest", NEWS, "--top", "2", "--out", "lines", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    run_meadow("digest", NEWS, "--top", "2", "--out", "table", "--format", "parquet", folder=tmp_path)
    lines = (tmp_path / "lines" / "part-00000.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == value["stories"]
    rows = parquet.read_table(tmp_path / "table").to_pylist()
    assert [row["headline"] for row in rows] == [story["headline"] for story in value["stories"]]
    summary = value["stories"][0]["summary"]
    assert rows[0]["summary"]["text"] == summary["text"]
    assert [each["written"] for each in rows[0]["summary"]["sentences"]] == [
        each["written"] for each in summary["sentences"]
    ]
    assert set(rows[0]) == set(value["stories"][0])


def test_a_workspace_is_exported_to_files(tmp_path: Path) -> None:
    documents = list(read(NEWS))[:8]
    with Workspace(tmp_path / "space") as workspace:
        workspace.add(documents)
    done = run_meadow(
        "export", "--workspace", "space", "--out", "all", "--format", "jsonl.zst", "--rows", "5", folder=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "meadow: wrote 2 files of jsonl.zst to all\n")
    assert {each.id: each for each in read(tmp_path / "all")} == {each.id: each for each in documents}


def test_windows_give_the_stories_of_the_whole(tmp_path: Path) -> None:
    whole, divided = (
        [json.loads(line) for line in run_meadow("track", NEWS, "--json", *more, folder=tmp_path).stdout.splitlines()]
        for more in ((), ("--windows", "7d", "--overlap", "2d"))
    )
    # Languages are tracked apart here, so that a similarity may have been taken against other words.
    assert [(each["document"], each["story"]) for each in divided] == [
        (each["document"], each["story"]) for each in whole
    ]
    stories = run_meadow("digest", NEWS, "--windows", "8d", "--top", "1", "--json", folder=tmp_path).stdout
    assert stories == run_meadow("digest", NEWS, "--top", "1", "--json", folder=tmp_path).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("convert", NEWS), "Name a new one: --out FOLDER"),
        (("track", NEWS, "--format", "parquet"), "--format is for files. Name a new folder: --out FOLDER"),
        (("digest", NEWS, "--rows", "3"), "--rows is for files."),
        (
            ("track", NEWS, "--out", "new", "--format", "xlsx"),
            "There is no format called 'xlsx'. Known: jsonl, jsonl.gz",
        ),
        (("track", NEWS, "--out", "full"), "'full' is there already and is not an empty folder."),
        (("track", NEWS, "--overlap", "3d"), "--overlap is how much two windows share."),
        (("track", NEWS, "--windows", "soon"), "'soon' says nothing about windows."),
        (("digest", NEWS, "--windows", "4d", "--overlap", "3d"), "The overlap is an hour or more, and at most half"),
        (("track", NEWS, "--windows", "4d", "--explain"), "Leave out --windows or --explain."),
        (("track", NEWS, "--windows", "4d", "--order", "given"), "Leave out --windows or --order given."),
        (("track", NEWS, "--windows", "4d", "--tracker", "cidr"), "Windows are for the tracker meadow"),
        (("track", "-", "--order", "given", "--out", "new"), "A stream is answered line by line."),
    ],
)
def test_what_cannot_be_is_reported_before_any_work(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    done = run_meadow(*arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (tmp_path / "new").exists()
