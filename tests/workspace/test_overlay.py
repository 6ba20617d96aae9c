"""Corrections over a tracker in a workspace: stories are always what people said over what the tracker says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.store.contract import Wanted
from meadow.tracking.corrections import corrected
from meadow.workspace import Workspace
from store.articles import SteppingClock, article, articles, partition


def tracked(workspace: Workspace) -> dict[str, str]:
    """Return where the tracker has each document, in order of arrival."""
    store = workspace.store
    ids = [each.assignment.document_id for each in store.log() if each.assignment is not None]
    story_of = store.tracked_in(ids)
    return {each: story_of[each] for each in ids}


def check(workspace: Workspace) -> None:
    """Assert that stories are what people said over what the tracker says, and that the log says so too."""
    store = workspace.store
    expected = corrected(tracked(workspace), store.corrections(), store.routes())
    assert {each: story for story, own in partition(workspace).items() for each in own} == expected
    assert store.check() == []


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """Give a workspace with two stories of four articles: the ferry has even numbers, the wolves have odd ones."""
    with Workspace(tmp_path, clock=SteppingClock()) as made:
        made.add(articles(8, topics=2))
        assert partition(made) == {"a0": ["a0", "a2", "a4", "a6"], "a1": ["a1", "a3", "a5", "a7"]}
        yield made


def names(workspace: Workspace) -> dict[str, str | None]:
    """Return what people call the stories."""
    return {row.id: row.name for row in workspace.store.stories(Wanted())}


def test_merged_stories_stay_one_with_all_that_joins_either(workspace: Workspace) -> None:
    workspace.merge("a1", "a0")
    assert partition(workspace) == {"a0": [f"a{number}" for number in range(8)]}
    assert workspace.store.alias("a1") == "a0"
    workspace.add([article(8, topic=0), article(9, topic=1)])
    assert list(partition(workspace)) == ["a0"]
    check(workspace)
    workspace.undo()
    assert {story: len(own) for story, own in partition(workspace).items()} == {"a0": 5, "a1": 5}
    check(workspace)


def test_split_documents_stay_apart_and_new_ones_take_the_side_they_are_like(tmp_path: Path) -> None:
    with Workspace(tmp_path, tracker="one", clock=SteppingClock()) as workspace:
        workspace.add(articles(8, topics=2))
        assert list(partition(workspace)) == ["a0"]
        workspace.split("a0", ["a1", "a3", "a5", "a7"])
        workspace.add([article(8, topic=0), article(9, topic=1)])
        assert partition(workspace) == {"a0": ["a0", "a2", "a4", "a6", "a8"], "a1": ["a1", "a3", "a5", "a7", "a9"]}
        check(workspace)
    with Workspace(tmp_path, clock=SteppingClock()) as workspace:
        workspace.add([article(10, topic=0), article(11, topic=1)])
        assert [len(own) for own in partition(workspace).values()] == [6, 6]
        workspace.undo(1)
        assert partition(workspace) == {"a0": [f"a{number}" for number in range(12)]}
        check(workspace)


def test_an_assignment_says_the_story_that_readers_see_and_the_tracker_s_own(workspace: Workspace) -> None:
    workspace.merge("a0", "a1")
    workspace.add([article(9, topic=1)], look=False)
    last = list(workspace.store.log())[-1]
    assert last.assignment is not None
    assert (last.assignment.story_id, last.tracked) == ("a0", "a1")


def test_a_name_goes_with_its_story_through_merges(workspace: Workspace) -> None:
    workspace.rename("a1", "Wolves of Lethria")
    assert names(workspace) == {"a0": None, "a1": "Wolves of Lethria"}
    workspace.merge("a0", "a1")
    assert names(workspace) == {"a0": "Wolves of Lethria"}
    workspace.undo()
    assert names(workspace) == {"a0": None, "a1": "Wolves of Lethria"}
    workspace.rename("a1", None)
    assert names(workspace) == {"a0": None, "a1": None}
    workspace.undo()
    assert names(workspace) == {"a0": None, "a1": "Wolves of Lethria"}
    workspace.undo(1)
    assert names(workspace) == {"a0": None, "a1": None}


def test_a_list_shows_the_name_for_a_headline(workspace: Workspace) -> None:
    workspace.rename("a0", "The Lurna")
    assert workspace.story("a0").brief.headline.text == "The Lurna"


_STEPS = st.lists(
    st.tuples(st.sampled_from(["add", "merge", "split", "undo", "look"]), st.integers(0, 99)), max_size=12
)


@settings(max_examples=15, deadline=None)
@given(_STEPS, st.sampled_from(["meadow", "one"]))
def test_whatever_is_said_and_arrives_holds_and_can_be_taken_back(steps: list[tuple[str, int]], tracker: str) -> None:
    with TemporaryDirectory() as folder, Workspace(folder, tracker=tracker, clock=SteppingClock()) as workspace:
        count = 0
        for verb, number in [("add", 5), *steps]:
            stories = partition(workspace)
            chosen = sorted(stories)[number % len(stories)] if stories else ""
            if verb == "add":
                new = [article(count + each, topic=(number + each) % 3) for each in range(number % 4 + 1)]
                workspace.add(new, look=False)
                count += len(new)
            elif verb == "look":
                workspace.look()
            elif verb == "merge" and len(stories) > 1:
                workspace.merge(chosen, sorted(stories)[number % len(stories) - 1])
            elif verb == "split" and len(stories[chosen]) > 1:
                workspace.split(chosen, stories[chosen][1 :: number % 3 + 1])
            elif verb == "undo" and any(not each.undone for each in workspace.store.corrections()):
                workspace.undo()
            check(workspace)
        for each in workspace.store.corrections():
            if not each.undone:
                workspace.undo(each.number)
        assert {each: story for story, own in partition(workspace).items() for each in own} == tracked(workspace)
