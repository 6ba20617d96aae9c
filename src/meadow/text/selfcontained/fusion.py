"""Two sentences in one, or a sentence with a heading glued before it: a sign of text that lost its lines.

Known by what no single sentence has: a full stop in running text before a small letter, and a capitalized function word in
mid sentence that goes on in small letters ("by our reporter The dam broke").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from meadow.text.abbreviations import abbreviations
from meadow.text.datelines import dateline_length

# Words that open sentences and, capitalized, hardly stand inside one; titles go on with a capital ("The Crown").
_BEGINNERS: Mapping[str, str] = {
    "en": "The|A|An|It|He|She|They|This|But|However|There|When|After|According",
    "es": "El|La|Los|Las|Un|Una|Este|Esta|Pero|Según|Cuando",
    "nl": "De|Het|Een|Dat|Dit|Deze|Die|Ze|Hij|Zij|Wij|Zijn|Haar|Hun|Maar|Ook|Zo|Toen|Daarnaast|Intussen|Omdat|Volgens|Zeker"
    "|Er|Aan|Andere|Enkele|Alle|Alleen|Als|Anders|Bij|Binnen|Bovendien|Daar|Daarom|Door|Dus|Eerst|Gisteren|Hierdoor|Hoe|Hoewel|In|Kort|Later|Met|Na|Naar|Niet"
    "|Nochtans|Nu|Om|Onder|Ondanks|Op|Over|Sinds|Sommige|Tegen|Tijdens|Toch|Tot|Twee|Uit|Veel|Vandaag|Vanaf|Vervolgens|Voor|Vooral|Voorts"
    "|Vorig|Vorige|Waar|Waarom|Wanneer|Want|Wat|Wel|Wie|Zelfs|Zodra|Zonder",
    "fr": "Le|La|Les|Un|Une|Il|Elle|Mais|Selon|Ce|Cette",
    "de": "Aber|Doch|Nach|Wie",
}
# These are never part of a name, so that a name may follow them; nor is a day with its year ever right before a capital.
_NEVER_NAMED: Mapping[str, str] = {
    "nl": r"(?<=[a-zà-ÿ)]\s)(?:Binnenkort|Bovendien|Daarom|En|Hoewel|Indien|Nochtans|Omdat|Tenzij|Terwijl|Toen|Vervolgens"
    r"|Volgens|Wanneer|Zodra)\s"
    r"|\b\d{1,2}\s(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)\s\d{4}\s[A-ZÀ-Þ][a-zà-ÿ]",
}
_STOP = re.compile(r"[.!?]\s(?:\"\s)?[^\W\d_A-ZÀ-Þ]{3,}[\s,]")
_LONGEST_WORD = 40
_FEWEST_LETTERS = 4


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
    words = _NEVER_NAMED.get(language)
    return None if words is None else re.compile(words)


@cache
def _begun(language: str) -> re.Pattern[str] | None:
    words = _BEGINNERS.get(language)
    if words is None:
        return None
    # A capital is looked for first, and what stands before it then: there are far fewer capitals than blanks.
    rests: dict[str, list[str]] = {}
    for word in words.split("|"):
        rests.setdefault(word[0], []).append(word[1:])
    begun = "|".join(rf"{capital}(?<=[a-zà-ÿ)]\s{capital})(?:{'|'.join(rest)})" for capital, rest in rests.items())
    return re.compile(rf"(?:{begun})\s[^\W\d_A-ZÀ-Þ]{{2,}}\s")
