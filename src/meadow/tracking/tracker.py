"""What every tracker offers, and how an assignment log becomes stories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from meadow.errors import SnapshotError
from meadow.model import Assignment, CentroidTerm, Document, Reason, Story, StoryEvent
from meadow.tracking.events import replay

Snapshot = Mapping[str, Any]
# Grows when what a snapshot holds changes, of any tracker.
SNAPSHOT_VERSION = 6
# In version 3 events did not tell what decided them, and up to 4 nothing told how words are written: that is counted from
# then on, and anew from 5. Nothing else has changed since.
_READABLE = (3, 4, 5, SNAPSHOT_VERSION)


class Tracker(Protocol):
    """A fold over documents in time order; its snapshot is plain JSON data."""

    def step(self, document: Document) -> Assignment:
        """Return which story the document joins or opens, and remember it."""

    def centroid(self, story_id: str) -> list[CentroidTerm]:
        """Return the story's centroid table, heaviest first (M3)."""

    def snapshot(self) -> dict[str, Any]:
        """Return the whole state as JSON data."""

    def restore(self, snapshot: Snapshot) -> None:
        """Take over a state; from then on the tracker answers as the one that made it would have."""


@runtime_checkable
class BulkTracker(Tracker, Protocol):
    """A tracker that also takes many documents at once."""

    def iter_steps(self, documents: Iterable[Document]) -> Iterator[Assignment]:
        """Iterate over what `step` would have answered for each document, to the last bit."""


@runtime_checkable
class RevisingTracker(Tracker, Protocol):
    """A tracker that thinks again: it merges and splits stories, and tells so in events."""

    def take_events(self) -> tuple[StoryEvent, ...]:
        """Return the events since they were last taken, in order."""

    def finish(self) -> tuple[StoryEvent, ...]:
        """Return the events that have not been taken yet, those of a last look at the whole included."""


@runtime_checkable
class ExplainingTracker(Tracker, Protocol):
    """A tracker that can say why each document is where it is."""

    def explain(self, documents: Sequence[Document], log: Sequence[Assignment]) -> list[Reason]:
        """Return the reason of each document, given the log that tells which story it is in at the end."""


def stamp(tracker: str, settings: Mapping[str, object]) -> dict[str, Any]:
    """Return what every snapshot says about itself: its tracker, the version of its form, and the tracker's settings."""
    return {"tracker": tracker, "version": SNAPSHOT_VERSION, "settings": dict(settings)}


def check_stamp(snapshot: Snapshot, tracker: str, settings: Mapping[str, object]) -> None:
    """Refuse a snapshot that another tracker, another version or other settings made."""
    for name, wanted in stamp(tracker, settings).items():
        made = snapshot.get(name)
        if made != wanted and not (name == "version" and made in _READABLE):
            raise SnapshotError(
                f"A snapshot of {name} {made!r} does not fit a tracker of {name} {wanted!r}.",
                given=repr(made),
                allowed=repr(wanted),
                advice="Restore it into the tracker that made it, or track the documents again.",
            )


def iter_log(tracker: Tracker, documents: Iterable[Document]) -> Iterator[Assignment]:
    """Iterate over a tracker's answers: to a list in batches, to a stream one by one, so that each comes at once."""
    if isinstance(documents, Sequence) and isinstance(tracker, BulkTracker):
        return tracker.iter_steps(documents)
    return map(tracker.step, documents)


def find_stories(
    tracker: Tracker, documents: Sequence[Document], *, on_step: Callable[[int], None] | None = None
) -> list[Story]:
    """Return the stories that a tracker finds in documents in the order given, after any second thoughts.

    `on_step` is told how many documents have been tracked.
    """
    log, events = _all_said(tracker, documents, on_step)
    return stories_from(log, documents, events)


def settled_log(
    tracker: Tracker, documents: Sequence[Document], *, on_step: Callable[[int], None] | None = None
) -> list[Assignment]:
    """Return one assignment per document in the order given, to the story that it is in after any second thoughts.

    A document opens the story that is named after it.
    """
    return log_and_events(tracker, documents, on_step=on_step)[0]


def log_and_events(
    tracker: Tracker, documents: Sequence[Document], *, on_step: Callable[[int], None] | None = None
) -> tuple[list[Assignment], tuple[StoryEvent, ...]]:
    """Return the settled log, and the second thoughts that it has taken in."""
    log, events = _all_said(tracker, documents, on_step)
    return settle(log, events), events


def settle(log: list[Assignment], events: Sequence[StoryEvent]) -> list[Assignment]:
    """Return a log whose documents are in the stories that they are in after the events."""
    if not events:
        return log
    story_of = {each: story_id for story_id, document_ids in replay(log, events).items() for each in document_ids}
    return [
        replace(entry, story_id=story_of[entry.document_id], opened=story_of[entry.document_id] == entry.document_id)
        for entry in log
    ]


def _all_said(
    tracker: Tracker, documents: Sequence[Document], on_step: Callable[[int], None] | None = None
) -> tuple[list[Assignment], tuple[StoryEvent, ...]]:
    log: list[Assignment] = []
    for assignment in iter_log(tracker, documents):
        log.append(assignment)
        if on_step is not None:
            on_step(len(log))
    return log, tracker.finish() if isinstance(tracker, RevisingTracker) else ()


def stories_from(
    assignments: Iterable[Assignment], documents: Iterable[Document], events: Iterable[StoryEvent] = ()
) -> list[Story]:
    """Return the stories that a log of assignments describes, each in time order, in the order they were opened (M2).

    The events of a tracker that thinks again are applied where they stand in the log.
    """
    by_id = {document.id: document for document in documents}
    members = replay(assignments, events)
    return [_story(story_id, [by_id[each] for each in document_ids]) for story_id, document_ids in members.items()]


def _story(story_id: str, documents: list[Document]) -> Story:
    ordered = sorted(documents, key=lambda document: document.order)
    times: list[datetime] = [document.published for document in ordered if document.published is not None]
    first, last = (times[0], times[-1]) if times else (None, None)
    return Story(story_id, tuple(document.id for document in ordered), first, last)
