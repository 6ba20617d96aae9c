"""How much a line tells by its form: a whole statement about somebody, or a tease, a scrap, a label.

Source: our own rules, for what van Kesteren and Kraaij (2005) had people judge as informative.
"""

from __future__ import annotations

import re

from meadow.headlines.tagging import tag
from meadow.headlines.title_rules import is_clickbait
from meadow.text.language import UNSPACED
from meadow.text.rulebook import OPENING_MARKS, rulebook
from meadow.text.selfcontained import check_sentence

_ENOUGH_WORDS = 8  # the length of a usual headline; what is shorter says less
_TEASE = 0.4
_UNMET = 0.7
_BACKGROUND = 0.7
_AHEAD = 0.8
# "The statement from the hospital was": whose it is does not tell what it says.
_SAID = re.compile(
    r"The (?:announcement|comments?|decision|details|letter|move|remarks?|ruling|statement) (?:by|from|of)\b"
)
_SUBJECT_TAGS = frozenset({"noun", "adjective", "number", "adverb"})


def strength(line: str, language: str) -> float:
    """Return how much of its worth a line keeps by its form, from 0 to 1."""
    short = 1.0 if language in UNSPACED else min(1.0, len(line.split()) / _ENOUGH_WORDS) ** 0.5
    # "It's an exceptional find," she said: a quotation teases as any line does.
    bare, book = line.lower().lstrip(OPENING_MARKS), rulebook(language)
    teasing = _TEASE if is_clickbait(line, language) or book.kind("promise").find(bare) is not None else 1.0
    unmet = _UNMET if language == "en" and _has_unmet_subject(line) else 1.0
    described = _BACKGROUND if book.kind("describes").find(bare) is not None else 1.0
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
    return subject[-1].text not in rulebook("en").words("known bodies")
