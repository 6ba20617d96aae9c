"""Tracking again: what another tracker would do, corrections kept, and a tracker that takes over."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from meadow.errors import UsageError
from meadow.tracking.differences import count_kinds
from meadow.workspace import Workspace
from store.articles import NOON, SteppingClock, article, articles, partition


def test_the_same_tracker_comes_to_the_same_stories(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
        done = workspace.replay(on_step=lambda *step: steps.append(step))
        assert (done.documents, count_kinds(done.differences)) == (12, {"same": 4})
    assert steps == [(12, 12)]


def test_another_tracker_is_compared_and_changes_nothing(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
        before = partition(workspace)
        done = workspace.replay(tracker="one")
        assert count_kinds(done.differences) == {"merged": 1}
        assert not done.applied
        assert partition(workspace) == before
        assert workspace.replay(tracker="meadow").tracker == workspace.tracker


def test_corrections_hold_over_what_another_tracker_makes(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(8, topics=2))
        workspace.split("a0", ["a4", "a6"])
        workspace.merge("a0", "a1")
        assert count_kinds(workspace.replay().differences) == {"same": 2}
        # All of it is one story to this tracker; people took two articles out.
        assert count_kinds(workspace.replay(tracker="one").differences) == {"same": 2}


def test_a_period_is_that_in_which_articles_arrived(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(4, topics=1), look=False)
        middle = workspace.clock()
        workspace.add([article(number) for number in range(4, 10)])
        assert workspace.replay(until=middle).documents == 4
        late = workspace.replay(since=middle)
        assert late.documents == 6
        assert count_kinds(late.differences) == {"same": 1}, "only articles of the period are compared"
        assert workspace.replay(until=NOON - timedelta(days=1)).differences == ()


def test_a_tracker_takes_over_and_goes_on(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(8, topics=2))
        workspace.split("a0", ["a6"])
        done = workspace.replay(tracker="one", apply=True)
        assert done.applied
        assert partition(workspace) == {"a0": [f"a{n}" for n in (0, 1, 2, 3, 4, 5, 7)], "a6": ["a6"]}
        assert workspace.tracker == "one"
        workspace.add([article(8, topic=1)])
        assert workspace.store.check() == []
        stories = partition(workspace)
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        assert workspace.tracker == "one"
        workspace.add([article(9, topic=3)], look=False)
        assert sum(map(len, partition(workspace).values())) == 10
        assert len(partition(workspace)) == len(stories)
        workspace.undo()
        assert list(partition(workspace)) == ["a0"]
        assert count_kinds(workspace.replay().differences) == {"same": 1}
        workspace.replay(tracker="meadow", apply=True)
        assert workspace.store.check() == []
        assert sorted(map(len, partition(workspace).values())) == [1, 4, 5]


def test_a_tracker_takes_over_all_or_nothing(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(4))
        with pytest.raises(UsageError, match="all articles or none"):
            workspace.replay(tracker="one", since=NOON, apply=True)
        with pytest.raises(UsageError, match="no tracker called 'ones'"):
            workspace.replay(tracker="ones", apply=True)
        assert len(partition(workspace)) == 4
