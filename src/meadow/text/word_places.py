"""Offsets of a word in a text, by plain search: a pattern made for one word takes longer to make than to run."""

from __future__ import annotations

from collections.abc import Iterator


def word_places(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands in a text, written just so and no part of a longer word."""
    place = text.find(word) if word else -1
    while place >= 0:
        end = place + len(word)
        if not _goes_on(text[max(0, place - 1) : place]) and not _goes_on(text[end : end + 1]):
            yield place
        place = text.find(word, end)


def has_word(text: str, word: str) -> bool:
    """Say whether a text has a word, written just so and no part of a longer word."""
    return next(word_places(text, word), None) is not None


def _goes_on(character: str) -> bool:
    return character.isalnum() or character == "_"
