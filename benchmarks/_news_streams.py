"""Streams shaped like news, from collections with gold stories: every story many times over, by a power law, and once.

Real news is not dense: most stories have one article, and a filter leaves a few. So each collection is drawn from in
several shapes, always with the same seeds. `confusable` collections hold pairs of stories of one topic; strangers are then
drawn from different topics.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks._measuring import shared_rows
from meadow.ingest import read
from meadow.ingest.times import parse_time
from meadow.model import Document
from meadow.sample import gold_stories, sample_path

LANGUAGES = ("en", "fr", "ar", "cs", "el", "he", "hi")
# The exponent at which half of all stories are single: 1/ζ(1.728) = 1/2.
_EXPONENT = 1.728
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Stream:
    """Documents in the order they come, with the gold story of each and the shape of the stream."""

    shape: str
    documents: list[Document]
    gold: list[str]


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents in time order with their gold stories and, where stories are confusable, the topics these belong to."""

    name: str
    documents: list[Document]
    gold: Mapping[str, str]
    topics: Mapping[str, str]

    def dense(self) -> Stream:
        """Return all documents."""
        return self._stream("dense", self.documents)

    def shuffled(self, draws: int) -> Iterator[Stream]:
        """Iterate over all documents in random orders."""
        for draw in range(draws):
            mixed = self.documents.copy()
            random.Random(draw).shuffle(mixed)
            yield self._stream("shuffled", mixed)

    def power_law(self, draws: int) -> Iterator[Stream]:
        """Iterate over draws in which half of the stories have one document, and few have many."""
        for draw in range(draws):
            chance = random.Random(draw)
            chosen: set[str] = set()
            for own in self._by(self.gold).values():
                chosen |= {each.id for each in chance.sample(own, min(_size(chance), len(own)))}
            yield self._stream("power law", [each for each in self.documents if each.id in chosen])

    def singles(self, draws: int) -> Iterator[Stream]:
        """Iterate over draws of one document from each story, or each topic where stories are confusable."""
        for draw in range(draws):
            chance = random.Random(draw)
            chosen = {chance.choice(own).id for own in self._by(self.topics).values()}
            yield self._stream("one of each", [each for each in self.documents if each.id in chosen])

    def fives(self, draws: int) -> Iterator[Stream]:
        """Iterate over five documents of five stories."""
        stories = self._by(self.topics)
        for draw in range(draws):
            chance = random.Random(1000 + draw)
            chosen = {chance.choice(stories[story]).id for story in chance.sample(sorted(stories), 5)}
            yield self._stream("five of five", [each for each in self.documents if each.id in chosen])

    def by_source(self) -> Iterator[Stream]:
        """Iterate over what each source has that has five documents or more."""
        sources = dict.fromkeys(each.source for each in self.documents if each.source is not None)
        for source in sources if len(sources) > 1 else ():
            own = [each for each in self.documents if each.source == source]
            if len(own) >= 5:
                yield self._stream("one source", own)

    def _stream(self, shape: str, documents: list[Document]) -> Stream:
        return Stream(shape, documents, [self.gold[each.id] for each in documents])

    def _by(self, labels: Mapping[str, str]) -> dict[str, list[Document]]:
        found: dict[str, list[Document]] = {}
        for each in sorted(self.documents, key=lambda document: (labels[document.id], document.id)):
            found.setdefault(labels[each.id], []).append(each)
        return found


def collections() -> dict[str, list[Collection]]:
    """Return what there is: by name one collection, or one per language."""
    every = {
        "uci": [_load("uci_headlines")],
        "ecb+": [_load("ecb_plus", topics="topic")],
        "multi-news": [_load("multi_news_100")],
        "multiling": [_load("multiling2011", language=language) for language in LANGUAGES],
        "spanish": [_load("spanish")],
        "sample": [_sample()],
    }
    return {name: own for name, own in every.items() if all(each.documents for each in own)}


def _size(chance: random.Random) -> int:
    """Return a size by the power law: 1 in half of the cases."""
    left, size = chance.random(), 1
    while left > (share := _HALF * size**-_EXPONENT) and size < 1000:
        left -= share
        size += 1
    return size


def _load(folder: str, *, language: str | None = None, topics: str = "cluster") -> Collection:
    rows = [row for row in shared_rows(folder, "docs.jsonl.gz") if language is None or row["lang"] == language]
    documents = [
        Document(
            row["id"],
            row["source"],
            row["title"] or None,
            row["text"],
            parse_time(row["date"])[0] if row["date"] else None,
            language=row.get("lang", "en"),
        )
        for row in rows
    ]
    gold, topic = ({row["id"]: row[key] for row in rows} for key in ("cluster", topics))
    name = folder if language is None else f"{folder}-{language}"
    return Collection(name, _in_order(documents), gold, topic)


def _sample() -> Collection:
    gold = {each: story.story for story in gold_stories() for each in story.documents}
    return Collection("sample", _in_order(list(read(sample_path()))), gold, gold)


def _in_order(documents: Sequence[Document]) -> list[Document]:
    return sorted(documents, key=lambda document: document.order)
