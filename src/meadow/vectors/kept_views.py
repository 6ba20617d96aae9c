"""A cache of the stories analysed last: the same documents give the same view again, with all its results.

A second length, another method beside the first, a page after its list: each is made from the view of the one before it.
Stories are known by what their documents hold; what is kept is bounded, invisible and safe under threads, as in
`meadow.text.analysis`, which keeps what is found in each document, in whatever story it stands.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

from meadow.model import Document
from meadow.text.background import Background

if TYPE_CHECKING:
    from meadow.vectors.view import StoryView

MOST_CHARACTERS = 1_000_000
"""How many characters the stories have together that are kept: some hundred of three articles each, in some 20 MB."""

_Key = tuple[tuple[str, str], ...]


class KeptViews:
    """The views that were asked for last, as many as fit in so many characters of text."""

    def __init__(self, most_characters: int = MOST_CHARACTERS) -> None:
        self.most_characters = most_characters
        self._characters = 0
        self._kept: OrderedDict[_Key, StoryView] = OrderedDict()
        self._lock = Lock()

    def get(self, documents: Sequence[Document], background: Background | None) -> StoryView | None:
        """Return the view of these very documents, in this order, weighed by this background; None if it is not kept."""
        with self._lock:
            key = _key(documents)
            known = self._kept.get(key)
            if known is None or known.background is not background or not _are_equal(known.documents, documents):
                return None
            self._kept.move_to_end(key)
            return known

    def put(self, view: StoryView) -> None:
        """Keep a view; the oldest make room, and one that would take all of it is not kept."""
        size = _size(view.documents)
        if 2 * size > self.most_characters:
            return
        with self._lock:
            key = _key(view.documents)
            replaced = self._kept.pop(key, None)
            self._characters += size - (0 if replaced is None else _size(replaced.documents))
            self._kept[key] = view
            while self._characters > self.most_characters:
                _, oldest = self._kept.popitem(last=False)
                self._characters -= _size(oldest.documents)

    def forget(self) -> None:
        """Forget every view."""
        with self._lock:
            self._kept.clear()
            self._characters = 0


def _key(documents: Sequence[Document]) -> _Key:
    return tuple((document.id, document.text) for document in documents)


def _are_equal(known: Sequence[Document], documents: Sequence[Document]) -> bool:
    """Say whether documents are equal in all that a view shows of them, also in what is no part of their equality."""
    return all(
        one is other or (one == other and _beside(one) == _beside(other))
        for one, other in zip(known, documents, strict=True)
    )


def _beside(document: Document) -> tuple[object, ...]:
    # Two times are equal in whatever zone they are told, and yet the day may be another one.
    zone = None if document.published is None else document.published.utcoffset()
    return document.place, document.origin, zone


def _size(documents: Sequence[Document]) -> int:
    return sum(len(document.text) for document in documents)


VIEWS = KeptViews()
"""Those of this process."""
