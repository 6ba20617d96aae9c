"""A part of a stream, tracked with the looks of the whole: at the same documents, with the counts of all parts.

Source: our own. A tracker looks again after so many documents of the stream, and weighs words by how many stories of the
stream use them. A part that is told both looks when the whole does, also after its own last document, for as long as its
runs would be open. What it brings to each look is told in turn (`Share`), so that others can hear of it (`elsewhere`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from meadow.kernels.postings_rows import Longs
from meadow.model import Assignment, IntArray
from meadow.tracking.evidence import Drawn, EvidenceTracker
from meadow.tracking.tracker import settle
from meadow.tracking.weighing import StreamLook
from meadow.tracking.windows import Shard

_BATCH = 1_024


class Counted(NamedTuple):
    """How many stories there are, and how many of them use which terms."""

    stories: int
    terms: IntArray
    users: IntArray


class EarlyStory(NamedTuple):
    """A story with documents that the shard before has too: their places among those, and its terms."""

    places: frozenset[int]
    terms: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Share:
    """What a shard brings to a look of the stream, so that each story is counted once, by a shard that has it whole.

    `every` are all its stories. Those that begin among the documents which it shares with the next shard are that one's to
    count (`late`). `taken` are the documents there that belong to a story which begins before; in an `early` story they show
    the next shard that it sees the end of a story only.
    """

    number: int
    every: Counted
    late: Counted
    early: tuple[EarlyStory, ...]
    taken: frozenset[int]


class PartLog(NamedTuple):
    """The settled log of a part, what it brings to each look, and for each document the one before it in its run, or -1."""

    log: list[Assignment]
    shares: tuple[Share, ...]
    previous: Longs


def follow_part(tracker: EvidenceTracker, shard: Shard, looks: Iterable[StreamLook]) -> PartLog:
    """Return what becomes of a shard's documents, by a tracker that has seen none and looks when the stream does."""
    log: list[Assignment] = []
    runs: list[Longs] = []
    shares: list[Share] = []
    index = {document.id: at for at, document in enumerate(shard.documents)}
    for look in looks:
        end = int(np.searchsorted(shard.places, look.after))
        if end == 0:
            tracker.weighing.begin_after(look, shard.language)
            continue
        for part in _batches(len(log), end):
            some, numbers = tracker.take(shard.documents[part], shard.places[part])
            log += some
            runs.append(numbers)
        shares.append(_share(look.number, tracker.look(look), shard, index))
    return PartLog(settle(log, tracker.finish()), tuple(shares), _previous(np.concatenate(runs)))


def _batches(begin: int, end: int) -> Iterator[slice]:
    for first in range(begin, end, _BATCH):
        yield slice(first, min(first + _BATCH, end))


def _previous(runs: Longs) -> Longs:
    order = np.argsort(runs, kind="stable")
    previous = np.full(len(runs), -1, np.int64)
    same = runs[order][1:] == runs[order][:-1]
    previous[order[1:][same]] = order[:-1][same]
    return previous


def _share(number: int, drawn: Drawn, shard: Shard, index: dict[str, int]) -> Share:
    firsts, places = np.unique(drawn.stories, return_inverse=True)
    members: list[list[int]] = [[] for _ in firsts]
    for story, documents in zip(places.tolist(), drawn.documents, strict=True):
        members[story] += [index[each] for each in documents]
    border = len(shard.documents) - shard.after
    late = np.array([min(indices) >= border for indices in members], np.bool_)
    early = [story for story, indices in enumerate(members) if min(indices) < shard.before]
    owners = np.repeat(places, np.diff(drawn.ends))
    begun = (indices for indices in members if min(indices) < border)
    return Share(
        number,
        _counted(owners, drawn.terms, len(firsts)),
        _counted(owners[late[owners]], drawn.terms[late[owners]], int(late.sum())),
        tuple(
            EarlyStory(
                frozenset(at for at in members[story] if at < shard.before),
                np.unique(drawn.terms[owners == story]).astype(np.int32),
            )
            for story in early
        ),
        frozenset(at - border for indices in begun for at in indices if at >= border),
    )


def _counted(owners: Sequence[int] | Longs, terms: IntArray, stories: int) -> Counted:
    width = int(terms.max(initial=-1)) + 1
    uses = np.unique(np.asarray(owners, np.int64) * max(width, 1) + terms) % max(width, 1)
    counts = np.bincount(uses, minlength=width)
    used = np.flatnonzero(counts)
    return Counted(stories, used.astype(np.int32), counts[used].astype(np.int32))
