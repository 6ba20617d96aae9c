"""Where a sentence gives a cause, takes a claim back, or only supposes one.

Source: our own lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from meadow.reports.wordings import pattern

# How sure the words are that give causes. What sets one cause against another ("not a rock but a door") gives one too.
_FITS = (("cause sure", 1.0), ("cause found", 0.8), ("cause against", 0.8), ("cause maybe", 0.45))


def cause_places(text: str, language: str) -> Iterator[tuple[int, float]]:
    """Iterate over where a sentence gives a cause, with how sure that is, from 0 to 1."""
    for section, fit in _FITS:
        words = pattern(language, section)
        if words is not None:
            yield from ((match.end(), fit) for match in words.finditer(text))


def denial_places(text: str, language: str) -> list[tuple[int, int]]:
    """Return where a sentence takes a claim back: "ruled out", "and not a rock"."""
    words = pattern(language, "taken back")
    return [] if words is None else [match.span() for match in words.finditer(text)]


def is_supposed(text: str, language: str) -> bool:
    """Say whether a sentence puts its claim as one that may be wrong."""
    words = pattern(language, "supposed")
    return words is not None and words.search(text) is not None
