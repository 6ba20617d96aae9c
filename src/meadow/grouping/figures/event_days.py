"""The day on which something happened, according to a sentence: "died on Thursday", "the bridge collapsed on 3 March".

Read only of sentences with one date, which stands beside a verb that nobody says, plans or doubts. The days of documents
without a date are the names of weekdays.

Source: our own rules.
"""

from __future__ import annotations

from bisect import bisect_left
from datetime import datetime

from meadow.grouping.figures.asserted import LONGEST, Assertion, is_doubted, is_quoted, names_among
from meadow.grouping.figures.past import opens_in_the_past, tells_of_the_past
from meadow.grouping.figures.words import BREAKS, SentenceWords
from meadow.text.phrases.dates import dates_among
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import read_tokens
from meadow.text.phrases.values import DateMention
from meadow.text.stems import stem_of

DAY = "day"  # the question that these assertions answer
_SPANISH_FUTURE = ("rá", "rán", "ría", "rían")
_BEFORE, _AFTER = 5, 3  # words between a verb and its day


def days_in(text: str, language: str, published: datetime | None) -> tuple[Assertion, ...]:
    """Return on which day a sentence says that something happened; nothing where it does not tell surely."""
    tokens = read_tokens(text, language)
    if len(tokens) > LONGEST:
        return ()
    mentions = dates_among(text, tokens, language, anchor=published)
    if len(mentions) != 1 or tells_of_the_past(tokens.plain, language, published):
        return ()
    words = SentenceWords.of(tokens, tag_tokens(tokens, language), language)
    day, verb = _day(words, mentions[0], published), _verb(words, mentions[0])
    if day is None or verb is None or opens_in_the_past(words.lower, words.lists):
        return ()
    if is_quoted(tokens.texts, verb) or is_doubted(words, verb, verb + 1) or _is_to_come(words, verb):
        return ()
    called = tuple(names_among(words, 0, len(words.lower)))
    names = frozenset(stem for stem, _ in called)
    return (
        Assertion(DAY, day, stem_of(language)[words.word(verb)], words.word(verb), mentions[0].text, names, called),
    )


def _day(words: SentenceWords, mention: DateMention, published: datetime | None) -> str | None:
    """Return the day as a date, or as a weekday where the document has no date."""
    if published is not None:
        return None if mention.day is None else mention.day.isoformat()
    named = [word.lower() for word in mention.text.split() if word.lower() in words.lexicon.table("weekdays")]
    return named[0] if len(named) == 1 else None


def _verb(words: SentenceWords, mention: DateMention) -> int | None:
    """Return the verb that a day belongs to: the nearest before it without a mark between, else right after it."""
    first, end = bisect_left(words.tokens.starts, mention.start), bisect_left(words.tokens.starts, mention.end)
    for place in range(first - 1, max(-1, first - 1 - _BEFORE), -1):
        if words.word(place) in BREAKS:
            break
        if words.tag(place) == "verb":
            return _if_it_tells(words, place)
    for place in range(end, min(len(words.lower), end + _AFTER)):
        if words.word(place) in BREAKS:
            break
        if words.tag(place) == "verb":
            return _if_it_tells(words, place)
    return None


def _if_it_tells(words: SentenceWords, place: int) -> int | None:
    word = words.word(place)
    return None if word in words.lexicon.words("reporting") or word in words.lists.phrases("trading") else place


def _is_to_come(words: SentenceWords, verb: int) -> bool:
    """Say whether a verb is told of what is to come, which may be put off."""
    low, _ = words.clause(verb, verb + 1)
    if words.language == "es" and words.word(verb).endswith(_SPANISH_FUTURE):
        return True
    return not words.lexicon.words("modals").isdisjoint(words.lower[low:verb]) or words.word(verb - 1) == "to"
