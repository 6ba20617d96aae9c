"""Definite nouns that refer back: "The assistant", after "a classroom assistant".

Source: our own rule. Not every "the" is anaphoric: the government, the weather and the storm of a first sentence need no
introduction. A noun is anaphoric if its document first has it without "the" ("an assistant", "assistants", "Assistant Ann
Lund") and no lead of the story presupposes it. A modifier of the noun ("the law on harbours", "the man who fell") resolves
it. The speaker in "the official said" after a quotation is never resolved by the sentence itself.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from meadow.text.phrases import tag
from meadow.text.phrases.values import TaggedWord
from meadow.text.rulebook import rulebook
from meadow.vectors.view import StoryView

_LANGUAGE = "en"  # where the tagger knows verbs well enough to find the end of a subject
_OPENS = re.compile(r"(?:[A-Z][a-z’'-]*(?:\s[\w’'-]+){0,6},\s)?[Tt]he\s(?=[a-z])")
_BEFORE_A_NOUN = frozenset({"adjective", "adverb", "noun", "number"})
_DETERMINED = re.compile(
    r"\b(?:the|this|that|these|those|its|his|her|their|our|my|your)\s(?:[\w’'-]+\s){0,3}$", re.IGNORECASE
)
# Inside a sentence "the noun" is anaphoric if nothing after it says which one and its document introduced it as "a noun".
_INSIDE = re.compile(r"\bthe\s([a-z]{4,})(?=[.,;:\"”’]|\s(?:said|says|read|reads|was|were|is|are|has|had|and)\b|$)")
# “…,” the official said: only a noun names the speaker.
_SAYS = "|".join(sorted(rulebook(_LANGUAGE).words("speaking")))
_SPEAKER = re.compile(
    rf"[\"”’'],?\s(?:the\s(?:[a-z-]+\s)??([a-z-]{{3,}})\s(?:{_SAYS})\b|(?:{_SAYS})\sthe\s([a-z-]{{3,}})(?=[.,;]|$))"
)
# "The conference that was held", "The recorder and the wreck": the noun has a modifier.
_DESCRIBED = re.compile(r"[Tt]he\s(?:[\w’'-]+\s){1,4}?(?:that|which|who|and|or)\b")
_BODIES, _KNOWN_TO_ALL = rulebook(_LANGUAGE).words("bodies"), rulebook(_LANGUAGE).words("known to all")
_MOST_BEFORE = 60  # characters: longest distance of a determiner from its noun
_LONGEST_SUBJECT = 120
_SHORTEST = 3


def unresolved_nouns(view: StoryView, row: int) -> tuple[str, ...]:
    """Return the nouns of a sentence that its document introduced before, or that alone name a speaker."""
    return view.kept_of(_unresolved_nouns, row)


def _unresolved_nouns(view: StoryView, row: int) -> tuple[str, ...]:
    if view.language_of(row) != _LANGUAGE or view.number[row] == 1:
        return ()
    sentence = view.sentences[row]
    before = view.documents[int(view.document_of[row])].text[: sentence.start]
    subject = definite_subject(sentence.text)
    unresolved = (
        [subject]
        if subject is not None and _is_new(view, subject) and _appeared_without_article(before, subject)
        else []
    )
    inside = (match[1] for match in _INSIDE.finditer(sentence.text))
    unresolved += [noun for noun in inside if _appeared_with_indefinite(before, noun) and _is_new(view, noun)]
    speakers = (match[1] or match[2] for match in _SPEAKER.finditer(sentence.text))
    unresolved += [noun for noun in speakers if noun not in _BODIES and noun not in _KNOWN_TO_ALL]
    return tuple(dict.fromkeys(unresolved))


def refers_by_another_word(view: StoryView, row: int) -> bool:
    """Say whether the subject of a sentence is "the noun" that neither its document had before nor a lead presupposes.

    Such a subject refers to the sentences right before it by another word: "The comment", "The actress".
    """
    return view.kept_of(_refers_by_another_word, row)


def _refers_by_another_word(view: StoryView, row: int) -> bool:
    if view.language_of(row) != _LANGUAGE or view.number[row] == 1:
        return False
    sentence = view.sentences[row]
    noun = definite_subject(sentence.text)
    if noun is None or noun in _KNOWN_TO_ALL or not _is_new(view, noun) or _DESCRIBED.match(sentence.text) is not None:
        return False
    return not mentions(view.documents[int(view.document_of[row])].text[: sentence.start], noun)


def _is_new(view: StoryView, noun: str) -> bool:
    """Say whether no lead of a story presupposes a noun."""
    return not any(_presupposes(text, noun) for text in view.kept(_openings))


def _appeared_without_article(before: str, noun: str) -> bool:
    """Say whether a text has a noun, first without "the" or the like."""
    first = _mention(noun).search(before)
    if first is None:
        return False
    return _DETERMINED.search(before, max(0, first.start() - _MOST_BEFORE), first.start()) is None


def _appeared_with_indefinite(before: str, noun: str) -> bool:
    """Say whether a text introduces a noun as one among others: "a statement", "another letter"."""
    return noun not in _KNOWN_TO_ALL and _one(noun).search(before) is not None


def definite_subject(text: str) -> str | None:
    """Return the noun of "The noun …" in small letters if nothing after it says which one; or None."""
    opening = _OPENS.match(text)
    if opening is None:
        return None
    nouns: list[TaggedWord] = []
    for word in tag(text[opening.end() : opening.end() + _LONGEST_SUBJECT], _LANGUAGE):
        if word.text.endswith(("'s", "’s")) and len(word.text) >= _SHORTEST + 2:
            return word.text[:-2].lower()  # "The ferry's captain" refers to the ferry
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


def _presupposes(text: str, noun: str) -> bool:
    """Say whether a text has "the noun" as something that needs no introduction."""
    return any(
        _DETERMINED.search(text, max(0, match.start() - _MOST_BEFORE), match.start())
        for match in _mention(noun).finditer(text)
    )


def _openings(view: StoryView) -> tuple[str, ...]:
    return tuple(view.sentences[row].text for row in np.flatnonzero(view.number == 1).tolist())


@lru_cache(maxsize=2048)
def _one(noun: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:[Aa]n?|[Aa]nother|[Oo]ne)\s(?:[\w’'-]+\s){{0,4}}{re.escape(noun)}\b")


@lru_cache(maxsize=2048)  # a stream has ever new nouns
def _mention(noun: str) -> re.Pattern[str]:
    single = noun.removesuffix("s")
    return re.compile(rf"\b{re.escape(single)}(?:s|es)?\b", re.IGNORECASE)
