"""The subject of a number: the names and the verb of its clause.

"Shares of Northgate fell 62 cents" and "Shares of Vantel fell 67 cents" are two facts; "the court has nine justices" and
"four justices voted" are a whole and a part. Who merely says something ("Harris said") is not whom it is about.

Source: our own rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from meadow.grouping.figures.words import NumberInSentence, SentenceWords
from meadow.text.phrases.lexicon import lexicon
from meadow.text.stems import stem_of

WHOLE = "has"  # the predicate of a count of all there are: "the court has nine justices"
_NOBODY: frozenset[str] = frozenset()
_SPEAKER_REACH = 2  # words between a name and the "said" that belongs to it


def names_of(seen: NumberInSentence) -> frozenset[str]:
    """Return the stems of the names in the clause of a number, but for those of speakers and of days and months."""
    words = seen.words
    if "name" not in words.tags[seen.low : seen.high]:
        return _NOBODY
    calendar, stems = _calendar(words.language), stem_of(words.language)
    return frozenset([stems[name] for name in _names(seen) if name not in calendar])


def predicate_of(seen: NumberInSentence) -> str | None:
    """Return the stem of the verb of a number: the first behind it in its clause, else the last before it.

    WHOLE where somebody has so many: others of them may do something. None where no verb tells.
    """
    words = seen.words
    if words.lists.phrases("wholes").before(words.lower, seen.first) is not None:
        return WHOLE
    low, high = max(seen.low, seen.left), min(seen.high, seen.right)
    if "verb" not in words.tags[low:high]:
        return None
    reporting = words.lexicon.words("reporting")
    for place in (*range(seen.end, high), *range(seen.first - 1, low - 1, -1)):
        if words.tags[place] == "verb" and words.lower[place] not in reporting:
            return stem_of(words.language)[words.lower[place]]
    return None


@cache
def _calendar(language: str) -> frozenset[str]:
    return frozenset().union(*(lexicon(language).table(name) for name in ("months", "weekdays")))


def _names(seen: NumberInSentence) -> Iterator[str]:
    words, place, high, tags = seen.words, seen.low, seen.high, seen.words.tags
    while place < high:
        end = place
        while end < high and tags[end] == "name":
            end += 1
        counts = end + 1 == seen.opening  # "Honduras reported 231 deaths" is of Honduras
        if end > place and (counts or not _speaks(words, place, end)):
            yield from (words.word(each).removesuffix("'s") for each in range(place, end))
        place = max(end, place + 1)


def _speaks(words: SentenceWords, first: int, end: int) -> bool:
    """Say whether a name is a speaker's: "Harris said", "according to Harris"."""
    reporting = words.lexicon.words("reporting")
    lower = words.lower
    before, after = lower[max(0, first - _SPEAKER_REACH) : first], lower[end : end + _SPEAKER_REACH]
    return not (reporting.isdisjoint(before) and reporting.isdisjoint(after))
