"""The word lists of a language that verdicts go by: negations, hedges, synonyms, irregular forms; data under `data/`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from meadow.text.abbreviations import parse_sections
from meadow.text.per_word import PerWord
from meadow.text.phrases.lexicon import Lexicon, lexicon
from meadow.text.stems import stem_of
from meadow.text.stopwords import stop_words


@dataclass(frozen=True, eq=False)
class Rules:
    """One language's lists; a language without a file has none, and its sentences are only compared letter for letter."""

    language: str
    sections: Mapping[str, frozenset[str]]
    lexicon: Lexicon
    negations: Mapping[str, str] = field(init=False)
    hedges: Mapping[str, str] = field(init=False)
    alike: Mapping[str, str] = field(init=False)
    reporting: frozenset[str] = field(init=False)
    keys: PerWord[str] = field(init=False)
    stop: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        forms, synonyms = self.table("forms"), self.table("synonyms")
        stem = stem_of(self.language)
        classes = {stem[word]: stem[group] for word, group in synonyms.items()}

        def key(word: str) -> str:
            base = word.removesuffix("'s").removesuffix("'")
            found = stem[forms.get(base, base)]
            return classes.get(found, found)

        reporting = self.lexicon.words("reporting") | self.words("reporting extra")
        for name, value in (
            ("negations", self.table("negations")), ("hedges", self.table("hedges")), ("keys", PerWord(key)),
            ("alike", self.table("prepositions alike")), ("reporting", reporting), ("stop", stop_words(self.language)),
        ):  # fmt: skip
            object.__setattr__(self, name, value)

    @property
    def known(self) -> bool:
        """Whether the language has lists."""
        return bool(self.sections)

    def words(self, section: str) -> frozenset[str]:
        """Return a list by name; the empty set where the language has none."""
        return self.sections.get(section, frozenset())

    def table(self, section: str) -> dict[str, str]:
        """Return a list of `word=class` entries as a mapping; a word without a class stands for itself."""
        pairs = (entry.partition("=") for entry in sorted(self.words(section)))
        return {word: group or word for word, _, group in pairs}


@cache
def rules(language: str) -> Rules:
    """Return the lists of a language; empty ones where we have none."""
    path = files("meadow.grounding").joinpath("data", f"{language}.txt")
    known = language.isalpha() and path.is_file()
    sections = parse_sections(path.read_text(encoding="utf-8")) if known else {}
    return Rules(language, sections, lexicon(language))
