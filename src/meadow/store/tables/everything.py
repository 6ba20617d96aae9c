"""Every operation of a store, over one set of tables."""

from __future__ import annotations

from meadow.store.tables.contents import ContentReading, ContentWriting
from meadow.store.tables.forgetting import Forgetting
from meadow.store.tables.notes import NoteReading
from meadow.store.tables.searching import Indexing, Searching
from meadow.store.tables.stories import StoryReading
from meadow.store.tables.studies import StudyReading

_COUNTED = ("documents", "revisions", "stories", "log", "corrections", "sources", "quarantine", "watches", "alerts")


class EveryReading(Searching, StoryReading, NoteReading, StudyReading, ContentReading):
    """All that can be asked."""

    def counts(self, *names: str) -> dict[str, int]:
        """Return how many documents, revisions, stories, log entries … there are, by name; all, or those that are named."""
        asked = [name for name in _COUNTED if not names or name in names]
        return {name: self.value(f"SELECT count(*) FROM {name}") for name in asked}


class EveryWriting(Forgetting, Indexing, ContentWriting, EveryReading):
    """A transaction that is open."""

    def __init__(self) -> None:
        self.changed = {}
        self.revised = set()
        self.touched = set()
        self.gone = set()

    def settle(self) -> None:
        """Write what follows from the rest: the rows of stories, and the index of words."""
        self.settle_stories()
        self.settle_index()
