"""Corrections of people: kept through later arrivals, second thoughts, restarts and undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from meadow.errors import UnknownNameError, UsageError
from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from meadow.workspace.correcting import Corrector
from store.articles import SteppingClock, article, articles


def stories(workspace: Workspace) -> set[frozenset[str]]:
    return {frozenset(workspace.store.members(row.id)) for row in workspace.store.stories(Wanted())}


def test_a_merge_holds_through_later_arrivals(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(8))
        workspace.merge("a1", "a0")
        workspace.add(articles(16))
        assert {"a0", "a1", "a8", "a9", "a12", "a13"} <= set(workspace.store.members(workspace.story("a1").row.id))
        assert workspace.story("a0").row.id == workspace.story("a1").row.id
        assert len(stories(workspace)) == 3
        assert workspace.store.check() == []


def test_a_split_holds_and_later_articles_take_the_side_they_are_more_like(tmp_path: Path) -> None:
    night = "Fog hid the lights of the pier at night, and the pilot heard the bell too late."
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        first = [article(number, text=f"{article(number).text} {night if number % 2 else ''}") for number in range(6)]
        workspace.add(first)
        assert len(stories(workspace)) == 1
        workspace.split("a0", ["a1", "a3"])
        later = [article(7, text=f"{article(7).text} {night}"), article(8)]
        workspace.add(later)
        apart = workspace.story("a1").brief.story.document_ids
        assert {"a1", "a3", "a7"} <= set(apart)
        assert "a8" in workspace.store.members("a0")
        assert workspace.store.check() == []
    with Workspace(tmp_path) as workspace:  # and a restart changes nothing
        assert set(workspace.store.members(workspace.story("a1").row.id)) == set(apart)


def test_undo_restores_what_the_tracker_says(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(12))
        before = stories(workspace)
        merge = workspace.merge("a0", "a1")
        workspace.split("a2", ["a6"])
        workspace.undo(merge.number)
        assert stories(workspace) == before - {frozenset({"a2", "a6", "a10"})} | {
            frozenset({"a2", "a10"}), frozenset({"a6"}),
        }  # fmt: skip
        workspace.undo()
        assert stories(workspace) == before
        with pytest.raises(UsageError, match="nothing to undo"):
            workspace.undo()


def test_a_name_goes_with_the_story(tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(8))
        workspace.rename("a0", "The Lurna")
        workspace.merge("a1", "a0")
        entry = workspace.story("a1")
        assert entry.brief.headline.text == entry.row.name == "The Lurna"
        workspace.rename("a0", None)
        assert workspace.story("a0").row.name is None


@pytest.mark.parametrize(
    ("story", "chosen", "words"),
    [("a0", ["a1"], "no article of the story"), ("a0", [], "cannot be split"), ("a0", ["a0", "a4"], "cannot be split")],
)
def test_a_split_that_makes_no_sense_says_so(tmp_path: Path, story: str, chosen: list[str], words: str) -> None:
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add(articles(8))
        with pytest.raises(UsageError, match=words):
            workspace.split(story, chosen)
        with pytest.raises(UnknownNameError, match="no story"):
            workspace.merge("a0", "nothing")
        assert workspace.store.corrections() == []


def test_a_story_that_someone_else_merged_meanwhile_is_the_one_it_went_to(place: str) -> None:
    with Workspace(place, clock=SteppingClock()) as workspace:
        workspace.add(articles(8))
        workspace.merge("a0", "a1")  # as by another process, after "a1" was looked up
        with workspace.store.writing() as writer:
            corrector = Corrector(writer, workspace.clock())
            corrector.rename("a1", "The Lurna")
            corrector.merge("a1", "a2")
            with pytest.raises(UsageError, match="is one story"):
                corrector.merge("a1", "a2")
            corrector.split("a2", ["a6"])
        assert stories(workspace) == {
            frozenset({"a0", "a1", "a2", "a4", "a5"}),
            frozenset({"a6"}),
            frozenset({"a3", "a7"}),
        }
        assert workspace.story("a2").row.name == "The Lurna"
        assert workspace.store.check() == []


class Corrected(RuleBasedStateMachine):
    """Arrivals, corrections and restarts in any order."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.workspace = Workspace(self.folder.name, clock=SteppingClock())
        self.sent = 0

    @rule(count=st.integers(1, 6))
    def arrive(self, count: int) -> None:
        """Send new articles."""
        self.workspace.add(articles(self.sent + count)[self.sent :])
        self.sent += count

    @precondition(lambda self: self.sent > 1)
    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        """Merge the stories of two articles."""
        one, other = (data.draw(st.integers(0, self.sent - 1)) for _ in range(2))
        places = self.workspace.store.story_of([f"a{one}", f"a{other}"])
        if len(set(places.values())) == 2:
            self.workspace.merge(*places.values())
            places = self.workspace.store.story_of([f"a{one}", f"a{other}"])
            assert len(set(places.values())) == 1

    @precondition(lambda self: self.sent > 1)
    @rule(data=st.data())
    def split(self, data: st.DataObject) -> None:
        """Take an article out of its story."""
        name = f"a{data.draw(st.integers(0, self.sent - 1))}"
        story = self.workspace.store.story_of([name])[name]
        members = self.workspace.store.members(story)
        if len(members) > 1:
            self.workspace.split(story, [name])
            apart = self.workspace.store.story_of(members)
            assert all(apart[name] != apart[each] for each in members if each != name)

    @rule()
    def undo(self) -> None:
        """Take the last correction back."""
        if any(not each.undone for each in self.workspace.store.corrections()):
            self.workspace.undo()

    @rule()
    def restart(self) -> None:
        """End and start again."""
        self.workspace.close()
        self.workspace = Workspace(self.folder.name, clock=SteppingClock())

    @invariant()
    def stories_are_what_the_log_says(self) -> None:
        """Find no fault, and the stories of the tracker where there is no correction."""
        assert self.workspace.store.check() == []
        if all(each.undone for each in self.workspace.store.corrections()):
            rows = self.workspace.store.stories(Wanted())
            assert all(self.workspace.store.tracked_as([row.id])[row.id] for row in rows)

    def teardown(self) -> None:
        """Leave nothing behind."""
        self.workspace.close()
        self.folder.cleanup()


TestCorrected = Corrected.TestCase
TestCorrected.settings = settings(max_examples=20, stateful_step_count=15)
