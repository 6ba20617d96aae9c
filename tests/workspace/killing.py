"""Killing a process that adds articles, and comparing what it acknowledged with what is there."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from meadow.model import Document
from meadow.store.contract import Wanted
from meadow.store.opening import restore_store
from meadow.workspace import Workspace
from meadow.workspace.ingesting import Added

_SENT_AGAIN = 150
CHILD = Path(__file__).with_name("child.py")


@dataclass(frozen=True, slots=True)
class Killed:
    """What one run acknowledged before it was killed or done."""

    acknowledged: tuple[str, ...]
    done: bool


def run_and_kill(place: str | Path, count: int, after: float | None, *, start: int = 0) -> Killed:
    """Run the child on a workspace, and kill it some seconds after its first acknowledgement; None lets it finish."""
    command = [sys.executable, str(CHILD), str(place), str(count), str(start)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told: list[str] = []
        timer: threading.Timer | None = None
        for line in child.stdout:
            told.append(line.strip())
            if timer is None and after is not None:
                timer = threading.Timer(after, child.kill)
                timer.start()
        status = child.wait()
        if timer is not None:
            timer.cancel()
    # A line that the kill cut short was never reported.
    whole = [each for each in told if each.startswith("d") and each[1:].isdigit()]
    return Killed(tuple(whole), status == 0)


def check_nothing_lost(place: str | Path, acknowledged: set[str]) -> None:
    """Assert that all that was acknowledged is there, and that the store finds no fault with itself."""
    with Workspace(place) as workspace:
        assert {row.id for row in workspace.store.rows(sorted(acknowledged))} == acknowledged
        assert workspace.check() == []


def partition(place: str | Path) -> dict[str, list[str]]:
    """Return the stories of a workspace with their documents."""
    with Workspace(place) as workspace:
        return {row.id: workspace.store.members(row.id) for row in workspace.store.stories(Wanted())}


def _start(acknowledged: set[str]) -> int:
    """Return where to go on: well before the first article that was not reported as safe."""
    first = next(number for number in range(len(acknowledged) + 1) if f"d{number}" not in acknowledged)
    return max(first - _SENT_AGAIN, 0)


def kill_often(
    place: str | Path, count: int, kills: int, *, longest: float, seed: int = 1, finish: bool = True
) -> set[str]:
    """Kill the child so often while it adds articles, check each time, let it finish, and return all it acknowledged."""
    chance = random.Random(seed)
    acknowledged: set[str] = set()
    for _ in range(kills):
        run = run_and_kill(place, count, chance.uniform(0.0, longest), start=_start(acknowledged))
        acknowledged |= set(run.acknowledged)
        check_nothing_lost(place, set(run.acknowledged))
    if finish:
        last = run_and_kill(place, count, None, start=_start(acknowledged))
        assert last.done
        acknowledged |= set(last.acknowledged)
    check_nothing_lost(place, acknowledged)
    return acknowledged


def backups_during_ingest(place: str | Path, folder: Path, articles: list[Document], *, most: int) -> int:
    """Back a workspace up while articles come, check that each copy is a committed prefix, and count them."""
    ids = [each.id for each in articles]
    told: list[str] = []
    with Workspace(place) as workspace:

        def add() -> None:
            told.extend(each.document_id for each in workspace.iter_add(articles) if isinstance(each, Added))

        adding = threading.Thread(target=add)
        adding.start()
        copies = 0
        while copies < most and (adding.is_alive() or copies == 0):
            before = len(told)
            workspace.backup(folder / f"{copies}.db")
            restore_store(folder / f"{copies}.db", folder / f"restored{copies}")
            with Workspace(folder / f"restored{copies}") as restored:
                kept = restored.store.assigned()
                assert kept >= before
                assert [row.id for row in restored.store.rows(ids)] == ids[:kept]
                assert restored.check() == []
            copies += 1
        adding.join()
    assert len(told) == len(articles)
    return copies
