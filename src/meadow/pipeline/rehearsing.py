"""A tracker that learns the words of documents while others read: what it finds is thrown away."""

from __future__ import annotations

from collections.abc import Iterable

from meadow.model import Document
from meadow.pipeline.tracks import make_tracker
from meadow.tracking.tracker import Tracker, iter_log

# A digest of fewer documents takes less time than a rehearsal saves.
LEAST = 700
# After this number of documents, most words of a stream have been met.
_ENOUGH = 2_048
_AT_ONCE = 256


class Rehearsal:
    """Pieces of work that make tracking quick later on: it learns the words of documents as these come.

    Call it while there is nothing else to do: it says whether it did something. It begins once there are `LEAST` documents.
    What it raises, tracking would have raised. Nothing else depends on
    whether it is called.
    """

    def __init__(self, tracker: str) -> None:
        self._spec = tracker
        self._tracker: Tracker | None = None
        self._waiting: list[Document] = []
        self._seen = 0

    def heard_of(self, documents: Iterable[Document]) -> None:
        """Note documents that have been read."""
        if self._seen + len(self._waiting) < _ENOUGH:
            self._waiting.extend(documents)

    def __call__(self) -> bool:
        """Do the next piece, and say whether there was one."""
        count = LEAST if self._tracker is None else _AT_ONCE
        if self._seen >= _ENOUGH or not self._waiting or (self._tracker is None and len(self._waiting) < count):
            return False
        if self._tracker is None:
            self._tracker = make_tracker(self._spec)
        piece, self._waiting = self._waiting[:count], self._waiting[count:]
        self._seen += len(piece)
        for _ in iter_log(self._tracker, piece):
            pass
        return True
