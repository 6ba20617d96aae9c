"""What people said about stories, laid over what the tracker says, whenever either changes."""

from __future__ import annotations

from datetime import datetime

from meadow.model import StoryEvent
from meadow.store.contract import StoreWriter


def move_tracked(writer: StoreWriter, event: StoryEvent) -> None:
    """Note where the tracker has the documents that an event of its own moves."""
    if event.into is None:
        return
    members = writer.tracked_as([event.story_id]).get(event.story_id, [])
    going = set(members) if event.kind == "merge" else set(event.documents)
    writer.track({each: event.into for each in members if each in going})


def hold_corrections(writer: StoreWriter, at: datetime) -> None:
    """Bring stories back to what people said, where the tracker's changes led away from it."""
