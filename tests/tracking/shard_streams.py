"""What the tests of shards share: streams of stories that are told apart by words of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar, cast

from meadow.engines.contract import Outcome
from meadow.engines.local import Local
from meadow.model import Assignment, Document
from meadow.pipeline.sharding import sharded_assignments
from meadow.tracking.shards import ShardStories
from meadow.tracking.windows import Windows

Result = TypeVar("Result")
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


class Shuffled(Local):
    """An engine that takes items in any order, and remembers what came of them."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self.results: list[object] = []

    def map(self, function: Callable[..., Result], items: Iterable[Any], **options: Any) -> Generator[Outcome[Result]]:
        """Iterate over what became of each item."""
        given = list(enumerate(items))
        self._chance.shuffle(given)
        for key, outcome in super().map(function, [item for _, item in given], **options):
            self.results.append(outcome)
            yield given[cast("int", key)][0], outcome


def tracked(documents: Sequence[Document], windows: Windows) -> list[ShardStories]:
    """Return the stories that each shard found last, before they were reconciled."""
    engine = Shuffled(random.Random(0))
    sharded_assignments(documents, windows=windows, engine=engine)
    found = [each for each in engine.results if isinstance(each, ShardStories)]
    return list({(each.language, each.number): each for each in found}.values())


def sharded(
    documents: Sequence[Document], windows: Windows, *, chance: random.Random | None = None
) -> list[Assignment]:
    """Return the log of shards that are tracked and reconciled one by one, in a random order if there is chance."""
    return sharded_assignments(documents, windows=windows, engine=None if chance is None else Shuffled(chance))


def partition(log: Iterable[Assignment]) -> set[frozenset[str]]:
    """Return the stories of a log as sets of ids."""
    stories: dict[str, set[str]] = {}
    for entry in log:
        stories.setdefault(entry.story_id, set()).add(entry.document_id)
    return set(map(frozenset, stories.values()))
