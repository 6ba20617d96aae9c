"""Each shard hears when the stream is looked at again, and of every story of the others once."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from meadow.model import Document
from meadow.tracking.elsewhere import first_looks, hear_of_each_other, plan_looks, taking_part
from meadow.tracking.evidence import evidence
from meadow.tracking.parts import follow_part
from meadow.tracking.shards import track_shard
from meadow.tracking.weighing import Elsewhere, StreamLook, TermCounts, Weighing
from meadow.tracking.windows import Shard


def _document(name: str) -> Document:
    return Document(name, text=f"{name} {name}quay {name}storm", language="en")


def _users(**counts: int) -> TermCounts:
    return TermCounts(tuple(counts), np.arange(len(counts), dtype=np.int32), np.array([*counts.values()], np.int32))


def test_counts_of_terms_are_equal_by_what_they_say() -> None:
    assert _users(ferri=3, lamp=2) == _users(ferri=3, lamp=2)
    assert hash(_users(ferri=3)) == hash(_users(ferri=3))
    assert _users(ferri=3) != _users(ferri=2)
    assert _users(ferri=3) != _users(lamp=3)
    assert _users() == TermCounts(("ferri",))
    assert _users() != {}


def _shards() -> list[Shard]:
    # b is in the first two shards, d in the last two: five stories of one document each.
    a, b, c, d, e = (_document(f"{letter * 3}") for letter in "abcde")
    return [
        Shard("en", 0, (a, b), 0, 1, np.array([0, 1])),
        Shard("en", 1, (b, c, d), 1, 1, np.array([1, 2, 3])),
        Shard("en", 2, (d, e), 1, 0, np.array([3, 4])),
    ]


def test_a_stream_is_looked_at_again_after_as_many_documents_as_it_has_open_runs() -> None:
    looks = plan_looks(np.full(300, -1), 20_000)
    assert [(each.number, each.after, each.runs) for each in looks] == [
        (0, 32, 32), (1, 64, 64), (2, 128, 128), (3, 256, 256), (4, 300, 300),
    ]  # fmt: skip
    # Every second document joins the run of the one before it, so that looks come sooner; a run closes after the window.
    pairs = np.where(np.arange(300) % 2 == 1, np.arange(300) - 1, -1)
    assert [each.after for each in plan_looks(pairs, 20_000)] == [32, 64, 96, 144, 216, 300]
    assert [each.runs for each in plan_looks(np.full(300, -1), 40)] == [32, 41, 41, 41, 41, 41, 41, 41]
    assert [each.after for each in plan_looks(np.zeros(0, np.int64), 40)] == [0]


@pytest.mark.parametrize("seed", range(3))
def test_looks_are_those_of_the_tracker_itself(seed: int) -> None:
    chance = np.random.default_rng(seed)
    texts = [f"{word}{word} {word}quay {word}storm {word}lamp" for word in chance.integers(100, 160, 200).tolist()]
    documents = [Document(str(at), text=text, language="en") for at, text in enumerate(texts)]
    seen: list[int] = []

    class Telling(type(evidence(window_documents=50))):  # type: ignore[misc]
        def look(self, beside: StreamLook | None = None) -> object:
            seen.append(self._seen)
            return super().look(beside)

    tracker = Telling(None, evidence(window_documents=50).settings)
    list(tracker.iter_steps(documents))
    tracker.finish()
    shard = Shard("en", 0, tuple(documents), places=np.arange(200))
    alone = follow_part(evidence(window_documents=50), shard, first_looks([shard], 50)["en", 0])
    assert [each.after for each in plan_looks(alone.previous, 50)] == seen


def test_a_shard_that_fills_a_tracker_is_tracked_by_itself() -> None:
    first, second, third = _shards()
    places = np.array([2, 5, 6, 7, 8])
    large = Shard("nl", 0, tuple(_document(f"{letter}" * 3) for letter in "vwxyz"), 0, 0, places)
    taking = taking_part([first, third, large], 5)
    assert [(each.number, each.places.tolist()) for each in taking] == [(0, [0, 1]), (2, [2, 3])]
    assert taking_part([second], 5) == []


def test_shards_that_make_a_long_stream_do_not_hear_of_each_other() -> None:
    shards = _shards()  # of five documents
    assert len(taking_part(shards, 6)) == 3
    assert taking_part(shards, 5) == []


def test_every_story_is_counted_once_and_not_again_by_whoever_has_it() -> None:
    shards = _shards()
    looks = first_looks(shards, 100)
    assert {each.after for own in looks.values() for each in own} == {5}
    found = [track_shard(evidence(), each, Elsewhere({}, looks[each.language, each.number])) for each in shards]
    assert [[share.every.stories - share.late.stories for share in each.shares] for each in found] == [[1], [2], [2]]
    told = hear_of_each_other(found, 100)
    (first,), (second,), (third,) = (told["en", number] for number in range(3))
    # Of five stories the first shard has found two, the second three.
    assert (first.stories, second.stories, third.stories) == (3, 2, 3)
    # Words count where a shard has documents that use them, beyond its own stories: here none is used elsewhere.
    assert [each.users.by_name() for each in (first, second, third)] == [{}, {}, {}]
    assert first.runs == 5


def test_the_end_of_a_story_is_not_counted_by_the_shard_that_sees_only_that() -> None:
    one = [Document(f"{at}", text="ferry quay storm lamp harbour pilot", language="en") for at in range(4)]
    shards = [
        Shard("en", 0, tuple(one[:3]), 0, 1, np.array([0, 1, 2])),
        Shard("en", 1, tuple(one[2:]), 1, 0, np.array([2, 3])),
    ]
    looks = first_looks(shards, 100)
    found = [track_shard(evidence(), each, Elsewhere({}, looks["en", each.number])) for each in shards]
    told = hear_of_each_other(found, 100)
    # One story in all, which both have found for themselves: nothing is to be added.
    assert [(each.stories, each.users.by_name(), each.runs) for own in told.values() for each in own] == [
        (0, {}, 1)
    ] * 2


def test_stories_elsewhere_count_as_if_they_were_here() -> None:
    weighing = Weighing(None)
    weighing.rows([Document("a", text="ferry quay", language="en")])
    names, rarity = weighing.terms.rarities()
    weighing.learn(np.ones(2, np.int64), Counter(en=1), StreamLook(0, 32, 8, 7, _users(ferri=3, lamp=2)))
    for name, idf, rare in zip(names, weighing.idf.tolist(), rarity.tolist(), strict=True):
        # One story here uses each word; three of seven elsewhere use "ferry": (stories with it + 1000 p) of (8 + 1000).
        share = ((4 if name == "ferri" else 1) + 1000 * math.exp(-min(rare, math.log(1000)))) / 1008
        assert idf == pytest.approx(-math.log(share))
    # A word that is new here, and that two stories elsewhere use, weighs as if they were here.
    weighing.rows([Document("b", text="lamp", language="en")])
    lamp = -math.log((2 + 1000 * math.exp(-min(weighing.terms.rarities()[1][2], math.log(1000)))) / 1008)
    assert weighing.idf[2] == pytest.approx(lamp)


def test_a_shard_that_begins_later_weighs_words_as_after_the_last_look() -> None:
    weighing = Weighing(None)
    weighing.begin_after(StreamLook(3, 32, 8, 7, _users(ferri=3)), "en")
    weighing.rows([Document("a", text="ferry quay", language="en")])
    rarity = np.minimum(weighing.terms.rarities()[1], math.log(1000))
    assert weighing.idf.tolist() == pytest.approx(
        [-math.log((3 + 1000 * math.exp(-rarity[0])) / 1007), rarity[1] + math.log(1.007)]
    )
