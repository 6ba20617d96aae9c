"""What somebody says about a source while it is being read holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from meadow.following.listing import Source
from meadow.following.schedule import CheckedSource
from meadow.model import SourceState
from meadow.workspace import Workspace
from meadow.workspace.following import Following, Surroundings, follow_sources
from meadow.workspace.ingesting import Added

ARTICLE = "Ferry {0}\n\nThe ferry {0} sailed from Skerra to Tolsby today.\n"


@pytest.fixture
def news(tmp_path: Path) -> Path:
    folder = tmp_path / "news"
    folder.mkdir()
    for number in range(2):
        (folder / f"{number}.txt").write_text(ARTICLE.format(number), "utf-8")
    return folder


def run(workspace: Workspace, source: Source, meanwhile: Callable[[], object]) -> list[object]:
    """Follow a source until it waits, do something when its first article is stored, and return what was reported."""
    told: list[object] = []
    over: list[bool] = []
    around = Surroundings(sleep=lambda _: over.append(True), is_over=lambda: bool(over))
    for each in follow_sources(workspace, [source], Following("15m"), around):
        if isinstance(each, Added) and len(told) == 0:
            meanwhile()
        told.append(each)
    return told


def test_a_source_that_is_asked_for_again_while_it_is_read_is_read_again(tmp_path: Path, news: Path) -> None:
    source = Source(str(news), "folder")
    with Workspace(tmp_path / "space") as workspace:
        run(workspace, source, lambda: None)
        workspace.retry_source(source.key)
        (news / "2.txt").write_text(ARTICLE.format(2), "utf-8")
        with workspace.store.writing() as writer:  # as if it had been read before
            writer.save_source(SourceState(source.key, "folder", listing="{}", documents=2))
        told = run(workspace, source, lambda: workspace.retry_source(source.key))
        assert sum(isinstance(each, CheckedSource) for each in told) == 2, "it was read whole once more"
        assert workspace.sources()[0].checked is not None


def test_a_source_that_is_removed_while_it_is_read_stays_away_and_its_articles_stay(tmp_path: Path, news: Path) -> None:
    source = Source(str(news), "folder")
    with Workspace(tmp_path / "space") as workspace:
        with workspace.store.writing() as writer:
            writer.save_source(SourceState(source.key, "folder"))
        run(workspace, source, lambda: workspace.remove_source(source.key))
        assert workspace.sources() == []
        assert workspace.store.counts()["documents"] == 2
