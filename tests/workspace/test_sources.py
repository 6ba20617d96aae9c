"""The sources of a workspace: added, removed, asked again, and their quarantine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from meadow.errors import InputError, MeadowError, UnknownNameError, UsageError
from meadow.model import Quarantined, SourceState
from meadow.workspace import Workspace
from web.apps import NOW

FEED = "http://harbour.example/feed.xml"
FAILING = SourceState(
    FEED, "feed", "Harbour", etag="x", listing="{}", checked=NOW, next_check=NOW + timedelta(1), failures=3, problem="No.",
    documents=7,
)  # fmt: skip


@pytest.fixture
def workspace(place: str) -> Iterator[Workspace]:
    with Workspace(place, clock=lambda: NOW) as made:
        yield made


def save(workspace: Workspace, state: SourceState) -> None:
    with workspace.store.writing() as writer:
        writer.save_source(state)


def test_a_source_is_added_once(workspace: Workspace) -> None:
    assert workspace.add_source(f"  {FEED} ") == SourceState(FEED, "feed")
    save(workspace, FAILING)
    assert workspace.add_source(FEED) == FAILING
    assert workspace.sources() == [FAILING]


@pytest.mark.parametrize("address", ["", "news/", "/etc/passwd", "-", "ftp://harbour.example/", "javascript:alert(1)"])
def test_only_addresses_of_the_web_are_added(workspace: Workspace, address: str) -> None:
    with pytest.raises(UsageError, match=r"not a web address|address is empty"):
        workspace.add_source(address)
    assert workspace.sources() == []


@pytest.mark.parametrize("address", ["http://", "http://a b/", "http://[::1", "https://x:99999/"])
def test_an_address_that_cannot_be_asked_is_refused(workspace: Workspace, address: str) -> None:
    with pytest.raises((UsageError, InputError)):
        workspace.add_source(address)


def test_what_is_asked_again_is_read_whole_and_keeps_its_count(workspace: Workspace) -> None:
    save(workspace, FAILING)
    state = workspace.retry_source(FEED)
    assert state == SourceState(FEED, "feed", "Harbour", documents=7)
    assert workspace.sources() == [state]


def test_a_source_is_removed(workspace: Workspace) -> None:
    save(workspace, FAILING)
    workspace.remove_source(FEED)
    assert workspace.sources() == []
    for verb in (workspace.remove_source, workspace.retry_source):
        with pytest.raises(UnknownNameError):
            verb(FEED)


def test_an_item_of_the_quarantine_is_released(workspace: Workspace) -> None:
    with workspace.store.writing() as writer:
        writer.put_aside(Quarantined(FEED, "feed.xml:3", "It is torn.", NOW, NOW))
    (item,) = workspace.quarantine()
    workspace.release(item.source, item.place)
    assert workspace.quarantine() == []
    with pytest.raises(MeadowError):
        workspace.release(item.source, item.place)
