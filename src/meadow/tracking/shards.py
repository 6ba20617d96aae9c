"""Shards of a stream, each tracked in order by itself.

Source: our own. Every shard is tracked by the tracker as it is (`track_shard`), neighbours are reconciled pair by pair
(`reconciling`), and the pieces that belong together are named after their first document (`joining`). All three depend on
their arguments alone, so the log is the same whoever tracks which shard, and when.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from sys import intern

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.postings_rows import Longs
from meadow.model import Assignment, FloatArray, IntArray
from meadow.tracking.evidence import EvidenceTracker, Settings
from meadow.tracking.parts import Share, follow_part
from meadow.tracking.tracker import settled_log
from meadow.tracking.weighing import Elsewhere
from meadow.tracking.windows import Key, Shard

# A story of a shard: the language, the number of the window, and the number of the story within it.
Piece = tuple[str, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Documents of a shard by their places, as rows of weighted terms: what it takes to compare them with another's."""

    places: Longs
    ends: Longs
    terms: IntArray
    weights: NDArray[np.float32]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ShardStories:
    """What became of a shard: for each document its story's number and its similarity, and rows to compare stories by.

    Of a shard that hears of others, also what they hear of it: its documents' places in the stream, for each the one before
    it in its run, the names of its terms, and what it brings to each look.
    """

    language: str
    number: int
    before: int
    after: int
    ids: tuple[str, ...]
    dates: FloatArray
    stories: Longs
    similarities: FloatArray
    rows: Rows
    settings: Settings
    places: Longs = field(default_factory=lambda: np.zeros(0, np.int64))
    previous: Longs = field(default_factory=lambda: np.zeros(0, np.int64))
    names: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()

    @property
    def key(self) -> Key:
        """What names the shard within its stream."""
        return self.language, self.number

    def piece(self, index: int) -> Piece:
        """Return the story of a document."""
        return self.language, self.number, int(self.stories[index])


@dataclass(frozen=True, slots=True)
class Joins:
    """What two neighbours agree on: the stories that are one, and the piece of each document that both have."""

    one: tuple[tuple[Piece, Piece], ...]
    shared: Mapping[str, Piece]


def track_shard(tracker: EvidenceTracker, shard: Shard, elsewhere: Elsewhere | None = None) -> ShardStories:
    """Return the stories of a shard, by a tracker that has seen nothing yet and hears what there is elsewhere."""
    heard = Elsewhere() if elsewhere is None else elsewhere
    tracker.weighing.hear(heard.rarity)
    if heard.looks:
        part = follow_part(tracker, shard, heard.looks)
        names = tracker.weighing.terms.rarities()[0]
        return replace(
            _stories(tracker, shard, part.log),
            places=shard.places, previous=part.previous, names=names, shares=part.shares,
        )  # fmt: skip
    return _stories(tracker, shard, settled_log(tracker, shard.documents))


def _stories(tracker: EvidenceTracker, shard: Shard, log: Sequence[Assignment]) -> ShardStories:
    numbers: dict[str, int] = {}
    stories = np.array([numbers.setdefault(entry.story_id, len(numbers)) for entry in log], np.int64)
    return ShardStories(
        shard.language,
        shard.number,
        shard.before,
        shard.after,
        tuple(document.id for document in shard.documents),
        np.array([np.nan if each.published is None else each.published.timestamp() for each in shard.documents]),
        stories,
        np.array([entry.similarity for entry in log]),
        _rows(tracker, shard, stories),
        tracker.settings,
    )


def with_one_copy(stories: ShardStories) -> ShardStories:
    """Return the stories of a shard that came from another process, with terms that those of other shards share."""
    rows = replace(stories.rows, names=tuple(map(intern, stories.rows.names)))
    return replace(stories, rows=rows, names=tuple(map(intern, stories.names)))


def _rows(tracker: EvidenceTracker, shard: Shard, stories: Longs) -> Rows:
    """Return the rows that neighbours compare: of stories that reach into what two shards share, near its documents.

    Nothing joins across more documents than the tracker's window holds.
    """
    count, most = len(stories), tracker.settings.window_documents
    wanted = np.zeros(count, np.bool_)
    for shared, near in (
        (slice(0, shard.before), slice(0, most)),
        (slice(count - shard.after, count), slice(-most, None)),
    ):
        wanted[near] |= np.isin(stories[near], stories[shared])
    places = np.flatnonzero(wanted)
    weighed, names = tracker.weigh([shard.documents[index] for index in places.tolist()])
    return Rows(places, weighed.ends, weighed.terms, weighed.weights.astype(np.float32), names)
