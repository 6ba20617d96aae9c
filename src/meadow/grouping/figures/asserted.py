"""Assertions by a predicate that has an opposite: "granted a permit", "the permit was suspended".

An assertion is the question (was it permitted? who leaves office?), the side taken, and of what: the object of the verb, the
subject of a passive and of "resigned", and what "was an accident". Where any of it is doubted, denied, demanded, quoted or
of another time, nothing is asserted.

Source: our own rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from meadow.grouping.figures.lists import fact_lists
from meadow.grouping.figures.past import opens_in_the_past, tells_of_the_past, tells_of_the_past_in_japanese
from meadow.grouping.figures.words import SentenceWords
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import read_tokens
from meadow.text.stems import stem_of

OF_SUBJECT, OF_NOUN = frozenset({"office"}), frozenset({"cause"})
LONGEST = 200  # words; a "sentence" of more is a table or worse, and each predicate is read with all of its clause
_OBJECT_REACH = 5  # words between a verb and its object
_HOPS = 3  # noun phrases that may hang on one another: "the blast at the mill in Orl"
_HEADS = ("noun", "name")
_BEFORE_HEAD = ("article", "determiner", "possessive", "adjective")
_VERBAL = ("auxiliary", "adverb", "verb")
_OPENING_QUOTES, _CLOSING_QUOTES = frozenset("“«„"), frozenset("”»")
_JAPANESE_NOUN = "[々一-鿿ァ-ヺー]"


@dataclass(frozen=True, slots=True)
class Assertion:
    """One side taken on one question: `asks` is the question, `about` the stem of what it is asked of.

    `names` are the stems of names that tell which one is meant.
    """

    asks: str
    side: str
    about: str
    shown_about: str
    shown: str
    names: frozenset[str] = frozenset()


def assertions_in(text: str, language: str, published: datetime | None) -> tuple[Assertion, ...]:
    """Return what a sentence asserts, in order."""
    if language == "ja":
        return tuple(_japanese(text, published))
    tokens = read_tokens(text, language)
    lists = fact_lists(language)
    if len(tokens) > LONGEST:
        return ()
    if tells_of_the_past(tokens.plain, language, published) or opens_in_the_past(tokens.plain, lists):
        return ()
    words = SentenceWords.of(tokens, tag_tokens(tokens, language), language)
    return tuple(_assertions(words))


@cache
def japanese_predicates() -> re.Pattern[str]:
    """Return how Japanese sentences are chosen, and what they assert of which noun."""
    marks = "|".join(sorted(fact_lists("ja").table("opposed"), key=lambda mark: (-len(mark), mark)))
    return re.compile(rf"(?P<about>{_JAPANESE_NOUN}{{2,10}})(?:を|は|が)、?(?P<mark>{marks})")


def _assertions(words: SentenceWords) -> Iterator[Assertion]:
    table = words.lists.table("opposed")
    opposed = words.lists.opposed
    for place in range(len(words.lower)):
        phrase = opposed.at(words.lower, place)
        if phrase is None or is_quoted(words.tokens.texts, place):
            continue
        end = place + phrase.count(" ") + 1
        about = _about(words, place, end, table[phrase][:-1])
        if about is not None and not is_doubted(words, place, end):
            stem = stem_of(words.language)[words.word(about).removesuffix("'s")]
            names = frozenset(_names(words, place, end, about)) - {stem}
            yield Assertion(table[phrase][:-1], table[phrase][-1], stem, words.tokens.texts[about], phrase, names)


def _about(words: SentenceWords, place: int, end: int, asks: str) -> int | None:
    """Return the head of what a predicate is said of; None where it does not stand beside it."""
    if asks in OF_NOUN:
        first = place
        while words.tag(first - 1) in _BEFORE_HEAD:
            first -= 1
        is_said = words.word(first - 1) in words.lexicon.words("copulas")
        return _subject(words, first - 1) if is_said and words.tag(end) not in _HEADS else None
    if asks in OF_SUBJECT or words.word(place - 1) in words.lexicon.words("copulas"):
        return _subject(words, place)
    return _subject(words, place) if words.language == "nl" else _object(words, end)


def _subject(words: SentenceWords, place: int) -> int | None:
    """Return the head of what stands right before the words of a verb: the blast, in "the blast at the mill was …"."""
    while words.tag(place - 1) in _VERBAL:
        place -= 1
    for _ in range(_HOPS):
        if words.tag(place - 1) not in _HEADS:
            return None
        first = place - 1
        while words.tag(first - 1) in (*_HEADS, *_BEFORE_HEAD):
            first -= 1
        if words.word(first - 1) in words.lists.phrases("agents"):
            return None
        if words.tag(first - 1) not in ("preposition", "link"):
            return place - 1
        place = first - 1
    return None


def _object(words: SentenceWords, end: int) -> int | None:
    """Return the head of the noun phrase that follows a verb."""
    place, skipped = end, (*_BEFORE_HEAD, "number")
    if words.language == "es" and words.word(place) in ("a", "al"):
        place += 1
    while words.tag(place) in skipped and place < end + _OBJECT_REACH:
        place += 1
    if words.tag(place) not in _HEADS:
        return None
    while words.language == "en" and words.tag(place + 1) in _HEADS:
        place += 1
    return place


def is_doubted(words: SentenceWords, place: int, end: int) -> bool:
    """Say whether the clause of a predicate doubts, denies or demands it, or tells of another time."""
    low, high = _scope(words, place, end)
    doubted = words.lists.phrases("doubted", "perhaps", "elsewhen", "earlier")
    return doubted.among(words.lower, low, place) is not None or doubted.among(words.lower, end, high) is not None


def _scope(words: SentenceWords, place: int, end: int) -> tuple[int, int]:
    """Return the words of a clause, without the ones that hang on a noun behind the predicate: "the permit that …"."""
    low, high = words.clause(place, end)
    openers = words.lexicon.words("relatives") | words.lexicon.words("subordinators")
    hanging = (each for each in range(end, high) if words.word(each) in openers)
    return low, next(hanging, high)


def is_quoted(texts: Sequence[str], place: int) -> bool:
    """Say whether a word stands between quotation marks."""
    before = texts[:place]
    opened = sum(text in _OPENING_QUOTES for text in before) - sum(text in _CLOSING_QUOTES for text in before)
    return opened > 0 or sum(text in ('"', "``", "''") for text in before) % 2 == 1


def _names(words: SentenceWords, place: int, end: int, about: int) -> Iterator[str]:
    """Iterate over the names that tell which one is meant, not who did it: of an object those behind the verb."""
    low, high = _scope(words, place, end)
    calendar = {*words.lexicon.table("months"), *words.lexicon.table("weekdays")}
    stems = stem_of(words.language)
    for each in range(end if about >= end else low, high):
        if words.tag(each) == "name" and words.word(each) not in calendar:
            yield stems[words.word(each).removesuffix("'s")]


def _japanese(text: str, published: datetime | None) -> Iterator[Assertion]:
    if tells_of_the_past_in_japanese(text, published):
        return
    lists = fact_lists("ja")
    doubted = lists.phrases("doubted", "elsewhen", "earlier").phrases
    for match in japanese_predicates().finditer(text):
        low = max(text.rfind(mark, 0, match.start()) for mark in "。「") + 1
        high = min((end for mark in "。、」" if (end := text.find(mark, match.end())) >= 0), default=len(text))
        quoted = text.count("「", 0, match.start()) > text.count("」", 0, match.start())
        if not quoted and not any(word in text[low:high] for word in doubted):
            answer = lists.table("opposed")[match["mark"]]
            yield Assertion(answer[:-1], answer[-1], match["about"], match["about"], match["mark"])
