"""`track --windows --out`: files as windows close, and the same command goes on where an earlier run was ended."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command import Done, run_meadow
from meadow.pipeline.finished import FinishedWindows
from meadow.tracking.evidence import evidence
from meadow.tracking.shards import ShardStories, track_shard
from meadow.tracking.windows import parse_windows, plan_shards
from tracking.shard_streams import stream

DOCUMENTS = sorted(stream(5, stories=80, days=40, longest_hours=60), key=lambda each: each.order)
# So few documents fill a window and the tracker here.
_LEAST = "meadow.tracking.windows.LEAST_NEW"
TRACKER = "meadow(window_documents=20)"
COMMAND = ("track", "news.jsonl", "--windows", "4d", "--overlap", "1d", "--tracker", TRACKER, "--out", "stories")
ROWS = ("--rows", "20")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rows = ({"id": each.id, "text": each.text, "date": each.published_text, "language": each.language}
            for each in DOCUMENTS)  # fmt: skip
    (tmp_path / "news.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    monkeypatch.setattr(_LEAST, 5)
    return tmp_path


def _files(folder: Path, out: str = "stories") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / out).glob("part-*")}


def _ended_after(windows: int, folder: Path, *more: str) -> Done:
    """Run the command, and break it off when `windows` windows have been kept."""
    keep, kept = FinishedWindows.keep, []

    def keep_some(self: FinishedWindows, stories: ShardStories) -> None:
        keep(self, stories)
        kept.append(stories)
        if len(kept) == windows:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FinishedWindows, "keep", keep_some)
        return run_meadow(*COMMAND, *ROWS, *more, folder=folder)


@pytest.mark.parametrize("engine", ["local", "processes:2"])
def test_a_run_that_was_ended_goes_on_and_writes_the_same(folder: Path, engine: str) -> None:
    whole = run_meadow(*COMMAND[:-1], "whole", *ROWS, folder=folder)
    assert whole.returncode == 0, whole.stderr
    assert not (folder / "whole.unfinished").exists()
    ended = _ended_after(14, folder, "--engine", engine)
    assert ended.returncode == 130
    assert "14 windows are kept in stories.unfinished; the same command goes on from there." in ended.stderr
    early, every = _files(folder), _files(folder, "whole")
    assert early.items() < every.items()
    assert len(early) >= 2
    keep, tracked = FinishedWindows.keep, []

    def keep_and_count(self: FinishedWindows, stories: ShardStories) -> None:
        keep(self, stories)
        tracked.append(stories.key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FinishedWindows, "keep", keep_and_count)
        done = run_meadow(*COMMAND, *ROWS, "--engine", engine, folder=folder)
    assert done.returncode == 0, done.stderr
    assert "going on after 14 windows that an earlier run has tracked." in done.stderr
    assert _files(folder) == every
    assert sorted(path.name for path in folder.iterdir()) == ["news.jsonl", "stories", "whole"]
    windows = parse_windows("4d+1d")
    assert len(tracked) == len(plan_shards(DOCUMENTS, windows)) - 14


def test_a_killed_run_goes_on(folder: Path) -> None:
    script = f"""
import os, runpy, signal, sys
import meadow.tracking.windows
from meadow.pipeline.finished import FinishedWindows
meadow.tracking.windows.LEAST_NEW = 5
keep = FinishedWindows.keep
def keep_and_die(self, stories):
    keep(self, stories)
    if len(self) == 9:
        os.kill(os.getpid(), signal.SIGKILL)
FinishedWindows.keep = keep_and_die
sys.argv = ["meadow", *{[*COMMAND, *ROWS]!r}]
runpy.run_module("meadow", run_name="__main__", alter_sys=True)
"""
    killed = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, env=os.environ, check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    done = run_meadow(*COMMAND, *ROWS, folder=folder)
    assert "going on after 9 windows" in done.stderr
    run_meadow(*COMMAND[:-1], "whole", *ROWS, folder=folder)
    assert _files(folder) == _files(folder, "whole")


def _more_articles(folder: Path) -> None:
    with (folder / "news.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "late", "text": "It sails.", "date": "2026-04-01"}\n')


def _foreign_file(folder: Path) -> None:
    (folder / "stories" / "mine").write_text("mine", encoding="utf-8")


def _other_code(folder: Path) -> None:
    run = folder / "stories.unfinished" / "run.json"
    run.write_text(json.dumps(json.loads(run.read_text()) | {"code": "another"}))


def _nothing(_folder: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("change", "more", "said"),
    [
        (_more_articles, (), "'stories.unfinished' is of a run that did not end, with other articles."),
        (_other_code, (), "with other code."),
        (_nothing, ("--format", "parquet"), "with other format. It was begun with jsonl, and this one has parquet."),
        (_nothing, ("--overlap", "2d"), "with other windows. It was begun with 4d+1d, and this one has 4d+2d."),
        (_foreign_file, (), "'stories' is there already and is not an empty folder."),
    ],
)
def test_nothing_of_another_run_is_used(
    folder: Path, change: Callable[[Path], None], more: tuple[str, ...], said: str
) -> None:
    _ended_after(14, folder)
    before = _files(folder)
    change(folder)
    done = run_meadow(*COMMAND, *ROWS, *more, folder=folder)
    assert done.returncode == 2
    assert said in done.stderr
    assert _files(folder) == before
    assert len(FinishedWindows(folder / "stories.unfinished")) == 14


def test_what_fails_before_a_window_closes_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "news.jsonl").write_text("{broken\n")
    assert run_meadow(*COMMAND, folder=tmp_path).returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["news.jsonl"]


def test_a_window_is_found_as_it_was_kept_and_a_torn_one_is_not(tmp_path: Path) -> None:
    shards = plan_shards(DOCUMENTS, parse_windows("4d"))
    finished = FinishedWindows(tmp_path)
    tracker = evidence()
    kept = track_shard(tracker, shards[0])
    finished.keep(kept)
    found = finished.find(shards[0], tracker.settings)
    assert found is not None
    assert (found.key, found.before, found.after, found.ids, found.rows.names) == (
        kept.key, kept.before, kept.after, kept.ids, kept.rows.names,
    )  # fmt: skip
    assert found.stories.tolist() == kept.stories.tolist()
    assert found.rows.weights.tolist() == kept.rows.weights.tolist()
    assert len(finished) == 1
    (path,) = tmp_path.iterdir()
    for torn in (path.read_bytes()[:200], b"", b"\0" * 100):
        path.write_bytes(torn)
        assert finished.find(shards[0], tracker.settings) is None


class _Watched(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("more", [(), ("--windows", "4d")])
def test_a_terminal_shows_how_far_tracking_is(
    folder: Path, more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("command._stream", _Watched)
    monkeypatch.setattr("command._written", io.StringIO.getvalue)
    monkeypatch.setattr("meadow.cli.printing._SECONDS_BETWEEN", 0)
    done = run_meadow("track", "news.jsonl", *more, folder=folder)
    assert f"{len(DOCUMENTS)}/{len(DOCUMENTS)}" in done.stderr
    assert "Reading" in done.stderr
    assert "Tracking" in done.stderr
    assert len(done.stdout.splitlines()) == len(DOCUMENTS)
