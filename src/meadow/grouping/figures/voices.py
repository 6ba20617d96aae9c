"""Who gives a number, according to its sentence: "police said 12 died", "1,100 trains, according to the union".

A voice is the subject of a verb of saying or counting, or what follows "according to". One before its verb speaks for what
follows, up to the next; one behind a comma and before another ("…, police said, …") for what precedes it.

Source: our own rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meadow.grouping.figures.words import BREAKS, NumberInSentence, SentenceWords

_IN_NAME = frozenset({"noun", "name", "adjective", "article", "determiner", "possessive", "link"})
_BETWEEN = frozenset({"auxiliary", "adverb"})
_LONGEST_NAME = 8  # words
_SHOWN = 5
_LONGEST_ASIDE = 10  # words
_SHORT = 2  # letters of a word that initials take whole: US
_OPENERS = frozenset("*•-–—")


class Voice(NamedTuple):
    """Whoever speaks, with the first word and the one after the last of the phrase that says so."""

    name: str
    first: int
    end: int
    trails: bool


def voice_of(seen: NumberInSentence, voices: Sequence[Voice]) -> str | None:
    """Return who gives a number; None where the sentence names nobody for it."""
    leading = [each for each in voices if each.end <= seen.first and not each.trails]
    start = leading[-1].first if leading else 0
    trailing = [each for each in voices if each.first >= seen.end and each.trails]
    taken = [each for each in voices if each.first >= seen.end and not each.trails]
    if trailing and (not taken or trailing[0].first < taken[0].first):
        return trailing[0].name
    if leading:
        return leading[-1].name
    before = [each for each in voices if each.end <= seen.first and each.first >= start]
    return before[-1].name if before else None


def _before_aside(words: SentenceWords, verb: int) -> int:
    """Return where a subject ends that a short aside parts from its verb: "the channel, for its part, said"."""
    if words.word(verb - 1) != ",":
        return verb
    opening = next(
        (place for place in range(verb - 2, max(0, verb - _LONGEST_ASIDE), -1) if words.word(place) == ","), None
    )
    return verb if opening is None or words.tag(verb + 1) in _IN_NAME else opening


def is_same_voice(one: str, other: str) -> bool:
    """Say whether two names are one, or one is the other's initials: USGS, US Geological Survey."""
    if not one or not other:
        return False
    names = [[word.casefold() for word in re.findall(r"\w+", name)] for name in (one, other)]
    initials = ["".join(word if len(word) <= _SHORT else word[0] for word in name) for name in names]
    return (
        not set(names[0]).isdisjoint(names[1]) or "".join(names[0]) == initials[1] or "".join(names[1]) == initials[0]
    )


def voices_in(words: SentenceWords) -> list[Voice]:
    """Return all who speak in a sentence, in order."""
    prefixed = _prefixed(words)
    return ([] if prefixed is None else [prefixed]) + sorted(_speaking(words), key=lambda each: each.first)


def _prefixed(words: SentenceWords) -> Voice | None:
    """Return the voice of an item in a list: "* AP - more than 12 dead"."""
    if not words.lower or words.lower[0] not in _OPENERS:
        return None
    end = 1
    while words.tag(end) in ("name", "noun", "conjunction"):
        end += 1
    return (
        Voice(_text(words, 1, end), 0, end, trails=False)
        if end > 1 and words.word(end) in ("-", "–", "—", ":")
        else None
    )


def _speaking(words: SentenceWords) -> Iterator[Voice]:
    saying = words.lexicon.words("reporting") | words.lists.phrases("claiming").phrases
    according, confirming = words.lists.phrases("according"), words.lists.phrases("confirming")
    for place, word in enumerate(words.lower):
        phrase = according.at(words.lower, place)
        if phrase is not None:
            first = place + phrase.count(" ") + 1
            end = _run_after(words, first)
            if end > first:
                yield Voice(_text(words, first, end), place, end, trails=words.word(place - 1) in BREAKS or place > 0)
        elif (word in saying and words.tag(place) != "noun") or confirming.at(words.lower, place) is not None:
            yield from _subject(words, place)


def _subject(words: SentenceWords, verb: int) -> Iterator[Voice]:
    """Iterate over who is the subject of a verb of saying: right before it, or behind it after a mark."""
    last = verb
    last = _before_aside(words, last)
    while words.tag(last - 1) in _BETWEEN:
        last -= 1
    first = last
    while first > max(0, last - _LONGEST_NAME) and words.tag(first - 1) in _IN_NAME:
        first -= 1
    while first < last and words.tag(first) == "link":
        first += 1
    closed = words.word(verb + 1) in BREAKS or verb + 1 >= len(words.lower)
    if first < last and _names_somebody(words, first, last):
        yield Voice(_text(words, first, last), first, verb + 1, trails=closed and words.word(first - 1) in BREAKS)
    elif words.word(last - 1) in BREAKS and last > 0:
        end = _run_after(words, verb + 1)
        if end > verb + 1 and _names_somebody(words, verb + 1, end):
            yield Voice(_text(words, verb + 1, end), verb, end, trails=True)


def _names_somebody(words: SentenceWords, first: int, end: int) -> bool:
    return any(words.tag(place) in ("noun", "name") for place in range(first, end))


def _run_after(words: SentenceWords, start: int) -> int:
    end = start
    while end < min(len(words.lower), start + _LONGEST_NAME) and words.tag(end) in _IN_NAME:
        end += 1
    return end


def _text(words: SentenceWords, first: int, end: int) -> str:
    """Return the name as written, without an article before it."""
    while first < end - 1 and words.tag(first) in ("article", "determiner", "possessive"):
        first += 1
    return " ".join(words.tokens.texts[first:end][-_SHOWN:])
