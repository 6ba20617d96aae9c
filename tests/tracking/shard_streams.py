"""What the tests of shards share: streams of stories that are told apart by words of their own."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from meadow.model import Assignment, Document
from meadow.tracking.elsewhere import Key, hear_of_each_other, within_reach
from meadow.tracking.evidence import evidence
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Joins, ShardStories, join_shards, neighbours, track_shard
from meadow.tracking.vocabularies import iter_rarities, read_vocabulary
from meadow.tracking.weighing import Elsewhere
from meadow.tracking.windows import Shard, Windows, plan_shards

START = datetime(2026, 3, 2, 5, tzinfo=UTC)
_COMMON = {
    "en": ["harbour", "council", "minister", "weather", "market", "season", "report", "morning", "bridge", "school"],
    "nl": ["haven", "raad", "minister", "weer", "markt", "seizoen", "bericht", "ochtend", "brug", "school"],
}
_LETTERS = "bdfgklmnprstvz"


def story(number: int, hours: Sequence[float], *, language: str = "en", seed: int = 0) -> list[Document]:
    """Return a story's documents at so many hours from the start: words of its own, and a few that all stories have."""
    chance = random.Random(f"{seed} {number}")
    own = ["".join(chance.choice(_LETTERS) + chance.choice("aeiou") for _ in range(4)) for _ in range(8)]
    return [
        Document(
            f"{language}-{number}-{at}",
            text=" ".join([*chance.sample(own, 6), *chance.sample(_COMMON[language], 3)]),
            published=START + timedelta(hours=hour),
            language=language,
        )
        for at, hour in enumerate(hours)
    ]


def stream(seed: int, *, stories: int, days: float, longest_hours: float) -> list[Document]:
    """Return stories in two languages, each shorter than `longest_hours`, that begin within so many days."""
    chance = random.Random(seed)
    documents: list[Document] = []
    for number in range(stories):
        begin, length = chance.random() * days * 24, chance.random() * longest_hours * 0.99
        hours = [begin + chance.random() * length for _ in range(chance.choice((1, 1, 2, 3, 5, 9)))]
        documents += story(number, hours, language=chance.choice(("en", "nl")), seed=seed)
    return documents


def sharded(
    documents: Sequence[Document], windows: Windows, *, chance: random.Random | None = None
) -> list[Assignment]:
    """Return the log of shards that are tracked and reconciled one by one, in a random order if there is chance."""
    return join_shards(documents, *tracked(documents, windows, chance=chance))


def tracked(
    documents: Sequence[Document], windows: Windows, *, chance: random.Random | None = None
) -> tuple[list[ShardStories], list[Joins]]:
    """Return the stories of shards that have heard of each other, and what neighbours agree on."""
    shards = plan_shards(documents, windows)
    reach = within_reach({(each.language, each.number): len(each.documents) - each.before for each in shards}, 20_000)
    rarities = [Elsewhere(told) for told in iter_rarities(read_vocabulary(None, each) for each in shards)]
    heard = {(each.language, each.number): told for each, told in zip(shards, rarities, strict=True)}
    found, joins = _reconciled(shards, heard, chance)
    for key, told in hear_of_each_other(found, joins, reach).items():
        heard[key] = replace(told, rarity=heard[key].rarity)
    return _reconciled(shards, heard, chance)


def _reconciled(
    shards: Sequence[Shard], heard: Mapping[Key, Elsewhere], chance: random.Random | None
) -> tuple[list[ShardStories], list[Joins]]:
    order = list(shards) if chance is None else chance.sample(shards, len(shards))
    found = [track_shard(evidence(), each, heard[each.language, each.number]) for each in order]
    pairs = list(neighbours(found))
    if chance is not None:
        chance.shuffle(pairs)
    return found, [reconcile(*pair) for pair in pairs]


def partition(log: Iterable[Assignment]) -> set[frozenset[str]]:
    """Return the stories of a log as sets of ids."""
    stories: dict[str, set[str]] = {}
    for entry in log:
        stories.setdefault(entry.story_id, set()).add(entry.document_id)
    return set(map(frozenset, stories.values()))
