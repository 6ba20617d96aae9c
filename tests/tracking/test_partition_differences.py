"""Differences of partitions beside what sets say: which stories share documents, and what that makes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.tracking.calibration import LEARNED, LEAST_RIVAL, Calibration, chance
from meadow.tracking.differences import Part, StoryDifference, compare_partitions, count_kinds

_PARTITIONS = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["x", "y", "z"]), max_size=8)


def groups(partition: dict[str, str]) -> dict[str, set[str]]:
    made: dict[str, set[str]] = {}
    for document, story in partition.items():
        made.setdefault(story, set()).add(document)
    return made


def one(old: dict[str, str], new: dict[str, str]) -> StoryDifference:
    (difference,) = compare_partitions(old, new)
    return difference


def partition(**stories: str) -> dict[str, str]:
    """Return a partition of letters: `x="abc"` puts three documents into one story."""
    return {document: story for story, letters in stories.items() for document in letters}


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("ab", "ab", "same"), ("ab", "abc", "grown"), ("abc", "ab", "shrunk"), ("ab", "bc", "changed"),
        ("ab", "", "gone"), ("", "ab", "new"),
    ],
)  # fmt: skip
def test_one_story_beside_one(old: str, new: str, kind: str) -> None:
    assert one(partition(x=old), partition(y=new)).kind == kind


def test_parts_hold_their_size_and_what_they_share() -> None:
    assert one(partition(x="abc"), partition(y="bcd")) == StoryDifference(
        "changed", (Part("x", 3, 2),), (Part("y", 3, 2),)
    )  # fmt: skip
    split = one(partition(x="abcde"), partition(y="abc", z="d"))
    assert (split.kind, split.old) == ("split", (Part("x", 5, 4),))
    assert split.new == (Part("y", 3, 3), Part("z", 1, 1))  # the larger share first


def test_a_merge_may_bring_new_documents_along() -> None:
    merged = one(partition(x="ab", y="c"), partition(z="abcd"))
    assert (merged.kind, merged.new) == ("merged", (Part("z", 4, 3),))
    assert merged.old == (Part("x", 2, 2), Part("y", 1, 1))


def test_stories_that_exchange_documents_are_told_one_by_one() -> None:
    first, second = compare_partitions(partition(x="abcd", y="efg"), partition(p="abcg", q="efd"))
    assert (first.kind, second.kind) == ("redrawn", "redrawn")
    assert (first.old[0].story_id, first.new[0].story_id) == ("x", "p")
    assert first.left == (Part("q", 3, 1),)
    assert first.came == (Part("y", 3, 1),)
    assert (second.old[0].story_id, second.new[0].story_id) == ("y", "q")


def test_kinds_are_counted_in_the_order_of_telling() -> None:
    differences = compare_partitions(
        partition(s="ab", g="c", m="de", n="f"), partition(s="ab", m="d", k="e", n="fg", w="h")
    )
    assert list(count_kinds(differences).items()) == [("split", 1), ("grown", 1), ("gone", 1), ("new", 1), ("same", 1)]
    assert count_kinds([]) == {}


@given(_PARTITIONS, _PARTITIONS)
def test_sizes_and_shares_are_those_of_the_sets(old: dict[str, str], new: dict[str, str]) -> None:
    ours, theirs = groups(old), groups(new)
    for each in compare_partitions(old, new):
        for part, side in (*((part, ours) for part in each.old), *((part, theirs) for part in each.new)):
            assert part.documents == len(side[part.story_id])
            assert 0 <= part.shared <= part.documents
        if each.kind == "same":
            assert ours[each.old[0].story_id] == theirs[each.new[0].story_id]
        if each.kind == "gone":
            assert not ours[each.old[0].story_id] & set(new)
        if each.kind == "split":
            (whole,) = each.old
            assert all(theirs[part.story_id] & ours[whole.story_id] for part in each.new)


@given(_PARTITIONS, _PARTITIONS)
def test_seen_from_the_other_side_what_grew_shrank_and_what_split_merged(
    old: dict[str, str], new: dict[str, str]
) -> None:
    turned = {"grown": "shrunk", "shrunk": "grown", "split": "merged", "merged": "split", "gone": "new", "new": "gone"}
    forward, backward = (count_kinds(compare_partitions(*pair)) for pair in ((old, new), (new, old)))
    for kind in ("same", "changed", *turned):
        assert forward.get(kind, 0) == backward.get(turned.get(kind, kind), 0)  # type: ignore[call-overload]


class TestChance:
    """How likely a document is of its story."""

    def test_by_the_printed_formula(self) -> None:
        # At a similarity of 1 beside a rival of 1 both logarithms are 0: the constant alone is left.
        assert chance(1.0, 1.0, Calibration(0.0, 1.5, 1.8)) == 0.5
        assert chance(0.25, 0.25, Calibration(0.0, 1.0, 9.0)) == pytest.approx(0.2)  # odds of 1 to 4
        assert chance(0.5, 0.25, Calibration(0.0, 0.0, 1.0)) == pytest.approx(2 / 3)  # twice as close

    @given(st.floats(0.001, 1), st.floats(0.001, 1), st.floats(0, 1))
    def test_more_evidence_is_more_likely_and_a_closer_rival_less(self, one: float, other: float, rival: float) -> None:
        low, high = sorted((one, other))
        assert chance(low, rival) <= chance(high, rival)
        assert chance(one, min(rival, other)) >= chance(one, max(rival, other))
        assert 0.0 <= chance(one, rival) <= 1.0

    def test_without_a_rival_the_least_one_counts_and_without_evidence_nothing(self) -> None:
        assert chance(0.3, None) == chance(0.3, 0.0) == chance(0.3, LEAST_RIVAL)
        assert chance(0.0, None) == chance(-1.0, 0.2) == 0.0
        assert chance(1e-300, 1.0, LEARNED) == 0.0
