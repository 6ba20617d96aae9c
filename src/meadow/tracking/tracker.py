"""What every tracker offers, and how an assignment log becomes stories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol

from meadow.model import Assignment, CentroidTerm, Document, Story

Snapshot = Mapping[str, Any]


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


def stories_from(assignments: Iterable[Assignment], documents: Iterable[Document]) -> list[Story]:
    """Return the stories that a log of assignments describes, each in time order, in the order they were opened (M2)."""
    by_id = {document.id: document for document in documents}
    members: dict[str, list[Document]] = {}
    for assignment in assignments:
        members.setdefault(assignment.story_id, []).append(by_id[assignment.document_id])
    return [_story(story_id, own) for story_id, own in members.items()]


def _story(story_id: str, documents: list[Document]) -> Story:
    ordered = sorted(documents, key=lambda document: document.order)
    times: list[datetime] = [document.published for document in ordered if document.published is not None]
    first, last = (times[0], times[-1]) if times else (None, None)
    return Story(story_id, tuple(document.id for document in ordered), first, last)
