"""Captions, credits and labels: lines around pictures and pages that read like sentences, or like names.

A caption says in the present tense what a picture shows and gives its full day ("…, Monday, June 17, 2013"), which
running news never does together. Every rule runs only on lines with its flag. Captions are known in English; credits,
tweets and headings by their shape alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.tagger import tag_tokens
from meadow.text.phrases.tokens import Tokens, read_tokens
from meadow.text.phrases.values import Tag
from meadow.text.selfcontained.word_flags import GATES, PICTURED, PLACED, SHOWN

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_FULL_DAY = re.compile(rf"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? {_MONTH} \d{{1,2}}, ?\d{{4}}\b")
_DAY = re.compile(rf"\b{_MONTH} \d{{1,2}}\b|\b(?:19|20)\d\d\b")
_SHOWN = re.compile(r"\b(?:is|are) (?:seen|shown|pictured)\b")
_SHOWN_LAST = re.compile(
    r"\b(?:is|are) (?:seen here|shown(?: here| above| below)?|pictured(?: here| above| below)?)\.?$"
)
_PLACED = re.compile(r"[,(] ?(?:left|right|cent(?:er|re)|second from (?:left|right)|L|R|C)[,)]")
# What each pattern cannot match without, in small letters.
SHOWN_WORDS = ("seen", "shown", "pictured")
PLACED_WORDS = ("left", "right", "center", "centre", "l", "r", "c")
PICTURED_WORDS = ("photo", "photos", "image", "images", "picture", "pictures")
_IN_PHOTO = re.compile(
    r"^FILE\b|^[Ii]n (?:this|these|an?) (?:\w+ ){0,3}(?:photos?|images?|pictures?)\b"
    r"|\bin an? (?:undated|file|handout|recent|archive) (?:\w+ )?(?:photo|image|picture)\b"
)
_TWEET = re.compile(rf"\(@\w{{1,30}}\)\s+{_MONTH} \d{{1,2}}, \d{{4}}\W*$")
_POST = re.compile(r"\bA post shared by\b")
_NAME = r"[^\W\d_a-zß-öø-ÿ][\w.'’&-]*"
_CREDIT = re.compile(rf"\(?{_NAME}(?: {_NAME}){{0,3}} ?/ ?{_NAME}(?:[ /]{{1,3}}{_NAME}){{0,5}}\)?\.?")
_BRACKETED = re.compile(
    rf"\((?:{_NAME}|\d{{4}}|of|the|and|for|de|del|la|y)(?: (?:{_NAME}|of|the|and|for|de|del|la|y)){{0,7}}\)\.?"
)
_PLACE = re.compile(r"[A-Z]{3,}(?: [A-Z]{2,}){0,2}, (?:[A-Z][a-z]{2,9}\.|[A-Z][.a-z]{1,9})")
_BLOTTER = re.compile(r"^[A-Z][A-Z ]{3,40}, ?\d{4}-\d")
_CLOSED = re.compile(r"^CLOSE [A-Z]")
_PHOTOS = re.compile(r"\((?:AP|AFP|EPA|EFE|UPI|Reuters) (?:Laserp|P|p)?(?:hotos?|[Gg]raphics?)\b[^()]{0,40}\)$")
_LINK = re.compile(r"\[[^\[\]]{2,130}[^.!\[\]]\]")  # a title in brackets leads to another story
_MOST_HEADING_WORDS = 8
_LONGEST_CREDIT = 90
_BEGINNING = 14  # words that are tagged first
_NO_CAPTION = frozenset({"was", "has", "does", "says", "goes"})


def is_caption(text: str, language: str, flags: int = GATES) -> bool:
    """Say whether a line, whose words bear these marks, tells what a picture shows, credits it, or is a label."""
    if len(text) <= _LONGEST_CREDIT and _is_label(text):
        return True
    if text.startswith("CLOSE ") and _CLOSED.match(text) is not None:
        return True
    if "@" in text and (_TWEET.search(text) is not None or _POST.search(text) is not None):
        return True
    return language == "en" and _shows(text, flags)


def _shows(text: str, flags: int) -> bool:
    """Say whether an English sentence describes a picture; what is looked for first is seldom there."""
    if (flags & PICTURED or text[:4] == "FILE") and _IN_PHOTO.search(text) is not None:
        return True
    if flags & SHOWN and (" seen " in text or " shown" in text or " pictured" in text):
        if _SHOWN_LAST.search(text) is not None:
            return True
        if _SHOWN.search(text) is not None and _DAY.search(text) is not None:
            return True
    dated = (", 20" in text or ", 19" in text) and _FULL_DAY.search(text) is not None
    return (dated or (flags & PLACED != 0 and _is_placed(text))) and is_in_the_present(text)


def _is_placed(text: str) -> bool:
    """Say whether somebody is told by where they stand; a lone letter means a side only between brackets or beside one."""
    sides = "left" in text or "right" in text or "cent" in text or "(" in text
    return sides and _PLACED.search(text) is not None


def _is_label(text: str) -> bool:
    """Say whether a short line is a credit, a place, a right or a heading in capitals."""
    if " ©" in text or "™" in text:  # "Ã©" is a letter that was read in the wrong encoding
        return True
    if "/" in text and _CREDIT.fullmatch(text) is not None:
        return True
    if text[0] == "[" and _LINK.fullmatch(text) is not None:
        return True
    if text[-1] == ")" and _PHOTOS.search(text) is not None:
        return True
    if text[0] == "(":
        return _BRACKETED.fullmatch(text) is not None
    if not text[:3].isupper():
        return False
    capitals = text.isupper() and text[-1] not in '.!?…"”' and 2 <= len(text.split()) <= _MOST_HEADING_WORDS
    return capitals or _PLACE.fullmatch(text) is not None or _BLOTTER.match(text) is not None


def is_in_the_present(text: str) -> bool:
    """Say whether the first verb of a sentence is in the present; "arriving" and "accused" are none."""
    words = read_tokens(text, "en")
    # The first verb is nearly always among the first words, and what a word is depends on no more than two behind it.
    some = Tokens(text, words.texts[:_BEGINNING], words.lower[:_BEGINNING], words.plain[:_BEGINNING])
    tells = _tells_in_the_present(some.lower, tag_tokens(some, "en")[: _BEGINNING - 2])
    if tells is None and len(words) > _BEGINNING - 2:
        tells = _tells_in_the_present(words.lower, tag_tokens(words, "en"))
    return tells is True


def _tells_in_the_present(words: Sequence[str], tags: Sequence[Tag]) -> bool | None:
    """Say whether the first verb among tagged words is in the present; None where they have none."""
    before = ""
    for word, (kind, following) in zip(words, pairwise(tags)):  # noqa: B905 - fewer words may be tagged
        last, before = before, word
        if word in ("is", "are"):
            return True
        if kind in ("verb", "auxiliary") and not word.endswith("ing"):
            return _is_present(word)
        # "lies on", "divers wait for": nouns by their form, verbs by what stands around them.
        if kind == "noun" and following == "preposition" and word in lexicon("en").noun_verbs:
            return word.endswith("s") or last.endswith("s")
    return None


def _is_present(verb: str) -> bool:
    lists = lexicon("en")
    bare = verb in lists.verbs.bare or verb in lists.noun_verbs.bare
    return (verb.endswith("s") and verb not in _NO_CAPTION) or (bare and not verb.endswith("ed"))
