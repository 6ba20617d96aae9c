"""Phrases among the words of a sentence: the longest at a place, and the first of all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from meadow.grouping.figures.lists import PhraseList

_WORDS = st.lists(st.sampled_from(["in", "that", "year", "ago", "two", "decades", "back", "a", "the"]), max_size=8)
_PHRASES = st.sets(_WORDS.filter(bool).map(lambda words: " ".join(words[:3])), max_size=5).map(frozenset)


@given(_PHRASES, _WORDS, st.integers(0, 9), st.integers(-2, 9))
def test_the_first_phrase_that_begins_in_a_span(phrases: frozenset[str], words: list[str], low: int, high: int) -> None:
    begun = (
        " ".join(words[place : place + length])
        for place in range(low, min(high, len(words)))
        for length in range(min(3, len(words) - place), 0, -1)
    )
    expected = next((phrase for phrase in begun if phrase in phrases), None)
    assert PhraseList(phrases).among(words, low, high) == expected


@given(_PHRASES, _WORDS)
def test_without_a_telling_word_no_phrase_stands_anywhere(phrases: frozenset[str], words: list[str]) -> None:
    listed = PhraseList(phrases)
    told = any(listed.at(words, place) is not None for place in range(len(words)))
    assert not told or not listed.telling.isdisjoint(words)


def test_of_a_phrase_the_longest_word_tells() -> None:
    assert PhraseList(frozenset({"in that year", "ago", "two decades"})).telling == {"year", "ago", "decades"}
