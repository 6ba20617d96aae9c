"""Word lists that decide which fact a number states, read once per language: kinds of news facts, parts, other times.

The lists are ours, under `data/`; the head of `en.txt` explains them. A language without a file has empty lists: its
numbers are compared only where the same noun is counted in nearly the same sentence.

Source: our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files

from meadow.text.abbreviations import parse_sections

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class PhraseList:
    """Words and phrases to be found among the words of a sentence; nearly all words are told apart by one look.

    `firsts` are the words that a phrase may begin with, `telling` has the longest of each: without it no phrase stands
    among some words, and "in that year" begins as half of all sentences do.
    """

    phrases: frozenset[str]
    firsts: frozenset[str] = field(init=False)
    telling: frozenset[str] = field(init=False)
    _lasts: frozenset[str] = field(init=False)
    _longest: int = field(init=False)

    def __post_init__(self) -> None:
        split = [phrase.split() for phrase in self.phrases]
        object.__setattr__(self, "firsts", frozenset(words[0] for words in split))
        object.__setattr__(self, "telling", frozenset(max(reversed(words), key=len) for words in split))
        object.__setattr__(self, "_lasts", frozenset(words[-1] for words in split))
        object.__setattr__(self, "_longest", max(map(len, split), default=0))

    def __contains__(self, phrase: str) -> bool:
        return phrase in self.phrases

    def at(self, words: Sequence[str], place: int) -> str | None:
        """Return the longest phrase that begins at a word; None where none does."""
        if place >= len(words) or words[place] not in self.firsts:
            return None
        for length in range(min(self._longest, len(words) - place), 0, -1):
            phrase = words[place] if length == 1 else " ".join(words[place : place + length])
            if phrase in self.phrases:
                return phrase
        return None

    def before(self, words: Sequence[str], place: int) -> str | None:
        """Return the longest phrase that ends right before a word; None where none does."""
        if place < 1 or words[place - 1] not in self._lasts:
            return None
        for length in range(min(self._longest, place), 0, -1):
            phrase = words[place - 1] if length == 1 else " ".join(words[place - length : place])
            if phrase in self.phrases:
                return phrase
        return None

    def among(self, words: Sequence[str], low: int, high: int) -> str | None:
        """Return the first phrase that begins at one of the words `low` to `high`."""
        if low >= high or self.telling.isdisjoint(words[low : high + self._longest - 1]):
            return None
        for place, word in enumerate(words[low:high], low):
            phrase = self.at(words, place) if word in self.firsts else None
            if phrase is not None:
                return phrase
        return None


@dataclass(frozen=True, eq=False)
class FactLists:
    """One language's lists; in a phrase a blank stands between words."""

    language: str
    sections: Mapping[str, frozenset[str]]

    @cache  # noqa: B019 - lists live as long as the process: `fact_lists` keeps one for each language
    def phrases(self, *sections: str) -> PhraseList:
        """Return what stands in lists by name; nothing where the language has none."""
        words = _NONE.union(*(self.sections.get(section, _NONE) for section in sections))
        return PhraseList(frozenset(word.replace("_", " ") for word in words))

    @cache  # noqa: B019 - lists live as long as the process: `fact_lists` keeps one for each language
    def table(self, section: str) -> Mapping[str, str]:
        """Return a list of `key=value` entries as a mapping."""
        pairs = (entry.partition("=") for entry in self.phrases(section).phrases)
        return {key: value for key, _, value in pairs}

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """The kind that each marking word or phrase tells."""
        return {phrase: kind for kind in sorted(self.table("kinds")) for phrase in self.phrases(kind).phrases}

    @cached_property
    def marks(self) -> PhraseList:
        """The words and phrases that tell a kind."""
        return PhraseList(frozenset(self.kinds))

    @cached_property
    def tolls(self) -> PhraseList:
        """The words and phrases that announce a total: "death toll"."""
        return PhraseList(frozenset(self.table("toll nouns")))

    @cached_property
    def opposed(self) -> PhraseList:
        """The predicates that have an opposite."""
        return PhraseList(frozenset(self.table("opposed")))

    def label(self, kind: str) -> str:
        """Return what a reader calls a kind of fact, in the language of the lists."""
        return self.table("kinds").get(kind, kind)


@cache
def fact_lists(language: str) -> FactLists:
    """Return the lists of a language; empty ones where we have none."""
    path = files("meadow.grouping.figures").joinpath("data", f"{language}.txt")
    if not language.isalpha() or not path.is_file():
        return FactLists(language, {})
    return FactLists(language, parse_sections(path.read_text(encoding="utf-8")))
