"""The stories of shards as one log, which is given as windows close.

Source: our own. Shards and what neighbours agree on come in any order; borders between windows are taken in the order of
time. After a border the documents before the later window are settled: neither their stories nor the names of these change
any more. For that, a border never merges two stories that both began before its earlier window. A long story goes on from
window to window, but two that were apart for a whole window stay apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from meadow.kernels.postings_rows import Longs
from meadow.model import Assignment, Document
from meadow.tracking.shards import Joins, Piece, ShardStories
from meadow.tracking.windows import Key, Shard

_NEVER = np.iinfo(np.int64).max


class StoryLog:
    """The log of a stream in time order, from the stories of its shards and what neighbours agree on."""

    def __init__(self, documents: Sequence[Document], shards: Iterable[Shard]) -> None:
        count = len(documents)
        self._documents = documents
        self._lines: dict[str, list[Shard]] = {}
        for shard in sorted(shards, key=lambda each: each.key):
            self._lines.setdefault(shard.language, []).append(shard)
        self._settled = dict.fromkeys(self._lines, 0)  # how many windows of it are
        self._until = dict.fromkeys(self._lines, 0)  # the first place that is not
        self._found: dict[Key, ShardStories] = {}
        self._joins: dict[Key, Joins] = {}
        self._offsets: dict[Key, int] = {}  # the number of a shard's first piece
        self._owner: list[int] = []
        self._first: list[int] = []  # the place of a story's first document
        self._pieces = np.zeros(count, np.int64)
        self._stories = np.zeros(count, np.int64)  # by place, the place of the story's first document
        self._similarities = np.zeros(count)
        self._given = 0

    def add(self, stories: ShardStories) -> Iterator[tuple[ShardStories, ShardStories]]:
        """Take the stories of a shard, and yield the pairs of neighbours that are there with it: they can be reconciled."""
        self._found[stories.key] = stories
        count = int(stories.stories.max(initial=-1)) + 1
        self._offsets[stories.key] = begin = len(self._owner)
        self._owner += range(begin, begin + count)
        self._first += [_NEVER] * count
        language, number = stories.key
        for left, right in ((number - 1, number), (number, number + 1)):
            if (language, left) in self._found and (language, right) in self._found:
                yield self._found[language, left], self._found[language, right]
        self._settle(language)

    def join(self, later: Key, joins: Joins) -> None:
        """Take what a shard and the one before it agree on."""
        self._joins[later] = joins
        self._settle(later[0])

    def settled(self) -> Iterator[Assignment]:
        """Yield the log from where it was last given, as far as nothing can change it."""
        until = min(self._until.values(), default=0)
        while self._given < until:
            place, story = self._given, int(self._stories[self._given])
            self._given += 1
            name = self._documents[story].id
            yield Assignment(self._documents[place].id, name, float(self._similarities[place]), story == place)

    def _settle(self, language: str) -> None:
        """Settle the windows of a language whose border with the next one is known, in order."""
        shards = self._lines[language]
        while (number := self._settled[language]) < len(shards):
            shard, later = shards[number], shards[number + 1] if number + 1 < len(shards) else None
            if shard.key not in self._found or (later is not None and later.key not in self._joins):
                return
            self._close(
                shard, self._found.pop(shard.key), Joins((), {}) if later is None else self._joins.pop(later.key)
            )
            self._settled[language] += 1
            self._until[language] = len(self._documents) if later is None else int(later.places[0])

    def _close(self, shard: Shard, found: ShardStories, joins: Joins) -> None:
        """Settle a window, with what it and the next one agree on."""
        new, places = slice(shard.before, None), shard.places
        pieces = found.stories[new] + self._offsets[shard.key]
        for index, document_id in enumerate(found.ids[new]):
            if document_id in joins.shared:
                pieces[index] = self._number(joins.shared[document_id])
        self._pieces[places[new]] = pieces
        self._similarities[places[new]] = found.similarities[new]
        for piece, first in zip(*_firsts(pieces, places[new]), strict=True):
            story = self._end(piece)
            self._first[story] = min(self._first[story], first)
        for earlier, later in joins.one:
            self._unite(self._end(self._number(earlier)), self._end(self._number(later)), int(places[0]))
        own = places[: len(places) - shard.after]
        self._stories[own] = [self._first[self._end(piece)] for piece in self._pieces[own].tolist()]

    def _unite(self, one: int, other: int, begin: int) -> None:
        """Make one of two stories, unless both began before a place: then both have been given."""
        if one == other or max(self._first[one], self._first[other]) < begin:
            return
        kept, gone = sorted((one, other))
        self._owner[gone] = kept
        self._first[kept] = min(self._first[kept], self._first[gone])

    def _number(self, piece: Piece) -> int:
        language, number, story = piece
        return self._offsets[language, number] + story

    def _end(self, piece: int) -> int:
        while (owner := self._owner[piece]) != piece:
            piece = owner
        return piece


def _firsts(pieces: Longs, places: Longs) -> tuple[list[int], list[int]]:
    """Return the pieces, each with the first of its places, which ascend."""
    numbers, firsts = np.unique(pieces, return_index=True)
    return numbers.tolist(), places[firsts].tolist()
