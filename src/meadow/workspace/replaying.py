"""A period tracked again, by the same tracker or another one, under the corrections that people made.

Documents come in the order in which they arrived, in the text in which they first came. What people said holds over the
new stories as it does over the old ones. `apply` lets the new tracker take over: what changes is written to the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from meadow.errors import UsageError
from meadow.model import Assignment
from meadow.pipeline.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.pipeline.tracks import make_tracker
from meadow.store.contract import Checkpoint, Store, StoreReader, StoreWriter
from meadow.tracking.corrections import changes, corrected
from meadow.tracking.differences import StoryDifference, compare_partitions
from meadow.tracking.events import replay
from meadow.tracking.tracker import RevisingTracker, Tracker, iter_log
from meadow.workspace.tracked import TRACKER_FACT

_AT_ONCE = 1_000

Step = Callable[[int, int], None]  # how many documents have been tracked, and how many there are


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of tracking a period again: the tracker, the number of documents, and how stories differ."""

    tracker: str
    documents: int
    differences: tuple[StoryDifference, ...]
    applied: bool = False


@dataclass(frozen=True, slots=True)
class Period:
    """From when until before when documents arrived; None is no end."""

    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_all(self) -> bool:
        """Whether it is all of the time."""
        return self.since is None and self.until is None

    def holds(self, moment: datetime) -> bool:
        """Return whether a moment lies in the period."""
        return (self.since is None or moment >= self.since) and (self.until is None or moment < self.until)


def tracker_spec(named: str | None, kept: str) -> str:
    """Return the spec of the tracker that is meant; without a name the one that a workspace has."""
    return kept if named is None else TRACKER_ALIASES.get(named, named or DEFAULT_METHOD)


def track_again(store: Store, spec: str, period: Period, on_step: Step) -> Replayed:
    """Return what a tracker would make of the documents of a period; nothing is changed."""
    with store.reading():
        ids = _arrived(store, period)
        _, tracked = _tracked(store, spec, ids, on_step)
        after = corrected(tracked, store.corrections(), store.routes())
        before = store.story_of(tracked)
    return Replayed(spec, len(tracked), tuple(compare_partitions(before, after)))


def take_over(store: Store, spec: str, at: datetime, on_step: Step) -> Replayed:
    """Let a tracker take over all documents, and return what changed; the caller holds the ingest lock."""
    # No document can come meanwhile; what people say can, so it is asked for where it is written.
    tracker, tracked = _tracked(store, spec, _arrived(store, Period()), on_step)
    with store.writing() as writer:
        after = corrected(tracked, writer.corrections(), writer.routes())
        before = writer.story_of(tracked)
        writer.track(tracked)
        _write(writer, before, after, at)
        writer.save_fact(TRACKER_FACT, spec)
        writer.save_checkpoint(Checkpoint(spec, writer.assigned(), writer.last_entry(), tracker.snapshot()))
    return Replayed(spec, len(tracked), tuple(compare_partitions(before, after)), applied=True)


def check_whole(period: Period) -> None:
    """Refuse to let a tracker take over a part of the time."""
    if not period.is_all:
        raise UsageError(
            "A tracker takes over all articles or none.", given="a period", advice="Leave out --from and --until."
        )


def _write(writer: StoreWriter, before: dict[str, str], after: dict[str, str], at: datetime) -> None:
    writer.look(at)
    for event in changes(before, after, writer.assigned()):
        writer.change(event, at, "tracker")


def _arrived(store: StoreReader, period: Period) -> list[str]:
    entries = store.log(until=period.until)
    return [each.assignment.document_id for each in entries if each.assignment is not None and period.holds(each.at)]


def _tracked(store: StoreReader, spec: str, ids: Sequence[str], on_step: Step) -> tuple[Tracker, dict[str, str]]:
    """Return a tracker that has seen documents, and its story of each, in order of arrival."""
    tracker = make_tracker(spec)
    log: list[Assignment] = []
    for start in range(0, len(ids), _AT_ONCE):
        log += iter_log(tracker, store.first_revisions(ids[start : start + _AT_ONCE]))
        on_step(len(log), len(ids))
    events = tracker.finish() if isinstance(tracker, RevisingTracker) else ()
    story_of = dict(_members(replay(log, events)))
    return tracker, {each.document_id: story_of[each.document_id] for each in log}


def _members(stories: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    for story_id, members in stories.items():
        yield from ((each, story_id) for each in members)
