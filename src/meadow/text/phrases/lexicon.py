"""The word lists of a language, read once: closed classes, verb forms, cues for names, number words, units and months.

The lists are ours, under `data/phrases/`; the head of `en.txt` explains them. A language without a file has an empty
lexicon: its stop words count as function words, and capitals and digits are all there is to go by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from meadow.text.abbreviations import parse_sections
from meadow.text.phrases.conjugation import Forms, verb_forms
from meadow.text.phrases.values import Tag
from meadow.text.stopwords import stop_words

_NONE: frozenset[str] = frozenset()
# Which list names a word when several do: an earlier one wins.
_CLOSED: tuple[tuple[str, Tag], ...] = (
    ("articles", "article"), ("links", "link"), ("possessives", "possessive"), ("auxiliaries", "auxiliary"),
    ("determiners", "determiner"), ("conjunctions", "conjunction"), ("prepositions", "preposition"),
    ("pronouns", "pronoun"), ("relatives", "relative"), ("subordinators", "subordinator"), ("adverbs", "adverb"),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Lexicon:
    """One language's lists; words are in lower case, and in a list of phrases a blank stands as an underscore."""

    language: str
    sections: Mapping[str, frozenset[str]]

    def words(self, section: str) -> frozenset[str]:
        """Return a list by name; the empty set where the language has none."""
        return self.sections.get(section, _NONE)

    @cache  # noqa: B019 - lexicons live as long as the process: `lexicon` keeps one for each language
    def endings(self, section: str) -> tuple[str, ...]:
        """Return a list of endings in the shape that `str.endswith` takes."""
        return tuple(sorted(self.words(section)))

    @cache  # noqa: B019 - lexicons live as long as the process: `lexicon` keeps one for each language
    def table(self, section: str) -> Mapping[str, str]:
        """Return a list of `key=value` entries as a mapping, blanks in place of underscores."""
        pairs = (entry.partition("=") for entry in self.words(section))
        return {key.replace("_", " "): value for key, _, value in pairs}

    @cached_property
    def closed(self) -> Mapping[str, Tag]:
        """The tag of each function word; stop words that no list has are pronouns, which end every phrase."""
        tags: dict[str, Tag] = {} if self.sections else dict.fromkeys(stop_words(self.language), "pronoun")
        for section, tag in reversed(_CLOSED):
            tags |= dict.fromkeys(self.words(section), tag)
        return tags

    @cached_property
    def verbs(self) -> Forms:
        """Every form of the verbs that are never nouns, and those written out as irregular."""
        derived = verb_forms(self.words("verbs"), self.language)
        return derived.adding(finite=self.words("irregular"), participle=self.words("participles"))

    @cached_property
    def noun_verbs(self) -> Forms:
        """Every form of the verbs whose bare or present forms may be nouns."""
        return verb_forms(self.words("noun verbs"), self.language).adding(finite=self.words("noun irregular"))


@cache
def lexicon(language: str) -> Lexicon:
    """Return the lists of a language; empty ones where we have none."""
    path = files("meadow.text").joinpath("data", "phrases", f"{language}.txt")
    if not language.isalpha() or not path.is_file():
        return Lexicon(language, {})
    return Lexicon(language, parse_sections(path.read_text(encoding="utf-8")))
