"""What a name is, by the evidence around its mentions, and which names are spellings or short forms of another.

A person has a title, a first name beside the last, or says and does what people do; a place is what things happen in. A
single word that shows none of that and is common besides ("Fotos", "Bakery") is no name. Who reports is no concept.

Source: our own rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from meadow.reports.mentions import spelling_key
from meadow.text.datelines import agencies
from meadow.text.phrases.lexicon import lexicon
from meadow.text.rulebook import ANY, rulebook
from meadow.text.stopwords import stop_words
from meadow.text.tokens import fold
from meadow.text.word_sets import LETTERS
from meadow.vectors.view import StoryView

_LOCATIVE = re.compile(r"(?:\b(?:in|at|near|outside|across|en|desde|hacia|te|bij|uit|naar)\s)$", re.IGNORECASE)
_COMMON_IDF = 5.2  # a single capital with nothing to show for it is a name only if it is rarer
_ALIKE = 0.8
_SHORTEST_ALIKE = 4  # letters
_LEADING = rulebook(ANY).words("leading articles")

Mentions = Sequence[tuple[int, int, int]]
"""Where a name stands: row, start and end in its sentence."""


def bare_name(text: str, language: str) -> str:
    """Return a name without function words at its head and without a stray letter at its end."""
    parts = text.split()
    listed = stop_words(language) | _LEADING
    while (
        len(parts) > 1 and parts[0].lower() in listed and (parts[0].islower() or fold(parts[0]) in ("the", "el", "la"))
    ):
        parts = parts[1:]
    while len(parts) > 1 and len(parts[-1].strip(".")) == 1:
        parts = parts[:-1]
    return " ".join(parts)


def person_evidence(view: StoryView, mentions: Mentions) -> int:
    """Return how many mentions of a name show a person: behind a title, or beside what people do and say."""
    return sum(_shows_person(view, *mention) for mention in mentions)


def place_evidence(view: StoryView, mentions: Mentions) -> int:
    """Return how many mentions of a name stand behind "in" and its like."""
    return sum(
        _LOCATIVE.search(view.sentences[row].text[max(0, start - 9) : start]) is not None for row, start, _ in mentions
    )


def is_common(view: StoryView, word: str, language: str) -> bool:
    """Say whether a word is too common to be a name without evidence."""
    return float(view.background_for(language).folded().idf([fold(word)])[0]) < _COMMON_IDF


def is_agency(text: str) -> bool:
    """Say whether a name is that of an agency, which reports the news and is none of it."""
    return fold(text).replace(" ", "-") in agencies()


def same_name(first: str, second: str) -> bool:
    """Say whether two names are spellings or forms of one: all words of the shorter stand in the longer, or almost so."""
    short, long = sorted((_words(first), _words(second)), key=len)
    if not short or (len(short) == 1 and len(short[0]) < _SHORTEST_ALIKE):
        return False
    return all(any(_alike(word, other) for other in long) for word in short)


def _words(text: str) -> list[str]:
    return [word for word in spelling_key(text).split() if word not in _LEADING]


def _alike(word: str, other: str) -> bool:
    if word == other:
        return True
    if word[0] != other[0] or min(len(word), len(other)) < _SHORTEST_ALIKE or abs(len(word) - len(other)) > 1:
        return False
    return SequenceMatcher(None, word, other, autojunk=False).ratio() >= _ALIKE


def _shows_person(view: StoryView, row: int, start: int, end: int) -> bool:
    text, lists = view.sentences[row].text, lexicon(view.language_of(row))
    before = LETTERS.findall(text[max(0, start - 24) : start].lower())[-1:]
    after = LETTERS.findall(text[end : end + 24].lower())[:1]
    acts = lists.words("person verbs") | lists.words("reporting")
    return bool(
        (before and before[0] in lists.words("titles") | lists.words("reporting")) or (after and after[0] in acts)
    )
