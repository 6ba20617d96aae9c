"""How much a line tells by its form: a whole statement about somebody, or a tease, a scrap, a label.

Source: our own rules, for what van Kesteren and Kraaij (2005) had people judge as informative.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from meadow.headlines.tagging import tag
from meadow.headlines.title_rules import is_clickbait
from meadow.text.language import UNSPACED
from meadow.text.selfcontained import check_sentence

_ENOUGH_WORDS = 8  # the length of a usual headline; what is shorter says less
_TEASE = 0.4
_UNMET = 0.7
_BACKGROUND = 0.7
_AHEAD = 0.8
# Openings that promise a story instead of telling it: nobody in particular, a comparison, a command.
_TEASES: Mapping[str, str] = {
    "en": r"(?:nobody|no one|everyone|everybody|anyone|anybody|someone|somebody|it|there|they|he|she|we|imagine|meet|picture"
    r"|consider|think|remember|just|like|as|such|so|not|maybe|perhaps|if|when|while|because|ever|once|some|many|most|few|more"
    r"|further|additional|other|others)\b(?!\s+than\b)|in (?:19|20)\d\d,|[^,]{2,40}, (?:he|she|it|they|his|her|their|its)\b"
    r"|(?:\S+ ){1,4}(?:says?|said|told \S+) (?:that )?they\b"
    r"|(?:\S+ ){1,2}(?:later|before|earlier|after),? (?:he|she|it|they)\b",
    "es": r"(?:nadie|todos|alguien|algunos|muchos|cuando|como|si|imagine|quizás?|tal vez|hay)\b",
    "nl": r"(?:niemand|iedereen|iemand|sommigen|veel|als|wanneer|toen|misschien|er|het)\b",
}
# "Lund is a blogger from Skerra": who somebody is, not what happened.
_DESCRIBES: Mapping[str, str] = {
    "en": r"(?:\S+\s){1,6}(?:is|was|are|were)\s"
    r"(?:an?|one of|(?:the\s)?(?:only|last|oldest|youngest|largest|biggest|tallest))\s",
    "es": r"(?:\S+\s){1,6}(?:es|era|son|fue)\s(?:una?|uno de)\s",
    "nl": r"(?:\S+\s){1,6}(?:is|was|zijn|waren)\s(?:een)\s",
}
# Bodies and offices that need no introduction.
_KNOWN = frozenset(
    {
        "army",
        "court",
        "economy",
        "government",
        "king",
        "minister",
        "parliament",
        "police",
        "pope",
        "president",
        "queen",
        "senate",
    }
)
_OPENING_MARKS = "\"'“‘«„`"  # "It's an exceptional find," she said: a quotation teases as any line does
# "The statement from the hospital was": whose it is does not tell what it says.
_SAID = re.compile(
    r"The (?:announcement|comments?|decision|details|letter|move|remarks?|ruling|statement) (?:by|from|of)\b"
)
_SUBJECT_TAGS = frozenset({"noun", "adjective", "number", "adverb"})


def strength(line: str, language: str) -> float:
    """Return how much of its worth a line keeps by its form, from 0 to 1."""
    short = 1.0 if language in UNSPACED else min(1.0, len(line.split()) / _ENOUGH_WORDS) ** 0.5
    teasing = _TEASE if is_clickbait(line, language) or _matches(_TEASES, line, language) else 1.0
    unmet = _UNMET if language == "en" and _has_unmet_subject(line) else 1.0
    described = _BACKGROUND if _matches(_DESCRIBES, line, language) else 1.0
    ahead = _AHEAD if check_sentence(line, language).forecast else 1.0
    return short * teasing * unmet * described * ahead


def _has_unmet_subject(line: str) -> bool:
    """Say whether the subject is somebody or something that another sentence introduced: "The man shot", "The decision"."""
    if not line.startswith("The "):
        return False
    if _SAID.match(line) is not None:
        return True
    words = tag(line, "en")[1:]
    end = next((index for index, word in enumerate(words) if word.tag not in _SUBJECT_TAGS), len(words))
    subject = words[:end]
    if not subject or end == len(words) or words[end].tag not in ("verb", "auxiliary"):
        return False
    return subject[-1].text not in _KNOWN


def _matches(table: Mapping[str, str], line: str, language: str) -> bool:
    source = table.get(language)
    return source is not None and _pattern(source).match(line.lower().lstrip(_OPENING_MARKS)) is not None


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source)
