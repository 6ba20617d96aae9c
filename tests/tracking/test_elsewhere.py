"""Each shard hears of the stories in the others: every story once, and none that it has documents of."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from meadow.model import Document
from meadow.tracking.elsewhere import hear_of_each_other, within_reach
from meadow.tracking.evidence import evidence
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import neighbours, track_shard
from meadow.tracking.weighing import Elsewhere, Weighing
from meadow.tracking.windows import Shard


def _document(name: str) -> Document:
    return Document(name, text=f"{name} {name}quay {name}storm", language="en")


def test_shards_hear_of_the_nearest_that_are_open_with_them() -> None:
    sizes = {("en", 0): 4, ("en", 1): 5, ("en", 2): 6, ("nl", 0): 1, ("en", 3): 20}
    assert within_reach(sizes, 15) == {
        ("en", 0): (("en", 1), ("en", 2)),
        ("en", 1): (("en", 0), ("en", 2)),
        ("en", 2): (("en", 1),),  # the next one, of 20, is too large
        ("en", 3): (),
        ("nl", 0): (),
    }


def test_every_story_is_counted_once_and_by_none_that_has_it() -> None:
    a, b, c, d, e = (_document(f"{letter * 3}") for letter in "abcde")
    # b is in the first two shards, d in the last two: five stories of one document each.
    shards = [Shard("en", 0, (a, b), 0, 1), Shard("en", 1, (b, c, d), 1, 1), Shard("en", 2, (d, e), 1, 0)]
    found = [track_shard(evidence(), shard) for shard in shards]
    assert [each.inner.stories for each in found] == [1, 1, 1]
    joins = [reconcile(*pair) for pair in neighbours(found)]
    reach = within_reach({("en", number): 2 for number in range(3)}, 100)
    told = hear_of_each_other(found, joins, reach)
    heard = {number: set(told["en", number].users) & {"aaa", "bbb", "ccc", "ddd", "eee"} for number in range(3)}
    assert heard == {0: {"ccc", "ddd", "eee"}, 1: {"aaa", "eee"}, 2: {"aaa", "bbb", "ccc"}}
    assert [told["en", number].stories for number in range(3)] == [3, 2, 3]
    assert {count for each in told.values() for count in each.users.values()} == {1}


def test_stories_elsewhere_count_as_if_they_were_here() -> None:
    weighing = Weighing(None)
    weighing.hear(Elsewhere({}, 7, {"ferri": 3}))
    weighing.rows([Document("a", text="ferry quay", language="en")])
    names, rarity = weighing.terms.rarities()
    weighing.learn(np.ones(2, np.int64), Counter(en=1))
    for name, idf, rare in zip(names, weighing.idf.tolist(), rarity.tolist(), strict=True):
        # One story here uses each word; three of seven elsewhere use "ferry": (stories with it + 1000 p) of (8 + 1000).
        share = ((4 if name == "ferri" else 1) + 1000 * math.exp(-min(rare, math.log(1000)))) / 1008
        assert idf == pytest.approx(-math.log(share))
