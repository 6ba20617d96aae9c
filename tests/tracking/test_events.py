"""Events of stories: ids that survive, replay, undo, aliases."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.model import Assignment, Decision, StoryEvent
from meadow.tracking.events import Cluster, aliases, event_value, moves, read_event, rename, replay, undo


def _clusters(*given: tuple[str, str]) -> list[Cluster]:
    """Return clusters from pairs of a story id and the documents' letters."""
    return [Cluster("en", story_id, list(letters)) for story_id, letters in given]


def _changes(clusters: list[Cluster], new: list[str], *, after: int) -> list[StoryEvent]:
    return [move.event(after, None) for move in moves(clusters, new)]


def _log(*given: tuple[str, str]) -> list[Assignment]:
    return [Assignment(each, story_id, 0.5, opened=each == story_id) for story_id, own in given for each in own]


def test_a_group_takes_the_id_of_its_largest_story() -> None:
    clusters = _clusters(("a", "a"), ("b", "bcd"), ("a", "e"))
    assert rename(clusters, [0, 0, 0]) == ["b", "b", "b"]
    assert _changes(clusters, ["b"] * 3, after=5) == [StoryEvent("merge", "a", 5, "b")]


def test_the_id_stays_with_the_first_cluster_even_when_most_documents_leave() -> None:
    clusters = _clusters(("a", "a"), ("a", "bcd"))
    assert rename(clusters, [0, 1]) == ["a", "b"]
    assert _changes(clusters, ["a", "b"], after=4) == [StoryEvent("split", "a", 4, "b", ("b", "c", "d"))]


def test_splits_come_before_merges_so_that_nothing_goes_the_wrong_way() -> None:
    clusters = _clusters(("a", "a"), ("a", "x"), ("b", "bcd"))
    new = rename(clusters, [0, 1, 0])
    events = _changes(clusters, new, after=5)
    assert [event.kind for event in events] == ["split", "merge"]
    assert replay(_log(("a", "ax"), ("b", "bcd")), events) == {"b": ["b", "c", "d", "a"], "x": ["x"]}


def test_a_story_that_was_merged_away_takes_up_its_id_again() -> None:
    clusters = _clusters(("b", "bc"), ("b", "a"))
    assert rename(clusters, [0, 1]) == ["b", "a"]


def test_a_move_names_the_runs_that_its_decision_is_about() -> None:
    clusters = _clusters(("a", "a"), ("a", "x"), ("a", "y"), ("b", "bcde"))
    split, merge = moves(clusters, rename(clusters, [0, 1, 1, 0]))
    assert (split.kind, split.documents, split.run, split.beside) == ("split", ("x", "y"), 1, 0)
    assert (merge.kind, merge.story_id, merge.into, merge.run, merge.beside) == ("merge", "a", "b", 0, 3)


@pytest.mark.parametrize("decided", [None, Decision("join", 0.47, 0.46, 60)])
def test_an_event_comes_back_from_json_with_what_decided_it(decided: Decision | None) -> None:
    event = StoryEvent("split", "a", 4, "b", ("b", "c"), decided)
    assert read_event(json.loads(json.dumps(event_value(event)))) == event


def test_an_event_that_was_written_before_events_told_what_decided_them_is_read() -> None:
    before = {"kind": "merge", "story_id": "a", "after": 4, "into": "b", "documents": []}
    assert read_event(before) == StoryEvent("merge", "a", 4, "b")


def test_an_event_is_applied_where_it_stands_in_the_log() -> None:
    log = _log(("a", "a"), ("b", "b"))
    later = [*log, Assignment("c", "b", 0.5, opened=False)]
    assert replay(later, [StoryEvent("merge", "b", 2, "a")]) == {"a": ["a", "b"], "b": ["c"]}
    assert replay(later, [StoryEvent("merge", "b", 3, "a")]) == {"a": ["a", "b", "c"]}
    assert replay(later, [StoryEvent("close", "a", 3)]) == {"a": ["a"], "b": ["b", "c"]}


def test_an_event_beyond_the_log_is_refused() -> None:
    with pytest.raises(InputError, match="after 3 assignments, but the log holds 1"):
        replay(_log(("a", "a")), [StoryEvent("merge", "a", 3, "b")])


@pytest.mark.parametrize(
    "event",
    [
        StoryEvent("merge", "b", 4, "a", decided=Decision("alike", 0.2, 0.16, 1)),
        StoryEvent("split", "a", 4, "d", ("d",)),
    ],
)
def test_undoing_an_event_gives_the_stories_before_it(event: StoryEvent) -> None:
    log = _log(("a", "ad"), ("b", "bc"))
    back = undo(event, log, [], after=4)
    assert replay(log, [event]) != replay(log)
    assert replay(log, [event, back]) == replay(log)


def test_a_merge_is_undone_without_what_joined_the_story_since() -> None:
    log = [*_log(("a", "a"), ("b", "b")), Assignment("c", "a", 0.5, opened=False)]
    merge = StoryEvent("merge", "b", 2, "a")
    assert replay(log, [merge, undo(merge, log, [], after=3)]) == {"a": ["a", "c"], "b": ["b"]}


def test_closing_moves_nothing_and_cannot_be_undone() -> None:
    with pytest.raises(InputError, match="A close moves no document"):
        undo(StoryEvent("close", "a", 1), [], [], after=1)


def test_aliases_follow_merges_to_the_end_and_end_with_a_split() -> None:
    first, second = StoryEvent("merge", "a", 2, "b"), StoryEvent("merge", "b", 3, "c")
    assert aliases([first, second]) == {"a": "c", "b": "c"}
    assert aliases([first, second, StoryEvent("split", "c", 4, "a", ("a",))]) == {"b": "c"}


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 3), st.integers(0, 4)), min_size=1, max_size=12))
def test_events_take_the_log_to_the_new_stories(given_clusters: list[tuple[int, int, int]]) -> None:
    clusters: list[Cluster] = []
    founders: dict[int, str] = {}
    for at, (story, size, _) in enumerate(given_clusters):
        own = [f"d{at}.{number}" for number in range(size)]
        clusters.append(Cluster("en", founders.setdefault(story, own[0]), own))
    new = rename(clusters, [group for _, _, group in given_clusters])
    log = [Assignment(each, cluster.story_id, 0.5, opened=False) for cluster in clusters for each in cluster.documents]
    stories = replay(log, _changes(clusters, new, after=len(log)))
    wanted: dict[str, set[str]] = {}
    for cluster, story_id in zip(clusters, new, strict=True):
        wanted.setdefault(story_id, set()).update(cluster.documents)
    assert {story_id: set(own) for story_id, own in stories.items()} == wanted
    assert all(story_id in own for story_id, own in stories.items())
    groups = {frozenset(at for at, row in enumerate(given_clusters) if row[2] == group) for *_, group in given_clusters}
    assert {frozenset(at for at, each in enumerate(new) if each == story_id) for story_id in set(new)} == groups
