"""Two sentences in one, or a sentence with a heading glued before it: a sign of text that lost its lines.

Known by what no single sentence has: a full stop in running text before a small letter, and a capitalized function word in
mid sentence that goes on in small letters ("by our reporter The dam broke").
"""

from __future__ import annotations

import re
from functools import cache

from meadow.text.abbreviations import abbreviations
from meadow.text.datelines import dateline_length
from meadow.text.phrases.lexicon import lexicon
from meadow.text.rulebook import rulebook

_STOP = re.compile(r"[.!?]\s(?:\"\s)?[^\W\d_A-ZÀ-Þ]{3,}[\s,]")
_LONGEST_WORD = 40
_FEWEST_LETTERS = 4
_SHORT_MONTH = 3


def is_fused(text: str, language: str) -> bool:
    """Say whether a text is more than one sentence; languages without a list are judged by their full stops only."""
    begun = _begun(language)
    found = None if begun is None else begun.search(text)
    if found is not None and not _is_lead(text, found, language):
        return True
    never = _never_named(language)
    if never is not None and never.search(text) is not None:
        return True
    if _STOP.search(text) is None:
        return False
    return any(_ends_a_word(text, stop.start(), language) for stop in _STOP.finditer(text))


def _is_lead(text: str, found: re.Match[str], language: str) -> bool:
    """Say whether what begins inside a text is its lead, behind a dateline and alone: "LONDON (AP) The ferry sank"."""
    if text[found.start() - 2] != ")" or dateline_length(text, language) != found.start():
        return False
    return found.re.search(text, found.end()) is None


def _ends_a_word(text: str, stop: int, language: str) -> bool:
    """Say whether a word stands before a stop: letters only, too many for an initial, no abbreviation that we know."""
    word = text[max(0, stop - _LONGEST_WORD) : stop].rpartition(" ")[2]
    return len(word) >= _FEWEST_LETTERS and word.isalpha() and not abbreviations(language).knows(word.lower())


@cache
def _never_named(language: str) -> re.Pattern[str] | None:
    """Return what finds a word that is never part of a name, or a day with its year, before a capital."""
    words = rulebook(language).words("never named")
    if not words:
        return None
    full = [month for month in lexicon(language).table("months") if len(month) > _SHORT_MONTH]
    return re.compile(
        rf"(?<=[a-zà-ÿ)]\s)(?:{'|'.join(sorted(word.capitalize() for word in words))})\s"
        rf"|\b\d{{1,2}}\s(?:{'|'.join(full)})\s\d{{4}}\s[A-ZÀ-Þ][a-zà-ÿ]"
    )


@cache
def _begun(language: str) -> re.Pattern[str] | None:
    """Return what finds a capitalized word in mid sentence that opens sentences, and that goes on in small letters."""
    # A capital is looked for first, and what stands before it then: there are far fewer capitals than blanks.
    rests: dict[str, list[str]] = {}
    for word in sorted(rulebook(language).words("beginners")):
        rests.setdefault(word[0].upper(), []).append(word[1:])
    if not rests:
        return None
    begun = "|".join(rf"{capital}(?<=[a-zà-ÿ)]\s{capital})(?:{'|'.join(rest)})" for capital, rest in rests.items())
    return re.compile(rf"(?:{begun})\s[^\W\d_A-ZÀ-Þ]{{2,}}\s")
