"""Stories that are shorter than the overlap are those of one machine, whoever tracks what and when."""

from __future__ import annotations

import random
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import dear
from meadow.tracking.evidence import evidence
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Rows, ShardStories
from meadow.tracking.tracker import settled_log
from meadow.tracking.windows import Windows, plan_shards
from tracking.shard_streams import partition, sharded, story, stream

WINDOWS = Windows(timedelta(days=4), timedelta(days=1), least=1)


@dear(0.2)
@given(st.integers(0, 10_000), st.integers(1, 25), st.randoms(use_true_random=False))
def test_short_stories_are_those_of_one_machine(seed: int, stories: int, chance: random.Random) -> None:
    documents = sorted(stream(seed, stories=stories, days=14, longest_hours=24), key=lambda each: each.order)
    whole = settled_log(evidence(), documents)
    log = sharded(documents, WINDOWS)
    assert partition(log) == partition(whole)
    mixed = chance.sample(documents, len(documents))
    assert {entry.document_id: entry for entry in sharded(mixed, WINDOWS, chance=chance)} == {
        entry.document_id: entry for entry in log
    }


def test_a_story_is_named_after_its_first_document_and_the_log_keeps_its_order() -> None:
    documents = [*story(1, (90, 95, 99, 104)), *story(2, (1, 2, 3))]
    log = sharded(documents, WINDOWS)
    assert [entry.document_id for entry in log] == [document.id for document in documents]
    assert {entry.story_id for entry in log} == {"en-1-0", "en-2-0"}
    assert [entry.opened for entry in log] == [True, False, False, False, True, False, False]


def test_a_long_story_goes_through_many_windows() -> None:
    documents = [*story(1, range(0, 600, 6)), *story(2, (100, 110)), *story(3, (400, 401))]
    assert len(plan_shards(documents, WINDOWS)) > 5
    assert sorted(map(len, partition(sharded(documents, WINDOWS)))) == [2, 2, 100]


def test_a_story_that_is_silent_for_longer_than_the_overlap_may_become_two() -> None:
    documents = [*story(1, (1, 2, 3)), *story(1, (300, 301, 302), seed=0)]
    documents = [*documents[:3], *(type(each)(f"{each.id}b", text=each.text, published=each.published, language="en")
                                   for each in documents[3:])]  # fmt: skip
    assert len(partition(settled_log(evidence(), documents))) == 1
    assert len(partition(sharded(documents, WINDOWS))) == 2


def shard(number: int, ids: str, stories: list[int], rows: list[dict[str, float]], before: int) -> ShardStories:
    """Return a shard's stories made by hand: one letter per document, and the weights of its terms."""
    names = sorted({term for row in rows for term in row})
    ends = np.cumsum([0, *map(len, rows)])
    terms = np.array([names.index(term) for row in rows for term in row], np.int32)
    weights = np.array([weight for row in rows for weight in row.values()], np.float32)
    told = Rows(np.arange(len(ids)), ends, terms, weights, tuple(names))
    dates, numbers = np.array([*map(ord, ids)], np.float64), np.array(stories, np.int64)
    return ShardStories(
        "en", number, before, 0, tuple(ids), dates, numbers, np.zeros(len(ids)), told, evidence().settings
    )


FERRY, STORM = {"ferry": 0.9, "port": 0.1}, {"storm": 0.9, "port": 0.1}
BOTH = {"ferry": 0.6, "storm": 0.6}


def test_what_the_later_shard_saw_only_the_end_of_is_as_the_earlier_tells() -> None:
    # c and d are shared. The later shard, without a and b, took c for a part of d's story, which is over.
    left = shard(0, "abcd", [0, 0, 0, 1], [FERRY, FERRY, FERRY, STORM], 0)
    right = shard(1, "cde", [0, 0, 1], [FERRY, STORM, FERRY], 2)
    joins = reconcile(left, right)
    assert joins.one == ()
    assert dict(joins.shared) == {"c": ("en", 0, 0), "d": ("en", 0, 1)}


def test_what_the_earlier_shard_saw_only_the_beginning_of_is_as_the_later_tells() -> None:
    left = shard(0, "abc", [0, 1, 1], [FERRY, FERRY, STORM], 0)
    right = shard(1, "bcd", [0, 1, 1], [FERRY, STORM, STORM], 2)
    joins = reconcile(left, right)
    assert joins.one == ()
    assert dict(joins.shared) == {"b": ("en", 1, 0), "c": ("en", 1, 1)}


@pytest.mark.parametrize(("after", "joined", "side"), [(FERRY, True, 0), (STORM, False, 0)])
def test_evidence_decides_where_a_story_goes_back_and_another_on(
    after: dict[str, float], joined: bool, side: int
) -> None:
    # b is shared; the earlier shard has it with a, the later one with c.
    left = shard(0, "ab", [0, 0], [FERRY, FERRY], 0)
    right = shard(1, "bc", [0, 0], [FERRY, after], 1)
    joins = reconcile(left, right)
    # a·b = .82. With the ferry c has .82 in common with a and b; with the storm .01, which is under .14.
    assert joins.one == (((("en", 0, 0), ("en", 1, 0)),) if joined else ())
    assert dict(joins.shared) == {"b": ("en", side, 0)}


def test_what_is_shared_goes_to_the_side_that_it_is_more_like() -> None:
    left = shard(0, "ab", [0, 0], [{"port": 1.0}, {**STORM}], 0)
    right = shard(1, "bcd", [0, 0, 0], [STORM, STORM, STORM], 1)
    joins = reconcile(left, right)
    # b·a = .1, b·c = .82; a with b, c and d has .1 in common, which is under .14, and under .35 of their .82.
    assert (joins.one, dict(joins.shared)) == ((), {"b": ("en", 1, 0)})


def test_small_parts_join_what_has_shown_itself() -> None:
    weak = {"ferry": 0.3, "fog": 0.9}
    left = shard(0, "abc", [0, 0, 0], [{"ferry": 0.4, "x": 0.1}] * 3, 0)
    right = shard(1, "cd", [0, 0], [{"ferry": 0.4, "x": 0.1}, weak], 1)
    # d has .12 in common with each of three documents whose cohesion is .17: .71 of it, where .35 suffices.
    assert len(reconcile(left, right).one) == 1


def test_shards_without_documents_in_common_are_left_as_they_are() -> None:
    left, right = shard(0, "ab", [0, 0], [FERRY, FERRY], 0), shard(1, "cd", [0, 0], [FERRY, FERRY], 0)
    joins = reconcile(left, right)
    assert (joins.one, dict(joins.shared)) == ((), {})
