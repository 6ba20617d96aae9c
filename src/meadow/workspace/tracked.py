"""The tracker of a workspace: kept between batches, brought back after a restart, never ahead of the store.

A tracker is a fold, so its state follows from the log alone. Now and then its snapshot is kept as a checkpoint. After
a restart the documents since then are stepped again, with the looks that the log records, and the answers are those of
the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from meadow.errors import SnapshotError, StoreError, UsageError
from meadow.model import Assignment, Document, LogEntry, StoryEvent
from meadow.pipeline.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.pipeline.tracks import make_tracker
from meadow.store.contract import Checkpoint, Store, StoreReader, StoreWriter
from meadow.tracking.tracker import RevisingTracker, Tracker, iter_log

CHECKPOINT_EVERY = 2_000
TRACKER_FACT = "tracker"  # under which a store says by what its articles are tracked
_STEPPED_AT_ONCE = 1_000


@dataclass(slots=True)
class _TrackerState:
    """A tracker, the assignments it has made, the last entry of the log it knows, and how many a checkpoint holds."""

    tracker: Tracker
    seen: int
    entry: int
    kept: int


class TrackedLog:
    """A tracker that assigns new documents to stories, in their order."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self._state: _TrackerState | None = None

    def ready(self, store: StoreReader) -> _TrackerState:
        """Return the tracker as it is where the log ends; what other processes wrote since then it catches up with first.

        Another process may have let another tracker take over; then that one goes on.
        """
        spec = store.fact(TRACKER_FACT)
        if spec is not None and spec != self.spec:
            self.spec, self._state = spec, None
        state = self._state
        if state is None or state.entry != store.last_entry():
            # A later checkpoint holds all that a process could step again, also what was forgotten or replayed meanwhile.
            if state is None or store.checkpoint_entry(self.spec) > state.entry:
                state = self._restored(store)
            _catch_up(store, state)
            self._state = state
        return state

    def drop(self) -> None:
        """Forget the tracker, which may be ahead of the store; it is brought back when it is needed."""
        self._state = None

    def step(self, store: StoreReader, documents: Sequence[Document]) -> list[Assignment | StoryEvent]:
        """Return the assignments of new documents and the tracker's second thoughts, in the order of the log."""
        state = self.ready(store)
        assignments = list(iter_log(state.tracker, documents))
        events = deque(_taken(state.tracker))
        entries: list[Assignment | StoryEvent] = []
        for assignment in assignments:
            while events and events[0].after <= state.seen:
                entries.append(events.popleft())
            state.seen += 1
            entries.append(assignment)
        return [*entries, *events]

    def look(self, store: StoreReader) -> tuple[StoryEvent, ...]:
        """Return what a second look at the whole changes."""
        tracker = self.ready(store).tracker
        return tracker.finish() if isinstance(tracker, RevisingTracker) else ()

    def keep(self, writer: StoreWriter, *, least: int = CHECKPOINT_EVERY) -> None:
        """Note that the log ends with this tracker's output; write a checkpoint if `least` documents came since the last."""
        state = self._state
        if state is None:
            return
        state.entry = writer.last_entry()
        if state.seen - state.kept >= least:
            snapshot = state.tracker.snapshot()
            writer.save_checkpoint(Checkpoint(self.spec, state.seen, state.entry, snapshot))
            state.kept = state.seen

    def _restored(self, store: StoreReader) -> _TrackerState:
        tracker, checkpoint = make_tracker(self.spec), store.checkpoint(self.spec)
        if checkpoint is None:
            return _TrackerState(tracker, 0, 0, 0)
        _restore(tracker, checkpoint)
        return _TrackerState(tracker, checkpoint.assignments, checkpoint.entry, checkpoint.assignments)


def _catch_up(store: StoreReader, state: _TrackerState) -> None:
    """Apply to a tracker what the log holds after its state."""
    last = store.last_entry()
    for some in _runs(store.log(after=state.entry)):
        _step_again(store, state.tracker, some)
        state.seen += len(some)
    _taken(state.tracker)
    state.entry = last


def settle_tracker(store: Store, wanted: str | None) -> str:
    """Return the tracker of a workspace; the first one that is asked for is written down."""
    spec = TRACKER_ALIASES.get(wanted or DEFAULT_METHOD, wanted or DEFAULT_METHOD)
    kept = store.fact(TRACKER_FACT)
    if kept is None:
        with store.writing() as writer:
            kept = writer.fact(TRACKER_FACT)  # another process may have made the workspace a moment ago
            if kept is None:
                writer.save_fact(TRACKER_FACT, spec)
                return spec
    if wanted is not None and spec != kept:
        raise UsageError(
            f"This workspace is tracked by {kept}, not by {spec}.", given=spec, allowed=kept,
            advice="`meadow replay --tracker SPEC` shows what another one would do; with --apply it takes over.",
        )  # fmt: skip
    return kept


def _restore(tracker: Tracker, checkpoint: Checkpoint) -> None:
    try:
        tracker.restore(checkpoint.snapshot)
    except SnapshotError as error:
        raise StoreError(
            "The tracker of this Meadow goes on differently from the one that tracked this workspace.",
            given=checkpoint.tracker,
            advice="`meadow replay --apply` tracks all articles again and writes down what changes; reading works as it is.",
        ) from error


def _runs(entries: Iterable[LogEntry]) -> Iterator[list[str]]:
    """Iterate over the ids of documents that came one after the other; an empty list is a look."""
    ids: list[str] = []
    for entry in entries:
        if entry.assignment is not None:
            ids.append(entry.assignment.document_id)
        is_look = entry.assignment is None and entry.event is None
        if ids and (is_look or len(ids) == _STEPPED_AT_ONCE):
            yield ids
            ids = []
        if is_look:
            yield []
    if ids:
        yield ids


def _step_again(store: StoreReader, tracker: Tracker, document_ids: list[str]) -> None:
    if document_ids:
        list(iter_log(tracker, store.first_revisions(document_ids)))
    elif isinstance(tracker, RevisingTracker):
        tracker.finish()


def _taken(tracker: Tracker) -> tuple[StoryEvent, ...]:
    return tracker.take_events() if isinstance(tracker, RevisingTracker) else ()
