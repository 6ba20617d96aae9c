"""Windows over real articles: what a window has seen whole is as it tells, and as one machine finds it."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import dear
from meadow.model import Document
from meadow.tracking.evidence import Drawn, EvidenceTracker, evidence
from meadow.tracking.shards import ShardStories
from meadow.tracking.tracker import settled_log
from meadow.tracking.weighing import StreamLook
from meadow.tracking.windows import Windows
from shared import shared
from tracking.shard_streams import START, partition, sharded, tracked

WINDOWS = Windows(timedelta(days=14), timedelta(days=3), least=1)
_DAYS, _HOURS = 60, 71.0
_COLLECTIONS = ("multi_news_100", "ecb_plus", "uci_headlines")


@cache
def _stories(collection: str) -> list[list[Document]]:
    with gzip.open(shared("data", collection, "docs.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = list(map(json.loads, file))
    by_story: dict[str, list[Document]] = {}
    for row in rows:
        document = Document(row["id"], title=row["title"] or None, text=row["text"], language=row.get("lang", "en"))
        by_story.setdefault(row["cluster"], []).append(document)
    return [by_story[name] for name in sorted(by_story)]


def _stream(collection: str, seed: int) -> list[Document]:
    """Return up to twenty real stories within sixty days, each of them shorter than the overlap."""
    chance = random.Random(seed)
    dated: list[Document] = []
    for story in chance.sample(_stories(collection), chance.randint(3, 20)):
        begin = chance.random() * _DAYS
        for each in chance.sample(story, min(len(story), chance.choice((1, 1, 2, 3, 5, 9)))):
            published = START + timedelta(days=begin, hours=chance.random() * _HOURS)
            dated.append(
                Document(each.id, title=each.title, text=each.text, language=each.language, published=published)
            )
    return sorted(dated, key=lambda document: document.order)


def _hanging_together(stories: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """Return what is connected by stories that share documents."""
    groups: list[frozenset[str]] = []
    for story in stories:
        touching = [group for group in groups if group & story]
        groups = [group for group in groups if not group & story] + [story.union(*touching)]
    return groups


def _stories_of(shard: ShardStories) -> set[frozenset[str]]:
    return {
        frozenset(each for each, number in zip(shard.ids, shard.stories.tolist(), strict=True) if number == story)
        for story in set(shard.stories.tolist())
    }


@pytest.mark.parametrize("collection", _COLLECTIONS)
@dear(0.1)
@given(seed=st.integers(0, 10_000))
def test_what_lies_whole_in_one_window_is_as_that_window_tells_it(collection: str, seed: int) -> None:
    documents = _stream(collection, seed)
    windows = [(frozenset(each.ids), _stories_of(each)) for each in tracked(documents, WINDOWS)]
    result = partition(sharded(documents, WINDOWS))
    for group in _hanging_together(story for _, stories in windows for story in stories):
        seen_whole = [{story for story in stories if story <= group} for held, stories in windows if group <= held]
        assert not seen_whole or {story for story in result if story & group} in seen_whole


def _is_short(stories: Iterable[Iterable[str]], documents: Sequence[Document]) -> bool:
    """Say whether every story is shorter than the overlap."""
    times = {each.id: each.published for each in documents}
    spans = [[time for each in story if (time := times[each]) is not None] for story in stories]
    return all(max(own) - min(own) < WINDOWS.overlap for own in spans)


class Watched(EvidenceTracker):
    """A tracker that says whether all stories by which it ever weighed words were short."""

    def __init__(self, documents: Sequence[Document]) -> None:
        super().__init__(None, evidence().settings)
        self._documents = documents
        self.short = True

    def look(self, beside: StreamLook | None = None) -> Drawn:
        """Look again."""
        drawn = super().look(beside)
        stories: dict[int, list[str]] = {}
        for story, own in zip(drawn.stories.tolist(), drawn.documents, strict=True):
            stories.setdefault(story, []).extend(own)
        self.short &= _is_short(stories.values(), self._documents)
        return drawn


@pytest.mark.parametrize("collection", _COLLECTIONS)
def test_where_one_machine_never_draws_a_story_longer_than_the_overlap_windows_find_its_stories(
    collection: str,
) -> None:
    short = 0
    for seed in range(14):
        documents = _stream(collection, seed)
        tracker = Watched(documents)
        whole = partition(settled_log(tracker, documents))
        if tracker.short and _is_short(whole, documents):
            short += 1
            assert partition(sharded(documents, WINDOWS)) == whole
    assert short >= 2
