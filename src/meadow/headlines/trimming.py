"""A sentence in ever shorter versions, down to what a headline needs: each is the one before with a part left out.

Source: our own rules, in the manner of Dorr, Zajic and Schwartz (2003), without a parser. First goes what headlines never
have (dateline, attribution, parentheses, the stop), then the opening circumstance, clauses, times, the second main clause,
prepositional phrases from the end, and articles. Japanese has its own order: its sentences end on what matters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from meadow.headlines.complements import RELATIONAL, is_finite
from meadow.headlines.readable import without_stop
from meadow.headlines.tagging import tag
from meadow.headlines.trimming_clauses import drop_aside, drop_dash, drop_last_clause
from meadow.headlines.trimming_japanese import japanese_versions
from meadow.text.datelines import dateline_length
from meadow.text.phrases import Span, TaggedWord, dates
from meadow.text.phrases.pruning import prune, without

Trim = Callable[[str, str], str | None]

_LEAST_WORDS = 4
_VERBAL = frozenset({"verb", "auxiliary"})
_NOMINAL = frozenset({"noun", "name", "number"})
_OPENERS = frozenset({"preposition", "adverb", "subordinator"})
_BEGIN_SUBJECTS = frozenset({"noun", "name", "article", "number", "adjective", "determiner", "possessive", "pronoun"})
_SOURCES = frozenset({"According", "Según"})
_MOST_OPENING_WORDS = 16
# Dutch turns the order of words round after an opening; English and Spanish go on behind the comma as if it were not there.
_FREE_OPENING = frozenset({"en", "es"})
_DROPS_ARTICLES = frozenset({"en", "nl"})
_BRACKETED = re.compile(r"\s*\([^()]{1,80}\)")
# A day that is past when the line is read says nothing at its head.
_NOW = re.compile(r"^(?:Today|Yesterday|Hoy|Ayer),\s+(?=\S)")
_BEFORE_DATE = re.compile(
    r"(?:\b(?:on|in|since|by|el|la|del|en|de|op|van)\s+)?(?:\b(?:the|de|el|this|est[ae]|deze)\s+)?$", re.IGNORECASE
)


def versions(text: str, language: str = "en") -> Iterator[str]:
    """Yield a sentence on one line as it is, without what no headline needs, and then shorter and shorter."""
    body = text[dateline_length(text, language) :]
    if language == "ja":
        yield from japanese_versions(body)
        return
    line = _NOW.sub("", without_stop(without(body, prune(body, language))))
    yield _begun(line)
    for trim in _TRIMS:
        while (shorter := trim(line, language)) is not None:
            line = shorter
            yield _begun(line)


def _begun(line: str) -> str:
    return line[:1].upper() + line[1:]


def _drop_brackets(line: str, language: str) -> str | None:  # noqa: ARG001 - the family's signature
    """Return the line without what stands in brackets, abbreviations of names among it."""
    shorter = _BRACKETED.sub("", line)
    return shorter if shorter != line and len(shorter.split()) >= _LEAST_WORDS else None


def _drop_opening(line: str, language: str) -> str | None:
    """Return what follows "After a search of two days," and its like."""
    head, comma, rest = line.partition(", ")
    if rest[:4].isdigit():  # "On December 26, 2004, …": the year belongs to the date
        year, comma, rest = rest.partition(", ")
        head = f"{head}, {year}"
    words = tag(line, language)
    if not words:
        return None
    date = next((date.end for date in dates(line, language) if date.start == 0), None)
    opens = words[0].tag in _OPENERS or date is not None
    if _holds_subject(words, len(head), words[0].end if date is None else date):
        return None
    if language not in _FREE_OPENING or not comma or not opens or len(head.split()) > _MOST_OPENING_WORDS:
        return None
    if words[0].text in _SOURCES and not _has_verb(tag(rest.partition(",")[0], language)):
        return None  # "According to Lund, the mayor, …": what follows still belongs to the source
    if not _is_sentence(rest, language) or '"' in head or "“" in head:
        return None
    return rest if tag(rest, language)[0].tag != "pronoun" else None  # "it" is what the opening names


def _holds_subject(words: tuple[TaggedWord, ...], end: int, opened: int) -> bool:
    """Say whether somebody is named behind an opening adverb or date, before the comma: "Yesterday the guard, a …,"."""
    rest = [word for word in words if opened <= word.start < end]
    return words[0].tag not in ("preposition", "subordinator") and bool(rest) and rest[0].tag in _BEGIN_SUBJECTS


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
    for index in range(len(words) - 1, 0, -1):
        word = words[index]
        if word.tag != "conjunction" and word.text != ";":
            continue
        left = line[: word.start].rstrip(" ,;")
        if _begins_clause(words, index + 1) and _is_sentence(left, language) and _pairs_hold(left):
            return None if _ends_in_scrap(left, words[index - 1], language) else left
    return None


def _begins_clause(words: tuple[TaggedWord, ...], start: int) -> bool:
    """Say whether a verb follows before a comma or a relative clause: "and Kate, who was" goes on with a list."""
    if words[start - 2 : start - 1] and words[start - 2].text == "," and _is_infinitive(words, start):
        return True
    for index in range(start, len(words)):
        word = words[index]
        if word.text in (",", ";") or word.tag in ("relative", "subordinator", "conjunction"):
            return False
        if word.tag in _VERBAL and is_finite(words, index):
            return True
    return False


def _is_infinitive(words: tuple[TaggedWord, ...], index: int) -> bool:
    return index + 1 < len(words) and words[index].text.lower() == "to" and words[index + 1].tag == "verb"


def _ends_in_scrap(left: str, last: TaggedWord, language: str) -> bool:
    """Say whether a cut at "and" leaves half a list behind: an adjective, or a word or two behind a comma."""
    _, comma, end = left.rpartition(",")
    alone = bool(comma) and len(end.split()) <= 2 and not _has_verb(tag(end, language))
    return alone or last.tag in ("adjective", "number", "article", "determiner")


def _drop_last_phrase(line: str, language: str) -> str | None:
    """Return the line without its last prepositional phrase, if that hangs on a noun: "accused of theft" stays whole."""
    words = tag(line, language)
    for index in range(len(words) - 1, 0, -1):
        if words[index].tag != "preposition" or words[index - 1].tag not in _NOMINAL:
            continue
        if any(word.tag in _VERBAL for word in words[index + _is_gerund(words, index + 1) + 1 :]):
            return None
        if words[index - 1].text.lower() in RELATIONAL:
            continue
        left = line[: words[index].start].rstrip(" ,")
        opened = tag(left.rpartition(", ")[2], language) if ", " in left else ()
        halved = _is_gerund(opened, 0)  # "…, sending water (over the dyke)"
        return left if not halved and _is_sentence(left, language) and _pairs_hold(left) else None
    return None


def drop_articles(line: str, language: str) -> str | None:
    """Return the line without articles before nouns, as English and Dutch headlines are written."""
    if language not in _DROPS_ARTICLES:
        return None
    words = tag(line, language)
    gone = [word for word in words if word.tag == "article" and (word.text.islower() or word.start == 0)]
    shorter = without(line, gone)
    return _begun(shorter) if gone and len(shorter.split()) >= _LEAST_WORDS else None


def _is_gerund(words: tuple[TaggedWord, ...], index: int) -> bool:
    """Say whether "-ing" follows a preposition: "by inhaling dust" goes as one phrase."""
    return index < len(words) and words[index].tag == "verb" and words[index].text.lower().endswith("ing")


def _has_verb(words: tuple[TaggedWord, ...]) -> bool:
    return any(word.tag in _VERBAL for word in words)


def _is_sentence(line: str, language: str) -> bool:
    """Say whether a line has the words and the verb of a sentence; after "After the storm" these must follow a comma."""
    words = tag(line, language)
    if len(line.split()) < _LEAST_WORDS or words[0].tag in ("conjunction", "punctuation"):
        return False
    if words[0].tag not in ("preposition", "subordinator"):
        return _has_verb(words)
    comma = next((index for index, word in enumerate(words) if word.text == ","), len(words))
    return _has_verb(words[comma:])


def _keeps_shape(line: str, shorter: str, language: str) -> bool:
    broken = re.search(r",\s*,|\s[,;:.]|[,;:]$", shorter) is not None
    return not broken and _is_sentence(shorter, language) and shorter[0] == line[0]


def _pairs_hold(line: str) -> bool:
    return line.count('"') % 2 == 0 and line.count("“") == line.count("”") and line.count("(") == line.count(")")


_TRIMS: tuple[Trim, ...] = (
    drop_dash, _drop_brackets, drop_aside, _drop_opening, _drop_clause, _drop_date, drop_last_clause, _drop_second_clause,
    _drop_last_phrase, drop_articles,
)  # fmt: skip
