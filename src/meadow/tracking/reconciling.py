"""Two neighbouring shards made one: by the documents that both have, and by the tracker's own evidence.

Source: our own.

Stories of the two shards that share documents hang together. Where all that hangs together lies in one of the two, that
shard has seen it whole and is right. Elsewhere a story of the earlier shard reaches back beyond what both have, and one of
the later reaches forward. What they share goes to the side that it is more similar to; then the two are one story if
a second look would make one of them. So a story that is shorter than the overlap is as the shard tells it that has seen it
whole, and a longer one is held together by evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from meadow.kernels.postings_rows import Longs
from meadow.tracking.linking import find_owner
from meadow.tracking.neighbour_rows import Body, NeighbourRows, is_one_story, mean_similarity
from meadow.tracking.shards import Joins, Piece, ShardStories

# The documents that two stories share, by the numbers of the stories: places among those that both shards have.
_Shared = Mapping[tuple[int, int], list[int]]


def reconcile(left: ShardStories, right: ShardStories) -> Joins:
    """Return which stories of two neighbours are one, and to which piece each document that both have belongs."""
    pair = _Pair(left, right, NeighbourRows(left, right))
    decisions = [each for shared in _components(left, right) for each in pair.decide(shared)]
    owners = {right.ids[index]: each.piece for each in decisions for index in each.places}
    return Joins(tuple(each.one for each in decisions if each.one is not None), owners)


@dataclass(frozen=True, slots=True)
class _Decision:
    """The piece that documents belong to, and the two pieces that are one, if any are."""

    places: list[int]
    piece: Piece
    one: tuple[Piece, Piece] | None = None


@dataclass(slots=True)
class _Pair:
    """Two neighbours; the documents that both have end the earlier and begin the later one."""

    left: ShardStories
    right: ShardStories
    rows: NeighbourRows
    back: dict[int, Longs] = field(init=False)
    forward: dict[int, Longs] = field(init=False)
    bodies: dict[Piece, Body | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        before = self.right.before
        self.back = _members(self.left.stories[: self.offset], 0)
        self.forward = _members(self.right.stories[before:], self.offset + before)

    @property
    def offset(self) -> int:
        """Where the documents that both have begin in the earlier shard."""
        return len(self.left.ids) - self.right.before

    def decide(self, shared: _Shared) -> Iterator[_Decision]:
        """Yield what becomes of the documents in stories that hang together by what they share."""
        back = any(earlier in self.back for earlier, _ in shared)
        forward = any(later in self.forward for _, later in shared)
        for (earlier, later), places in shared.items():
            pieces = self.left.piece(self.offset + places[0]), self.right.piece(places[0])
            if back and forward and earlier in self.back and later in self.forward:
                yield self._weigh(places, pieces, self.back[earlier], self.forward[later])
            else:
                # The shard that has seen all of it is right; if both have, the earlier one.
                seen_later = later in self.forward if back else forward
                yield _Decision(places, pieces[seen_later])

    def _weigh(self, places: list[int], pieces: tuple[Piece, Piece], back: Longs, forward: Longs) -> _Decision:
        """Return where documents go that lie between an earlier and a later part, and whether the two are one story."""
        settings = self.left.settings
        shared = np.array(places, np.int64) + self.offset
        earlier, later = self._body(pieces[0], back), self._body(pieces[1], forward)
        between = self.rows.body(shared)
        if earlier is None or between is None or later is None:
            return _Decision(places, pieces[earlier is None])
        to_later = mean_similarity(between, later, settings) > mean_similarity(earlier, between, settings)
        whole = self.rows.body(np.concatenate([shared, forward if to_later else back]))
        other = earlier if to_later else later
        joined = whole is not None and is_one_story(whole, other, settings)
        return _Decision(places, pieces[to_later], pieces if joined else None)

    def _body(self, piece: Piece, places: Longs) -> Body | None:
        """Return the documents of a story that only one of the two has; a long story is asked for often."""
        if piece not in self.bodies:
            self.bodies[piece] = self.rows.body(places)
        return self.bodies[piece]


def _members(stories: Longs, begin: int) -> dict[int, Longs]:
    """Return where the documents of each story stand, counted from `begin`."""
    order = np.argsort(stories, kind="stable")
    numbers, starts = np.unique(stories[order], return_index=True)
    return dict(zip(numbers.tolist(), np.split(order + begin, starts[1:]), strict=True)) if len(numbers) else {}


def _components(left: ShardStories, right: ShardStories) -> list[_Shared]:
    """Return what stories of both share, those together that hang together, in the order of their first document."""
    offset, count = len(left.ids) - right.before, int(left.stories.max(initial=-1)) + 1
    owner = list(range(count + int(right.stories.max(initial=-1)) + 1))
    pairs: dict[tuple[int, int], list[int]] = {}
    for index in range(right.before):
        pair = int(left.stories[offset + index]), int(right.stories[index])
        pairs.setdefault(pair, []).append(index)
        one, other = find_owner(owner, pair[0]), find_owner(owner, count + pair[1])
        owner[max(one, other)] = min(one, other)
    components: dict[int, dict[tuple[int, int], list[int]]] = {}
    for pair, places in pairs.items():
        components.setdefault(find_owner(owner, pair[0]), {})[pair] = places
    return list(components.values())
