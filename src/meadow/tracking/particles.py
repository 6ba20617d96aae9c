"""Words of Hebrew and Arabic without the particles that are written onto them: and, the, in, to, from, that.

Source: light stemming (Larkey, Ballesteros and Connell 2002, "light10", and single letters before a word); in Hebrew, by
the same idea, "and" and one of five letters behind it. A sixth, "from", counts only before an article: it begins too many
nouns, and "the ferry" without its article and "ferry" without its first letter would be two words again. At least three
letters stay. Where a report says "the explosion", another "in an explosion" and a third "and explosion", a language with
blanks between words has one word, and these have three.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_BEFORE: Mapping[str, re.Pattern[str]] = {
    "ar": re.compile("^(?:[وف]?[بكل]?ال|لل|[وفبلك])(?=.{3})"),
    "he": re.compile("^(?:ו|מ(?=ה.{4}))?[הבלכש]?(?=.{3})"),
}
_AFTER: Mapping[str, re.Pattern[str]] = {"ar": re.compile("(?<=.{3})(?:ها|ان|ات|ون|ين|يه|ية|ه|ة|ي)$")}


def has_particles(language: str) -> bool:
    """Say whether particles are written onto words in a language that is known here."""
    return language in _BEFORE


def bare_words(words: Sequence[str], language: str) -> list[str]:
    """Return words without what is written before them."""
    return [_BEFORE[language].sub("", word) for word in words]


def light_stems(words: Sequence[str], language: str, *, letters: int) -> list[str]:
    """Return what stands for all forms of each word: bare of endings too where these are known, else its first letters."""
    bare, endings = bare_words(words, language), _AFTER.get(language)
    return [word[:letters] for word in bare] if endings is None else [endings.sub("", word) for word in bare]
