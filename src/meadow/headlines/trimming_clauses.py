"""What hangs on a main clause and can go as a whole: an aside behind the subject, what follows a dash, a clause at the end.

Source: our own rules, in the manner of Dorr, Zajic and Schwartz (2003), without a parser. The clauses that commas set apart
one by one are found by `meadow.text.phrases.clauses`; here are those with commas of their own, or with none around them.
"""

from __future__ import annotations

import re

from meadow.headlines.complements import asks_for_clause, has_main_verb, is_finite
from meadow.headlines.tagging import tag
from meadow.text.phrases import TaggedWord
from meadow.text.phrases.segments import ClauseSegment, segments
from meadow.text.rulebook import ANY, rulebook

_LANGUAGES = frozenset({"en", "es"})  # Dutch has the verb of a clause at its end, so that its words tell less
_VERBAL = frozenset({"verb", "auxiliary"})
_NOMINAL = frozenset({"noun", "name", "number"})
_DASH = re.compile(r"\s+(?:--+|[–—])\s+")
_LONGEST_SUBJECT = 8
_LEAST_WORDS = 4
# How an aside begins: "who …", "the champion …", "43", "catapulted into …", "from Skerra". A name may be all a reader knows.
_ASIDE_OPENERS = frozenset({"relative", "article", "number", "verb", "preposition", "adjective", "possessive"})
_NO_SUBJECT = frozenset({"preposition", "subordinator", "adverb", "conjunction", "verb", "auxiliary"})
_TIMES = rulebook(ANY).words("times of clauses")
_RELATIVES = rulebook(ANY).words("relatives that bind")
_BOUND = rulebook(ANY).words("bound words")
_PARTING = frozenset({",", ";", ":"})
_AGAINST = rulebook(ANY).words("against")
_DENIALS = rulebook(ANY).words("denying a clause")


def drop_aside(line: str, language: str) -> str | None:
    """Return the line without what stands between its subject and its verb: "Lund, who wrote …, 43, was freed"."""
    parts = segments(line, tag(line, language), 0, len(line)) if language in _LANGUAGES and "," in line else []
    if len(parts) < 3 or not _is_subject(parts[0]):
        return None
    verb = _main_part(parts)
    if verb is None or not all(part.whole for part in parts[:verb]):
        return None
    inner = [part.words[0] for part in parts[1:verb] if part.words]
    if not inner or inner[0].tag not in _ASIDE_OPENERS or any(word.tag == "conjunction" for word in inner):
        return None
    return f"{line[: parts[0].words[-1].end]} {line[parts[verb].words[0].start :]}"


def drop_dash(line: str, language: str) -> str | None:
    """Return the line up to its last dash, where a sentence stands before that."""
    for match in reversed(list(_DASH.finditer(line))):
        left, right = line[: match.start()], line[match.end() :]
        if right.partition(" ")[0].lower() not in _AGAINST and is_whole(left, language):
            return left
    return None


def drop_last_clause(line: str, language: str) -> str | None:
    """Return the line without the clause at its end: "after he had …", ", as the regime …", "who was …"."""
    words = tag(line, language) if language in _LANGUAGES else ()
    for index in range(len(words) - 1, _LEAST_WORDS - 1, -1):
        if not _opens_last_clause(words, index, language):
            continue
        while index > _LEAST_WORDS and words[index - 1].text.lower() in _BOUND | {"two", "three"}:
            index -= 1
        left = line[: words[index].start].rstrip(" ,")
        if words[index - 1].text.lower() not in _DENIALS and is_whole(left, language):
            return _without_scrap(left, language)
    return None


def _without_scrap(line: str, language: str) -> str:
    """Return the line without a noun phrase that only its clause explained: "…, a deal (that would …)"."""
    head, comma, end = line.rpartition(", ")
    words = tag(end, language)
    scrap = bool(comma) and words[0].tag == "article" and not any(word.tag in _VERBAL for word in words)
    return head if scrap and is_whole(head, language) else line


def is_whole(line: str, language: str) -> bool:
    """Say whether a line is a sentence by itself, with all its marks in pairs."""
    paired = line.count('"') % 2 == 0 and line.count("“") == line.count("”") and line.count("(") == line.count(")")
    return paired and len(line.split()) >= _LEAST_WORDS and has_main_verb(line, language)


def _is_subject(part: ClauseSegment) -> bool:
    words = part.words
    if not words or len(words) > _LONGEST_SUBJECT or words[0].tag in _NO_SUBJECT or words[-1].tag not in _NOMINAL:
        return False
    return not any(word.tag in _VERBAL for word in words)


def _main_part(parts: list[ClauseSegment]) -> int | None:
    """Return which part goes on with the main verb: the first with an auxiliary, else the only one with a verb."""
    begun = [index for index in range(2, len(parts)) if _begins_on_verb(parts[index].words)]
    helped = [index for index in begun if parts[index].words[0].tag == "auxiliary"]
    if helped:
        return helped[0]
    return begun[0] if len(begun) == 1 else None


def _begins_on_verb(words: tuple[TaggedWord, ...]) -> bool:
    if not words or words[0].tag not in _VERBAL:
        return False
    # A word before the verb stands for the subject: alone at the beginning a form is never taken for a finite one.
    return words[0].tag == "auxiliary" or is_finite((words[0], *words), 1)


def _opens_last_clause(words: tuple[TaggedWord, ...], index: int, language: str) -> bool:
    """Say whether a clause begins here that a finite verb follows, none that a verb of saying asks for."""
    lower, before = words[index].text.lower(), words[index - 1]
    if lower in _RELATIVES:
        following = words[index + 1] if index + 1 < len(words) else None
        if before.tag not in _NOMINAL or following is None:
            return False
        return following.tag in _VERBAL or not any(asks_for_clause(words, at, language) for at in range(index))
    if lower not in _TIMES or before.tag == "auxiliary":
        return False
    for at in range(index + 2, len(words)):
        if words[at].text in _PARTING or words[at].tag == "conjunction":
            return False
        if words[at].tag in _VERBAL and is_finite(words, at):
            return True
    return False
