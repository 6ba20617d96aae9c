"""The log of shards is given as windows close, and what was given stays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest

from meadow.model import Assignment, Document
from meadow.pipeline.sharding import iter_sharded, sharded_assignments
from meadow.tracking.evidence import evidence
from meadow.tracking.joining import StoryLog
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Joins, Rows, ShardStories, track_shard
from meadow.tracking.windows import Shard, Windows, plan_shards
from tracking.shard_streams import Shuffled, stream

WINDOWS = Windows(timedelta(days=4), timedelta(days=1), least=1)
DOCUMENTS = sorted(stream(7, stories=60, days=30, longest_hours=60), key=lambda each: each.order)


def _given(seed: int) -> list[tuple[int, list[Assignment]]]:
    """Return the number of windows known at each step, in a random order, with what is given after it."""
    shards = plan_shards(DOCUMENTS, WINDOWS)
    log = StoryLog(DOCUMENTS, shards)
    chance, steps = random.Random(seed), []
    pairs: list[tuple[ShardStories, ShardStories]] = []
    for known, shard in enumerate(chance.sample(shards, len(shards)), 1):
        pairs += log.add(track_shard(evidence(), shard))
        chance.shuffle(pairs)
        for left, right in pairs:
            log.join(right.key, reconcile(left, right))
        pairs.clear()
        steps.append((known, list(log.settled())))
    return steps


@pytest.mark.parametrize("seed", range(3))
def test_the_log_is_the_same_in_whatever_order_windows_are_tracked(seed: int) -> None:
    steps = _given(seed)
    whole = [entry for _, given in steps for entry in given]
    assert [entry.document_id for entry in whole] == [document.id for document in DOCUMENTS]
    assert whole == [entry for _, given in _given(99) for entry in given]


def test_windows_in_order_of_time_give_their_documents_as_they_close() -> None:
    tracker, windows = "meadow(window_documents=30)", WINDOWS  # so few fill a tracker that each is tracked by itself
    shards = plan_shards(DOCUMENTS, windows)
    tracked: list[int] = []
    given = 0
    before_the_end = []
    for entry in iter_sharded(DOCUMENTS, windows=windows, tracker=tracker, on_step=tracked.append):
        given += 1
        if tracked[-1] < len(DOCUMENTS):
            before_the_end.append(entry)
    assert given == len(DOCUMENTS)
    assert len(shards) > 8
    assert len(before_the_end) > len(DOCUMENTS) / 2


def test_every_window_is_tracked_once_where_all_of_them_fill_a_tracker() -> None:
    engine = Shuffled(random.Random(0))
    sharded_assignments(DOCUMENTS, windows=WINDOWS, tracker="meadow(window_documents=30)", engine=engine)
    keys = [each.key for each in engine.results if isinstance(each, ShardStories)]
    assert sorted(keys) == sorted(each.key for each in plan_shards(DOCUMENTS, WINDOWS))


def _shard(number: int, places: Sequence[int], before: int, after: int) -> Shard:
    documents = tuple(Document(f"d{place}", text="x") for place in places)
    return Shard("en", number, documents, before, after, np.array(places))


def _stories(shard: Shard, stories: Sequence[int]) -> ShardStories:
    ids, none = tuple(each.id for each in shard.documents), np.zeros(0)
    rows = Rows(np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32), ())
    numbers = np.array(stories, np.int64)
    return ShardStories("en", shard.number, shard.before, shard.after, ids, none, numbers, np.zeros(len(ids)), rows,
                        evidence().settings)  # fmt: skip


@pytest.mark.parametrize(("border", "merged"), [(1, True), (2, False)])
def test_two_stories_that_were_apart_for_a_window_stay_apart(border: int, merged: bool) -> None:
    # Two stories go through three windows; a piece of the next window, 0, is part of both of them at one border.
    places = ((0, 1, 2, 3), (2, 3, 4, 5), (4, 5, 6, 7))
    shards = [_shard(n, each, 2 if n else 0, 2 if n < 2 else 0) for n, each in enumerate(places)]
    log = StoryLog([Document(f"d{place}", text="x") for place in range(8)], shards)
    for shard in shards:
        assert len(list(log.add(_stories(shard, (0, 1, 0, 1))))) == (shard.number > 0)
    for number in (1, 2):
        pairs = [(("en", number - 1, story), ("en", number, story)) for story in (0, 1)]
        pairs += [(("en", number - 1, 1), ("en", number, 0))] if number == border else []
        log.join(("en", number), Joins(tuple(pairs), {}))
        if number == 1:
            given = list(log.settled())
            assert [entry.document_id for entry in given] == ["d0", "d1"]
    given += log.settled()
    assert {entry.story_id for entry in given} == ({"d0"} if merged else {"d0", "d1"})
    assert [entry.opened for entry in given] == [True, not merged, *([False] * 6)]


def test_no_documents_make_an_empty_log() -> None:
    assert list(StoryLog([], []).settled()) == []
