"""Several processes that add to one workspace on a server: nothing is lost or doubled, and the log is one tracker's."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from meadow.errors import BusyStoreError
from meadow.model import Assignment
from meadow.pipeline.tracks import make_tracker
from meadow.store.contract import Wanted
from meadow.tracking.tracker import RevisingTracker, iter_log
from meadow.workspace import Workspace
from meadow.workspace.ingesting import Added
from patience import PATIENCE_SECONDS
from postgres import Server
from store.articles import SteppingClock, articles
from workspace.child import stream

_CHILD = Path(__file__).with_name("adding_child.py")
_COUNT = 90


@contextmanager
def _writer(place: str, who: int, writers: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(_CHILD), place, *map(str, (who, writers, _COUNT))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _told_again(workspace: Workspace) -> list[Assignment]:
    """Return what one tracker says that steps the documents of the log in their order, with its looks where they were."""
    tracker, said = make_tracker(workspace.tracker), list[Assignment]()
    for entry in workspace.store.log():
        if entry.assignment is not None:
            said += iter_log(tracker, workspace.store.first_revisions([entry.assignment.document_id]))
        elif entry.event is None and isinstance(tracker, RevisingTracker):
            tracker.finish()
    return said


def _check_one_log(workspace: Workspace, ids: set[str]) -> None:
    log = [entry.assignment for entry in workspace.store.log() if entry.assignment is not None]
    assert len(log) == len(ids) == workspace.store.counts()["documents"]
    assert {each.document_id for each in log} == ids
    assert sorted(each for row in workspace.store.stories(Wanted()) for each in workspace.store.members(row.id)) == (
        sorted(ids)
    )
    assert log == _told_again(workspace)
    assert workspace.check() == []


@pytest.mark.parametrize("writers", [2, 4])
def test_processes_that_add_at_once_lose_and_double_nothing(postgres: Server, writers: int) -> None:
    place = postgres.new_place()
    Workspace(place).close()
    with ExitStack() as stack:
        running = [stack.enter_context(_writer(place, who, writers)) for who in range(writers)]
        for each in running:
            assert each.stdout is not None
            assert each.stdout.readline() == "ready\n"
        for each in running:
            assert each.stdin is not None
            each.stdin.write("go\n")
            each.stdin.flush()
        told = [line.split() for each in running for line in each.communicate(timeout=PATIENCE_SECONDS)[0].splitlines()]
        assert [each.returncode for each in running] == [0] * writers
    ids = {each.id for each in stream(_COUNT)}
    assert len(told) == 2 * _COUNT
    assert sorted(name for name, is_new in told if is_new == "True") == sorted(ids)
    with Workspace(place) as workspace:
        _check_one_log(workspace, ids)


def test_writers_in_turns_go_on_from_each_other_and_from_looks_and_checkpoints(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meadow.workspace.ingesting.GROUP_DOCUMENTS", 5)
    place, sent = postgres.new_place(), list(stream(60))
    with Workspace(place, clock=SteppingClock()) as one, Workspace(place, clock=SteppingClock()) as other:
        here, there = one.iter_add(iter(sent[:40]), look=False), other.iter_add(iter(sent[20:]))
        told = [each for pair in zip(here, there, strict=True) for each in pair]
        assert sum(isinstance(each, Added) and each.is_new for each in told) == 60
        other.look()
        other._ingest.keep()  # from which the first goes on
        one.add(iter(stream(70, 60)))
        other.add(iter(stream(80, 70)))
        _check_one_log(one, {each.id for each in stream(80)})


def test_a_process_that_forgets_or_replays_is_alone_and_the_others_go_on_by_what_became(postgres: Server) -> None:
    place, sent = postgres.new_place(), articles(24)
    with Workspace(place, clock=SteppingClock()) as one, Workspace(place, clock=SteppingClock()) as other:
        adding = one.iter_add(iter(sent[:12]))
        next(adding)
        with pytest.raises(BusyStoreError, match=r"meadow \d+\) is adding articles to"):
            other.forget("a3")
        with pytest.raises(BusyStoreError, match="adding articles to"):
            other.replay(tracker="cidr", apply=True)
        list(adding)
        with other.store.ingesting(alone=True), pytest.raises(BusyStoreError, match="tracking all of them again"):
            one.add(sent[12:14])
        assert other.forget("a3") == ["a3"]
        one.add(sent[12:18])
        other.replay(tracker="cidr", apply=True)
        one.add(sent[18:])
        assert one.store.assigned() == 24
        assert one.store.checkpoint("cidr") is not None
        assert one._ingest.log.spec.startswith("cidr")
        assert one.check() == []


def test_a_new_process_that_forgets_keeps_the_tracker_first(postgres: Server) -> None:
    place, sent = postgres.new_place(), articles(24)
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add(sent[:12])
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.forget("a3")
        kept = workspace.store.checkpoint(workspace.tracker)
        assert kept is not None
        assert kept.assignments == 12
        workspace.add(sent[12:])
        assert workspace.store.assigned() == 24
