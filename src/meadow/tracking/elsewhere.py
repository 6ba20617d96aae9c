"""What each shard hears of the stories in the others, so that words weigh by the stories of the stream and not of a window.

Source: our own. A tracker counts the stories that use a word among all open ones, which are those of its last
`window_documents` documents. So a shard counts the stories of as many other shards, the nearest first, as make that number
together with it; a story that has documents of its own it counts itself. A shard of so many documents hears nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from meadow.tracking.shards import Joins, Piece, ShardStories, whole_stories
from meadow.tracking.weighing import Elsewhere

Key = tuple[str, int]  # a shard: its language and number


def within_reach(sizes: Mapping[Key, int], most: int) -> dict[Key, tuple[Key, ...]]:
    """Return for each shard those that are open with it in one tracker, given how many new documents each brings.

    Nearest shards come first, of equally near ones the earlier; they end with the one that would make more than `most`.
    """
    found: dict[Key, tuple[Key, ...]] = {}
    for _, group in groupby(sorted(sizes), key=lambda key: key[0]):
        keys = list(group)
        for place, key in enumerate(keys):
            total, near = sizes[key], list[Key]()
            for other in _outward(keys, place):
                total += sizes[other]
                if total > most:
                    break
                near.append(other)
            found[key] = tuple(near)
    return found


def _outward(keys: Sequence[Key], place: int) -> Iterator[Key]:
    """Iterate over the other keys by how near they are to a place: an archive has thousands, and few are looked at."""
    for distance in range(1, len(keys)):
        yield from (keys[at] for at in (place - distance, place + distance) if 0 <= at < len(keys))


@dataclass(slots=True)
class _Story:
    """A story that documents of several shards may be in: those shards, and its terms."""

    shards: set[Key] = field(default_factory=set)
    terms: set[str] = field(default_factory=set)


def hear_of_each_other(
    found: Sequence[ShardStories], joins: Iterable[Joins], reach: Mapping[Key, Sequence[Key]]
) -> dict[Key, Elsewhere]:
    """Return what each shard that has others within reach hears of their stories; rarities are left out."""
    inner = {(each.language, each.number): each.inner for each in found}
    outer = list(_reaching_over(found, joins).values())
    told: dict[Key, Elsewhere] = {}
    for key, others in reach.items():
        if others:
            near = set(others)
            beside = [story for story in outer if key not in story.shards and story.shards & near]
            users: Counter[str] = Counter()
            for other in others:
                users.update(inner[other].users)
            for story in beside:
                users.update(story.terms)
            stories = sum(inner[other].stories for other in others) + len(beside)
            told[key] = Elsewhere({}, stories, users)
    return told


def _reaching_over(found: Sequence[ShardStories], joins: Iterable[Joins]) -> dict[Piece, _Story]:
    """Return the stories of which several shards have documents, each with all shards that do, and its terms."""
    pieces = whole_stories(found, joins)
    stories: dict[Piece, _Story] = {}
    for shard in found:
        rows, key = shard.rows, (shard.language, shard.number)
        spans = pairwise(rows.ends.tolist())
        for place, (first, end) in zip(rows.places.tolist(), spans, strict=True):
            story = stories.setdefault(pieces[shard.ids[place]], _Story())
            story.shards.add(key)
            story.terms.update(rows.names[term] for term in rows.terms[first:end].tolist())
    return stories
