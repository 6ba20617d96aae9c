"""What lists show of stories: made once for each state, read without articles, and honest about what is not made yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from meadow.workspace.headings import ListedStory
from stories import FERRY, document


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    made = Workspace(tmp_path)
    add(made, *FERRY)
    return made


def add(workspace: Workspace, *documents: object) -> None:
    workspace.add(list(documents))  # type: ignore[arg-type]


def only(workspace: Workspace, **how: float) -> ListedStory:
    (listed,) = workspace.headings(**how)  # type: ignore[arg-type]
    return listed


def test_a_heading_says_what_the_story_says(workspace: Workspace) -> None:
    with workspace:
        listed, told = only(workspace), workspace.stories()[0]
        assert listed.headline == told.brief.headline.text
        assert listed.heading.lead == told.brief.summary.picks[0].written
        assert listed.heading.facts[0] == "3 articles"
        assert sum(listed.heading.per_day.values()) == 3
        assert (listed.new, listed.current) == (told.new, True)


def test_what_is_kept_is_not_made_again_until_the_story_changes(workspace: Workspace, tmp_path: Path) -> None:
    with workspace:
        assert workspace.prepare(["wire"]) == 1
        assert workspace.prepare(["wire", "nobody"]) == 0
        revised = replace(FERRY[0], text=FERRY[0].text.replace("nine", "ten"), spans=None)
        add(workspace, revised)
        assert workspace.prepare(["wire"]) == 1
    with Workspace(tmp_path) as again:
        assert again.prepare(["wire"]) == 0
        assert only(again, within=0.0).current, "what was kept needs no time"


def test_without_time_an_earlier_heading_or_a_title_takes_its_place_and_says_so(workspace: Workspace) -> None:
    with workspace:
        first = only(workspace, within=0.0)
        assert (first.headline, first.heading.lead, first.current) == (FERRY[0].title, None, False)
        workspace.prepare(["wire"])
        add(workspace, document("late", ["The ferry Skerra was raised on Friday.", "Nine people had died."], hours=40))
        (after,) = workspace.headings(Wanted(ids=["wire"]), within=0.0)
        assert not after.current
        assert after.heading.lead is not None
        assert after.heading.facts[0] == f"{after.row.documents} articles"
        assert only(workspace, within=60.0).current


def test_a_name_that_a_person_gave_heads_the_story(workspace: Workspace) -> None:
    with workspace:
        workspace.prepare(["wire"])
        workspace.rename("wire", "The Skerra ferry")
        assert only(workspace).headline == "The Skerra ferry"
        assert workspace.prepare(["wire"]) == 0


def test_reading_headings_writes_nothing(workspace: Workspace) -> None:
    with workspace:
        only(workspace)
        assert workspace.store.result("heading|wire") is None


def test_preparing_ends_when_asked(workspace: Workspace) -> None:
    with workspace:
        assert workspace.prepare(["wire"], is_over=lambda: True) == 0


def test_a_report_is_made_once(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    with workspace:
        first = workspace.report("How many died?")
        monkeypatch.setattr("meadow.pipeline.answer.report", None)
        assert workspace.report("How many died?") == first
        add(workspace, document("late", ["How many died is known: nine died on the ferry."], hours=40))
        with pytest.raises(TypeError):
            workspace.report("How many died?")
