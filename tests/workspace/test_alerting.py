"""Alerts and watches of a workspace: each cause is reported once, however often it is looked at and restarted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from meadow.errors import UnknownNameError, UsageError
from meadow.model import Alert
from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from store.articles import SteppingClock
from stories import FERRY, document

WOLVES = document("wolves", ["Rangers in Lethria counted five wolves after a hard winter."], title="Wolves return")


@pytest.fixture
def workspace(place: str) -> Iterator[Workspace]:
    with Workspace(place, tracker="one", clock=SteppingClock()) as made:
        yield made


def _keys(alerts: list[Alert]) -> list[tuple[str, str, str | None]]:
    return [(each.kind, each.cause, each.watch) for each in alerts]


def test_what_came_since_the_last_look_is_reported_once(workspace: Workspace) -> None:
    workspace.watch("ferry Skerra", name="ferry")
    workspace.add(FERRY[:2])
    assert _keys(workspace.raise_alerts()) == [("word", "word", "ferry")]
    assert workspace.raise_alerts() == []
    workspace.add(FERRY[2:])
    found = workspace.raise_alerts()
    assert _keys(found) == [("grows", "grows:3", None), ("watch", "fact:courier:0", "ferry")]
    assert [each.number for each in workspace.store.alerts()] == [1, 2, 3]
    assert workspace.store.alerts(after=1) == found


def test_a_restart_repeats_nothing_and_leaves_nothing_out(place: str) -> None:
    with Workspace(place, tracker="one", clock=SteppingClock()) as workspace:
        workspace.add(FERRY)
    with Workspace(place, clock=SteppingClock()) as workspace:
        assert _keys(workspace.raise_alerts()) == [("grows", "grows:3", None)]
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add(FERRY)
        assert workspace.raise_alerts() == []


def test_a_story_that_a_person_named_is_reported_by_that_name(workspace: Workspace) -> None:
    workspace.add(FERRY[:1])
    workspace.rename("wire", "The Star of Skerra")
    workspace.add(FERRY[1:])
    assert workspace.raise_alerts()[0].text.endswith(": The Star of Skerra")


def test_watches_are_saved_listed_and_forgotten(workspace: Workspace) -> None:
    assert workspace.watch("legionella  Haldmoor").name == "legionella Haldmoor"
    again = workspace.watch("legionella Haldmoor")
    assert [again] == workspace.watches()
    workspace.watch("Why did the ferry sink?", name="ferry")
    assert [each.name for each in workspace.watches()] == ["ferry", "legionella Haldmoor"]
    with pytest.raises(UsageError, match="a watch called 'ferry' already"):
        workspace.watch("wolves", name="ferry")
    with pytest.raises(UsageError, match="no word to look for"):
        workspace.watch("of the")
    with pytest.raises(UsageError, match="needs a name"):
        workspace.watch("wolves", name=" ")
    workspace.unwatch("ferry")
    assert [each.name for each in workspace.watches()] == ["legionella Haldmoor"]
    with pytest.raises(UnknownNameError, match="no watch called 'fery'"):
        workspace.unwatch("fery")


def test_the_stories_of_a_watch_are_found(place: str) -> None:
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add([*FERRY[:2], replace(WOLVES, id="w")])
        workspace.watch("wolf", name="wolves")
        workspace.watch("ferry")
        assert list(workspace.watched("wolves")) == ["w"]
        assert list(workspace.watched("ferry")) == ["wire"]
        assert list(workspace.watched("ferry", Wanted(ids=["w"]))) == []
        with pytest.raises(UnknownNameError, match="no watch called 'storm'"):
            workspace.watched("storm")
