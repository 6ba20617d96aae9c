"""What wires write before a lead: codes of typesetters, notes for editors and bylines that stand in its own line.

Source: our own rules, after the formats of AP, the New York Times, AFP, Reuters and FBIS. Nothing of it is the story's own.
A note or a code counts wherever a lead may begin; a byline only where a dateline or somebody's office ("Associated Press
Writer") stands between it and the story, since nothing else tells where the names end.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_TYPESET = r"&(?:[A-Z]{2}|Cx[0-9a-f]{2});"
TYPESET = re.compile(
    rf"^(?:{_TYPESET}\s{{0,3}})+|\s{{0,3}}(?<![A-Za-z]){_TYPESET}|(?<=[.!?\"'”])\s\[(?:passage omitted|end recording)\]$"
)
"""Codes of typesetters ("&UR;", "&LR;", "&QL;"), each with the blanks before it; at the head of a text with those behind.

What translators left out behind a sentence is one as well.
"""

_LONGEST = 300
_MOST_CODES = 5
_MOST_WORDS = 18  # of a byline with everybody's office
_PAPER = (
    "Service|Newspapers|News|Times|Globe|Post|Journal|Tribune|Chronicle|Examiner|Herald|Press|Constitution|Bloomberg"
)
_REPORTED = "Article|Commentary|Correspondent|Dispatch|Editorial|Interview|Report|Speech|Statement|Unattributed"
_CODE = re.compile(
    r"(?:\[(?:Text|Excerpts?|Summary|(?i:passage omitted|(?:begin|end) recording)"
    rf"|(?:By|(?:{_REPORTED})(?: [a-z]+)? by) [^\[\]]{{1,160}})\]"
    r"|\((?i:(?:begin|beg|end|first|second|third|fourth|optional)\b[^()]{0,30}\b(?:trim|add|take|ital(?:ic)?s?|bold)\b[^()]{0,20})\)"
    r"|\((?i:story (?:can|could|may) end here)\b[^()]{0,60}\)"
    r"|\((?i:adds?|corrects?|edits?|recasts?|refiles?|releads?|repeats?|rewrites?|subs|updates?)\b[^()]{0,160}\)"
    r"|\(\d\d-\d\d\) \d\d:\d\d P[DS]T"
    r"|ATTENTION - [^/]{1,160}///|///|nn"
    rf"|\(?c\)?\.? ?(?:19|20)\d\d,? (?:[A-Z][\w.'&-]{{0,20}} ){{0,4}}?(?:{_PAPER})(?: (?:{_PAPER}))*(?! (?:{_PAPER})))"
    r"\s+(?=[\"“]?[\w(\[&`])"
)
_OPENINGS = ("[", "(", "&", "///", "ATTENTION - ", "c.", "nn ")
_BYLINES = ("By ", "BY ")
_OFFICE = r"(?:Writers?|Correspondents?|Reporters?)"
_OFFICES = re.compile(rf"(?:Associated Press|AP)(?: [A-Z][a-z]+)? {_OFFICE}\s+")
_SIGNED = ("Associated Press ", "AP ")
_SIGNS = frozenset("[(&")
_HEADS = frozenset(head[:2] for head in (*_BYLINES, *_SIGNED, "///", "ATTENTION", "c.", "nn"))
_OF_BYLINE = re.compile(
    r"(?:[^\W\d_a-zß-öø-ÿ][\w.'’&-]{0,30}[,;]?|\(?c\)?\.? ?(?:19|20)\d\d,?|\||and|for|of|the|to|in|al|bin|da|de|del|den|der"
    r"|el|la|ten|van|von)\s+"
)
_NO_NAME = re.compile(
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|September|October|November"
    r"|December)\b",
    re.IGNORECASE,
)
_KNOWN_OFFICE = re.compile(
    r"(?:(?:Associated Press|AP|Staff|Post|Times|Globe|Foreign|Political|Sports|Business|Medical|Science) (?:[A-Z][a-z]+ )?"
    rf"{_OFFICE}|News Service)\s+$"
)
_SENTENCE = re.compile(r"[\"“]?[A-Z][\w'’-]{0,30} (?:[A-Z]?[\w'’-]{1,30} ){0,6}[a-z]")


def may_have_preamble(text: str) -> bool:
    """Say whether a text may begin with a code, a note or a byline: nearly all are told apart by their first letters."""
    return text[:2] in _HEADS or text[:1] in _SIGNS


def preamble_length(text: str, dateline: Callable[[str], int]) -> int:
    """Return how many leading characters of a text are codes, notes and bylines, and the dateline behind a byline.

    `dateline` says how long the dateline is with which a text begins, 0 if it has none.
    """
    length = _codes_length(text)
    signed = _byline_length(text[length : length + _LONGEST], dateline)
    return length + signed + _codes_length(text[length + signed :]) if signed else length


def _codes_length(text: str) -> int:
    length = 0
    if not text.startswith(_OPENINGS):
        return 0
    for _ in range(_MOST_CODES):
        match = _CODE.match(text, length)
        if match is None:
            break
        length = match.end()
    return length


def _byline_length(text: str, dateline: Callable[[str], int]) -> int:
    """Return how long a byline is with the dateline that closes it, or with the office that does."""
    if not text.startswith(_BYLINES):
        office = _OFFICES.match(text) if text.startswith(_SIGNED) else None
        if office is None:
            return 0
        return office.end() + dateline(text[office.end() :]) if _goes_on(text, office.end(), dateline) else 0
    ends = _ends_of_words(text)
    for end in ends[1:]:
        found = dateline(text[end:])
        if found:
            return end + found
    offices = [end for end in ends[1:] if _KNOWN_OFFICE.search(text, max(0, end - 60), end) is not None]
    return next((end for end in reversed(offices) if _SENTENCE.match(text, end) is not None), 0)


def _goes_on(text: str, start: int, dateline: Callable[[str], int]) -> bool:
    return dateline(text[start:]) > 0


def _ends_of_words(text: str) -> list[int]:
    """Return where the words end that may be part of a byline; a day is none, and no name stands behind it."""
    ends: list[int] = []
    at = len("By ")
    while len(ends) < _MOST_WORDS and _NO_NAME.match(text, at) is None:
        word = _OF_BYLINE.match(text, at)
        if word is None:
            break
        at = word.end()
        ends.append(at)
    return ends
