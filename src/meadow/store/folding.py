"""The stories that a log describes: each entry applied in its place."""

from __future__ import annotations

from collections.abc import Iterable

from meadow.model import Assignment, LogEntry, StoryEvent

_Stories = dict[str, dict[str, None]]


def fold(entries: Iterable[LogEntry]) -> dict[str, list[str]]:
    """Return the documents of each story after the entries of a log, those that were forgotten since included."""
    stories: _Stories = {}
    for entry in entries:
        if entry.assignment is not None:
            _put(stories, entry.assignment)
        elif entry.event is not None and entry.event.into is not None:
            _move(stories, entry.event, entry.event.into)
    return {story: list(names) for story, names in stories.items() if names}


def _put(stories: _Stories, given: Assignment) -> None:
    stories.setdefault(given.story_id, {})[given.document_id] = None


def _move(stories: _Stories, event: StoryEvent, into: str) -> None:
    leaving = stories.get(event.story_id, {})
    going = list(leaving) if event.kind == "merge" else [each for each in event.documents if each in leaving]
    target = stories.setdefault(into, {})
    for each in going:
        del leaving[each]
        target[each] = None
