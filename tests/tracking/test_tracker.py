"""What every tracker offers: snapshots that say what made them, logs from steps or batches, stories from logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import SnapshotError
from meadow.model import Assignment, CentroidTerm, Document, Story, StoryEvent
from meadow.tracking.one import one
from meadow.tracking.tracker import (
    SNAPSHOT_VERSION,
    Snapshot,
    check_stamp,
    find_stories,
    iter_log,
    log_and_events,
    settled_log,
    stamp,
    stories_from,
)

START = datetime(2026, 3, 2, tzinfo=UTC)


def document(name: str, *, hours: float | None = 0.0) -> Document:
    return Document(name, text=f"Text {name}.", published=None if hours is None else START + timedelta(hours=hours))


class Counting:
    """A tracker that opens a story for each document and remembers how it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def step(self, document: Document) -> Assignment:
        self.asked.append(document.id)
        return Assignment(document.id, document.id, 0.0, opened=True)

    def centroid(self, story_id: str) -> list[CentroidTerm]:
        raise KeyError(story_id)

    def snapshot(self) -> dict[str, Any]:
        return {}

    def restore(self, snapshot: Snapshot) -> None:
        del snapshot


class Batched(Counting):
    """One that also takes many documents at once."""

    def iter_steps(self, documents: Iterable[Document]) -> Iterator[Assignment]:
        for each in documents:
            self.asked.append(f"batch {each.id}")
            yield Assignment(each.id, each.id, 0.0, opened=True)


class Revising(Counting):
    """One that merges the second story into the first in the end."""

    def take_events(self) -> tuple[StoryEvent, ...]:
        return ()

    def finish(self) -> tuple[StoryEvent, ...]:
        return (StoryEvent("merge", "b", 2, into="a"),) if len(self.asked) > 1 else ()


class TestSnapshots:
    """A snapshot fits the tracker that made it."""

    def test_a_stamp_says_tracker_version_and_settings(self) -> None:
        assert stamp("cidr", {"threshold": 3.0}) == {
            "tracker": "cidr", "version": SNAPSHOT_VERSION, "settings": {"threshold": 3.0},
        }  # fmt: skip
        check_stamp(stamp("cidr", {"threshold": 3.0}), "cidr", {"threshold": 3.0})

    @pytest.mark.parametrize("version", [3, SNAPSHOT_VERSION])
    def test_what_only_lacks_what_decided_events_is_read(self, version: int) -> None:
        check_stamp({**stamp("one", {}), "version": version}, "one", {})

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"tracker": "one"}, "A snapshot of tracker 'one' does not fit a tracker of tracker 'cidr'."),
            ({"version": 2}, f"A snapshot of version 2 does not fit a tracker of version {SNAPSHOT_VERSION}."),
            ({"version": SNAPSHOT_VERSION + 1}, f"A snapshot of version {SNAPSHOT_VERSION + 1} does not fit"),
            ({"settings": {"threshold": 2.0}}, "A snapshot of settings {'threshold': 2.0} does not fit"),
        ],
    )
    def test_another_is_refused_by_name(self, changed: dict[str, object], said: str) -> None:
        with pytest.raises(SnapshotError) as caught:
            check_stamp({**stamp("cidr", {"threshold": 3.0}), **changed}, "cidr", {"threshold": 3.0})
        assert str(caught.value).startswith(said)
        assert caught.value.given == repr(next(iter(changed.values())))
        assert caught.value.advice == "Restore it into the tracker that made it, or track the documents again."

    def test_what_says_nothing_about_itself_is_refused(self) -> None:
        with pytest.raises(SnapshotError, match="A snapshot of tracker None"):
            check_stamp({}, "one", {})


class TestLogs:
    """Steps one by one, in batches, and after second thoughts."""

    def test_a_list_goes_in_batches_and_a_stream_one_by_one(self) -> None:
        news = [document("a"), document("b")]
        batched, streamed, plain = Batched(), Batched(), Counting()
        assert [each.document_id for each in iter_log(batched, news)] == ["a", "b"]
        list(iter_log(streamed, iter(news)))
        list(iter_log(plain, news))
        assert batched.asked == ["batch a", "batch b"]
        assert streamed.asked == plain.asked == ["a", "b"]

    def test_a_stream_is_answered_before_the_next_document_is_read(self) -> None:
        tracker = Counting()
        log = iter_log(tracker, iter([document("a"), document("b")]))
        assert next(log).document_id == "a"
        assert tracker.asked == ["a"]

    def test_second_thoughts_are_taken_in_and_who_names_a_story_opened_it(self) -> None:
        settled, events = log_and_events(Revising(), [document("a"), document("b", hours=1)])
        assert [(each.document_id, each.story_id, each.opened) for each in settled] == [
            ("a", "a", True),
            ("b", "a", False),
        ]
        assert [event.kind for event in events] == ["merge"]
        assert settled_log(Revising(), [document("a")]) == [Assignment("a", "a", 0.0, opened=True)]
        assert log_and_events(Counting(), [document("a"), document("b")])[1] == ()

    def test_stories_are_found_with_progress(self) -> None:
        steps: list[int] = []
        stories = find_stories(Revising(), [document("a"), document("b", hours=1)], on_step=steps.append)
        assert steps == [1, 2]
        assert [(story.id, story.document_ids) for story in stories] == [("a", ("a", "b"))]


class TestStories:
    """What a log describes."""

    def test_a_story_is_in_time_order_and_lasts_from_its_first_to_its_last_known_time(self) -> None:
        news = [document("late", hours=5), document("undated", hours=None), document("early", hours=1)]
        log = [Assignment(each.id, "late", 0.5, opened=each.id == "late") for each in news]
        (story,) = stories_from(log, news)
        assert (story.first, story.last) == (START + timedelta(hours=1), START + timedelta(hours=5))
        assert [name for name in story.document_ids if name != "undated"] == ["early", "late"]
        assert set(story.document_ids) == {"late", "undated", "early"}

    def test_without_times_a_story_has_none(self) -> None:
        news = [document("a", hours=None)]
        assert stories_from([Assignment("a", "a", 0.0, opened=True)], news) == [Story("a", ("a",), None, None)]

    @given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9)), max_size=12))
    def test_every_document_is_in_one_story_and_stories_come_as_they_were_opened(
        self, told: list[tuple[int, int]]
    ) -> None:
        news = [document(f"d{number}", hours=hours) for number, (_, hours) in enumerate(told)]
        opened: dict[int, str] = {}
        log = [
            Assignment(each.id, opened.setdefault(story, each.id), 0.0, opened=opened[story] == each.id)
            for each, (story, _) in zip(news, told, strict=True)
        ]
        stories = stories_from(log, news)
        assert sorted(name for story in stories for name in story.document_ids) == sorted(each.id for each in news)
        assert [story.id for story in stories] == list(opened.values())


class TestOne:
    """The tracker that puts everything into one story."""

    def test_the_first_document_opens_it_and_a_snapshot_goes_on(self) -> None:
        tracker = one()
        assert tracker.step(document("a")) == Assignment("a", "a", 0.0, opened=True)
        assert tracker.step(document("b")) == Assignment("b", "a", 1.0, opened=False)
        assert tracker.centroid("a") == []
        again = one()
        again.restore(tracker.snapshot())
        assert again.step(document("c")).story_id == "a"
        with pytest.raises(SnapshotError, match="tracker 'cidr'"):
            again.restore(stamp("cidr", {}))
