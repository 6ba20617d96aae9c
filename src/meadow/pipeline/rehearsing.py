"""A tracker that loads what tracking needs, while others read: what it finds is thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from meadow.model import Document
from meadow.pipeline.tracks import make_tracker
from meadow.tracking.tracker import Tracker, iter_log

# Compiled code is loaded for as many documents as repay that; a language that nobody speaks needs no table of words.
_MANY = 2_048
_NO_LANGUAGE = "und"
# What is learned once of each word is known for most words of a stream after so many documents.
_ENOUGH = 2_048
_AT_ONCE = 256


class Rehearsal:
    """Pieces of work that make tracking quick later on: compiled code first, then the words of documents as they come.

    Call it while there is nothing else to do: it says whether it did something. Nothing depends on whether it is called.
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
        if self._tracker is None:
            self._tracker = make_tracker(self._spec)
            self._track(
                self._tracker, [Document(str(number), text="a", language=_NO_LANGUAGE) for number in range(_MANY)]
            )
            return True
        if not self._waiting or self._seen >= _ENOUGH:
            return False
        piece, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
        self._seen += len(piece)
        self._track(self._tracker, piece)
        return True

    def _track(self, tracker: Tracker, documents: Sequence[Document]) -> None:
        with suppress(Exception):  # where it matters, the tracking itself will say so
            for _ in iter_log(tracker, documents):
                pass
