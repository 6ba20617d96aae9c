"""What each shard hears of the others: when the whole stream is looked at again, and by which counts words then weigh.

Source: our own. One tracker looks again after as many documents as it has open runs, and counts the stories of the whole
stream by which words are weighed. Shards that know both decide as it does. Nobody knows them beforehand, so shards are
tracked, tell what they bring to each look, and are tracked again with what they hear of the others, until what each hears
is what it was tracked with. The first looks then agree, and with each round at least one more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np

from meadow.kernels.postings_rows import Longs
from meadow.tracking.evidence import LEAST_BETWEEN
from meadow.tracking.parts import Share
from meadow.tracking.shards import ShardStories
from meadow.tracking.weighing import StreamLook, TermCounts
from meadow.tracking.windows import Key, Shard

Looks = Mapping[Key, tuple[StreamLook, ...]]


def taking_part(shards: Sequence[Shard], most: int) -> list[Shard]:
    """Return the shards that hear of each other, with their documents' places in the stream that they make together.

    A shard of as many documents as a tracker has open fills it: it is tracked by itself, and nobody hears of it. If the
    others make a stream of as many, none takes part: hearing of each other takes many rounds there, and a look of each shard
    at every look of the stream.
    """
    small = [each for each in shards if len(each.documents) < most]
    every = np.unique(np.concatenate([np.zeros(0, np.int64), *(each.places for each in small)]))
    if len(shards) == 1 or len(every) >= most:
        return []
    return [replace(each, places=np.searchsorted(every, each.places)) for each in small]


def first_looks(shards: Sequence[Shard], most: int) -> Looks:
    """Return the looks that each shard is tracked with first: as if every document opened a run, with nothing elsewhere."""
    looks = plan_looks(np.full(_documents(shards), -1, np.int64), most)
    return {each.key: tuple(_concerned(looks, each.places, most)) for each in shards}


def plan_looks(previous: Longs, most: int) -> list[StreamLook]:
    """Return when a tracker looks again, given for each document of a stream the one before it in its run, or -1."""
    looks: list[StreamLook] = []
    due, documents = LEAST_BETWEEN, len(previous)
    while not looks or looks[-1].after < documents:
        after = min(due, documents)
        # A run is open if one of the last documents is its; it is counted by the first of these.
        oldest = max(after - 1 - most, 0)
        runs = int((previous[oldest:after] < oldest).sum())
        looks.append(StreamLook(len(looks), after, runs))
        due = after + max(LEAST_BETWEEN, runs)
    return looks


def hear_of_each_other(shard_stories: Sequence[ShardStories], most: int) -> Looks:
    """Return the looks of the stream that shards make together, each with what all others bring to it."""
    looks = plan_looks(_previous(shard_stories), most)
    heard: dict[Key, tuple[StreamLook, ...]] = {}
    for _, group in groupby(sorted(shard_stories, key=lambda each: each.key), key=lambda each: each.language):
        heard |= _heard(list(group), looks, most)
    return heard


def _documents(shards: Sequence[Shard] | Sequence[ShardStories]) -> int:
    return max((int(each.places[-1]) + 1 for each in shards), default=0)


def _previous(shard_stories: Sequence[ShardStories]) -> Longs:
    """Return for each document of the stream the one before it in its run; the first shard that has a document tells."""
    previous = np.full(_documents(shard_stories), -1, np.int64)
    for each in shard_stories:
        previous_rows = each.previous[each.before :]
        previous[each.places[each.before :]] = np.where(previous_rows >= 0, each.places[previous_rows], -1)
    return previous


def _concerned(looks: Sequence[StreamLook], places: Longs, most: int) -> Iterator[StreamLook]:
    """Iterate over the last look before a shard begins, and all others until its last run would be closed."""
    for look, later in zip(looks, [*looks[1:], None], strict=True):
        begun = later is None or later.after > places[0]
        if begun and look.after - 1 - most <= places[-1]:
            yield look


@dataclass(slots=True)
class _Member:
    """A shard of a language: its shares by the look's number, and its terms as numbers that all shards have in common."""

    stories: ShardStories
    terms: Longs
    shares: dict[int, Share] = field(init=False)

    def __post_init__(self) -> None:
        self.shares = {share.number: share for share in self.stories.shares}


@dataclass(slots=True)
class _Total:
    """The stories of a language at a look, each counted once."""

    users: Longs
    stories: int = 0

    def add(self, member: _Member, share: Share, taken: frozenset[int]) -> None:
        """Count the stories that are a shard's own: not those that the next one counts, nor the ends of earlier ones."""
        self.stories += share.every.stories - share.late.stories
        self.users[member.terms[share.every.terms]] += share.every.users
        self.users[member.terms[share.late.terms]] -= share.late.users
        for story in share.early:
            if story.places & taken:
                self.stories -= 1
                self.users[member.terms[story.terms]] -= 1


def _heard(group: Sequence[ShardStories], looks: Sequence[StreamLook], most: int) -> dict[Key, tuple[StreamLook, ...]]:
    """Return what the shards of a language hear."""
    numbers: dict[str, int] = {}
    members = [
        _Member(each, np.array([numbers.setdefault(name, len(numbers)) for name in each.names], np.int64))
        for each in group
    ]
    concerned: dict[int, list[_Member]] = {}
    for member in members:
        for look in _concerned(looks, member.stories.places, most):
            concerned.setdefault(look.number, []).append(member)
    heard: dict[Key, list[StreamLook]] = {each.key: [] for each in group}
    for look in looks:
        some = concerned.get(look.number, [])
        total = _total(some, look.number, len(numbers))
        for member in some:
            heard[member.stories.key].append(_beside(look, total, member))
    return {key: tuple(shard_looks) for key, shard_looks in heard.items()}


def _total(members: Sequence[_Member], number: int, terms: int) -> _Total:
    total, taken, before = _Total(np.zeros(terms, np.int64)), frozenset[int](), -1
    for member in members:
        share = member.shares.get(number)
        if share is not None:
            total.add(member, share, taken if member.stories.number == before + 1 else frozenset())
            taken, before = share.taken, member.stories.number
    return total


def _beside(look: StreamLook, total: _Total, member: _Member) -> StreamLook:
    """Return a look with what it counts beyond what a shard has found itself."""
    more, stories = total.users[member.terms], total.stories
    share = member.shares.get(look.number)
    if share is not None:
        more[share.every.terms] -= share.every.users
        stories -= share.every.stories
    used = np.flatnonzero(more)
    users = TermCounts(member.stories.names, used.astype(np.int32), more[used].astype(np.int32))
    return replace(look, stories=stories, users=users)
