"""What the tests of shards share: streams of stories that are told apart by words of their own."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from meadow.model import Assignment, Document
from meadow.tracking.evidence import evidence
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import join_shards, neighbours, track_shard
from meadow.tracking.windows import Windows, plan_shards

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
    shards = plan_shards(documents, windows)
    if chance is not None:
        chance.shuffle(shards)
    found = [track_shard(evidence(), shard) for shard in shards]
    pairs = list(neighbours(found))
    if chance is not None:
        chance.shuffle(pairs)
    return join_shards(documents, found, [reconcile(*pair) for pair in pairs])


def partition(log: Iterable[Assignment]) -> set[frozenset[str]]:
    """Return the stories of a log as sets of ids."""
    stories: dict[str, set[str]] = {}
    for entry in log:
        stories.setdefault(entry.story_id, set()).add(entry.document_id)
    return set(map(frozenset, stories.values()))
