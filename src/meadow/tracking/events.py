"""Events of stories: what a new partition changes, how a log with events is replayed, and how an event is undone.

Source: our own.

Ids survive. A story's id goes with its founding documents, so it always names a document that the story holds. A story
that is merged into a larger one leaves its id as an alias, and takes it up again if the two are split later.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np

from meadow.errors import InputError
from meadow.kernels.postings_rows import Longs
from meadow.model import Assignment, Decision, StoryEvent


@dataclass(slots=True)
class Cluster:
    """A run of nearly equal reports: language, story, ids in the order they came, first and last date; NaN is none."""

    language: str
    story_id: str
    documents: list[str] = field(default_factory=list)
    first: float = math.nan
    last: float = math.nan

    def add(self, document_id: str, date: float) -> None:
        """Take in a document; NaN is no date."""
        self.documents.append(document_id)
        self.first = date if math.isnan(self.first) or date < self.first else self.first
        self.last = date if math.isnan(self.last) or date > self.last else self.last


def rename(clusters: Sequence[Cluster], groups: Sequence[int]) -> list[str]:
    """Return each cluster's story id when clusters with equal numbers are one story; clusters stand in order of opening.

    A group takes the id of the largest story whose first cluster it holds; without one, that of its first document.
    """
    sizes: dict[str, int] = {}
    founders: dict[str, int] = {}
    for at, cluster in enumerate(clusters):
        sizes[cluster.story_id] = sizes.get(cluster.story_id, 0) + len(cluster.documents)
        founders.setdefault(cluster.story_id, at)
    ids: dict[int, str] = {}
    for story_id, at in founders.items():
        largest = ids.get(groups[at])
        if largest is None or sizes[story_id] > sizes[largest]:
            ids[groups[at]] = story_id
    for cluster, group in zip(clusters, groups, strict=True):
        ids.setdefault(group, cluster.documents[0])
    return [ids[group] for group in groups]


class Move(NamedTuple):
    """An event without what decided it: `run` is the first cluster that moves.

    `beside` is the first cluster of the story that a merge takes it to, or that a split takes it from.
    """

    kind: Literal["merge", "split"]
    story_id: str
    into: str
    documents: tuple[str, ...]
    run: int
    beside: int

    def event(self, after: int, decided: Decision | None) -> StoryEvent:
        """Return the event."""
        return StoryEvent(self.kind, self.story_id, after, self.into, self.documents, decided)


def moves(clusters: Sequence[Cluster], new: Sequence[str]) -> list[Move]:
    """Return the splits and then the merges that take clusters from their stories to those of the new ids."""
    founders: dict[str, int] = {}
    leaving: dict[tuple[str, str], list[int]] = {}
    for at, (cluster, story_id) in enumerate(zip(clusters, new, strict=True)):
        # A story goes where its first cluster goes.
        if story_id != new[founders.setdefault(cluster.story_id, at)]:
            leaving.setdefault((cluster.story_id, story_id), []).append(at)
    splits = [
        Move(
            "split",
            old,
            story_id,
            tuple(each for at in going for each in clusters[at].documents),
            going[0],
            founders[old],
        )
        for (old, story_id), going in leaving.items()
    ]
    merges = [Move("merge", old, new[at], (), at, founders[new[at]]) for old, at in founders.items() if old != new[at]]
    return splits + merges


def event_value(event: StoryEvent) -> dict[str, Any]:
    """Return an event as JSON data, for `read_event`."""
    return asdict(event) | {"documents": list(event.documents)}


def read_event(value: Mapping[str, Any]) -> StoryEvent:
    """Return the event of JSON data; what was written before events told what decided them has no such thing."""
    decided = value.get("decided")
    known = {**value, "documents": tuple(value["documents"])}
    return StoryEvent(**{**known, "decided": None if decided is None else Decision(**decided)})


def replay(assignments: Iterable[Assignment], events: Iterable[StoryEvent] = ()) -> dict[str, list[str]]:
    """Return the document ids of each story that is left when the log and its events have been gone through."""
    stories: dict[str, list[str]] = {}
    waiting = list(events)
    at = count = 0
    for count, assignment in enumerate(assignments, start=1):
        while at < len(waiting) and waiting[at].after < count:
            _apply(waiting[at], stories)
            at += 1
        stories.setdefault(assignment.story_id, []).append(assignment.document_id)
    for event in waiting[at:]:
        if event.after > count:
            raise InputError(
                f"An event stands after {event.after} assignments, but the log holds {count}.",
                given=str(event),
                advice="Give the whole log.",
            )
        _apply(event, stories)
    return {story_id: documents for story_id, documents in stories.items() if documents}


def undo(
    event: StoryEvent, assignments: Sequence[Assignment], earlier: Sequence[StoryEvent], *, after: int
) -> StoryEvent:
    """Return the event that takes an event back; `earlier` are those before it, `after` is where the new one stands."""
    if event.into is None:
        raise InputError(
            f"A {event.kind} moves no document.", given=event.kind, allowed="A merge or a split can be undone."
        )
    moved = event.documents
    if event.kind == "merge":
        moved = tuple(replay(assignments[: event.after], earlier).get(event.story_id, ()))
    return StoryEvent("split", event.into, after, event.story_id, moved)


def aliases(events: Iterable[StoryEvent]) -> dict[str, str]:
    """Return for each id that was merged away the story that it is part of now."""
    into: dict[str, str] = {}
    for event in events:
        if event.into is not None:
            into.pop(event.into, None)
            if event.kind == "merge":
                into[event.story_id] = event.into
    return {story_id: _end(story_id, into) for story_id in into}


def _apply(event: StoryEvent, stories: dict[str, list[str]]) -> None:
    if event.into is None:
        return
    members = stories.get(event.story_id, [])
    going = set(members) if event.kind == "merge" else set(event.documents)
    stories[event.story_id] = [each for each in members if each not in going]
    stories.setdefault(event.into, []).extend(each for each in members if each in going)


def _end(story_id: str, into: Mapping[str, str]) -> str:
    while story_id in into:
        story_id = into[story_id]
    return story_id


def numbered(story_ids: Sequence[str]) -> Longs:
    """Return for each id the place where it stands first."""
    first: dict[str, int] = {}
    return np.array([first.setdefault(story_id, at) for at, story_id in enumerate(story_ids)], np.int64)
