"""The words of a sentence around one of its numbers: before it, after it, and in its clause.

Source: our own.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from meadow.grouping.figures.lists import FactLists, PhraseList, fact_lists
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.phrases.tokens import Tokens
from meadow.text.phrases.values import Quantity, Tag

BREAKS = frozenset(',;:()[]"“”«»–—.!?')


@dataclass(frozen=True, slots=True, eq=False)
class SentenceWords:
    """A sentence's words, in lower case, with their parts of speech and the lists of its language."""

    tokens: Tokens
    tags: Sequence[Tag]
    lower: Sequence[str]
    lists: FactLists
    lexicon: Lexicon

    @classmethod
    def of(cls, tokens: Tokens, tags: Sequence[Tag], language: str) -> SentenceWords:
        """Return the words of a sentence that has been tagged."""
        return cls(tokens, tags, tokens.plain, fact_lists(language), lexicon(language))

    @property
    def language(self) -> str:
        """The language of the sentence."""
        return self.lexicon.language

    def word(self, place: int) -> str:
        """Return a word in lower case; nothing beyond the ends."""
        return self.lower[place] if 0 <= place < len(self.lower) else ""

    def tag(self, place: int) -> str:
        """Return a word's part of speech; beyond the ends there is punctuation."""
        return self.tags[place] if 0 <= place < len(self.tags) else "punctuation"

    def places(self, quantity: Quantity) -> tuple[int, int]:
        """Return which words a number takes: the first, and the one after the last."""
        return bisect_right(self.tokens.ends, quantity.start), bisect_left(self.tokens.starts, quantity.end)

    def clause(self, low: int, high: int) -> tuple[int, int]:
        """Return the words up to the marks on either side of some words."""
        lower, total = self.lower, len(self.lower)
        while low > 0 and lower[low - 1] not in BREAKS:
            low -= 1
        while high < total and lower[high] not in BREAKS:
            high += 1
        return low, high


@dataclass(frozen=True, slots=True, eq=False)
class NumberInSentence:
    """A number among the words of its sentence.

    It takes the words `first` to `end`, and begins at `opening` with those that belong to it ("at least", "the", Spanish
    "a"). Its clause takes `low` to `high`; `left` and `right` are where the numbers beside it end and begin.
    """

    words: SentenceWords
    quantity: Quantity
    first: int
    end: int
    low: int
    high: int
    left: int
    right: int
    opening: int

    def holds(self, *sections: str) -> bool:
        """Say whether a word or phrase of some lists stands in the clause, nearer to this number than to another."""
        return self.phrase(*sections) is not None

    def phrase(self, *sections: str) -> str | None:
        """Return the first such word or phrase."""
        low, high = max(self.low, self.left), min(self.high, self.right)
        return self.words.lists.phrases(*sections).among(self.words.lower, low, high)


def see_numbers(words: SentenceWords, quantities: Sequence[Quantity]) -> list[NumberInSentence]:
    """Return each number of a sentence with the words it takes and those around it."""
    taken = [words.places(quantity) for quantity in quantities]
    lefts = [0, *(end for _, end in taken)]
    rights = [*(first for first, _ in taken[1:]), len(words.lower)]
    openings = [opening_of(words.lower, first, words.language) for first, _ in taken]
    return [
        NumberInSentence(words, quantity, first, end, *words.clause(first, end), left, right, opening)
        for quantity, (first, end), left, right, opening in zip(
            quantities, taken, lefts, rights, openings, strict=False
        )
    ]


def opening_of(lower: Sequence[str], first: int, language: str) -> int:
    """Return where a number begins with the words before it that belong to it."""
    place, belonging = first, _belonging(language)
    while (phrase := belonging.before(lower, place)) is not None:
        place -= phrase.count(" ") + 1
    return place


@cache
def _belonging(language: str) -> PhraseList:
    return PhraseList(fact_lists(language).phrases("small words").phrases.union(lexicon(language).table("bounds")))
