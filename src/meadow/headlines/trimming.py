"""A sentence in ever shorter versions, down to what a headline needs: each is the one before with a part left out.

Source: our own rules, in the manner of Dorr, Zajic and Schwartz (2003), without a parser. First goes what headlines never
have (dateline, attribution, parentheses, the stop), then the opening circumstance, clauses, times, the second main clause,
prepositional phrases from the end, and articles. Japanese has its own order: its sentences end on what matters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from meadow.headlines.readable import without_stop
from meadow.headlines.trimming_japanese import japanese_versions
from meadow.text.datelines import dateline_length
from meadow.text.phrases import Span, TaggedWord, dates, tag
from meadow.text.phrases.pruning import prune, without

Trim = Callable[[str, str], str | None]

_LEAST_WORDS = 4
_VERBAL = frozenset({"verb", "auxiliary"})
_NOMINAL = frozenset({"noun", "name", "number"})
_OPENERS = frozenset({"preposition", "adverb", "subordinator"})
_MOST_OPENING_WORDS = 16
# Dutch turns the order of words round after an opening; English and Spanish go on behind the comma as if it were not there.
_FREE_OPENING = frozenset({"en", "es"})
_DROPS_ARTICLES = frozenset({"en", "nl"})
_BEFORE_DATE = re.compile(r"(?:\b(?:on|in|since|by|el|la|del|en|de|op|van)\s+)?(?:\b(?:the|de|el)\s+)?$", re.IGNORECASE)


def versions(text: str, language: str = "en") -> Iterator[str]:
    """Yield a sentence on one line as it is, without what no headline needs, and then shorter and shorter."""
    body = text[dateline_length(text, language) :]
    if language == "ja":
        yield from japanese_versions(body)
        return
    line = without_stop(without(body, prune(body, language)))
    yield _begun(line)
    for trim in _TRIMS:
        while (shorter := trim(line, language)) is not None:
            line = shorter
            yield _begun(line)


def _begun(line: str) -> str:
    return line[:1].upper() + line[1:]


def _drop_opening(line: str, language: str) -> str | None:
    """Return what follows "After a search of two days," and its like."""
    head, comma, rest = line.partition(", ")
    if rest[:4].isdigit():  # "On December 26, 2004, …": the year belongs to the date
        year, comma, rest = rest.partition(", ")
        head = f"{head}, {year}"
    words = tag(line, language)
    if not words:
        return None
    opens = words[0].tag in _OPENERS or any(date.start == 0 for date in dates(line, language))
    if language not in _FREE_OPENING or not comma or not opens or len(head.split()) > _MOST_OPENING_WORDS:
        return None
    if not _is_sentence(rest, language) or '"' in head or "“" in head:
        return None
    return rest if tag(rest, language)[0].tag != "pronoun" else None  # "it" is what the opening names


def _drop_clause(line: str, language: str) -> str | None:
    """Return the line without its last participle, relative or subordinate clause."""
    gone = prune(line + ".", language, enough=lambda left: len(left) < len(line) + 1)
    shorter = without_stop(without(line + ".", gone))
    return shorter if len(shorter) < len(line) and _is_sentence(shorter, language) else None


def _drop_date(line: str, language: str) -> str | None:
    """Return the line without its last date and the "on" before it; a date that opens the line stays."""
    for date in reversed(dates(line, language)):
        before = _BEFORE_DATE.search(line[: date.start])
        start = date.start if before is None else before.start()
        shorter = without(line, [Span(start, date.end, "")])
        if start > 0 and shorter and _keeps_shape(line, shorter, language):
            return shorter
    return None


def _drop_second_clause(line: str, language: str) -> str | None:
    """Return the first of two clauses that "and", "but" or a semicolon joins."""
    words = tag(line, language)
    for place in range(len(words) - 1, 0, -1):
        word = words[place]
        if word.tag != "conjunction" and word.text != ";":
            continue
        left = line[: word.start].rstrip(" ,;")
        if _has_verb(words[place + 1 :]) and _is_sentence(left, language) and _pairs_hold(left):
            return left
    return None


def _drop_last_phrase(line: str, language: str) -> str | None:
    """Return the line without its last prepositional phrase, if that hangs on a noun: "accused of theft" stays whole."""
    words = tag(line, language)
    for place in range(len(words) - 1, 0, -1):
        if words[place].tag != "preposition" or words[place - 1].tag not in _NOMINAL:
            continue
        if any(word.tag in _VERBAL for word in words[place:]):
            return None
        left = line[: words[place].start].rstrip(" ,")
        return left if _is_sentence(left, language) and _pairs_hold(left) else None
    return None


def _drop_articles(line: str, language: str) -> str | None:
    """Return the line without articles before nouns, as English and Dutch headlines are written."""
    if language not in _DROPS_ARTICLES:
        return None
    words = tag(line, language)
    gone = [word for word in words if word.tag == "article" and (word.text.islower() or word.start == 0)]
    shorter = without(line, gone)
    return shorter if gone and len(shorter.split()) >= _LEAST_WORDS else None


def _has_verb(words: tuple[TaggedWord, ...]) -> bool:
    return any(word.tag in _VERBAL for word in words)


def _is_sentence(line: str, language: str) -> bool:
    """Say whether a line has the words and the verb of a sentence; after "After the storm" these must follow a comma."""
    words = tag(line, language)
    if len(line.split()) < _LEAST_WORDS or words[0].tag in ("conjunction", "punctuation"):
        return False
    if words[0].tag not in ("preposition", "subordinator"):
        return _has_verb(words)
    comma = next((place for place, word in enumerate(words) if word.text == ","), len(words))
    return _has_verb(words[comma:])


def _keeps_shape(line: str, shorter: str, language: str) -> bool:
    broken = re.search(r",\s*,|\s[,;:.]|[,;:]$", shorter) is not None
    return not broken and _is_sentence(shorter, language) and shorter[0] == line[0]


def _pairs_hold(line: str) -> bool:
    return line.count('"') % 2 == 0 and line.count("“") == line.count("”") and line.count("(") == line.count(")")


_TRIMS: tuple[Trim, ...] = (
    _drop_opening, _drop_clause, _drop_date, _drop_second_clause, _drop_last_phrase, _drop_articles,
)  # fmt: skip
