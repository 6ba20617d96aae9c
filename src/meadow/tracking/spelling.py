"""How a document writes the terms that it shares, which of them are names, and which days it speaks of.

Source: our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from meadow.model import Document, SharedDay, TermKind
from meadow.text.language import detect_language
from meadow.text.phrases import dates, names
from meadow.text.stems import stem_words
from meadow.text.tokens import words

_PREFIX = 5  # as many letters as stand for a word where there is no stemmer


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a document writes: a word for each term, the words that stand within names, and the days."""

    word_of: Mapping[str, str]
    names: Mapping[str, str]
    days: frozenset[date]

    def spelled(self, term: str) -> tuple[str, TermKind]:
        """Return a term as the document writes it, and whether it is a number, part of a name, or a word."""
        word = self.word_of.get(term, term)
        if any(character.isdigit() for character in word):
            return word, "number"
        return (self.names[word], "name") if word in self.names else (word, "word")


def mentions_of(document: Document) -> Mentions:
    """Return what a document writes in its title and text."""
    title = document.title if document.title is not None and document.title != document.text else ""
    text = f"{title}\n{document.text}" if title else document.text
    language = document.language or detect_language(text)
    every = list(dict.fromkeys(words(text, language)))
    word_of: dict[str, str] = {}
    # Trackers cut words to stems, to their first letters or not at all; a term's first word stands for it.
    for forms in (every, stem_words(every, language), [word[:_PREFIX] for word in every]):
        for form, word in zip(forms, every, strict=True):
            word_of.setdefault(form, word)
    days = {mention.day for mention in dates(text, language, anchor=document.published)} - {None}
    published_days = set() if document.published is None else {document.published.date()}
    # In a title any word may be written with a capital.
    return Mentions(
        word_of, _names(document.text, language), frozenset(day for day in days | published_days if day is not None)
    )


def shared_days(story: Sequence[Mentions]) -> list[list[SharedDay]]:
    """Return for each document of a story the days that others of it speak of too, those of most documents first."""
    counts = Counter(day for each in story for day in each.days)
    return [
        [
            SharedDay(day, counts[day] - 1)
            for day in sorted(each.days, key=lambda day: (-counts[day], day))
            if counts[day] > 1
        ]
        for each in story
    ]


def _names(text: str, language: str) -> dict[str, str]:
    """Return the words that stand within names, as they are mostly written there."""
    written: dict[str, Counter[str]] = {}
    for name in names(text, language):
        for mention in name.spans:
            for part in mention.text.split():
                for word in words(part, language):
                    written.setdefault(word, Counter())[_cased(part, word)] += 1
    return {word: forms.most_common(1)[0][0] for word, forms in written.items()}


def _cased(part: str, word: str) -> str:
    """Return a folded word with the capitals that it has in a part of a name."""
    start = part.lower().find(word)
    return part[start : start + len(word)] if start >= 0 else part
