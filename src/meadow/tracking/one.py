"""One: every document belongs to the same story, for those who have sorted their articles already.

Source: our own; the yardstick with perfect recall that clusterings are compared with (all in one cluster).
"""

from __future__ import annotations

from typing import Any

from meadow.model import Assignment, CentroidTerm, Document
from meadow.text.background import Background
from meadow.tracking.tracker import Snapshot, check_stamp, stamp


class One:
    """The tracker's state: the id of the only story, once it is open."""

    def __init__(self) -> None:
        self._story_id: str | None = None

    def step(self, document: Document) -> Assignment:
        """Return the only story; the first document opens it."""
        opened = self._story_id is None
        self._story_id = document.id if self._story_id is None else self._story_id
        return Assignment(document.id, self._story_id, 0.0 if opened else 1.0, opened)

    def centroid(self, story_id: str) -> list[CentroidTerm]:  # noqa: ARG002 - the family's signature
        """Return nothing: this tracker reads no word."""
        return []

    def snapshot(self) -> dict[str, Any]:
        """Return the story's id as JSON data."""
        return {**stamp("one", {}), "story": self._story_id}

    def restore(self, snapshot: Snapshot) -> None:
        """Take over the story of a snapshot."""
        check_stamp(snapshot, "one", {})
        self._story_id = snapshot["story"]


def one(background: Background | None = None) -> One:  # noqa: ARG001 - the family's signature
    """Return an empty tracker that puts every document into one story."""
    return One()
