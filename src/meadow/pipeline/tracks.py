"""Documents to stories, by a tracker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meadow.engines import Engine, using_engine
from meadow.errors import UnknownNameError
from meadow.ingest.frames import Documents
from meadow.model import Assignment, CentroidTerm, Document, Reason, Story, StoryEvent
from meadow.pipeline.analysing import with_languages
from meadow.pipeline.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.pipeline.sharding import sharded_assignments
from meadow.pipeline.views import Idf, background, in_time_order
from meadow.tracking import TRACKERS
from meadow.tracking.tracker import (
    ExplainingTracker,
    Tracker,
    find_stories,
    iter_log,
    log_and_events,
    settled_log,
    stories_from,
)


def make_tracker(tracker: str = DEFAULT_METHOD, *, idf: Idf = None) -> Tracker:
    """Return an empty tracker by its spec; `meadow` is the default's name."""
    built: Tracker = TRACKERS.build(TRACKER_ALIASES.get(tracker, tracker))(background(idf))
    return built


def iter_assignments(
    documents: Iterable[Document], *, tracker: str = DEFAULT_METHOD, idf: Idf = None
) -> Iterator[Assignment]:
    """Iterate over the tracking log of documents in the order given, one assignment per document.

    A list is taken in batches; of a stream each document is answered before the next one is asked for.
    """
    return iter_log(make_tracker(tracker, idf=idf), documents)


def settled_assignments(
    documents: Sequence[Document],
    *,
    tracker: str = DEFAULT_METHOD,
    idf: Idf = None,
    windows: str | None = None,
    engine: str | Engine | None = None,
    on_step: Callable[[int], None] | None = None,
) -> list[Assignment]:
    """Return the tracking log of documents in the order given, with the stories they are in after any second thoughts.

    With `windows` such as `14d+3d` each language and window of time is tracked for itself, by the workers of an engine.
    `on_step` is told how many documents have been tracked.
    """
    if windows is not None:
        return sharded_assignments(documents, windows=windows, tracker=tracker, idf=idf, engine=engine, on_step=on_step)
    return settled_log(make_tracker(tracker, idf=idf), documents, on_step=on_step)


@dataclass(frozen=True, slots=True)
class Tracked:
    """A tracking log with its reasons, and what stands for each story, heaviest term first.

    `reasons` are in the order of the log; None of a tracker that gives none. Of a story that was closed on the way no
    centroid is left. `events` are the merges and splits on the way, by the story in which what they moved is at the end.
    """

    log: tuple[Assignment, ...]
    reasons: tuple[Reason, ...] | None
    centroids: Mapping[str, tuple[CentroidTerm, ...]]
    events: Mapping[str, tuple[StoryEvent, ...]] = field(default_factory=dict)


def explain_tracks(
    documents: Sequence[Document],
    *,
    tracker: str = DEFAULT_METHOD,
    idf: Idf = None,
    on_step: Callable[[int], None] | None = None,
) -> Tracked:
    """Return the log of `settled_assignments` with why each document is where it is."""
    made = make_tracker(tracker, idf=idf)
    if not documents:
        return Tracked((), (), {})
    log, events = log_and_events(made, documents, on_step=on_step)
    reasons = tuple(made.explain(documents, log)) if isinstance(made, ExplainingTracker) else None
    centroids = dict(_centroids(made, dict.fromkeys(each.story_id for each in log)))
    return Tracked(tuple(log), reasons, centroids, _by_story(events, log))


def _by_story(events: Iterable[StoryEvent], log: Iterable[Assignment]) -> dict[str, tuple[StoryEvent, ...]]:
    """Return merges and splits by the story that holds the document after which the story they led to was named."""
    story_of = {each.document_id: each.story_id for each in log}
    events_of: dict[str, list[StoryEvent]] = {}
    for event in events:
        if event.into is not None:
            events_of.setdefault(story_of[event.into], []).append(event)
    return {story_id: tuple(some) for story_id, some in events_of.items()}


def _centroids(tracker: Tracker, stories: Iterable[str]) -> Iterator[tuple[str, tuple[CentroidTerm, ...]]]:
    for story_id in stories:
        try:
            rows = tracker.centroid(story_id)
        except UnknownNameError:  # the story is closed
            continue
        if rows:
            yield story_id, tuple(rows)


def track(
    documents: Documents,
    *,
    tracker: str = DEFAULT_METHOD,
    idf: Idf = None,
    windows: str | None = None,
    engine: str | Engine | None = None,
) -> list[Story]:
    """Return the stories that documents fall into; their order does not matter, time does.

    On an `engine` such as `processes:2` the languages of documents that do not say theirs are found by other processes; with
    `windows` such as `14d+3d` these also track, each language and window of time for itself.
    """
    ordered = in_time_order(documents)
    if engine is not None and any(each.language is None for each in ordered):
        with using_engine(engine) as opened:
            ordered = with_languages(ordered, opened)
    if windows is not None:
        log = sharded_assignments(ordered, windows=windows, tracker=tracker, idf=idf, engine=engine)
        return stories_from(log, ordered)
    return find_stories(make_tracker(tracker, idf=idf), ordered)
