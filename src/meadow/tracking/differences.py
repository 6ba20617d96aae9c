"""What sets two partitions into stories apart, story by story: grown, split, merged, redrawn, gone or new.

Source: our own. Stories of both that share documents hang together. Where one story faces one, or one faces several, that
tells all. Where several face several, each old story is set beside the new one with which it shares most, and where its
other documents went and came from is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

DifferenceKind = Literal["same", "grown", "shrunk", "changed", "split", "merged", "redrawn", "gone", "new"]
_ORDER: tuple[DifferenceKind, ...] = (
    "split", "merged", "redrawn", "changed", "grown", "shrunk", "gone", "new", "same",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """A story on one side of a difference: its id, how many documents it holds, and how many of them the others share."""

    story_id: str
    documents: int
    shared: int


@dataclass(frozen=True, slots=True)
class StoryDifference:
    """How stories of one partition stand to those of another.

    A `changed` story has lost some documents altogether and got others. A `redrawn` one has exchanged documents with other
    stories: `old` and `new` are then the two that share most, `left` is where documents of the old one went, and `came` is
    where others of the new one are from.
    """

    kind: DifferenceKind
    old: tuple[Part, ...] = ()
    new: tuple[Part, ...] = ()
    left: tuple[Part, ...] = ()
    came: tuple[Part, ...] = ()


def compare_partitions(old: Mapping[str, str], new: Mapping[str, str]) -> list[StoryDifference]:
    """Return how the stories of one partition stand to those of another; each gives the story of each document.

    Splits, merges and what was redrawn come first, and what is the same last; large stories come before small ones.
    """
    sizes = _Sizes(Counter(old.values()), Counter(new.values()))
    shared = Counter((story_id, new[each]) for each, story_id in old.items() if each in new)
    pairs = [_Pair(one, other, count) for (one, other), count in shared.items()]
    alone = [
        *(
            StoryDifference("gone", (sizes.old_part(each, 0),))
            for each in sizes.old.keys() - {pair.old for pair in pairs}
        ),
        *(
            StoryDifference("new", (), (sizes.new_part(each, 0),))
            for each in sizes.new.keys() - {pair.new for pair in pairs}
        ),
    ]
    return sorted((*alone, *(each for group in _connected(pairs) for each in _judge(sizes, group))), key=_rank)


def count_kinds(differences: Iterable[StoryDifference]) -> dict[DifferenceKind, int]:
    """Return how many differences there are of each kind, in the order in which they are told."""
    counts = Counter(each.kind for each in differences)
    return {kind: counts[kind] for kind in _ORDER if counts[kind]}


class _Pair(NamedTuple):
    """An old and a new story, and how many documents they share."""

    old: str
    new: str
    shared: int


@dataclass(frozen=True, slots=True)
class _Sizes:
    """How many documents the stories of two partitions hold."""

    old: Mapping[str, int]
    new: Mapping[str, int]

    def old_part(self, story_id: str, shared: int) -> Part:
        return Part(story_id, self.old[story_id], shared)

    def new_part(self, story_id: str, shared: int) -> Part:
        return Part(story_id, self.new[story_id], shared)


def _connected(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """Yield the pairs of stories that hang together, the pair that shares most first."""
    ordered = sorted(pairs, key=lambda pair: (-pair.shared, pair.old, pair.new))
    beside: dict[tuple[bool, str], list[_Pair]] = {}
    for pair in ordered:
        beside.setdefault((True, pair.old), []).append(pair)
        beside.setdefault((False, pair.new), []).append(pair)
    seen: set[tuple[bool, str]] = set()
    for first in ordered:
        if (True, first.old) in seen:
            continue
        group: dict[_Pair, None] = {}
        waiting = [(True, first.old)]
        while waiting:
            story = waiting.pop()
            if story not in seen:
                seen.add(story)
                group |= dict.fromkeys(beside[story])
                waiting += [each for pair in beside[story] for each in ((True, pair.old), (False, pair.new))]
        yield sorted(group, key=lambda pair: (-pair.shared, pair.old, pair.new))


def _judge(sizes: _Sizes, group: Sequence[_Pair]) -> Iterator[StoryDifference]:
    """Yield the differences between stories that hang together."""
    olds, news = Counter[str](), Counter[str]()
    for pair in group:
        olds[pair.old] += pair.shared
        news[pair.new] += pair.shared
    if len(olds) > 1 and len(news) > 1:
        yield from _redrawn(sizes, group)
        return
    old = tuple(sizes.old_part(*each) for each in olds.most_common())
    new = tuple(sizes.new_part(*each) for each in news.most_common())
    yield StoryDifference(_kind(old, new), old, new)


def _kind(old: Sequence[Part], new: Sequence[Part]) -> DifferenceKind:
    if len(old) > 1 or len(new) > 1:
        return "merged" if len(old) > 1 else "split"
    lost, won = (part.documents > part.shared for part in (old[0], new[0]))
    if lost:
        return "changed" if won else "shrunk"
    return "grown" if won else "same"


def _redrawn(sizes: _Sizes, group: Sequence[_Pair]) -> Iterator[StoryDifference]:
    """Yield a difference per story: each old one beside the new one that took it over, and new ones that took none over."""
    left: dict[str, list[Part]] = {}
    came: dict[str, list[Part]] = {}
    heir: dict[str, _Pair] = {}
    taken: set[str] = set()
    for pair in group:
        if pair.old not in heir and pair.new not in taken:
            heir[pair.old] = pair
            taken.add(pair.new)
        else:
            left.setdefault(pair.old, []).append(sizes.new_part(pair.new, pair.shared))
            came.setdefault(pair.new, []).append(sizes.old_part(pair.old, pair.shared))
    for story_id in dict.fromkeys(pair.old for pair in group):
        pair = heir.get(story_id, _Pair(story_id, "", 0))
        new = (sizes.new_part(pair.new, pair.shared),) if pair.shared else ()
        sides = (tuple(left.get(story_id, ())), tuple(came.get(pair.new, ()) if pair.shared else ()))
        yield StoryDifference("redrawn", (sizes.old_part(story_id, pair.shared),), new, *sides)
    for story_id in dict.fromkeys(pair.new for pair in group if pair.new not in taken):
        yield StoryDifference("redrawn", (), (sizes.new_part(story_id, 0),), (), tuple(came[story_id]))


def _rank(difference: StoryDifference) -> tuple[int, int, tuple[str, ...]]:
    parts = (*difference.old, *difference.new)
    return _ORDER.index(difference.kind), -sum(each.documents for each in parts), tuple(each.story_id for each in parts)
