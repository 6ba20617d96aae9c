"""Differences between partitions: each kind by hand, and every document accounted for whatever the partitions are."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from meadow.tracking.differences import Part, StoryDifference, compare_partitions, count_kinds


def _partition(**stories: str) -> dict[str, str]:
    return {letter: story_id for story_id, letters in stories.items() for letter in letters}


def _kinds(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    return [each.kind for each in compare_partitions(old, new)]


def test_equal_partitions_are_the_same_whatever_their_ids() -> None:
    assert compare_partitions(_partition(a="abc"), _partition(z="abc")) == [
        StoryDifference("same", (Part("a", 3, 3),), (Part("z", 3, 3),))
    ]


def test_one_story_against_one_tells_what_came_and_what_went() -> None:
    assert _kinds(_partition(a="ab"), _partition(a="abc")) == ["grown"]
    assert _kinds(_partition(a="abc"), _partition(a="ab")) == ["shrunk"]
    assert _kinds(_partition(a="abc"), _partition(a="abd")) == ["changed"]
    assert _kinds(_partition(a="a"), {}) == ["gone"]
    assert _kinds({}, _partition(a="a")) == ["new"]
    assert _kinds({}, {}) == []


def test_one_against_several_is_a_split_and_several_against_one_a_merge() -> None:
    (split,) = compare_partitions(_partition(a="abcde"), _partition(a="ab", c="cde"))
    assert split == StoryDifference("split", (Part("a", 5, 5),), (Part("c", 3, 3), Part("a", 2, 2)))
    (merge,) = compare_partitions(_partition(a="ab", c="cde"), _partition(a="abcdef"))
    assert merge == StoryDifference("merged", (Part("c", 3, 3), Part("a", 2, 2)), (Part("a", 6, 5),))


def test_several_against_several_are_told_one_by_one() -> None:
    old, new = _partition(a="abcd", e="efg"), _partition(p="abc", q="defg")
    assert compare_partitions(old, new) == [
        StoryDifference("redrawn", (Part("a", 4, 3),), (Part("p", 3, 3),), (Part("q", 4, 1),), ()),
        StoryDifference("redrawn", (Part("e", 3, 3),), (Part("q", 4, 3),), (), (Part("a", 4, 1),)),
    ]


def test_a_redrawn_story_may_have_no_heir_and_a_new_one_no_ancestor() -> None:
    gone = compare_partitions(_partition(a="abc", d="def", g="gh"), _partition(p="abcg", q="defh"))
    assert StoryDifference("redrawn", (Part("g", 2, 0),), (), (Part("p", 4, 1), Part("q", 4, 1))) in gone
    new = compare_partitions(_partition(p="abcg", q="defh"), _partition(a="abc", d="def", g="gh"))
    assert StoryDifference("redrawn", (), (Part("g", 2, 0),), (), (Part("p", 4, 1), Part("q", 4, 1))) in new


def test_what_differs_most_is_told_first() -> None:
    old = _partition(a="ab", c="c", d="def", m="mn", x="x")
    new = _partition(a="ab", c="cz", d="d", e="ef", m="mnx", y="y")
    found = compare_partitions(old, new)
    assert [each.kind for each in found] == ["split", "merged", "grown", "new", "same"]
    assert list(count_kinds(found).values()) == [1] * 5


_partitions = st.dictionaries(st.sampled_from("abcdefghijkl"), st.sampled_from("uvwxyz"))


@given(_partitions, _partitions)
def test_every_story_stands_in_one_difference(old: dict[str, str], new: dict[str, str]) -> None:
    found = compare_partitions(old, new)
    assert sorted(part.story_id for each in found for part in each.old) == sorted(set(old.values()))
    assert sorted(part.story_id for each in found for part in each.new) == sorted(set(new.values()))


@given(_partitions, _partitions)
def test_every_shared_document_is_accounted_for(old: dict[str, str], new: dict[str, str]) -> None:
    found = compare_partitions(old, new)
    both = len(old.keys() & new.keys())
    assert sum(part.shared for each in found for part in (*each.old, *each.left)) == both
    assert sum(part.shared for each in found for part in (*each.new, *each.came)) == both


@given(_partitions)
def test_a_partition_is_the_same_as_itself(partition: dict[str, str]) -> None:
    assert {each.kind for each in compare_partitions(partition, partition)} <= {"same"}


@given(_partitions, _partitions)
def test_the_order_of_documents_does_not_matter(old: dict[str, str], new: dict[str, str]) -> None:
    backwards = dict(reversed(old.items())), dict(reversed(new.items()))
    assert compare_partitions(*backwards) == compare_partitions(old, new)
