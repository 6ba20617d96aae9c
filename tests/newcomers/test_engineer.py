"""A data engineer has an archive: nothing of it is lost, a killed run goes on, and time and memory have bounds."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from newcomers.conftest import Newcomer
from newcomers.fiction import generated
from patience import PATIENCE_SECONDS, until

_WHOLE, _SMALL = 50_000, 500
# Seconds of computing and megabytes that 50,000 articles may take: about three times and twice what two busy cores took,
# which was 11 s and 357 MB to track them, 52 s and 340 MB in windows of 14 days, and 94 s and 474 MB for a digest.
_TRACKED, _IN_WINDOWS, _TOLD = (35, 700), (150, 700), (280, 950)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: seconds by the clock, seconds of computing, and its peak of memory."""

    seconds: float
    computing: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Engineer:
    """Somebody with the archive `articles.jsonl`, and the ids and events of its articles."""

    at: Newcomer
    events: dict[str, int]

    def run(self, *arguments: str) -> Cost:
        """Run `meadow` to its end and return what it took."""
        begun = time.monotonic()
        with (
            (self.at.folder / "said.txt").open("w", encoding="utf-8") as said,
            self._started(said, *arguments) as process,
        ):
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, (self.at.folder / "said.txt").read_text("utf-8")
        megabytes = usage.ru_maxrss / 1024
        return Cost(time.monotonic() - begun, usage.ru_utime + usage.ru_stime, megabytes)

    def run_killed(self, *arguments: str, out: Path, after: float) -> None:
        """Start `meadow` and kill it as soon as something lies in its folder, or after some seconds."""
        with (
            (self.at.folder / "killed.txt").open("w", encoding="utf-8") as said,
            self._started(said, *arguments) as process,
        ):
            until(lambda: process.poll() is not None or any(out.glob("*")), seconds=after)
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE_SECONDS)

    def _started(self, said: Any, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.at.command(*arguments), cwd=self.at.folder, env=self.at.variables(), stdout=said, stderr=said
        )

    def rows(self, folder: str) -> Iterator[dict[str, Any]]:
        """Yield the rows that a command wrote to a folder."""
        for path in sorted((self.at.folder / folder).glob("part-*.jsonl")):
            with path.open(encoding="utf-8") as lines:
                yield from map(json.loads, lines)

    def check_tracked(self, folder: str) -> None:
        """Check that every article is in one story, that no story runs away, and that most of each reports one event."""
        stories = {row["id"]: row["story"] for row in self.rows(folder)}
        assert sum(1 for _ in self.rows(folder)) == len(stories)
        assert stories.keys() == self.events.keys()
        found: dict[str, Counter[int]] = {}
        for name, story in stories.items():
            found.setdefault(story, Counter())[self.events[name]] += 1
        right = sum(counter.most_common(1)[0][1] for counter in found.values())
        assert right > (0.25 if self.at.whole else 0.8) * len(stories)
        assert max(counter.total() for counter in found.values()) < 250

    def check_cost(self, cost: Cost, computing: float, megabytes: float) -> None:
        """Check the bounds of 50,000 articles. Seconds by the clock are those of the neighbours too, hence a wide one."""
        if self.at.whole:
            assert cost.computing < computing, cost
            assert cost.megabytes < megabytes, cost
            assert cost.seconds < 20 * computing, cost


@pytest.fixture
def engineer(newcomer: Newcomer) -> Engineer:
    """Return an engineer with 50,000 articles in a drill, else 500."""
    articles = generated(_WHOLE if newcomer.whole else _SMALL, seed=3)
    with (newcomer.folder / "articles.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(article.row()) + "\n" for article in articles)
    return Engineer(newcomer, {article.id: article.event for article in articles})


def test_an_archive_is_tracked_whole_and_in_windows(engineer: Engineer) -> None:
    plain = engineer.run("track", "articles.jsonl", "--out", "stories")
    engineer.check_tracked("stories")
    windows = engineer.run("track", "articles.jsonl", "--windows", "14d", "--overlap", "2d", "--out", "windows")
    engineer.check_tracked("windows")
    engineer.check_cost(plain, *_TRACKED)
    engineer.check_cost(windows, *_IN_WINDOWS)


def test_an_archive_is_told_whole_and_goes_on_after_a_kill(engineer: Engineer) -> None:
    command = [
        "digest",
        "articles.jsonl",
        "--words",
        "30",
        "--windows",
        "60d",
        "--overlap",
        "5d",
        "--rows",
        "50",
        "--out",
    ]
    cost = engineer.run(*command, "whole")
    whole = list(engineer.rows("whole"))
    told = [article["id"] for row in whole for article in row["articles"]]
    assert sorted(told) == sorted(engineer.events)
    assert [row["id"] for row in whole if not row["headline"] or not row["summary"]["text"]] == []
    engineer.run_killed(*command, "again", out=engineer.at.folder / "again", after=cost.seconds / 2)
    engineer.run(*command, "again")
    assert list(engineer.rows("again")) == whole
    engineer.check_cost(cost, *_TOLD)
