"""A process that is killed while someone acts in a study loses nothing that it acknowledged, and doubles nothing."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from meadow.studies.folding import fold
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.workspace import Workspace
from studies.judging.acting_child import told
from studies.reports import DOCUMENTS

CHILD = Path(__file__).with_name("acting_child.py")


def act_and_kill(folder: Path, count: int, kills: int, *, longest: float) -> None:
    """Let a child act so often while it is killed at random, and compare with one that was left alone."""
    chance = random.Random(3)
    for name in ("killed", "whole"):
        with Workspace(folder / name) as workspace:
            workspace.judging.new(StudyPlan("report", "Ferries"), [Topic("The ferry", DOCUMENTS)], ["Ana"])
    acknowledged = 0
    for _ in range(kills):
        acknowledged = max(acknowledged, _run(folder / "killed", acknowledged, count, chance.uniform(0, longest)))
        with Workspace(folder / "killed") as workspace:
            sent = [workspace.store.sent("ferries", "Ana", f"child.{number}") for number in range(acknowledged)]
            assert [at for at, each in enumerate(sent) if each is None and told(at).step == "do"] == []
    assert _run(folder / "killed", acknowledged, count, None) == count
    assert _run(folder / "whole", 0, count, None) == count
    states = [_state(folder / name, count) for name in ("killed", "whole")]
    assert states[0] == states[1]


def _run(folder: Path, start: int, count: int, after: float | None) -> int:
    """Return how many actions are acknowledged when the child is killed some seconds after the first, or done."""
    command = [sys.executable, str(CHILD), str(folder), str(start), str(count)]
    timer: threading.Timer | None = None
    done = start
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            done = int(line) if line.endswith("\n") else done
            if timer is None and after is not None:
                timer = threading.Timer(after, child.kill)
                timer.start()
    if timer is not None:
        timer.cancel()
    return done


def _state(folder: Path, count: int) -> list[tuple[str | None, str, str]]:
    """Return the log without its times, having checked that slots are its fold and that no key is there twice."""
    with Workspace(folder) as workspace:
        log = workspace.store.actions("ferries")
        assert workspace.check() == []
        assert {(each.participant, each.slot): each for each in workspace.store.slots("ferries")} == fold(log)
        assert len({each.key for each in log}) == len(log) <= count
        return [(each.key, each.slot, each.answer) for each in log]


def test_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    act_and_kill(tmp_path, 60, 2, longest=0.3)


@pytest.mark.drill
def test_five_hundred_actions_with_random_kills(tmp_path: Path) -> None:
    act_and_kill(tmp_path, 500, 40, longest=0.4)
