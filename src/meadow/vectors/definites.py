"""Definite subjects that a document has introduced: "The assistant", after "a classroom assistant".

Source: our own rule. Not every "the" leans: the government, the weather and the storm of a first sentence are known to
all. A noun leans where its document first has it without "the" ("an assistant", "assistants", "Assistant Ann Lund") and no
opening of the story takes it for known. What is said of the noun itself ("the law on harbours", "the man who fell") makes it
known.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from meadow.text.phrases import tag
from meadow.text.phrases.values import TaggedWord
from meadow.vectors.view import StoryView

_LANGUAGE = "en"  # where the tagger knows verbs well enough to find the end of a subject
_OPENS = re.compile(r"(?:[A-Z][a-z’'-]*(?:\s[\w’'-]+){0,6},\s)?[Tt]he\s(?=[a-z])")
_BEFORE_A_NOUN = frozenset({"adjective", "adverb", "noun", "number"})
_DETERMINED = re.compile(
    r"\b(?:the|this|that|these|those|its|his|her|their|our|my|your)\s(?:[\w’'-]+\s){0,3}$", re.IGNORECASE
)
# Inside a sentence "the noun" leans where nothing behind it says which one, and its document introduced it as "a noun".
_INSIDE = re.compile(r"\bthe\s([a-z]{4,})(?=[.,;:\"”’]|\s(?:said|says|read|reads|was|were|is|are|has|had|and)\b|$)")
_KNOWN_TO_ALL = frozenset({
    "area", "case", "city", "country", "death", "family", "future", "government", "house", "internet", "media", "month",
    "morning", "nation", "night", "past", "people", "police", "president", "public", "region", "road", "scene", "state",
    "street", "time", "town", "week", "weekend", "world", "year",
})  # fmt: skip
_MOST_BEFORE = 60  # characters: as far back as a determiner of the same noun may stand
_LONGEST_SUBJECT = 120
_SHORTEST = 3


def owed_noun(view: StoryView, row: int) -> str | None:
    """Return the noun by which a sentence takes up what its document introduced before; or None."""
    if view.language_of(row) != _LANGUAGE or view.number[row] == 1:
        return None
    sentence = view.sentences[row]
    before = view.documents[int(view.document_of[row])].text[: sentence.start]
    noun = definite_subject(sentence.text)
    if noun is not None and _is_new(view, noun) and _came_undetermined(before, noun):
        return noun
    inside = (found[1] for found in _INSIDE.finditer(sentence.text))
    return next((each for each in inside if _came_as_one(before, each) and _is_new(view, each)), None)


def _is_new(view: StoryView, noun: str) -> bool:
    """Say whether no opening of a story takes a noun for known."""
    return not any(_takes_for_known(text, noun) for text in view.kept(_openings))


def _came_undetermined(before: str, noun: str) -> bool:
    """Say whether a text has a noun, first without "the" or the like."""
    first = _mention(noun).search(before)
    if first is None:
        return False
    return _DETERMINED.search(before, max(0, first.start() - _MOST_BEFORE), first.start()) is None


def _came_as_one(before: str, noun: str) -> bool:
    """Say whether a text introduces a noun as one among others: "a statement", "another letter"."""
    return noun not in _KNOWN_TO_ALL and _one(noun).search(before) is not None


def definite_subject(text: str) -> str | None:
    """Return the noun of "The noun …" in small letters where nothing behind it says which one; or None."""
    opening = _OPENS.match(text)
    if opening is None:
        return None
    nouns: list[TaggedWord] = []
    for word in tag(text[opening.end() : opening.end() + _LONGEST_SUBJECT], _LANGUAGE):
        if word.text.endswith(("'s", "’s")) and len(word.text) >= _SHORTEST + 2:
            return word.text[:-2].lower()  # whose captain is asked for: "The ferry's captain"
        if word.tag in _BEFORE_A_NOUN:
            nouns += [word] if word.tag == "noun" else []
            continue
        known = word.tag in ("name", "preposition", "relative", "possessive") or word.text in ("'", "’", "'s", "’s")
        noun = nouns[-1].text.lower() if nouns and not known else ""
        return noun if len(noun) >= _SHORTEST and noun.isalpha() else None
    return None


def mentions(text: str, noun: str) -> bool:
    """Say whether a text has a noun, in the singular or the plural."""
    return _mention(noun).search(text) is not None


def _takes_for_known(text: str, noun: str) -> bool:
    """Say whether a text speaks of "the noun" as of something that everybody knows."""
    return any(
        _DETERMINED.search(text, max(0, found.start() - _MOST_BEFORE), found.start())
        for found in _mention(noun).finditer(text)
    )


def _openings(view: StoryView) -> tuple[str, ...]:
    return tuple(view.sentences[row].text for row in np.flatnonzero(view.number == 1).tolist())


@lru_cache(maxsize=2048)
def _one(noun: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:[Aa]n?|[Aa]nother|[Oo]ne)\s(?:[\w’'-]+\s){{0,2}}{re.escape(noun)}\b")


@lru_cache(maxsize=2048)  # a stream has ever new nouns
def _mention(noun: str) -> re.Pattern[str]:
    single = noun.removesuffix("s")
    return re.compile(rf"\b{re.escape(single)}(?:s|es)?\b", re.IGNORECASE)
