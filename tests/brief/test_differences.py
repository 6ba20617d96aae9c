"""Differences between partitions in lines."""

from __future__ import annotations

import pytest

from meadow.brief.differences import count_differences, format_difference
from meadow.tracking.differences import compare_partitions


def _lines(old: dict[str, str], new: dict[str, str]) -> list[str]:
    def partition(stories: dict[str, str]) -> dict[str, str]:
        return {letter: story_id for story_id, letters in stories.items() for letter in letters}

    return [format_difference(each) for each in compare_partitions(partition(old), partition(new))]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ({"a": "abc"}, {"a": "abc"}, "same    a (3 articles)"),
        ({"a": "a"}, {"a": "abc"}, "grown   a: 1 article, now 3"),
        ({"a": "abc"}, {"a": "a"}, "shrunk  a: 3 articles, now 1"),
        ({"a": "ab"}, {"a": "ac"}, "changed a: 2 articles, now 2"),
        ({"a": "abc"}, {"a": "a", "b": "bc"}, "split   a (3) into b (2), a (1)"),
        ({"a": "a", "b": "bc"}, {"a": "abc"}, "merged  b (2), a (1) into a (3)"),
        ({"a": "a"}, {}, "gone    a (1 article)"),
        ({}, {"a": "ab"}, "new     a (2 articles)"),
    ],
)
def test_each_kind_has_its_line(old: dict[str, str], new: dict[str, str], line: str) -> None:
    assert _lines(old, new) == [line]


def test_a_redrawn_story_says_where_its_articles_went_and_came_from() -> None:
    lines = _lines({"a": "abcd", "e": "efg"}, {"p": "abc", "q": "defg"})
    assert lines == [
        "redrawn a (4) is now p (3): 3 stay; 1 to q",
        "redrawn e (3) is now q (4): 3 stay; 1 from a",
    ]
    gone = _lines({"a": "abc", "d": "def", "g": "gh"}, {"p": "abcg", "q": "defh"})
    assert "redrawn g (2) is gone: 1 to p, 1 to q" in gone
    new = _lines({"p": "abcg", "q": "defh"}, {"a": "abc", "d": "def", "g": "gh"})
    assert "redrawn g (2) is new: 1 from p, 1 from q" in new


def test_stories_may_be_called_by_titles_on_one_line() -> None:
    (difference,) = compare_partitions({"a": "a"}, {"a": "a"})
    assert format_difference(difference, {"a": "Ferry\ncapsizes"}) == "same    Ferry capsizes (1 article)"


def test_counts_are_printed_in_one_line() -> None:
    found = compare_partitions({"a": "a", "b": "b", "c": "c"}, {"a": "a", "b": "b", "c": "d", "x": "d"})
    assert count_differences(found) == "1 story has grown, 2 stories are the same"
    assert count_differences([]) == "no story on either side"
